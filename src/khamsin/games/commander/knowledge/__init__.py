"""Field Commander: Rommel: what a side may know."""
