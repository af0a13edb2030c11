"""What lies on the table, as plain data, and what is printed on it."""
