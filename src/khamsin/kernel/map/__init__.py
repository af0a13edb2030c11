"""The map: spaces and hexes, and what every game asks of them."""
