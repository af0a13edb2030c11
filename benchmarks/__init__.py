"""How fast Khamsin is, beside python-chess measured in the same run."""
