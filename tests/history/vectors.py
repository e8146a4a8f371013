#!/usr/bin/env python3
# tests/history/vectors.py - examples/verify.py makes what tests/fair/vectors.json says, and docs/fairness.md says it too. Prints TAP.
import json
import sys
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))
import verify  # noqa: E402


def follow(vector):
    records = [json.loads(text) for text in vector["records"]]
    making = verify.Making(vector["table"], records[0], 0)
    for record in records[1:]:
        making.follow(record)
    return making


def check(vector):
    making = follow(vector)
    game = {"all_ways": 36}
    source = verify.dealing(game, vector["decks"], vector["cut"], making.rules, making.seed, vector["shoe"])
    if vector["decks"] == 0:
        return making.seed.hex() == vector["seed"] and [way - 1 for way in islice(source, len(vector["ways"]))] == vector["ways"]
    dealt = [" / ".join(" ".join(hand) for hand in hands) for hands in source]
    return (making.list.hex() == vector["list"] and making.seed.hex() == vector["seed"] and len(dealt) == vector["round_count"]
            and dealt[:5] == vector["rounds"] and dealt[-1] == vector["last_round"])


def main():
    vectors = json.loads((ROOT / "tests/fair/vectors.json").read_text())
    page = (ROOT / "docs/fairness.md").read_text()
    results = [(check(v), f"{v['table']}: made by the second verifier") for v in vectors]
    for v in vectors[:2]:
        said = [v["server_seed"], v["commitment"], v["list"], v["seed"]] + [c[k] for c in v["clients"] for k in ("entropy", "commitment")]
        said += v.get("rounds", [", ".join(map(str, v.get("ways", [])[:12]))])
        results.append((all(text in page for text in said), f"{v['table']}: on the page"))
    for i, (good, name) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {i} - {name}")
    print(f"1..{len(results)}")
    sys.exit(not all(good for good, _ in results))


main()
