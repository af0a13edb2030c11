"""What all games share; it knows no game.

Board graphs, dice, decisions, the match and its journal, views, data packs, rulebooks and words.
"""
