"""The table inside a web page: the same program as on a server, without a network."""
