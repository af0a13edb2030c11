"""The table as one seat sees it."""
