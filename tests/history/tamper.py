#!/usr/bin/env python3
# tests/history/tamper.py - changes a history: tamper.py FILE HOW > CHANGED. A lie is told with the chain made anew over it.
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
import verify  # noqa: E402


def events(lines, kind):
    return [event for line in lines for event in line.get("events", ()) if event["kind"] == kind]


def more_paid(lines):
    next(e for e in events(lines, "paid") if e["winnings"] > 0)["winnings"] += 1


def less_back(lines):
    event = next(e for e in events(lines, "paid") if e["back"] > 0)
    event["back"] -= 1
    event["lost"] += 1


def larger_stake(lines):
    event = events(lines, "placed")[0]
    event["amount"] += 100
    event["held"] += 100


def other_card(lines):
    event = next(e for e in events(lines, "dealt") if e["dealt"])
    card = event["dealt"][0][0]
    event["dealt"][0][0] = card[0] + ("S" if card[1] != "S" else "H")


def misdealt(lines):
    event = next(e for e in events(lines, "dealt") if e["dealt"] and len(e["dealt"][0]) == 3)
    event["dealt"][0].pop()


def other_way(lines):
    event = next(e for e in events(lines, "dealt") if e["way"] and (e["way"] - 1) // 6 != (e["way"] - 1) % 6)
    event["way"] = (event["way"] - 1) % 6 * 6 + (event["way"] - 1) // 6 + 1


def other_seed(lines):
    record = next(line["json"] for line in lines if line.get("json", {}).get("felt") == "shoe-seed")
    record["seed"] = ("1" if record["seed"][0] != "1" else "2") + record["seed"][1:]


def other_entropy(lines):
    record = next(line["json"] for line in lines if line.get("json", {}).get("reveals"))
    entropy = record["reveals"][0]["entropy"]
    record["reveals"][0]["entropy"] = ("1" if entropy[0] != "1" else "2") + entropy[1:]


def late_client(lines):
    """The server adds somebody of its own to a list that was closed."""
    at = next(i for i, line in enumerate(lines) if line.get("json", {}).get("felt") == "shoe-sealed")
    lines[at]["json"]["reveals"].append({"player": 4711, "entropy": "00" * 32})


def no_bet(lines):
    at = next(i for i, line in enumerate(lines) if any(e["kind"] == "placed" for e in line.get("events", ())))
    del lines[at]


def other_rule(lines):
    """The shoe would end at another round."""
    record = next(line["json"] for line in lines if line.get("json", {}).get("cut_rule") and line["json"]["felt"] == "shoe-open")
    record["cut_rule"] = "last-round"


def other_rounding(lines):
    for line in lines:
        if line.get("json", {}).get("felt") == "setup":
            line["json"]["rounding"] = "up"


def make_anew(lines):
    """Numbers, hashes, heads and the end, as if the lie had been there from the beginning."""
    table, records = None, 0
    for line in lines:
        if line["felt"] == "table":
            table, sequence, before = line, 0, bytes(32)
        elif line["felt"] == "record":
            sequence, records = sequence + 1, records + 1
            data = b"".join(map(verify.event_bytes, line["events"])) if "events" in line else verify.compact(line["json"])
            before = verify.blake(before + verify.number(table["number"]) + verify.number(sequence) + verify.number(len(data)) + data)
            line["sequence"], line["hash"] = sequence, before.hex()
            table["records"], table["head"] = sequence, before.hex()
        elif line["felt"] == "end":
            line["records"] = records


def main():
    texts = open(sys.argv[1], encoding="utf-8").read().split("\n")[:-1]
    how = sys.argv[2]
    first = next(i for i, text in enumerate(texts) if text.startswith('{"felt":"record"'))
    if how in ("left-out", "swapped", "flipped"):
        at = first + (len(texts) - first) // 2
        if how == "left-out":
            del texts[at]
        elif how == "swapped":
            texts[at], texts[at + 1] = texts[at + 1], texts[at]
        else:
            place = texts[at].index('"time":') + 8
            texts[at] = texts[at][:place] + str((int(texts[at][place]) + 1) % 10) + texts[at][place + 1:]
    else:
        lines = [json.loads(text) for text in texts]
        globals()[how](lines)
        make_anew(lines)
        texts = [verify.compact(line).decode() for line in lines]
    print("\n".join(texts))


if __name__ == "__main__":
    main()
