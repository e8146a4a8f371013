#!/usr/bin/env python3
"""tests/oracle/par_figures.py - the figures of a PAR sheet, computed again from the rows it prints.

    par_figures.py FILE.md

Reads the document as `felt par --markdown` prints it: combinations or fractions and pays, nothing else. Prints what differs and exits 1.
"""
import math
import re
import sys
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction

getcontext().prec = 120


def cells(line):
    return [cell.strip().strip("*").replace("\\", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def tables(lines):
    """Section name -> rows of its table, without titles."""
    found, name = {}, ""
    for line in lines:
        if line.startswith("### "):
            name = line[4:]
        elif line.startswith("| ") or line.startswith("|-"):
            found.setdefault(name, []).append(cells(line))
        elif match := re.match(r"- A(\d+) .*: `(\S+)`$", line):
            found.setdefault("long", {})[match[1]] = match[2]
    return {name: rows if name == "long" else rows[2:] for name, rows in found.items()}


def decimal(value, places):
    shown = Decimal(value.numerator) / Decimal(value.denominator)
    return str(shown.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def short(value):
    """As people read it: 167.5; the fraction where four places are not all of it."""
    return decimal(value, 4).rstrip("0").rstrip(".") if 10000 % value.denominator == 0 else str(value)


def net(pays):
    """What a unit wins; None where nobody knows."""
    if pays == "loses":
        return Fraction(-1)
    if pays == "pushes":
        return Fraction(0)
    match = re.match(r"([\d,]+) (to|for) ([\d,]+)(?: less ([\d.]+)%( of the stake)?)?$", pays)
    if not match:
        return None
    win = Fraction(int(match[1].replace(",", "")), int(match[3].replace(",", "")))
    win -= match[2] == "for"
    less = Fraction(match[4] or 0) / 100
    return win - (less if match[5] else less * win)


def chances(parts):
    rows = [row for row in parts["Pays and probabilities"] if row[0] != "Total"]
    long = parts.get("long", {})
    ways = []
    for row in rows:
        text = row[2].replace(",", "")
        if match := re.match(r"A(\d+) ", row[2]):
            text = long[match[1]]
        ways.append(Fraction(text))
    total = sum(ways)
    return rows, [way / total for way in ways], total


def expect(problems, what, found, wanted):
    if found.replace("-0.", "-0.") != wanted:
        problems.append(f"{what}: found {found}, computed {wanted}")


def root(value, places):
    scaled = Decimal(value.numerator) / Decimal(value.denominator)
    return str(scaled.sqrt().quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def check_sheet(title, lines, problems):
    parts = tables(lines)
    rows, chance, total = chances(parts)
    figures = {re.sub(r", one in .*", "", row[0]): row for row in parts["Figures"]}
    nets = [net(row[1]) for row in rows]
    vig = any("vig" in line and "handed over" in line for line in lines)
    if vig or None in nets or any(row[4] in ("unset", "undefined") for row in rows):
        return 0  # a vig handed over beside the stake is in the figures, not in the row
    mean = sum(c * n for c, n in zip(chance, nets))
    variance = sum(c * n * n for c, n in zip(chance, nets)) - mean * mean
    top = max(n for c, n in zip(chance, nets) if c > 0)
    hit = sum(c for c, n in zip(chance, nets) if n == top)
    expect(problems, title + ": edge", figures["House edge"][1], decimal(-mean * 100, 6) + " %")
    expect(problems, title + ": variance", figures["Variance"][1], decimal(variance, 6))
    expect(problems, title + ": volatility", figures["Volatility index"][1], root(variance * Fraction(1645, 1000) ** 2, 6))
    expect(problems, title + ": most lost", figures["Most lost by the house"][1], short(max(top, Fraction(0))))
    if top > 0:
        expect(problems, title + ": top award", figures["Top award hit"][1], decimal(hit * 100, 6) + " %")
    if cycle := figures.get("Cycle, combinations"):
        expect(problems, title + ": cycle", cycle[1].replace(",", ""), str(total))
    elif "…" not in figures["Cycle, equally likely cases"][1]:
        expect(problems, title + ": cycle", figures["Cycle, equally likely cases"][1].replace(",", ""),
               str(math.lcm(*(c.denominator for c in chance))))
    for row, c, n in zip(rows, chance, nets):
        fair = n - mean / c if c > 0 else None
        if n > 0 and fair is not None and fair >= 0:
            expect(problems, f"{title}: fair pay of {row[0]}", row[5], decimal(fair, 4) + " to 1")
        else:
            expect(problems, f"{title}: fair pay of {row[0]}", row[5], "")
    return 1


def main():
    problems, seen, checked = [], 0, 0
    text = open(sys.argv[1], encoding="utf-8").read()
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        if "### Pays and probabilities" in part:
            lines = part.split("\n")
            seen += 1
            checked += check_sheet(lines[0], lines[1:], problems)
    for problem in problems:
        print(problem)
    if seen == 0:
        print("no PAR sheet in the file")
    print(f"{checked} of {seen} sheets computed again")
    sys.exit(1 if problems or seen == 0 else 0)


main()
