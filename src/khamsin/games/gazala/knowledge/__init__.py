"""Gazala 1942: what a side may know."""
