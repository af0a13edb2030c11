"""Gazala 1942: combat."""
