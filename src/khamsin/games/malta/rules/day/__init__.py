"""Island of Death: what a day is made of besides its turns."""
