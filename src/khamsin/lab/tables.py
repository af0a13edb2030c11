"""The results as Parquet: a row a game, and a row a count, for whoever goes on with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .record import Record
from .tally import key

GAMES = "games.parquet"
COUNTS = "counts.parquet"


def write_tables(folder: Path, records: Sequence[Record]) -> None:
    """Write both tables, each in one piece or not at all; `ImportError` without pyarrow."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, columns in ((GAMES, games(records)), (COUNTS, counts(records))):
        part = folder / f"{name}.part"
        pq.write_table(pa.table(columns), part)
        part.replace(folder / name)


def games(records: Sequence[Record]) -> dict[str, list[object]]:
    """A row for each game: its number, who sat where, who won and how, scores and lengths."""
    columns: dict[str, list[object]] = {
        "game": [record.number for record in records],
        "scenario": [record.scenario for record in records],
        "winner": [record.winner for record in records],
        "winning_chair": [record.chair for record in records],
        "winning_bot": [record.bot for record in records],
        "rule": [record.rule for record in records],
        "reason": [record.reason for record in records],
        "decisions": [record.decisions for record in records],
    }
    for prefix, field in (("bot", "bots"), ("score", "scores"), ("length", "clock")):
        names = dict.fromkeys(name for record in records for name in getattr(record, field))
        for name in names:
            columns[f"{prefix}_{name}"] = [getattr(record, field).get(name) for record in records]
    return columns


def counts(records: Sequence[Record]) -> dict[str, list[object]]:
    """A row for each thing that was counted in each game (see `tally` for what they mean)."""
    columns: dict[str, list[object]] = {
        name: [] for name in ("game", "table", "side", "name", "detail", "count")
    }
    for record in records:
        for text, count in record.counts.items():
            values = (record.number, *key(text), count)
            for column, value in zip(columns.values(), values, strict=True):
                column.append(value)
    return columns
