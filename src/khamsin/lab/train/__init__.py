"""Evaluations learned from games that bots play with themselves: `khamsin train`."""
