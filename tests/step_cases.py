# tests/step_cases.py - runs case files by examples/step.py, on what `felt export` wrote: step_cases.py FELT FILE.case... Prints TAP.
"""Another program, in another language, that knows nothing of sheets must come to the same pays as `felt test`. Lines that are about the
table more than about the wager, such as refusals, are left to `felt test`."""
import shlex
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
import step  # noqa: E402


def percent(words):
    """`5%`, and whether it is of the stake."""
    return Fraction(words[0].rstrip("%")) / 100, words[1:] == ["of", "the", "stake"]


def net_of(words):
    """What an outcome gives beyond the stake: a number, or the word that stands for it. None: not for this program."""
    if words in (["pushes"], ["loses"]):
        return Fraction(0 if words == ["pushes"] else -1)
    if words in (["stays"], ["undefined"]):
        return words[0]
    if words[:2] == ["pays", "unset"]:
        return "unset"
    if words[0] != "pays" or len(words) < 4 or words[2] not in ("to", "for"):
        return None
    net = Fraction(int(words[1]), int(words[3])) - (words[2] == "for")
    if len(words) == 4:
        return net
    if words[4] != "less":
        return None
    share, of_stake = percent(words[5:])
    return net - (share if of_stake else share * net)


def net_found(bet, decided):
    if not decided:
        return "stays"
    pay = bet.pay()
    return pay["kind"] if pay["kind"] in ("unset", "undefined") else bet.paid(Fraction(1)) - 1


def play(game, wager, case):
    bet = step.Bet(game, wager, case["point"])
    if game["one_event"]:
        return net_found(bet, bet.step(" / ".join((case["player"], case["banker"]))))
    return net_found(bet, any(bet.step(roll) for roll in case["rolls"]))


class Runner:
    def __init__(self, document):
        self.document, self.compared, self.left_out, self.wrong = document, 0, 0, []

    def expect(self, case, words):
        name, rest = words[0], words[1:]
        side = rest[1] if rest[0] == "on" else ""
        rest = rest[2:] if side else rest
        if "dealer" in rest:
            rest = rest[:rest.index("dealer")]
            rest = rest[:-1] if rest[-1:] == ["and"] else rest
        wanted = net_of(rest) if rest else None
        wagers = step.find(self.document, name, side, case["with"])
        if wanted is None or not wagers or case["strange"]:
            self.left_out += 1
            return
        for wager in wagers:
            self.compared += 1
            found = play(self.document["game"], wager, case)
            if found != wanted:
                self.wrong.append(f"{case['name']}: {name} {side} {wager['choices']}: found {found}, wanted {wanted}")

    def run(self, path):
        case = None
        for line in path.read_text(encoding="utf-8").splitlines():
            words = shlex.split(line, comments=True)
            if not words or words[0] == "sheet":
                continue
            if words[0] == "case":
                case = {"name": words[1], "with": {}, "rolls": [], "point": 0, "strange": False}
            elif words[0] in ("player", "banker"):
                case[words[0]] = " ".join(words[1:])
            elif words[0] == "point":
                case["point"] = int(words[1])
            elif words[0] == "rolls":
                case["rolls"] += words[1:]
            elif words[0] == "with":
                case["with"][words[1]] = words[3]
            elif words[0] == "expect":
                self.expect(case, words[1:])
            else:
                case["strange"] = True


def main():
    felt, failed = sys.argv[1], 0
    for number, file in enumerate(map(Path, sys.argv[2:]), 1):
        with tempfile.NamedTemporaryFile(suffix=".json") as exported:
            subprocess.run([felt, "export", f"rules/{file.stem}.felt"], stdout=exported, check=True)
            runner = Runner(step.load(exported.name))
        runner.run(file)
        good = not runner.wrong and runner.compared > 0 and runner.left_out * 4 < runner.compared
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {file.stem}: {runner.compared} pays by step.py, {runner.left_out} lines left out")
        for text in runner.wrong[:10]:
            print(f"# {text}")
    print(f"1..{len(sys.argv) - 2}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
