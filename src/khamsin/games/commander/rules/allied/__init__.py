"""Field Commander: Rommel: what the Allies do by themselves."""
