"""Rommel in the Desert: what lies on the table: pieces, data pack and state."""
