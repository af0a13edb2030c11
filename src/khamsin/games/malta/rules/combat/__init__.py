"""Island of Death: combat."""
