"""Field Commander: Rommel: what lies on the table: pieces, data pack and state."""
