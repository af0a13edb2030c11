"""The text client: any game in a terminal, against a friend at the same keyboard or a bot."""
