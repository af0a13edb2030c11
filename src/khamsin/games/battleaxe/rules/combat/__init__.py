"""Operation Battleaxe: assaults and combat."""
