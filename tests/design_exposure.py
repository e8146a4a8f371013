"""tests/design_exposure.py - `felt design --exposure` against `felt count` on every paytable there is. Run: design_exposure.py FELT"""

import itertools
import json
import os
import subprocess
import sys
import tempfile

tests = []


def check(holds, name, detail=""):
    tests.append(bool(holds))
    print(f"{'ok' if holds else 'not ok'} {len(tests)} - {name}")
    if not holds:
        print("#", str(detail)[:2000].replace("\n", "\n# "))


def felt(*words):
    return subprocess.run([sys.argv[1], *map(str, words)], capture_output=True, text=True)


# Rows from the commonest to the rarest, with a row that pushes, which is none of those to be found.
HEAD = 'sheet "Exposed"\ngame baccarat with 6 or 8 decks\n'
WAGER = """
wager "{name}" as {name}
  tie                                 pushes
  banker wins with 3-card 7           pays {rare} to 1
  player wins with 3-card 8           pays {low} to 1
  either wins with any 8 over any 6   pays {mid} to 1
  otherwise                           loses
"""
SHOES = ("--shoes", 150, "--seed", 5)
LEAST, MOST = 0.02, 0.09
PAYS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)


def write(directory, name, tables):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(HEAD)
        for number, (low, mid, rare) in enumerate(tables):
            out.write(WAGER.format(name=f"w{number}", low=low, mid=mid, rare=rare))
    return path


def by_wager(words, figure):
    """A figure of each entry, in lists by wager."""
    found = {}
    for entry in json.loads(felt(*words, "--json").stdout):
        found.setdefault(entry["wager"], []).append(figure(entry))
    return found


def in_band(directory):
    """Every combination of rising pays whose edge is inside, with six decks and with eight."""
    tables, inside = list(itertools.combinations_with_replacement(PAYS, 3)), []
    for first in range(0, len(tables), 200):
        part = tables[first : first + 200]
        edges = by_wager(("odds", write(directory, "part.felt", part)), lambda e: e["edge_decimal"])
        inside += [t for i, t in enumerate(part) if all(LEAST <= e <= MOST for e in edges[f"w{i}"])]
    return inside


def design(path, *words):
    r = felt("design", path, "--wager", "w0", "--edge", f"{LEAST}..{MOST}", "--pays", ",".join(map(str, PAYS)), "--json", *words)
    return r.returncode, json.loads(r.stdout)


def figure(entry):
    return entry["perfect"]["per_shoe"], entry["perfect"]["se"]


def compare(directory, one, won, most):
    """What is found with a bound is what `felt count` says is below it; and so with every figure."""
    allowed = {table for table, figures in won.items() if max(f[0] for f in figures) <= most}
    code, found = design(one, "--exposure", f"{most:.9f}", *SHOES)
    check(code == 0 and found["exhaustive"] and found["count"] == len(allowed),
          f"{len(allowed)} of {len(won)} are at most {most:.4f}", found)
    near = True
    for table in [found["best"], *found["frontier"]]:
        figures = won[tuple(table["pays"])]
        near = near and all(abs(a - b[0]) < 1e-8 for a, b in zip(table["exposure"], figures))
        near = near and all(abs(a - b[1]) < 1e-6 for a, b in zip(table["exposure_se"], figures))
    check(near, "figures of what is found are those of `felt count`", found["best"])
    check(all(tuple(t["pays"]) in allowed for t in found["frontier"]), "the frontier is of those alone")


def impossible(one, least):
    code, found = design(one, "--exposure", f"{least / 2:.9f}", *SHOES)
    check(code == 1 and found["count"] == 0, "below the least there is none", found)
    said = f"a perfect counter wins {least:.4f} units a shoe"
    check(found["reason"] is not None and said in found["reason"], f"the sentence: {said}", found["reason"])
    check("possible without the bound on what a counter can win" in found["reason"], "and that the bound makes it so", found["reason"])


def written(directory, one):
    path = os.path.join(directory, "written.felt")
    shoes = (*SHOES, "--cut", 26, "--cut-rule", "last-round", "--burn", "none")
    _, found = design(one, "--exposure", "0.2", *shoes, "--write", path)
    figures = by_wager(("count", path, *shoes), figure)["w0"]
    check(all(abs(a - b[0]) < 1e-8 for a, b in zip(found["best"]["exposure"], figures)),
          "a written sheet, other rules of the shoe", figures)
    check(found["shoes"] == {"count": 150, "seed": 5, "cut": 26, "cut_rule": "last-round", "burn": "none"},
          "the shoes are named", found["shoes"])
    code, found = design(one, "--exposure", "0.2", *SHOES, "--work", 300)
    check(not found["counted"] and not found["exhaustive"], "too little work: it says that it did not see all", found)
    code, found = design(one)
    check(found["shoes"] is None and "exposure" not in found["best"] and found["asked"]["exposure"] is None, "nothing without --exposure")


def main():
    with tempfile.TemporaryDirectory() as directory:
        one = write(directory, "one.felt", [(1, 2, 3)])
        tables = in_band(directory)
        figures = by_wager(("count", write(directory, "all.felt", tables), *SHOES), figure)
        won = {table: figures[f"w{i}"] for i, table in enumerate(tables)}
        levels = sorted(max(f[0] for f in w) for w in won.values())
        check(len(levels) > 20 and levels[0] > 0, f"there are {len(levels)} paytables in the band", levels)
        for share in (0, 0.3, 0.7, 1):
            compare(directory, one, won, levels[int(share * (len(levels) - 1))] + 1e-8)
        impossible(one, levels[0])
        written(directory, one)
    print(f"1..{len(tests)}")
    return 0 if all(tests) else 1


if __name__ == "__main__":
    sys.exit(main())
