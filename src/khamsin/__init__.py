"""Khamsin: five desert wargames, one rules engine, one table.

The package is built in layers that know only what lies below them: `kernel` (what all games
share), `games` (one folder a game), `bots` (players that are programs), `lab` (many games at
once) and the table that people play at.
"""

__version__ = "0.1.0"
