"""Field Commander: Rommel: what people see and read of it."""
