"""tests/python_agrees.py - the package and the program say the same of a sheet: tests/python_agrees.py FELT SHEET."""
import json
import subprocess
import sys
from fractions import Fraction

import felt

program, sheet = sys.argv[1:]
table = felt.Table(sheet)
said = subprocess.run([program, "odds", sheet, "--json"], check=True, capture_output=True).stdout
wanted = json.loads(said)
got = table.odds()
assert len(got) == len(wanted) > 0, (len(got), len(wanted))
for odds, entry in zip(got, wanted):
    assert odds.raw == entry, (odds.raw, entry)
    assert odds.edge == (None if entry["edge"] is None else Fraction(entry["edge"]))
listed = json.loads(subprocess.run([program, "list", sheet, "--json"], check=True, capture_output=True).stdout)
assert [w["short_name"] for w in table.wagers()] == [w["short_name"] for w in listed[0]["wagers"]]
checked = subprocess.run([program, "check", sheet, "--json"], capture_output=True).stdout
with open(sheet, encoding="utf-8") as file:
    assert [f.raw for f in felt.check(file.read(), sheet)] == json.loads(checked)
