"""Playing: what rules may ask, who answers, and how a match is kept."""
