"""Operation Battleaxe: what a side may know."""
