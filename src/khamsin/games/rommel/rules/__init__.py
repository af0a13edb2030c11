"""Rommel in the Desert: the rules, a module a chapter."""
