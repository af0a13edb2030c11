"""The yardstick: random play with python-chess, its legal moves listed at every ply."""

from __future__ import annotations

from random import Random
from time import process_time

import chess


def chess_decisions_per_second(games: int) -> float:
    """Play random games to their end; return plies a second."""
    plies = 0
    begin = process_time()
    for seed in range(games):
        rng = Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
            plies += 1
    return plies / (process_time() - begin)


def chess_copy_seconds(games: int, *, stack: bool) -> float:
    """Return the mean time of `Board.copy`, with its stack of moves or without, in random games."""
    copies, spent = 0, 0.0
    for seed in range(games):
        rng = Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            begin = process_time()
            board.copy(stack=stack)
            spent += process_time() - begin
            copies += 1
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
    return spent / copies
