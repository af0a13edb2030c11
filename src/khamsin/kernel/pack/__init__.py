"""Data packs, and the game that is made of one."""
