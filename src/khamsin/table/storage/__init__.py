"""The storage: its tables, and the one thread that writes."""
