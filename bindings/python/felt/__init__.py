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
import difflib
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
Records = Union[str, bytes, "os.PathLike[str]", Iterable[Mapping[str, Any]], Any]  # the last is a file that is open
Buffer = Any  # whatever memoryview takes; typing has no name for it before Python 3.12

_SHOES_MAX = 1 << 24
_INT32 = (-(1 << 31), (1 << 31) - 1)
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
            near = difflib.get_close_matches(str(sheet), sheets(), 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(sheets()) or 'none (set FELT_RULES)'}."
            raise FileNotFoundError(f"there is no shipped sheet '{sheet}'; {hint} The name of a file ends in .felt")
        path = found[0]
    return path.name, path.read_bytes()


def _bytes(text: object, what: str) -> bytes:
    """A text for the library, which ends at a NUL."""
    if not isinstance(text, str):
        raise TypeError(f"{what}: found {type(text).__name__}, expected str")
    if "\0" in text:
        raise ValueError(f"{what}: found a NUL in {text!r}, expected text without it")
    return text.encode()


def _number(number: object, what: str, least: int, most: int) -> int:
    """A whole number that fits: ctypes would cut it."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what}: found {type(number).__name__}, expected a whole number")
    value: int = number.__index__()  # NumPy's numbers have it, too
    if not least <= value <= most:
        raise ValueError(f"{what}: found {value}, expected {least} to {most}")
    return value


def check(text: str, name: str = "sheet.felt") -> list[Finding]:
    """All that is to be said of the text of a sheet: of one that does not compile, why."""
    if not isinstance(text, str):
        raise TypeError(f"text: found {type(text).__name__}, expected str")
    data = text.encode()
    handle = Handle()
    found = json.loads(handle.texts("felt_plain_check", _bytes(name, "name"), data, len(data))[0])
    return [Finding(f["severity"], f["code"], f["message"], f.get("line", 0), f.get("accepted", False), f) for f in found]


# ---- a table ----


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _choices(given: Mapping[str, Choice]) -> bytes:
    """decks=8, tie_pay=9 as lines: an underscore is a dash, two are the slash behind a sheet's name."""
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise TypeError(f"{name}: found {type(value).__name__}, expected the name of a choice or a whole number")
        if "\n" in str(value):
            raise ValueError(f"{name}: found {value!r}, expected one line")
    return _bytes("\n".join(f"{name.replace('__', '/').replace('_', '-')}={value}" for name, value in given.items()), "choices")


def _records(given: Records, what: str) -> bytes:
    if isinstance(given, os.PathLike):
        return Path(given).read_bytes()
    if hasattr(given, "read"):
        given = given.read()
    if isinstance(given, (bytes, bytearray)):
        return bytes(given)
    if isinstance(given, str):
        if given and "\n" not in given and given.lstrip()[:1] != "{" and os.path.isfile(given):
            raise ValueError(f"{what}: found the name of a file, {given!r}, expected its text; give pathlib.Path({given!r}) to have it "
                             "read")
        return given.encode()
    expected = "expected CSV or NDJSON as text, a path, an open file, or mappings such as {'round': 1}"
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise TypeError(f"{what}: found {type(given).__name__}, {expected}")
    lines = []
    for number, row in enumerate(given, 1):
        if not isinstance(row, Mapping):
            raise TypeError(f"{what}: found {type(row).__name__} as row {number}, {expected}")
        lines.append(json.dumps(dict(row), default=str) + "\n")
    return "".join(lines).encode()


def _map(given: Mapping[str, str] | None) -> bytes | None:
    """What the records call things, as the lines of a map file; names in quotes, since they may have a sign of equality."""
    if given is None:
        return None
    for name, value in given.items():
        if "\n" in f"{name}{value}" or '"' in f"{name}{value}":
            raise ValueError(f"map: found {name!r}: {value!r}, expected one line without quotes")
    return _bytes("\n".join(f'{name} = "{value}"' for name, value in given.items()), "map")


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

    Choices are keywords: `decks=8`, `tie_pay=9` for the option tie-pay, `craps__vig="always"` for the option vig of the sheet craps.
    Threads may share a table, and wait for one another; threads with tables of their own do not.
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
        if not isinstance(text, str):
            raise TypeError(f"text: found {type(text).__name__}, expected str")
        data = text.encode()
        table._handle.call("felt_plain_add", _bytes(name, "name"), data, len(data))
        return table

    def _lines(self, choices: Mapping[str, Choice]) -> bytes:
        return _choices({**self.choices, **choices})

    def wagers(self) -> list[dict[str, Any]]:
        """Every wager with its rows and options, sheet after sheet."""
        found = json.loads(self._handle.texts("felt_plain_list")[0])
        return [{"sheet": sheet["sheet"], **wager} for sheet in found for wager in sheet["wagers"]]

    def odds(self, wager: str | None = None, shoe: Sequence[int] | None = None, **choices: Choice) -> list[Odds]:
        """Exact odds under every choice that is left; from `shoe`, 13 numbers of cards (aces, 2 ... kings), if it is given."""
        if shoe is not None and len(shoe) != 13:
            raise ValueError(f"shoe: found {len(shoe)} numbers, expected 13: aces, 2 ... kings")
        cards = None if shoe is None else (c_int32 * 13)(*(_number(n, "shoe", *_INT32) for n in shoe))
        name = None if wager is None else _bytes(wager, "wager")
        return [_odds(o) for o in json.loads(self._handle.texts("felt_plain_odds", self._lines(choices), name, cards)[0])]

    def simulate(self, rounds: int, *, wager: str | None = None, seed: int = 1, threads: int | None = None, cut: int = 0,
                 **choices: Choice) -> list[Sample]:
        """At least `rounds` rounds or rolls with every wager on; the seed alone decides what comes out."""
        name = None if wager is None else _bytes(wager, "wager")
        made = self._handle.texts("felt_plain_simulate", self._lines(choices), name, _number(rounds, "rounds", 1, (1 << 63) - 1),
                                  _number(seed, "seed", 0, (1 << 64) - 1),
                                  _number(os.cpu_count() or 1 if threads is None else threads, "threads", 1, 1024),
                                  _number(cut, "cut", 0, 1 << 16))
        return [_sample(w) for w in json.loads(made[0])["wagers"]]

    def settle(self, rounds: Records, bets: Records, *, rounding: str = "floor", decimals: int = 2, map: Mapping[str, str] | None = None,
               sort: bool = False, **choices: Choice) -> Settled:
        """What bets on recorded rounds are paid. Both are CSV or NDJSON (docs/records.md) as text, as an open file or as a path, or
        mappings with those columns, sorted by round, or sorted here with `sort`. `map` says what they call things:
        `{"stake": "Amount", "decimal": "comma"}`, as a map file does. All bets of a round are paid, or none is; what was not used is in `refused`."""
        first, second = _records(rounds, "rounds"), _records(bets, "bets")
        settled, refused = self._handle.texts("felt_plain_settle", self._lines(choices), _bytes(rounding, "rounding"),
                                              _number(decimals, "decimals", 0, 6), _map(map), int(sort), first, len(first), second,
                                              len(second), count=2)
        return Settled([_settled(line) for line in settled.splitlines()], [Refused(**r) for r in json.loads(refused)])

    def rows(self, wager: str, shoes: Buffer | Sequence[Sequence[int]], **choices: Choice) -> memoryview:
        """How many of a shoe's ordered deals of six cards each row of the wager decides, exactly: a buffer of uint64 of the shape (shoes,
        rows). `shoes` is a buffer of int32 of the shape (shoes, 13), such as an array of NumPy's, or a list of lists."""
        given = _int32(shoes)
        count = given.nbytes // 52
        lines, name = self._lines(choices), _bytes(wager, "wager")
        width = self._handle.count("felt_plain_row_count", lines, name)
        counted = (ctypes.c_uint64 * (count * width))()
        cards = (c_int32 * (count * 13)).from_buffer_copy(given) if given.readonly else (c_int32 * (count * 13)).from_buffer(given)
        self._handle.call("felt_plain_rows", lines, name, cards, count, counted)
        return memoryview(counted).cast("B").cast("Q", (count, width)) if count else memoryview(b"").cast("B")


# ---- shoes ----


def _int32(shoes: Buffer | Sequence[Sequence[int]]) -> memoryview:
    if isinstance(shoes, (list, tuple)):
        if any(len(shoe) != 13 for shoe in shoes):
            raise ValueError("shoes: expected 13 numbers of each shoe: aces, 2 ... kings")
        flat = [_number(n, "shoes", *_INT32) for shoe in shoes for n in shoe]
        return memoryview((c_int32 * len(flat))(*flat)).cast("B")
    view = memoryview(shoes)
    shape = view.shape or ()
    if view.itemsize != 4 or view.format not in ("i", "l", "<i", "<l") or not view.c_contiguous or len(shape) > 2 or shape[-1:] != (13,):
        contiguous = "" if view.c_contiguous else ", not contiguous"
        raise ValueError(f"shoes: found a buffer of format {view.format} and shape {shape}{contiguous}, "
                         "expected int32, contiguous, of the shape (shoes, 13): numpy.ascontiguousarray(shoes, dtype=numpy.int32)")
    return view.cast("B")


def fresh(decks: int = 8) -> list[int]:
    """The 13 numbers of cards of a fresh shoe."""
    return [4 * _number(decks, "decks", 1, 8)] * 13


def shoes(count: int, decks: int = 8, *, seed: int = 1, first: int = 0) -> memoryview:
    """Shuffled shoes `first` to `first` + count - 1 of a seed: bytes of the shape (count, 52 * decks). `card` names one."""
    count, decks = _number(count, "count", 0, _SHOES_MAX), _number(decks, "decks", 1, 8)
    cards = (ctypes.c_uint8 * (count * 52 * decks))()
    Handle().call("felt_plain_shoes", decks, _number(seed, "seed", 0, (1 << 64) - 1), _number(first, "first", 0, (1 << 64) - 1), count,
                  cards)
    return memoryview(cards).cast("B", (count, 52 * decks)) if count else memoryview(b"")


def card(code: int) -> str:
    """The name of a card of `shoes`: its rank is code % 16, its suit code // 16."""
    value = _number(code, "card", 0, 63)
    if not 1 <= value % 16 <= 13:
        raise ValueError(f"card: found {value}, expected a rank of 1 to 13 and 16 times a suit of 0 to 3")
    return _RANKS[value % 16 - 1] + "SHDC"[value // 16]
