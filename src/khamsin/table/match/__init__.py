"""Matches at the table: acts, seats, clocks, bots, copies and files."""
