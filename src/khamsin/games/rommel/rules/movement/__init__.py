"""Rommel in the Desert: movement."""
