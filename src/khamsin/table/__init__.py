"""The table: a server where people and bots sit down to matches."""
