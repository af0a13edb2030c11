"""The text client: any game in a terminal, against a friend at the same keyboard or a bot."""

from pathlib import Path

WORDS = Path(__file__).parent / "words"
"""What is said in a terminal."""
