"""Operation Battleaxe: the rules, a module a chapter."""
