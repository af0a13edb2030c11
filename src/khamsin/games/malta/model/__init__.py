"""Island of Death: what lies on the table: pieces, data pack and state."""
