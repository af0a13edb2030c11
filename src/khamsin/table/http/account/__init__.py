"""Doors of one's own account, besides signing in: programs, passkeys, browsers."""
