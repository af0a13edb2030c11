"""Gazala 1942: movement."""
