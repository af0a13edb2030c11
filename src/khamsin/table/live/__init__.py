"""Live updates: sockets, and news between processes."""
