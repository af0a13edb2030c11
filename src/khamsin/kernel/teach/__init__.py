"""Lessons: a small position in which somebody is shown, step by step, how a game is played."""
