"""Matches at the table: acts, seats, clocks, and who may see what."""
