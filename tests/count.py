"""tests/count.py - `felt count` against a plain enumeration in fractions, and against published figures. Run: count.py FELT"""
import json
import os
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction
from itertools import product
from xml.etree import ElementTree

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/oracle")
import count_plain as plain  # noqa: E402

# sheet, wager, side, settings, what it wins
WAGERS = {
    "banker": ("baccarat", "banker", "", ["banker-pay=commission"], plain.banker),
    "player": ("baccarat", "player", "", [], plain.player),
    "super-7": ("golden-bacc", "super-7", "", [], plain.super_7),
    "fortune-8": ("golden-bacc", "fortune-8", "", [], plain.fortune_8),
    "player pair": ("golden-bacc", "pair", "player", [], plain.player_pair),
    "tiger-pair": ("tiger", "tiger-pair", "", ["tiger-pair=best"], plain.tiger_pair),
}
# Shoes near their end: few cards, so that fractions are quick, and another number of each ten-valued rank.
SHOES = [
    [2, 0, 0, 3, 0, 1, 0, 2, 3, 1, 0, 4, 2],
    [0, 1, 2, 0, 3, 0, 2, 0, 1, 3, 1, 0, 0],
    [1, 0, 0, 0, 2, 0, 0, 1, 0, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 2, 0, 0],
]
tests = []


def check(holds, name, detail=""):
    tests.append(bool(holds))
    print(f"{'ok' if holds else 'not ok'} {len(tests)} - {name}")
    if not holds:
        print("#", detail)


def felt(*words):
    # What is looked at here is exact: no shoes are dealt.
    dealt = [] if any(w.startswith("--shoe") for w in words) else ["--shoes", "0"]
    return subprocess.run([sys.argv[1], "count", *words, *dealt], capture_output=True, text=True)


def entry(name, *words):
    sheet, wager, side, settings, _ = WAGERS[name]
    chosen = [word for setting in settings for word in ("--set", setting)]
    found = [e for e in json.loads(felt(sheet, "--wager", wager, "--json", *chosen, *words).stdout) if e["side"] == side]
    assert len(found) == 1, (name, len(found))
    return found[0]


def near(got, exact):
    """Printed with fifteen digits."""
    return abs(Fraction(got) - exact) <= abs(exact) * Fraction(1, 10**14) + Fraction(1, 10**18)


def functions():
    return {name: w[4] for name, w in WAGERS.items()}


def effects(shoe):
    whole = plain.worths(shoe, functions())
    after = [plain.worths(plain.less(shoe, rank), functions()) if shoe[rank - 1] else None for rank in range(1, 14)]
    for name in WAGERS:
        e = entry(name, "--shoe", ",".join(map(str, shoe)))
        exact = [a[name] - whole[name] if a else None for a in after]
        same = [g is None if x is None else g is not None and near(g, x) for g, x in zip(e["eor"], exact)]
        check(len(same) == 13 and all(same) and near(e["value"], whole[name]) and e["shoe"] == shoe, f"{name} from {shoe}", (e, exact))


def orders(shoe):
    """Pairs against the plain values; the pieces of the variance against least squares over everything that may be left."""
    words = ("--second-order", "--shoe", ",".join(map(str, shoe)))
    found = {name: entry(name, *words) for name in WAGERS}
    there = [rank for rank in range(1, 14) if shoe[rank - 1]]
    whole = plain.worths(shoe, functions())
    one = {rank: plain.worths(plain.less(shoe, rank), functions()) for rank in there}
    wrong = []
    for a, b in product(range(1, 14), repeat=2):
        both = plain.less(shoe, a, b)
        after = plain.worths(both, functions()) if min(both) >= 0 else None
        for name, e in found.items():
            got = e["eor2"][a - 1][b - 1]
            exact = None if after is None else after[name] - one[a][name] - one[b][name] + whole[name]
            if (got is None) != (exact is None) or (got is not None and not near(got, exact)):
                wrong.append((name, a, b, got, exact))
    check(not wrong, f"pairs from {shoe}", wrong[:3])
    for depth in range(len(found["super-7"]["depths"])):
        left = found["super-7"]["depths"][depth]["left"]
        values = [(cards, chance, plain.worths(cards, functions())) for cards, chance in plain.parts(shoe, left)]
        for name, e in found.items():
            rows = [(cards, chance, worth[name]) for cards, chance, worth in values]
            variance = sum(p * v * v for _, p, v in rows) - sum(p * v for _, p, v in rows) ** 2
            check(sum(p * v for _, p, v in rows) == whole[name], f"{name}: with {left} of {sum(shoe)} cards left, the mean is that of the shoe")
            shares = e["depths"][depth]["shares"]
            exact = [plain.explained(rows, d) / variance for d in (1, 2)] if variance else [0, 0]
            holds = abs(e["depths"][depth]["sd"] - float(variance) ** 0.5) < 1e-12 and all(
                abs(sum(shares[: d + 1]) - exact[d]) < 1e-12 for d in (0, 1)
            )
            check(holds, f"{name}: with {left} of {sum(shoe)} cards left, what cards and pairs explain", (e["depths"][depth], exact))


def leak_is(got, wins):
    """`wins`: pairs of a probability and what the best bet is then worth."""
    gain = sum(p * v for p, v in wins if v > 0)
    often = sum((p for p, v in wins if v > 0), Fraction(0))
    return near(got["gain"], gain) and near(got["frequency"], often) and near(got["edge"], gain / often if often else Fraction(0))


def known_card(shoe):
    """Every six cards as they lie in the shoe, gathered by the card in each position."""
    spec = ("--known-card", "--shoe", ",".join(map(str, shoe)))
    found = {name: entry(name, *spec) for name in WAGERS}
    sums = {(name, k, rank): Fraction(0) for name in WAGERS for k in range(6) for rank in range(1, 14)}
    for six, chance in plain.sequences(shoe):
        round_ = plain.play(six)
        for name, wager in functions().items():
            won = wager(round_)
            for k in range(6):
                sums[name, k, six[k]] += chance * won
    chances = {rank: Fraction(shoe[rank - 1], sum(shoe)) for rank in range(1, 14) if shoe[rank - 1]}
    for name, e in found.items():
        wrong = []
        for k in range(6):
            got = e["known_card"][k]
            values = {rank: sums[name, k, rank] / chance for rank, chance in chances.items()}
            good = all(near(got["values"][rank - 1], value) for rank, value in values.items())
            if not good or got["position"] != k + 1 or not leak_is(got, [(chances[rank], v) for rank, v in values.items()]):
                wrong.append((k + 1, got))
        check(not wrong, f"{name}: a card of the round is known, from {shoe}", wrong[:1])


def known_last(shoe, left):
    words = ("--known-last", str(left), "--shoe", ",".join(map(str, shoe)))
    found = {name: entry(name, *words)["known_last"] for name in WAGERS}
    values = [(chance, plain.worths(cards, functions())) for cards, chance in plain.parts(shoe, left)]
    rounds = [(chance, plain.play(six)) for six, chance in plain.sequences(shoe)]
    for name, wager in functions().items():
        holds = leak_is(found[name]["cards"], [(p, v[name]) for p, v in values]) and found[name]["left"] == left
        check(holds and leak_is(found[name]["order"], [(p, wager(r)) for p, r in rounds]), f"{name}: the last {left} cards are known", found[name])
    both = json.loads(felt("baccarat", "--json", "--wager", "player", "--wager", "banker", "--set", "banker-pay=commission", *words).stdout)
    best = [(p, max(v["player"], v["banker"])) for p, v in values]
    order = [(p, max(plain.player(r), plain.banker(r))) for p, r in rounds]
    for e in both:
        holds = leak_is(e["known_last"]["best_cards"], best) and leak_is(e["known_last"]["best_order"], order)
        check(holds, f"{e['wager']}: the better of two with the last {left} cards known", e["known_last"])


def known_card_published():
    base = ["baccarat", "--decks", "8", "--wager", "player", "--wager", "banker"]
    both = json.loads(felt(*base, "--set", "banker-pay=commission", "--json", "--known-card").stdout)
    got = [[round(100 * k["best"]["gain"], 3) for k in e["known_card"]] for e in both]
    check(got == 2 * [[6.765, 6.406, 6.765, 6.406, 8.973, 9.098]], "one known card, the better side or none, as published", got)
    several = json.loads(felt(*base, "--json", "--known-card").stdout)
    check(len(several) > 2 and not any("best" in k for e in several for k in e["known_card"]), "no table offers a wager twice: no best")
    out = felt(*base, "--set", "banker-pay=commission", "--known-card").stdout
    check("the best of them, decks=8" in out and "9.0976 %" in out, "in columns", out)
    for wrong in ("5", "15", "x", "", "6x"):
        r = felt("baccarat", "--known-last", wrong)
        check(r.returncode == 2 and "expected a number of cards from 6 to 14" in r.stderr, f"refused: --known-last {wrong}", r.stderr)
    r = felt("baccarat", "--known-last", "14", "--shoe", "1,1,1,1,1,1,1,1,1,1,1,1,1")
    check(r.returncode == 2 and "found a shoe of 13 cards, expected at least the 14 that are left" in r.stderr, "more than there are", r.stderr)
    e = entry("super-7", "--decks", "8", "--known-last", "6")
    check(round(e["known_last"]["order"]["gain"], 6) == 0.901353, "who knows the order wins 40 for 2.2534 %", e["known_last"])


def published():
    dragon = [round(1000 * x, 1) for x in entry("super-7", "--decks", "8")["eor"]]
    wanted = [0.5, -0.9, -1.1, -2.7, -2.6, -3.2, -3.6, 5.4, 4.8] + 4 * [0.9]
    check(dragon == wanted, "Dragon 7, 8 decks, as published", dragon)
    e = entry("super-7", "--decks", "8")
    check(abs(sum(e["eor"])) < 1e-12 and e["decks"] == 8 and e["options"] == {} and "shoe" not in e, "a card less of every rank changes nothing", e)
    e = entry("player pair", "--shoe", "8-K,K,Q")
    check(len({round(x, 12) for x in e["eor"][9:]}) == 3, "kings, queens and the other tens differ where there are not as many of each", e)


def refusals():
    r = felt("craps")
    check(r.returncode == 2 and "craps is not dealt from a shoe" in r.stderr and r.stdout == "", "craps has no cards to count", r.stderr)
    r = felt("craps", "baccarat", "--decks", "8", "--json")
    check(r.returncode == 0 and "craps is not" in r.stderr and {e["sheet"] for e in json.loads(r.stdout)} == {"baccarat"}, "and others go on")
    r = felt("baccarat", "--shoe", "1,1,1,1,1,1,0,0,0,0,0,0,0")
    check(r.returncode == 2 and "found a shoe of 6 cards, expected at least 7" in r.stderr, "six cards are too few", r.stderr)
    r = felt("baccarat", "--shoe", "1,1,1,1,1,1,1,0,0,0,0,0,0")
    check(r.returncode == 0 and " - " in r.stdout, "seven are enough; ranks that are not there have no effect", r.stdout)
    r = felt("baccarat", "--second-order", "--shoe", "11,0,0,0,0,0,0,0,0,0,0,0,0")
    check(r.returncode == 2 and "found a shoe of 11 cards, expected at least 12" in r.stderr, "eleven are too few for six to be removed", r.stderr)
    r = felt("baccarat", "--second-order", "--shoe", "12,0,0,0,0,0,0,0,0,0,0,0,0")
    check(r.returncode == 0, "twelve are enough", r.stderr)
    r = felt("baccarat", "--shoe", "8", "--decks", "8")
    check(r.returncode == 2 and "exclude each other" in r.stderr, "a shoe says how many cards it has")
    unset = json.loads(felt("parlay-craps-envy", "golden-dragon", "--decks", "8", "--json").stdout)
    check(all(len(e["eor"]) == 13 for e in unset if e["eor"] is not None), "every wager has thirteen effects, or none where a pay is unset")


def tags():
    """Every system within 1, tried; and what --tags says."""
    for name in ("super-7", "player", "banker"):
        e = entry(name, "--decks", "6")
        effects_ = e["eor"][:10]
        weights = [1] * 9 + [4]
        best = {}
        for t in product((-1, 0, 1), repeat=10):
            both = sum(w * x * f for w, x, f in zip(weights, t, effects_))
            total = sum(w * x for w, x in zip(weights, t))
            spread = 13 * sum(w * x * x for w, x in zip(weights, t)) - total * total
            for kind in ["unbalanced"] + ["balanced"] * (total == 0):
                if spread and both > 0:
                    best[kind] = max(best.get(kind, 0), float(both) ** 2 / spread)
        whole = 13 / float(sum(w * f * f for w, f in zip(weights, effects_)))
        for kind, square in best.items():
            found = [s for s in e["systems"] if s["kind"] == kind and s["within"] == 1]
            check(len(found) == 1 and abs(found[0]["correlation"] - (square * whole) ** 0.5) < 1e-9, f"{name}: the best {kind} tags within 1", found)
    e = entry("super-7", "--decks", "8", "--tags", "0,0,0,-1,-1,-1,-1,2,2,0")
    given = e["systems"][-1]
    check(given["kind"] == "given" and given["tags"] == [0, 0, 0, -1, -1, -1, -1, 2, 2, 0] and round(given["correlation"], 4) == 0.9642, "tags of one's own", given)
    linear = e["systems"][0]
    check(linear["kind"] == "linear" and linear["correlation"] == 1 and max(map(abs, linear["tags"])) == 1, "the linear system", linear)
    for wrong in ("0,0,0", "1,2,3,4,5,6,7,8,9,10,11", "0,0,0,0,0,0,0,0,0,x", "1001,0,0,0,0,0,0,0,0,0", ""):
        r = felt("baccarat", "--tags", wrong)
        check(r.returncode == 2 and "expected 10 whole numbers from -1000 to 1000" in r.stderr, f"refused: --tags {wrong}", r.stderr)


def depths():
    e = entry("super-7", "--decks", "8", "--second-order")
    got = {d["left"]: [round(100 * x, 2) for x in d["shares"][:2]] for d in e["depths"]}
    check(list(got) == [312, 208, 104, 52, 26, 14] and got[52] == [92.97, 5.67], "shares of Dragon 7", got)
    check(all(abs(sum(d["shares"]) - 1) < 1e-12 for d in e["depths"]), "shares add up to 1")
    e = entry("player pair", "--decks", "8", "--second-order")
    check(all(d["shares"] == [0, 1, 0, 0, 0, 0] for d in e["depths"]), "a pair is all pairs", e["depths"])


def pictures():
    with tempfile.TemporaryDirectory() as folder:
        words = ("golden-frog", "--decks", "8", "--wager", "jin-chan-7", "--wager", "koi-8", "--picture")
        for ending in ("svg", "png"):
            bytes_ = []
            for name in ("one", "two"):
                r = felt(*words, f"{folder}/{name}.{ending}")
                bytes_.append(open(f"{folder}/{name}.{ending}", "rb").read())
            check(r.returncode == 0 and "Jin Chan 7" in r.stdout and bytes_[0] == bytes_[1], f"the same {ending.upper()} twice", r.stderr)
            size = struct.unpack(">II", bytes_[0][16:24]) if ending == "png" else ElementTree.fromstring(bytes_[0]).get("viewBox")
            check(size == (1600, 1036) if ending == "png" else size == "0 0 800 518", f"{ending.upper()}: two panels", size)
        r = felt("golden-bacc", "golden-dragon", "--picture", f"{folder}/all.png")
        check(r.returncode == 2 and "room for 48 wagers" in r.stderr, "not too many panels", r.stderr)
        for wrong in ("x.gif", "png", ""):
            r = felt("baccarat", "--picture", f"{folder}/{wrong}")
            check(r.returncode == 2 and "ends in .svg or .png" in r.stderr, f"refused: --picture {wrong}", r.stderr)


def text():
    out = felt("golden-frog", "--wager", "jin-chan-7", "--decks", "8").stdout
    check("-7.6113 %   0.498  -0.896  -1.076  -2.680  -2.635  -3.242  -3.584   5.378   4.785   0.863\n" in out, "in columns", out)
    out = felt("tiger", "--wager", "tiger-pair", "--shoe", "8-K,K,Q").stdout
    check(out.splitlines()[1].split()[-13:] == list("A23456789TJQK"), "thirteen columns where tens differ", out)


def catalogue():
    """docs/counting/catalogue.md has every wager, with the values that it has now."""
    shown, sheet = {}, None
    for line in open(os.path.join(os.path.dirname(__file__), "../docs/counting/catalogue.md")):
        cells = [c.strip() for c in line.split("|")[1:-1]]
        sheet = line[3:].strip() if line.startswith("## ") else sheet
        if len(cells) == 9 and cells[2].endswith("%"):
            shown.setdefault((sheet, cells[0]), set()).add(cells[2])
    now = {}
    for e in json.loads(felt("--decks", "8", "--shoes", "0", "--json").stdout):
        if e["value"] is not None:
            name = (e["sheet"], e["wager"] + (f", {e['side']}" if e["side"] else ""))
            now.setdefault(name, set()).add(f"{100 * e['value']:.4f} %")
    wrong = [(name, shown.get(name), now.get(name)) for name in shown.keys() | now.keys() if shown.get(name) != now.get(name)]
    check(len(now) >= 80 and not wrong, "docs/counting/catalogue.md is of the sheets as they are: make counting", wrong)


published()
catalogue()
refusals()
text()
tags()
pictures()
known_card_published()
depths()
for shoe_ in SHOES:
    effects(shoe_)
known_card([2, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 1])
known_last([3, 0, 0, 0, 2, 0, 3, 0, 0, 2, 0, 0, 1], 8)
orders([4, 0, 0, 0, 0, 0, 4, 0, 0, 3, 0, 0, 2])
print(f"1..{len(tests)}")
sys.exit(not all(tests))
