"""Rommel in the Desert: supply."""
