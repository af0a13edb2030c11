"""Field Commander: Rommel: the rules, a module a chapter."""
