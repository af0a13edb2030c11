"""What many games say, as a summary and as a page."""
