"""Players that are programs. A bot sees what a person in the same seat would see, and no more."""
