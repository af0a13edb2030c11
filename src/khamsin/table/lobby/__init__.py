"""The lobby: matches that are set up, found, copied, and taken home as files."""
