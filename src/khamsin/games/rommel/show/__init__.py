"""Rommel in the Desert: what people see and read of it."""
