"""Island of Death: the invasion of Malta, 1942."""
