"""Many games at once: simulation, tournaments between bots, and reports on what came of them."""
