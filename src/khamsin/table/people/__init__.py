"""People: accounts, sessions, addresses."""
