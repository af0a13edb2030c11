"""Island of Death: the rules, a module a chapter."""
