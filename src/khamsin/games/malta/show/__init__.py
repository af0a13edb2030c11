"""Island of Death: what people see and read of it."""
