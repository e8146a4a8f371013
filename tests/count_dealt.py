"""tests/count_dealt.py - `felt count` that deals shoes: figures, rules, checkpoints, and runs that are killed. Run: count_dealt.py FELT"""

import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

tests = []


def check(holds, name, detail=""):
    tests.append(bool(holds))
    print(f"{'ok' if holds else 'not ok'} {len(tests)} - {name}")
    if not holds:
        print("#", str(detail)[:2000].replace("\n", "\n# "))


def felt(*words):
    return subprocess.run([sys.argv[1], "count", *map(str, words)], capture_output=True, text=True)


SEVEN = ("golden-frog", "--wager", "jin-chan-7", "--decks", "8", "--set", "base-bet=not-required")
TAGS = ("--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", "4")
FIGURES = ("frequency", "edge", "per100", "per_shoe", "di", "se")


def number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def figures():
    r = felt(*SEVEN, *TAGS, "--shoes", 3000, "--seed", 3, "--json")
    entries = json.loads(r.stdout)
    check(r.returncode == 0 and len(entries) == 1, "one wager, one combination, one object", r.stderr)
    e = entries[0]
    check(e["cut"] == 14 and e["decks"] == 8 and e["shoes"] == 3000 and e["seed"] == 3, "it says how shoes were dealt", e)
    check(e["rules"] == {"cut": "one-more", "burn": "value", "true_count": "unseen"}, "the rules are named", e["rules"])
    check(all(number(e["perfect"][f]) for f in FIGURES), "perfect play has all figures as numbers", e["perfect"])
    given = [s for s in e["systems"] if s["kind"] == "given"]
    check(len(given) == 1 and given[0]["trigger"] == 4 and all(number(given[0][f]) for f in FIGURES), "so has the given system", given)
    check(all(number(s[f]) for s in e["systems"] for f in FIGURES + ("trigger", "correlation")), "and every other")
    check(abs(given[0]["per_shoe"] - 0.597) < 4 * given[0]["se"], "published: 0.597 units a shoe", given)
    check(abs(e["rounds"] - 81.28) < 4 * e["se_rounds"] + 0.01, "published: 81.28 rounds a shoe", e["rounds"])
    di = 1000 * given[0]["edge"] * given[0]["frequency"] ** 0.5 / e["sd"]
    check(abs(di - given[0]["di"]) < 1e-9 * di, "the desirability index is what it says")
    check(abs(given[0]["per100"] - 100 * given[0]["edge"] * given[0]["frequency"]) < 1e-9, "units for 100 rounds follow")
    best = max(s["per_shoe"] for s in e["systems"])
    check(best < e["perfect"]["per_shoe"], "nobody wins more than a perfect player", best)
    return r.stdout


def the_same(once):
    for threads in (1, 3):
        r = felt(*SEVEN, *TAGS, "--shoes", 3000, "--seed", 3, "--json", "--threads", threads)
        check(r.stdout == once, f"{threads} threads give the same bytes")
    several = json.loads(felt(*SEVEN, *TAGS, "--shoes", 3000, "--seed", 3, "--cut", "104,30..31,14", "--json").stdout)[0]
    check([c["cut"] for c in several["by_cut"]] == [104, 31, 30, 14], "several cut cards, the deepest last", several["by_cut"])
    check(several["perfect"] == json.loads(once)[0]["perfect"], "others change nothing for the deepest")
    won = [c["perfect"]["per_shoe"] for c in several["by_cut"]]
    check(won == sorted(won), "the deeper the cut card, the more is won", won)
    check(json.loads(felt(*SEVEN, "--shoes", 500, "--seed", 4, "--json").stdout)[0]["perfect"] != several["perfect"], "another seed")


def rules():
    rounds = {}
    for rule in ("one-more", "always-one-more", "last-round"):
        e = json.loads(felt(*SEVEN, "--shoes", 2000, "--cut-rule", rule, "--json").stdout)[0]
        rounds[rule] = e["rounds"]
        check(e["rules"]["cut"] == rule, f"--cut-rule {rule}")
    check(rounds["last-round"] < rounds["one-more"] < rounds["always-one-more"], "each deals more than the one before", rounds)
    e = json.loads(felt(*SEVEN, "--shoes", 500, "--burn", "none", "--true-count", "undealt", "--json").stdout)[0]
    check(e["rules"] == {"cut": "one-more", "burn": "none", "true_count": "undealt"}, "--burn and --true-count", e["rules"])


def perfect(once):
    e = json.loads(felt(*SEVEN, "--shoes", 3000, "--seed", 3, "--json", "--perfect").stdout)[0]
    whole = json.loads(once)[0]
    check("systems" not in e and e["perfect"] == whole["perfect"] and e["eor"] == whole["eor"], "--perfect leaves out systems alone", e)
    r = felt(*SEVEN, *TAGS, "--perfect")
    check(r.returncode == 2 and "--perfect leaves out all counting systems" in r.stderr, "and --tags are one", r.stderr)
    r = felt(*SEVEN, "--shoes", 100, "--perfect")
    check(r.returncode == 0 and "perfect" in r.stdout and "correlation" not in r.stdout, "as text too", r.stdout)


def groups():
    r = felt("golden-frog", "--decks", "8", "--groups", "--shoes", 500, "--json")
    by_name = {g["group"]: g for g in json.loads(r.stdout)}
    check(set(by_name) == {"base", "side-wagers", None}, "groups and the whole table", by_name.keys())
    table = by_name[None]["perfect"]["per_shoe"]
    parts = sum(by_name[g]["perfect"]["per_shoe"] for g in ("base", "side-wagers"))
    check(abs(table - parts) < 1e-9, "the table wins what its groups do", (table, parts))


def pictures(folder):
    words = (*SEVEN, "--shoes", 500, "--cut", "14,52,104")
    for plot in ("depth", "cut", "values"):
        for ending in ("svg", "png"):
            bytes_ = []
            for name in ("one", "two"):
                file = f"{folder}/{name}.{ending}"
                r = felt(*words, "--picture", file, "--plot", plot)
                bytes_.append(open(file, "rb").read())
            check(r.returncode == 0 and r.stderr == "" and bytes_[0] == bytes_[1], f"--plot {plot}: the same {ending.upper()} twice", r.stderr)
            size = struct.unpack(">II", bytes_[0][16:24]) if ending == "png" else ElementTree.fromstring(bytes_[0]).get("viewBox")
            check(size in ((1600, 728), "0 0 800 364"), f"--plot {plot}: one panel in a {ending.upper()}", size)
    for words, said in (
        (("--plot", "cut"), "give both"),
        (("--picture", "p.svg", "--plot", "edge"), "expected effects, depth, cut or values"),
        (("--picture", "p.svg", "--plot", "cut"), "several cut cards"),
        (("--picture", "p.svg", "--plot", "depth", "--shoes", "0"), "dealt shoes"),
        (("--picture", "p.svg", "--plot", "depth", "--groups"), "dealt shoes"),
    ):
        r = felt(*SEVEN, *words)
        check(r.returncode == 2 and said in r.stderr and r.stdout == "", "refused: " + " ".join(words), r.stderr)


def safe():
    words = (*SEVEN, "--shoes", 3000, "--seed", 3)
    r = felt(*words, "--safe", "0.1", "--json")
    e = json.loads(r.stdout)[0]
    s = e["safe"]
    check(r.returncode == 0 and s["units"] == 0.1 and s["as_it_is"] is False, "a wager that is not safe", r.stderr)
    check(s["cut_least"] <= s["cut"] <= s["cut_most"] and 90 < s["cut"] < 150, "the cut card that is enough, with an interval", s)
    check("by_cut" not in e and e["cut"] == 14, "all other figures are for the deepest")
    by_cut = json.loads(felt(*words, "--cut", f"{s['cut'] - 1},{s['cut']}", "--json").stdout)[0]["by_cut"]
    check([c["perfect"]["per_shoe"] < 0.1 for c in by_cut] == [True, False], "with one card less it is not", by_cut)
    (pay,) = s["pays"]
    check(pay["row"] == 1 and pay["printed"] == "40 to 1" and pay["enough"] and pay["per_shoe"] < 0.1 <= pay["above"], "the pay", pay)
    number = int(pay["pay"].split()[0])
    hit = (e["value"] + 1) / 41  # pays 40 to 1 or loses
    check(abs(pay["value"] - (hit * (number + 1) - 1)) < 1e-12, "and the value with it", pay)
    for units, said in (("0.1", "The wager is not safe as it is"), ("5", "The wager is safe as it is")):
        out = felt(*words, "--safe", units, "--cut", "14").stdout
        check(said in " ".join(out.split()), f"--safe {units} in words", out)
    check("not even one with 14 cards" in " ".join(felt(*words, "--safe", "0.1", "--cut", 14).stdout.split()), "no cut card of those is enough")
    two = ("golden-frog", "--wager", "jin-chan-7", "--wager", "koi-8", "--decks", "8", "--set", "base-bet=not-required", "--shoes", 500)
    for units, said in (("0.001", "None of the 2 is safe"), ("0.45", "1 of 2 are safe"), ("5", "All 2 are safe")):
        out = felt(*two, "--safe", units).stdout
        check(said in " ".join(out.split()), f"--safe {units} of two, in words", out)
    check("even to the lowest pay that wins" not in felt(*two, "--safe", "0.001").stdout, "some pay always is")
    for words, said in ((("--safe", "0"), "above 0"), (("--safe", "much"), "above 0"), (("--safe", "1", "--groups"), "each wager alone")):
        r = felt(*SEVEN, *words)
        check(r.returncode == 2 and said in r.stderr and r.stdout == "", "refused: " + " ".join(words), r.stderr)


def refused():
    for words, said in (
        (("--cut", "11"), "expected numbers of cards behind the cut card"),
        (("--cut", "410"), "expected 12 to 404"),
        (("--cut", "20..14"), "expected numbers of cards"),
        (("--shoes", "many"), "found --shoes many"),
        (("--trigger", "4"), "give both"),
        (("--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", "4x"), "found --trigger 4x"),
        (("--true-count", "guessed"), "expected unseen or undealt"),
        (("--cut-rule", "none"), "found --cut-rule none"),
    ):
        r = felt(*SEVEN, *words)
        check(r.returncode == 2 and said in r.stderr and r.stdout == "", "refused: " + " ".join(words), r.stderr)
    r = felt("golden-frog", "--shoe", "8-9", "--shoes", "5")
    check(r.returncode == 2 and "fresh shoe" in r.stderr, "refused: --shoe with --shoes", r.stderr)
    r = felt("golden-frog", "--checkpoint", "nowhere", "--shoes", "5")
    check(r.returncode == 2 and "give --decks" in r.stderr, "refused: --checkpoint for several numbers of decks", r.stderr)


def checkpoint(folder):
    file = os.path.join(folder, "state")
    words = (*SEVEN, *TAGS, "--shoes", 60000, "--threads", 2, "--json")
    whole = felt(*words).stdout
    kills = 0
    while True:
        p = subprocess.Popen([sys.argv[1], "count", *map(str, words), "--checkpoint", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        before = os.stat(file).st_mtime_ns if os.path.exists(file) else 0
        while kills < 5 and p.poll() is None and (os.stat(file).st_mtime_ns if os.path.exists(file) else 0) == before:
            time.sleep(0.01)
        if kills == 5 or p.poll() is not None:
            break
        p.send_signal(signal.SIGKILL)
        p.communicate()
        kills += 1
    out = p.communicate()[0].decode()
    check(p.returncode == 0 and out == whole, f"killed {kills} times, a run ends like one that was not", out[:300])
    check(felt(*words, "--checkpoint", file).stdout == whole, "a finished run is not dealt again")
    r = felt(*SEVEN, *TAGS, "--shoes", 60000, "--seed", 2, "--checkpoint", file)
    check(r.returncode == 4 and "another question" in r.stderr and r.stdout == "", "a file of another seed is refused", r.stderr)
    with open(file, "r+b") as f:
        f.seek(200)
        byte = f.read(1)
        f.seek(200)
        f.write(bytes([byte[0] ^ 1]))
    r = felt(*words, "--checkpoint", file)
    check(r.returncode == 4 and "damaged" in r.stderr, "a damaged file is refused", r.stderr)
    with open(file, "wb") as f:
        f.write(b"hello")
    r = felt(*words, "--checkpoint", file)
    check(r.returncode == 4 and "found no state" in r.stderr, "a file that is no state is refused", r.stderr)


def interrupted(folder):
    file = os.path.join(folder, "stopped")
    words = (*SEVEN, "--shoes", "1G", "--json", "--checkpoint", file)
    p = subprocess.Popen([sys.argv[1], "count", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not os.path.exists(file) and p.poll() is None:
        time.sleep(0.01)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate()
    dealt = json.loads(out)[0]["shoes"]
    check(p.returncode == 0 and dealt < 10**9 and f"interrupted after {dealt} of" in err, "an interrupt prints what there is", err)


once = figures()
the_same(once)
perfect(once)
rules()
groups()
safe()
refused()
with tempfile.TemporaryDirectory() as folder:
    checkpoint(folder)
with tempfile.TemporaryDirectory() as folder:
    pictures(folder)
with tempfile.TemporaryDirectory() as folder:
    interrupted(folder)
print(f"1..{len(tests)}")
sys.exit(not all(tests))
