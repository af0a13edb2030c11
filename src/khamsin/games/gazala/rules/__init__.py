"""Gazala 1942: the rules, a module a chapter."""
