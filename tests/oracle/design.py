#!/usr/bin/env python3
"""tests/oracle/design.py - felt design against trying every paytable.

Probabilities of rows are those of `felt odds --json`, which other oracles have seen to. All else is done again here, in fractions and in the
plainest way: every combination of pays, each condition as its words say. Prints TAP."""
import itertools
import json
import subprocess
import sys
import tempfile
import os
from fractions import Fraction

FELT = sys.argv[1]
checks = 0


def ok(good, what):
    global checks
    checks += 1
    print(("ok " if good else "not ok ") + f"{checks} - {what}")


def run(*words):
    done = subprocess.run([FELT, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def percent(text):
    return Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)


def band(text):
    least, most = text.split("..")
    return (percent(least) if least else None, percent(most) if most else None)


def inside(value, limits):
    return (limits[0] is None or value >= limits[0]) and (limits[1] is None or value <= limits[1])


class Scene:
    """One entry of felt odds: the probability of each row by its line, and what a unit wins through it."""

    def __init__(self, entry, found):
        self.chance, self.constant, self.units = {}, [], {}
        for row in entry["rows"]:
            chance = Fraction(row["probability"])
            if chance == 0:
                continue
            words = row["pay"].split()
            if row["line"] in found:
                self.chance[row["line"]] = chance
                self.units[row["line"]] = (words[2] if len(words) > 2 else "to", int(words[3]) if len(words) > 3 else 1)
            else:
                self.constant.append((chance, self.win(words)))

    @staticmethod
    def win(words):
        if words[0] == "loses":
            return Fraction(-1)
        if words[0] == "pushes":
            return Fraction(0)
        return Fraction(int(words[1]), int(words[3])) - (words[2] == "for")

    def pay(self, line, number):
        unit, denominator = self.units[line]
        return Fraction(number, denominator) - (unit == "for")

    def figures(self, table):
        wins = self.constant + [(self.chance[line], self.pay(line, table[line])) for line in self.chance]
        mean = sum(chance * win for chance, win in wins)
        return -mean, sum(chance * win * win for chance, win in wins) - mean * mean


def rarer(scenes, a, b):
    """Is row a rarer than b wherever both decide, and somewhere strictly?"""
    both = [(s.chance[a], s.chance[b]) for s in scenes if a in s.chance and b in s.chance]
    return bool(both) and all(x <= y for x, y in both) and any(x < y for x, y in both)


def distinct(scenes):
    seen, left = set(), []
    for s in scenes:
        key = (tuple(sorted(s.chance.items())), tuple(sorted(s.units.items())), sum(c * w for c, w in s.constant),
               sum(c * w * w for c, w in s.constant))
        if key not in seen:
            seen.add(key)
            left.append(s)
    return left


def solve(case, lines, scenes, printed):
    """All tables that meet the case: (numbers, distance, variance, top, edges)."""
    edge = band(case["edge"])
    target = percent(case["target"]) if "target" in case else (edge[0] + edge[1]) / 2
    free = [line for line in lines if line not in case["fixed"]]
    pays = case["pays"]
    pairs = [] if case.get("any_order") else [(a, b) for a in lines for b in lines if a != b and rarer(scenes, a, b)
                                              and not (a in case["fixed"] and b in case["fixed"])]
    good = []
    for numbers in itertools.product(pays, repeat=len(free)):
        table = {**dict(zip(free, numbers)), **case["fixed"]}
        if any(table[a] < table[b] for a, b in pairs):
            continue
        if any(s.pay(line, table[line]) <= 0 for s in scenes for line in s.chance):
            continue
        figures = [s.figures(table) for s in scenes]
        top = max(table.values())
        if not all(inside(e, edge) for e, _ in figures):
            continue
        if "sd" in case and not all(
                (band(case["sd"])[0] is None or v >= band(case["sd"])[0] ** 2) and
                (band(case["sd"])[1] is None or v <= band(case["sd"])[1] ** 2) for _, v in figures):
            continue
        if "top" in case and not inside(top, band(case["top"])):
            continue
        if any(not inside(s.chance[line] * (s.pay(line, table[line]) + 1), limits) for line, limits in case["back"].items()
               for s in scenes if line in s.chance):
            continue
        changed = [line for line in free if printed.get(line) and table[line] != printed[line]]
        change = sum(Fraction(abs(table[line] - printed[line]), printed[line]) for line in changed)
        good.append((table, max(abs(e - target) for e, _ in figures), max(v for _, v in figures), top, len(changed), change))
    return good


def frontier(good):
    def beats(x, y):
        return x[1] <= y[1] and x[2] <= y[2] and x[3] >= y[3] and (x[1] < y[1] or x[2] < y[2] or x[3] > y[3])

    return [g for g in good if not any(beats(x, g) for x in good)]


def best(good, prefer):
    keys = {"edge": lambda g: (g[1], g[2], -g[3]), "low-sd": lambda g: (g[2], g[1], -g[3]), "high-top": lambda g: (-g[3], g[1], g[2]),
            "near-printed": lambda g: (g[4], g[5], g[1], g[2], -g[3])}
    return min(keys[prefer](g) for g in good), keys[prefer]


def examine(name, sheet, wager, words, case):
    odds = json.loads(run("odds", sheet, "--wager", wager, "--json", *words)[1])
    asked = [sheet, "--wager", wager, "--edge", case["edge"], *words]
    asked += ["--max-pay", str(max(case["pays"]))] if case["pays"] == list(range(1, max(case["pays"]) + 1)) else [
        "--pays", ",".join(map(str, case["pays"]))]
    for flag in ("sd", "top"):
        asked += ["--" + flag, case[flag]] if flag in case else []
    asked += ["--any-order"] if case.get("any_order") else []
    asked += case.get("asked", [])
    code, out, err = run("design", *asked, "--json")
    if code not in (0, 1) or not out:
        ok(False, f"{name}: {err}")
        return
    answer = json.loads(out)
    lines = [line["line"] for line in answer["lines"]]
    numbers = {line["row"]: line["line"] for line in answer["lines"]}
    printed = {line["line"]: line["printed"] for line in answer["lines"]}
    case = dict(case, fixed={numbers[row]: pay for row, pay in case.get("fixed", {}).items()},
                back={numbers[row]: limits for row, limits in case.get("back", {}).items()})
    scenes = distinct([Scene(entry, set(lines)) for entry in odds])
    good = solve(case, lines, scenes, printed)
    ok(len(scenes) == len(answer["scenes"]), f"{name}: {len(scenes)} scenes")
    ok(answer["count"] == len(good) and answer["counted"] and answer["exhaustive"], f"{name}: {len(good)} paytables, found {answer['count']}")
    if not good:
        ok(answer["best"] is None and answer["reason"], f"{name}: a reason: {answer['reason']}")
        return
    wanted = sorted(tuple(g[0][line] for line in lines) for g in frontier(good))
    ok(sorted(map(lambda t: tuple(t["pays"]), answer["frontier"])) == wanted, f"{name}: a frontier of {len(wanted)}")
    for prefer in ("edge", "low-sd", "high-top", "near-printed") if "target" not in case else ("edge",):
        found = json.loads(run("design", *asked, "--json", *(["--prefer", prefer] if "target" not in case else []))[1])["best"]
        table = dict(zip(lines, found["pays"]))
        key, by = best(good, prefer)
        mine = [g for g in good if g[0] == table]
        ok(len(mine) == 1 and by(mine[0]) == key, f"{name}: the best by {prefer}: {found['pays']}")
    check_sheet(name, sheet, wager, words, asked, answer)


def check_sheet(name, sheet, wager, words, asked, answer):
    """The sheet that is written has the edges that were promised, and differs in the rows of the wager alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "new.felt")
        run("design", *asked, "--write", path)
        entries = json.loads(run("odds", path, "--wager", wager, "--json", *words)[1])
        edges = {entry["edge"] for entry in entries}
        ok(edges == set(answer["best"]["edge"]), f"{name}: the sheet that is written has these edges")
        new = open(path, encoding="utf-8").read().split("\n")
        old = open(f"rules/{sheet}.felt", encoding="utf-8").read().split("\n")
        apart = {i + 1 for i in range(len(old)) if old[i] != new[i]}
        ok(len(new) == len(old) and apart <= {line["line"] for line in answer["lines"]},
           f"{name}: nothing else is changed in it: lines {sorted(apart)}")


whole = lambda most: list(range(1, most + 1))
examine("bad beat", "golden-bacc", "bad-beat", [], {"edge": "5%..8%", "pays": whole(14)})
examine("bad beat, eight decks", "golden-bacc", "bad-beat", ["--decks", "8"], {"edge": "-1%..0.5%", "pays": whole(12)})
examine("bad beat, a target", "golden-bacc", "bad-beat", [], {"edge": "5%..8%", "pays": whole(12), "target": "7%",
                                                             "asked": ["--prefer", "edge=7%"]})
examine("bad beat, a list", "golden-bacc", "bad-beat", [], {"edge": "4%..9%", "pays": [1, 2, 3, 4, 5, 8, 10, 15, 20, 25, 40]})
examine("bad beat, a deviation", "golden-bacc", "bad-beat", [], {"edge": "4%..9%", "pays": [1, 2, 3, 4, 5, 8, 10, 25, 40], "sd": "2.5..3.2"})
examine("bad beat, a top pay", "golden-bacc", "bad-beat", [], {"edge": "4%..9%", "pays": [1, 2, 3, 4, 5, 8, 10, 25, 40], "top": "20..40"})
examine("bad beat, any order", "golden-bacc", "bad-beat", [], {"edge": "6%..7%", "pays": whole(6), "any_order": True})
examine("bad beat, held", "golden-bacc", "bad-beat", [], {"edge": "5%..8%", "pays": whole(20), "fixed": {5: 1, 1: 40},
                                                         "asked": ["--fix", "5=1", "--fix", "1"]})
examine("bad beat, returns", "golden-bacc", "bad-beat", [], {"edge": "5%..8%", "pays": whole(14), "back": {2: (percent("5%"), percent("20%"))},
                                                            "asked": ["--row", "2=5%..20%"]})
examine("phoenix bonus, two sides", "golden-bacc", "phoenix-bonus", ["--set", "phoenix=natural-first"], {"edge": "0%..9%", "pays": whole(5)})
examine("tiger pair", "tiger", "tiger-pair", ["--set", "tiger-pair=best"], {"edge": "0%..15%", "pays": whole(60)})
examine("field", "craps", "field", [], {"edge": "-6%..12%", "pays": whole(9)})
examine("an envy wager", "parlay-craps-envy", "repeat-8-8x", ["--set", "ends=any-seven"], {"edge": "10%..20%", "pays": whole(1000)})
examine("an envy wager, both readings", "parlay-craps-envy", "repeat-horn-7x", ["--set", "ends=any-seven", "--set", "horn=together"],
        {"edge": "10%..20%", "pays": whole(400)})
examine("roll the line, both units", "roll-the-line", "roll-the-line", ["--set", "paytable=PT7", "--set", "placing=new-shooter"],
        {"edge": "10%..40%", "pays": [2, 5, 10, 40]})
examine("nothing", "golden-bacc", "bad-beat", [], {"edge": "5%..8%", "pays": whole(3)})
print(f"1..{checks}")
