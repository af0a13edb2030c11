"""Gazala 1942: what lies on the table: pieces, data pack and state."""
