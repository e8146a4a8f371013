"""tests/lookup.py - lookup tables come to the edges that `felt odds` gives: tests/lookup.py FELT SHEET..."""
import csv
import io
import json
import math
import subprocess
import sys
from fractions import Fraction

SCALE = 5338200


def run(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout


def edges_of(lines):
    """(wager, side, choices) to the edge, and that weights have no common factor."""
    found = {}
    for line in lines:
        found.setdefault((line["wager"], line["side"], line["choices"]), []).append((int(line["weight"]), int(line["payout"])))
    for rows in found.values():
        assert math.gcd(*(weight for weight, _ in rows)) == 1 and all(weight > 0 for weight, _ in rows)
    return [1 - Fraction(sum(w * p for w, p in rows), SCALE * sum(w for w, _ in rows)) for rows in found.values()]


for sheet in sys.argv[2:]:
    wanted = [Fraction(o["edge"]) for o in json.loads(run("odds", sheet, "--json")) if o["edge"] is not None]
    table = list(csv.DictReader(io.StringIO(run("export", sheet, "--lookup", "--scale", str(SCALE)))))
    objects = [json.loads(line) for line in run("export", sheet, "--lookup", "--scale", str(SCALE), "--format", "ndjson").splitlines()]
    assert edges_of(table) == edges_of(objects) == wanted, sheet
    assert len(table) == len(objects) >= 2 * len(wanted) and all(o["scale"] == SCALE for o in objects)
