"""Island of Death: movement."""
