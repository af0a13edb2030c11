"""Island of Death: drops and air-landings."""
