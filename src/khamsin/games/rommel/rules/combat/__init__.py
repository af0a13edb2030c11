"""Rommel in the Desert: combat."""
