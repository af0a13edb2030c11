"""The club: profiles, farewells, and what administrators do."""
