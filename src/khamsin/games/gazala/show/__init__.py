"""Gazala 1942: what people see and read of it."""
