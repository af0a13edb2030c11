"""The API over HTTP: one module a subject, and what every request must pass."""
