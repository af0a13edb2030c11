"""What people read: rules by number, catalogues of words, and the narrator who tells events."""
