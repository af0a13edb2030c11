"""Island of Death: landings and naval guns."""
