"""Operation Battleaxe: what people see and read of it."""
