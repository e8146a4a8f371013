"""tests/lookup.py - lookup tables say what `felt odds` says, as fractions, of every wager under every choice.

Called as tests/lookup.py FELT SHEET..."""
import csv
import io
import json
import math
import subprocess
import sys
from fractions import Fraction

SCALE = 5338200  # every shipped pay is a whole number of such parts


def run(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout


def blocks_of(lines):
    """The outcomes of each wager: a new one begins where they are numbered from 1 again."""
    blocks = []
    for line in lines:
        if int(line["id"]) == 1:
            blocks.append([])
        blocks[-1].append(line)
        assert int(line["id"]) == len(blocks[-1]), line
    return blocks


def agree(block, odds):
    """The edge, and of each row what it is called, how likely it is and what it returns."""
    weights, payouts = [int(line["weight"]) for line in block], [int(line["payout"]) for line in block]
    choices = ", ".join(f"{option}={choice}" for option, choice in odds["options"].items())
    assert all((line["sheet"], line["wager"], line["side"], line["choices"]) == (odds["sheet"], odds["wager"], odds["side"],
        choices) for line in block)
    assert min(weights) > 0 and min(payouts) >= 0 and math.gcd(*weights) == 1
    assert 1 - Fraction(sum(map(lambda w, p: w * p, weights, payouts)), SCALE * sum(weights)) == Fraction(odds["edge"]), (odds["wager"],
        choices)
    rows = [row for row in odds["rows"] if Fraction(row["probability"]) > 0]
    assert [(line["row"], line["pay"]) for line in block] == [(row["text"], row["pay"]) for row in rows]
    for weight, payout, row in zip(weights, payouts, rows):
        assert Fraction(weight, sum(weights)) == Fraction(row["probability"]), row
        assert Fraction(weight, sum(weights)) * Fraction(payout, SCALE) == Fraction(row["return"]), row


for sheet in sys.argv[2:]:
    wanted = [odds for odds in json.loads(run("odds", sheet, "--json")) if odds["edge"] is not None]
    table = list(csv.DictReader(io.StringIO(run("export", sheet, "--lookup", "--scale", str(SCALE)))))
    objects = [json.loads(line) for line in run("export", sheet, "--lookup", "--scale", str(SCALE), "--format", "ndjson").splitlines()]
    assert all(o.pop("scale") == SCALE for o in objects) and [dict(line, id=int(line["id"])) for line in table] == objects, sheet
    blocks = blocks_of(table)
    assert len(blocks) == len(wanted) > 0, (sheet, len(blocks), len(wanted))
    for block, odds in zip(blocks, wanted):
        agree(block, odds)
