"""Rommel in the Desert: what a side may know."""
