"""The compiled build (docs/performance.md): what is compiled, what it may not hold, how."""
