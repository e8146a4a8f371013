#!/usr/bin/env python3
"""tests/par_xlsx.py - the spreadsheet of `felt par --xlsx`: do its formulas come to Felt's figures, and follow a pay that is changed?

    par_xlsx.py FELT

Reads the file as a spreadsheet program would, and reckons every formula again: with the pays as they are, against what Felt wrote beside
them and against `felt odds`; and with another pay, against the edge by hand. Speaks TAP.
"""
import json
import math
import re
import subprocess
import sys
import tempfile
import zipfile
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

FELT = str(Path(sys.argv[1]).resolve())
NS = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
count = failed = 0


def ok(passed, name, detail=""):
    global count, failed
    count += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {count} - {name}")
    if not passed:
        print("# " + str(detail))


def felt(*words):
    return subprocess.run([FELT, *words], capture_output=True, text=True, check=False)


class Book:
    """Cells and formulas by worksheet; values are reckoned when they are asked for."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        strings = [
            "".join(t.text or "" for t in item.iter("{%s}t" % NS["m"]))
            for item in ElementTree.fromstring(parts["xl/sharedStrings.xml"]).findall("m:si", NS)
        ]
        self.names = [s.get("name") for s in ElementTree.fromstring(parts["xl/workbook.xml"]).find("m:sheets", NS)]
        self.cells, self.formulas, self.cached = {}, {}, {}
        for number, name in enumerate(self.names, 1):
            for cell in ElementTree.fromstring(parts[f"xl/worksheets/sheet{number}.xml"]).iter("{%s}c" % NS["m"]):
                self.take(name, cell, strings)

    def take(self, name, cell, strings):
        where, value, formula = (name, cell.get("r")), cell.find("m:v", NS), cell.find("m:f", NS)
        if formula is not None:
            self.formulas[where] = formula.text
            self.cached[where] = value.text if cell.get("t") == "str" else float(value.text)
        elif value is not None:
            self.cells[where] = strings[int(value.text)] if cell.get("t") == "s" else float(value.text)

    def value(self, sheet, cell):
        where = (sheet, cell.replace("$", ""))
        if where in self.formulas:
            return Reckoner(self, sheet, self.formulas[where]).value()
        return self.cells.get(where)

    def span(self, sheet, first, last):
        column, start = re.match(r"\$?([A-Z])\$?(\d+)", first).groups()
        end = re.match(r"\$?[A-Z]\$?(\d+)", last)[1]
        return [self.value(sheet, f"{column}{row}") for row in range(int(start), int(end) + 1)]


def reckonable(value):
    """A word is no number: in the branch of an IF that is taken, it would be an error that is seen. An empty cell is 0."""
    return value if isinstance(value, (float, bool)) else 0.0 if value is None else math.nan


def each(operation, left, right):
    """Of two values; with a range, of each of its cells."""
    if not isinstance(left, list) and not isinstance(right, list):
        return operation(reckonable(left), reckonable(right))
    count = len(left if isinstance(left, list) else right)
    lefts, rights = (v if isinstance(v, list) else [v] * count for v in (left, right))
    return [float(operation(reckonable(a), reckonable(b))) for a, b in zip(lefts, rights)]


OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
}


class Reckoner:
    """What the formulas of Felt are made of, and nothing else: + - * / ^, cells, ranges and a few functions."""

    TOKEN = re.compile(r"""\s*('[^']+'!|\$?[A-Z]\$?\d+|[A-Z]+(?=\()|\d+(?:\.\d+)?|"[^"]*"|[-+*/^(),:<>=])""")

    def __init__(self, book, sheet, text):
        self.book, self.sheet, self.words = book, sheet, self.TOKEN.findall(text)
        assert "".join(self.words).replace(" ", "") == text.replace(" ", ""), text
        self.at = 0

    def value(self):
        result = self.compared()
        assert self.at == len(self.words), self.words
        return result

    def next(self, *wanted):
        if self.at < len(self.words) and (not wanted or self.words[self.at] in wanted):
            self.at += 1
            return self.words[self.at - 1]
        return None

    def compared(self):
        left = self.sum()
        sign = self.next("<", ">", "=")
        return each(OPERATIONS[sign], left, self.sum()) if sign else left

    def sum(self):
        result = self.product()
        while sign := self.next("+", "-"):
            result = each(OPERATIONS[sign], result, self.product())
        return result

    def product(self):
        result = self.power()
        while sign := self.next("*", "/"):
            result = each(OPERATIONS[sign], result, self.power())
        return result

    def power(self):
        if self.next("-"):
            return -reckonable(self.power())
        result = self.single()
        return reckonable(result) ** self.power() if self.next("^") else result

    def single(self):
        word = self.next()
        if word == "(":
            result = self.compared()
            assert self.next(")")
            return result
        if word.startswith('"'):
            return word[1:-1]
        if word.endswith("!"):
            return self.book.value(word[1:-2], self.next())
        if re.match(r"\$?[A-Z]\$?\d", word):
            if self.next(":"):
                return self.book.span(self.sheet, word, self.next())
            return self.book.value(self.sheet, word) or 0.0
        return self.call(word) if self.next("(") else float(word)

    def call(self, name):
        arguments = [self.compared()]
        while self.next(","):
            arguments.append(self.compared())
        assert self.next(")")
        return FUNCTIONS[name](*arguments)


def numbers(*values):
    return [v for value in values for v in (value if isinstance(value, list) else [value]) if isinstance(v, float)]


def listed(value):
    return value if isinstance(value, list) else [value]


def sum_if(where, wanted, values):
    fits = (lambda v: v > 0) if wanted == ">0" else (lambda v: v == wanted)
    return math.fsum(v for w, v in zip(where, values) if isinstance(w, float) and fits(w))


FUNCTIONS = {
    "SUM": lambda values: math.fsum(numbers(values)),
    "MAX": lambda *values: max(numbers(*values), default=0.0),
    "SQRT": lambda value: math.sqrt(reckonable(value)),
    "COUNT": lambda values: float(len(numbers(values))),
    "ROWS": lambda values: float(len(values)),
    "SUMPRODUCT": lambda *columns: math.fsum(math.prod(v or 0.0 for v in row) for row in zip(*map(listed, columns))),
    "SUMIF": sum_if,
    "IF": lambda test, yes, no: yes if test else no,
}


def near(a, b):
    return isinstance(a, float) and isinstance(b, float) and abs(a - b) <= 1e-9 * max(1.0, abs(b))


def edges(book):
    """Row of the summary -> worksheet and cell of the edge."""
    return [
        (cell, re.match(r"'([^']+)'!([A-Z]\d+)", text).groups())
        for (sheet, cell), text in book.formulas.items()
        if sheet == "Summary"
    ]


def check_sheet(folder, name, *flags):
    path, name = folder / f"{Path(name).stem}.xlsx", str(name)
    title = Path(name).stem
    made = felt("par", name, *flags, "--xlsx", "-o", str(path))
    ok(made.returncode == 0, f"{title}: a spreadsheet", made.stderr)
    book = Book(path)
    wrong, unset = [], 0
    for (sheet, cell), formula in book.formulas.items():
        found = book.value(sheet, cell)
        unset += found == "unset"
        if not near(found, book.cached[sheet, cell]) and found != book.cached[sheet, cell]:
            wrong.append(f"{sheet}!{cell} {formula}: {found}, {book.cached[sheet, cell]}")
    ok(not wrong, f"{title}: {len(book.formulas)} formulas come to what Felt wrote", wrong[:3])
    odds = [o for o in json.loads(felt("odds", name, *flags, "--json").stdout)]
    exact = {round(float(Fraction(o["edge"])), 12) for o in odds if isinstance(o.get("edge"), str) and "/" in o["edge"]}
    found = {round(book.value("Summary", cell), 12) for cell, _ in edges(book) if isinstance(book.value("Summary", cell), float)}
    ok(found <= exact and (found or unset), f"{title}: its edges are those of felt odds", sorted(found - exact)[:3])
    return book, unset


def change_a_pay(book):
    """Another unit on the first winning row lowers the edge by its probability."""
    cell, (sheet, edge) = edges(book)[0]
    pays = sorted((int(c[1:]), c) for (s, c), v in book.cells.items() if s == sheet and c[0] == "C" and isinstance(v, float) and v > 0)
    row, pay = pays[0]
    before, chance = book.value(sheet, edge), book.value(sheet, f"E{row}")
    book.cells[sheet, pay] += 1
    ok(near(book.value(sheet, edge), before - chance), "a pay that is changed changes the edge")
    ok(near(book.value("Summary", cell), before - chance), "and the summary")
    book.cells[sheet, pay] = book.value(sheet, f"H{row}")
    ok(abs(book.value(sheet, edge)) < 1e-12, "at its fair pay the edge is 0")


def check_fair_pays(folder):
    """A fair pay is not below 0: where it would be, the cell says so, and has one as soon as another pay makes room."""
    giving = folder / "giving.felt"
    giving.write_text('sheet "Giving"\ngame craps\nwager "Two" as two\n  2 or 3 rolled pays 30 to 1\n  7 rolled pays 4 to 1\n'
                      "  11 rolled pays 1 to 2\n  otherwise loses\n")
    book, _ = check_sheet(folder, giving)
    _, (sheet, _) = edges(book)[0]
    shown = [book.value(sheet, f"H{row}") for row in (6, 7, 8)]
    ok(shown == [0.0, "none", "none"], "fair pays that would be below 0", shown)
    book.cells[sheet, "C6"] = 1.0
    shown = [book.value(sheet, f"H{row}") for row in (6, 7, 8)]
    ok(shown[0] == 0.0 and near(shown[1], 3.5) and shown[2] == "none", "after a pay is changed", shown)


def check_full_disk(folder):
    """The library packs what it could write of its parts, and says nothing: here files end after so many KiB, and one
    part is longer than that."""
    path = folder / "whole.xlsx"
    words = f'"{FELT}" par golden-dragon --wager player --sample 0 --xlsx -o "{path}"'
    path.write_text("older")
    for blocks in (1, 20, 60):
        made = subprocess.run(["bash", "-c", f'trap "" XFSZ; ulimit -f {blocks}; {words}'], capture_output=True, text=True, check=False)
        ok(made.returncode == 4 and "TMPDIR" in made.stderr, f"files of {blocks} KiB are too short", made)
    ok(path.read_text() == "older", "the older file stays")
    ok(not list(folder.glob("whole.xlsx?*")), "nothing is left beside it")
    full = subprocess.run(["bash", "-c", f'"{FELT}" par tiger --sample 0 --xlsx -o - >/dev/full'], capture_output=True, check=False)
    ok(full.returncode == 4, "a full standard output", full)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "built without" in felt("par", "tiger", "--xlsx", "-o", str(folder / "x")).stderr:
            print("1..0 # SKIP built without libxlsxwriter")
            return
        book, _ = check_sheet(folder, "golden-frog", "--decks", "8")
        change_a_pay(book)
        check_sheet(folder, "dice-works")
        check_sheet(folder, "tiger", "--wager", "tiger-pair")  # has rows that nothing comes to
        check_sheet(folder, "craps", "--wager", "field")
        check_sheet(folder, "craps", "--wager", "buy", "--set", "vig=up-front")
        open_sheet = folder / "open.felt"
        open_sheet.write_text('sheet "Open"\ngame craps\nwager "Open" as open\n  7 rolled pays unset\n  otherwise loses\n')
        made = felt("par", str(open_sheet), "--xlsx", "-o", str(folder / "open.xlsx"))
        book = Book(folder / "open.xlsx")
        _, (sheet, edge) = edges(book)[0]
        ok(made.returncode == 0 and book.value(sheet, edge) == "unset", "a pay that is left out is unset")
        book.cells[sheet, "C6"] = 4.0
        ok(near(book.value(sheet, edge), 1 / 6), "until somebody fills it in", book.value(sheet, edge))
        check_sheet(folder, str(open_sheet))
        check_fair_pays(folder)
        first, second = folder / "first.xlsx", folder / "second.xlsx"
        for path in (first, second):
            felt("par", "tiger", "--xlsx", "-o", str(path))
        ok(first.read_bytes() == second.read_bytes(), "the same bytes again")
        ok(felt("par", "tiger", "--xlsx", "--markdown").returncode == 2, "--xlsx and --markdown")
        ok(felt("par", "tiger", "--xlsx", "-o", "/dev/full").returncode == 4, "a full disk")
        gone = subprocess.run([FELT, "par", "tiger", "--xlsx", "-o", str(first)], env={"TMPDIR": str(folder / "none")}, check=False,
                              capture_output=True)
        ok(gone.returncode == 4 and first.read_bytes() == second.read_bytes(), "no place for a temporary file: the older one stays")
        check_full_disk(folder)
    print(f"1..{count}")
    sys.exit(failed > 0)


main()
