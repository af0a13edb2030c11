"""Many games at once: simulation, contests between bots, and reports on what came of them.

A `Work` says what game number n is; `runner` has its games played, here or on a cluster; `store`
keeps every finished game; `simulate` and `arena` are the two kinds of work. `tally` counts what
happens in a game, `study` compares the counts, and the reports tell it: `report` as text, `page` as
one HTML file, `tables` as Parquet.
"""
