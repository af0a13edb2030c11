"""Island of Death: what a side may know."""
