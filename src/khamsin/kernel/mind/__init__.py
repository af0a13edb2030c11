"""What a computer player has to know of a game, and the vocabulary in which it is said."""
