"""Advice at the table: hints while a match is played, a review when it is over."""
