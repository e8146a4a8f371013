"""Felt in Python: the rules of table games as sheets, and what they are worth, exactly.

    >>> import felt
    >>> table = felt.Table("baccarat")
    >>> table.odds("tie", decks=8, tie_pay=9)[0].edge
    Fraction(63053127805, 1301666217579)

Everything is computed by libfelt, which the program `felt` is made of, so the two cannot disagree. Probabilities and edges are
`fractions.Fraction`, amounts of money `decimal.Decimal`; only samples are floats. Batches of shoes are buffers (`memoryview`), which
`numpy.asarray` reads without copying.
"""
from __future__ import annotations

import ctypes
import json
import os
from ctypes import c_int32
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Union

from ._library import LIBRARY, FeltError, Handle, rules_folders

__all__ = ["Table", "Odds", "Row", "Finding", "Settled", "Refused", "Sample", "FeltError", "check", "shoes", "fresh", "card", "sheets"]

Choice = Union[str, int]
Records = Union[str, bytes, Iterable[Mapping[str, Any]]]
Buffer = Any  # whatever memoryview takes; typing has no name for it before Python 3.12

_RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


# ---- what comes out ----


@dataclass(frozen=True)
class Row:
    """A row of a wager: when it decides, what it pays, and how likely that is."""

    text: str
    words: str
    pay: str
    probability: Fraction
    contribution: Fraction | None
    fair: Fraction | None
    line: int


@dataclass(frozen=True)
class Odds:
    """The exact figures of one wager under one combination of choices. What a sheet leaves unset is None."""

    sheet: str
    wager: str
    name: str
    side: str
    options: dict[str, str]
    edge: Fraction | None
    hit: Fraction | None
    push: Fraction | None
    variance: Fraction | None
    rows: list[Row]
    raw: dict[str, Any]

    def __str__(self) -> str:
        chosen = ", ".join(f"{k}={v}" for k, v in self.options.items())
        under = f" ({chosen})" if chosen else ""
        side = f" on {self.side}" if self.side else ""
        edge = "no edge" if self.edge is None else f"{float(self.edge):.4%}"
        return f"{self.name}{side}{under}: {edge}"


@dataclass(frozen=True)
class Finding:
    """What a check says of a sheet."""

    severity: str
    code: str
    message: str
    line: int
    accepted: bool
    raw: dict[str, Any]


@dataclass(frozen=True)
class Refused:
    """A row of a record that was not used."""

    file: str
    line: int
    message: str


@dataclass(frozen=True)
class Settled:
    """Bets with what they are paid, in the order of the record; amounts are Decimal."""

    bets: list[dict[str, Any]]
    refused: list[Refused]

    @property
    def paid(self) -> Decimal:
        return sum((bet["paid"] for bet in self.bets), Decimal(0))


@dataclass(frozen=True)
class Sample:
    """A wager in a simulation, beside its exact edge."""

    wager: str
    side: str
    options: dict[str, str]
    bets: int
    rows: list[int]
    edge: float | None
    exact_edge: Fraction | None
    z: float | None


# ---- sheets ----


def sheets() -> list[str]:
    """The names of the shipped sheets."""
    return sorted(path.stem for folder in rules_folders() if folder.is_dir() for path in folder.glob("*.felt"))


def _read(sheet: str | os.PathLike[str]) -> tuple[str, bytes]:
    """A sheet by the path of its file, or by the name of a shipped one."""
    path = Path(sheet)
    if path.suffix != ".felt":
        found = [folder / f"{sheet}.felt" for folder in rules_folders() if (folder / f"{sheet}.felt").is_file()]
        if not found:
            raise FileNotFoundError(f"there is no shipped sheet '{sheet}'; there are: {', '.join(sheets()) or 'none (set FELT_RULES)'}")
        path = found[0]
    return path.name, path.read_bytes()


def check(text: str, name: str = "sheet.felt") -> list[Finding]:
    """All that is to be said of the text of a sheet: of one that does not compile, why."""
    data = text.encode()
    handle = Handle()
    found = json.loads(handle.texts("felt_plain_check", name.encode(), data, len(data))[0])
    return [Finding(f["severity"], f["code"], f["message"], f.get("line", 0), f.get("accepted", False), f) for f in found]


# ---- a table ----


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _choices(given: Mapping[str, Choice]) -> bytes:
    """decks=8, tie_pay=9 as lines: an underscore is a dash, two are the slash behind a sheet's name."""
    return "\n".join(f"{name.replace('__', '/').replace('_', '-')}={value}" for name, value in given.items()).encode()


def _records(given: Records) -> bytes:
    if isinstance(given, bytes):
        return given
    if isinstance(given, str):
        return given.encode()
    return "".join(json.dumps(dict(row), default=str) + "\n" for row in given).encode()


def _row(row: Mapping[str, Any]) -> Row:
    return Row(row["text"], row["words"], row["pay"], Fraction(row["probability"]), _fraction(row.get("contribution")),
               _fraction(row.get("fair")), row["line"])


def _odds(entry: Mapping[str, Any]) -> Odds:
    return Odds(entry["sheet"], entry["wager"], entry["name"], entry["side"], dict(entry["options"]), _fraction(entry.get("edge")),
                _fraction(entry.get("hit")), _fraction(entry.get("push")), _fraction(entry.get("variance")),
                [_row(r) for r in entry["rows"]], dict(entry))


def _sample(entry: Mapping[str, Any]) -> Sample:
    exact, sampled = entry.get("exact") or {}, entry.get("sampled") or {}
    return Sample(entry["wager"], entry["side"] or "", dict(entry["options"]), entry["bets"], entry["rows"], sampled.get("edge"),
                  _fraction(exact.get("edge_fraction")), entry.get("z"))


_MONEY = ("stake", "back", "vig", "winnings", "commission", "paid", "dealer")


def _settled(line: str) -> dict[str, Any]:
    bet = json.loads(line)
    return {name: Decimal(value) if name in _MONEY and isinstance(value, str) else value for name, value in bet.items()}


class Table:
    """One or more sheets of one game, played together: names of shipped sheets, or paths of files.

    Choices are keywords: `decks=8`, `tie_pay=9` for the option tie-pay, `craps__vig="always"` for the option vig of the sheet craps. One
    thread at a time may use a table.
    """

    def __init__(self, *names: str | os.PathLike[str], **choices: Choice) -> None:
        if not names:
            raise TypeError("a table needs a sheet")
        self._handle = Handle()
        self.choices: dict[str, Choice] = dict(choices)
        for name in names:
            file, text = _read(name)
            self._handle.call("felt_plain_add", file.encode(), text, len(text))

    @classmethod
    def from_text(cls, text: str, name: str = "sheet.felt", **choices: Choice) -> Table:
        """A table of one sheet that is not in a file."""
        table = cls.__new__(cls)
        table._handle = Handle()
        table.choices = dict(choices)
        data = text.encode()
        table._handle.call("felt_plain_add", name.encode(), data, len(data))
        return table

    def _lines(self, choices: Mapping[str, Choice]) -> bytes:
        return _choices({**self.choices, **choices})

    def wagers(self) -> list[dict[str, Any]]:
        """Every wager with its rows and options, sheet after sheet."""
        found = json.loads(self._handle.texts("felt_plain_list")[0])
        return [{"sheet": sheet["sheet"], **wager} for sheet in found for wager in sheet["wagers"]]

    def odds(self, wager: str | None = None, shoe: Sequence[int] | None = None, **choices: Choice) -> list[Odds]:
        """Exact odds under every choice that is left; from `shoe`, 13 numbers of cards (aces, 2 ... kings), if it is given."""
        cards = None if shoe is None else (c_int32 * 13)(*shoe)
        if shoe is not None and len(shoe) != 13:
            raise ValueError(f"found {len(shoe)} numbers, expected 13: aces, 2 ... kings")
        name = None if wager is None else wager.encode()
        return [_odds(o) for o in json.loads(self._handle.texts("felt_plain_odds", self._lines(choices), name, cards)[0])]

    def simulate(self, rounds: int, *, wager: str | None = None, seed: int = 1, threads: int | None = None, cut: int = 0,
                 **choices: Choice) -> list[Sample]:
        """At least `rounds` rounds or rolls with every wager on; the seed alone decides what comes out."""
        name = None if wager is None else wager.encode()
        made = self._handle.texts("felt_plain_simulate", self._lines(choices), name, rounds, seed, threads or os.cpu_count() or 1, cut)
        return [_sample(w) for w in json.loads(made[0])["wagers"]]

    def settle(self, rounds: Records, bets: Records, *, rounding: str = "floor", decimals: int = 2, **choices: Choice) -> Settled:
        """What bets on recorded rounds are paid. Both are CSV or NDJSON (docs/records.md), or mappings with those columns, sorted by
        round. All bets of a round are paid, or none is; what was not used is in `refused`."""
        first, second = _records(rounds), _records(bets)
        settled, refused = self._handle.texts("felt_plain_settle", self._lines(choices), rounding.encode(), decimals, first, len(first),
                                              second, len(second), count=2)
        return Settled([_settled(line) for line in settled.splitlines()], [Refused(**r) for r in json.loads(refused)])

    def rows(self, wager: str, shoes: Buffer | Sequence[Sequence[int]], **choices: Choice) -> memoryview:
        """How many of a shoe's ordered deals of six cards each row of the wager decides, exactly: a buffer of uint64 of the shape (shoes,
        rows). `shoes` is a buffer of int32 of the shape (shoes, 13), such as an array of NumPy's, or a list of lists."""
        given = _int32(shoes)
        count = given.nbytes // 52
        lines, name = self._lines(choices), wager.encode()
        width = LIBRARY.felt_plain_row_count(self._handle.pointer, lines, name)
        if width == 0:
            raise self._handle.fail(-1)
        counted = (ctypes.c_uint64 * (count * width))()
        cards = (c_int32 * (count * 13)).from_buffer_copy(given) if given.readonly else (c_int32 * (count * 13)).from_buffer(given)
        self._handle.call("felt_plain_rows", lines, name, cards, count, counted)
        return memoryview(counted).cast("B").cast("Q", (count, width)) if count else memoryview(b"").cast("B")


# ---- shoes ----


def _int32(shoes: Buffer | Sequence[Sequence[int]]) -> memoryview:
    if isinstance(shoes, (list, tuple)):
        flat = [n for shoe in shoes for n in shoe]
        if any(len(shoe) != 13 for shoe in shoes):
            raise ValueError("expected 13 numbers of each shoe: aces, 2 ... kings")
        return memoryview((c_int32 * len(flat))(*flat)).cast("B")
    view = memoryview(shoes)
    if view.itemsize != 4 or view.format not in ("i", "l", "<i", "<l") or not view.c_contiguous or view.nbytes % 52 != 0:
        raise ValueError(f"found a buffer of format {view.format}, expected int32, contiguous, 13 numbers of each shoe")
    return view.cast("B")


def fresh(decks: int = 8) -> list[int]:
    """The 13 numbers of cards of a fresh shoe."""
    return [4 * decks] * 13


def shoes(count: int, decks: int = 8, *, seed: int = 1, first: int = 0) -> memoryview:
    """Shuffled shoes `first` to `first` + count - 1 of a seed: bytes of the shape (count, 52 * decks). `card` names one."""
    cards = (ctypes.c_uint8 * (count * 52 * decks))()
    Handle().call("felt_plain_shoes", decks, seed, first, count, cards)
    return memoryview(cards).cast("B", (count, 52 * decks)) if count else memoryview(b"")


def card(code: int) -> str:
    """The name of a card of `shoes`: its rank is code % 16, its suit code // 16."""
    return _RANKS[code % 16 - 1] + "SHDC"[code // 16]

