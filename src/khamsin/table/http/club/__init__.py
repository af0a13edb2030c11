"""Doors of the club: ratings, events, replays elsewhere, administration."""
