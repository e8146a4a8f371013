"""tests/spread.py - where many bets end: `felt odds --rounds` against sums of exact fractions. Run: spread.py FELT"""
import json
import subprocess
import sys
from fractions import Fraction

ROUNDS = [1, 2, 3, 7, 24]
SHEETS = [["baccarat", "--decks", "8"], ["tiger", "--decks", "6"], ["golden-frog", "--decks", "8"], ["roll-the-line"], ["craps"]]
FAR = 'sheet "Far"\ngame craps\nwager "Far" as far\n  2 rolled  pays 999983 to 7\n  3 rolled  pays 1 to 1\n  otherwise  loses\n'


def felt(*words, text=""):
    return subprocess.run([sys.argv[1], "odds", "--json", *words], input=text, capture_output=True, text=True)


def sums(nets, rounds):
    """The exact distribution of the sum, as a dict."""
    whole = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        more = {}
        for result, probability in whole.items():
            for net, part in nets:
                more[result + net] = more.get(result + net, 0) + probability * part
        whole = more
    return whole


def agrees(entry, spread):
    nets = [(Fraction(each["net"]), Fraction(each["probability"])) for each in entry["nets"]]
    assert sum(part for _, part in nets) == 1
    if len(nets) > 4 and spread["rounds"] > 7:
        return False
    whole = sorted(sums(nets, spread["rounds"]).items())
    for name, holds in (("behind", lambda x: x < 0), ("even", lambda x: x == 0), ("ahead", lambda x: x > 0)):
        exact = sum(part for result, part in whole if holds(result))
        assert abs(spread[name] - float(exact)) < 1e-9, (entry["wager"], spread, name, float(exact))
    below, at = Fraction(0), 0
    for result, part in whole:
        below += part
        while at < 7 and below >= Fraction(spread["quantiles"][at]["percent"], 100):
            assert Fraction(spread["quantiles"][at]["net"]) == result, (entry["wager"], spread, at, result)
            at += 1
    assert at == 7
    return True


def sheet_agrees(words):
    seen = 0
    for entry in json.loads(felt(*words, "--rounds", ",".join(map(str, ROUNDS))).stdout):
        if entry["edge"] is None:
            assert "spread" not in entry
            continue
        assert [each["rounds"] for each in entry["spread"]] == ROUNDS
        seen += sum(agrees(entry, each) for each in entry["spread"])
    assert seen > 5, seen


def large_pays_are_left_open():
    (one,) = json.loads(felt("-", "--name", "far.felt", "--rounds", "1", text=FAR).stdout)
    assert one["spread"] == [None] and len(one["nets"]) == 3 and one["sheet"] == "far", one


def numbers_are_bounded():
    for words in (["--rounds", "0"], ["--rounds", "10001"], ["--rounds", "1,,2"], ["--rounds", "1,2,3,4,5,6,7,8,9"], ["--rounds", "x"]):
        assert felt("tiger", *words).returncode == 2, words
    assert felt("tiger", "--wager", "tiger", "--rounds", "10000,1,1,1,1,1,1,1").returncode == 0
    assert subprocess.run([sys.argv[1], "odds", "tiger", "--rounds", "5"], capture_output=True).returncode == 2


def main():
    tests = [(f"{words[0]}: many bets end where sums of fractions say", sheet_agrees, words) for words in SHEETS]
    tests += [("too many results are said to be so", large_pays_are_left_open), ("numbers of rounds are bounded", numbers_are_bounded)]
    print(f"1..{len(tests)}")
    failed = 0
    for number, (name, run, *arguments) in enumerate(tests, 1):
        try:
            run(*arguments)
            print(f"ok {number} - {name}")
        except Exception as problem:  # any way to fail is a failure
            failed = 1
            print(f"not ok {number} - {name}\n# {type(problem).__name__}: {str(problem)[:600]}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
