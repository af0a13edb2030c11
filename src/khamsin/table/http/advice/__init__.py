"""Doors of advice: hints and chances, reviews."""
