"""tests/serve/sheets.py - sheets that strangers post: what they are answered, and that the tables go on meanwhile. Run: sheets.py FELT"""
import os
import sys
import threading
import time

from api import is_error, play
from world import SOURCE, Server, Tap


def rules(name):
    with open(os.path.join(SOURCE, "rules", name + ".felt")) as file:
        return file.read()


def large(wagers):
    """A sheet that has a thousand variants of each wager."""
    lines = ['sheet "Large"', "game baccarat with 1 to 8 decks"]
    for option in "abc":
        lines += [f'option {option} "o"'] + [f'  {option}{i} "x"' for i in range(10)]
    facts = [f"{side} wins with 3-card {total}" for side in ("player", "banker") for total in range(1, 10)]
    for w in range(wagers):
        lines.append(f'wager "W{w}" as w{w}')
        lines += [f"  where {option} is {option}{i}: {facts[(i + ord(option) + w) % 18]} or {facts[(3 * i + w) % 18]}  pays {i + 2} to 1"
                  for option in "abc" for i in range(10)]
        lines.append("  otherwise  loses")
    return "\n".join(lines) + "\n"


def slow(wagers):
    """A sheet whose odds take as long as the limits of the language allow: machines with thousands of states each."""
    lines = ['sheet "Slow"', "game craps"]
    for w in range(wagers):
        lines += [f'wager "W{w}" as w{w}', "  placed at any time",
                  f"  4 rolled at least 28 times and 6 rolled at least 28 times and 8 rolled at least {28 + w} times  pays 100 to 1",
                  "  any seven  loses", "  otherwise  stays"]
    return "\n".join(lines) + "\n"


def good_sheets_are_computed(server):
    p = server.person()
    status, check = p.ask("POST", "/api/sheets/check", {"text": rules("golden-frog")})
    assert status == 200 and check["compiles"] and check["good"] and isinstance(check["findings"], list), (status, check)
    status, odds = p.ask("POST", "/api/sheets/odds", {"text": rules("craps"), "set": ["field-12=double"], "wager": "field"})
    assert status == 200 and [o["edge"] for o in odds["odds"]] == ["1/18"], odds
    status, odds = p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "set": ["decks=8"], "wager": "banker"})
    status, seen = p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "wager": "banker", "shoe": "8-9,9,9,9,K"})
    assert status == 200 and seen["odds"][0]["edge"] != odds["odds"][0]["edge"], seen


def pays_are_found(server):
    p = server.person()
    ask = lambda **more: p.ask("POST", "/api/sheets/design", {"text": rules("golden-bacc"), "wager": "bad-beat", **more})
    status, found = ask(edge="5%..8%")
    assert status == 200 and found["count"] == 5634 and found["exhaustive"] and found["reason"] is None, (status, found)
    assert len(found["frontier"]) == 40 and found["frontier_count"] == 406, found["frontier_count"]
    lines = rules("golden-bacc").split("\n")
    for line, row in zip(found["row_lines"], found["best"]["rows"]):
        assert lines[line - 1].split(" pays ")[0] == row.split(" pays ")[0], (lines[line - 1], row)
    status, none = ask(edge="5%..8%", max_pay="2", pays="casino", prefer="low-sd", set=["decks=8"], fix=["5=1"])
    assert status == 200 and none["best"] is None and "highest" in none["reason"], none
    status, safe = ask(edge="5%..8%", exposure="0.05")
    assert status == 200 and 0 < safe["count"] < 5634 and safe["shoes"]["count"] == 500, safe
    assert all(max(table["exposure"]) <= 0.05 for table in safe["frontier"]), safe
    is_error(ask(), 422, "malformed")
    is_error(ask(edge=5), 422, "malformed")
    is_error(ask(edge="5%..8%", fix="5=1"), 422, "malformed")
    is_error(ask(edge="5%..8%", fix=["5=1"] * 9), 422, "malformed")
    is_error(ask(edge="5%..8%", set=["decks=8"] * 17), 422, "malformed")
    is_error(ask(edge="8%..5%"), 422, "settings")
    is_error(ask(edge="5%..8%", column="PT1"), 422, "settings")
    is_error(ask(edge="5%..8%", prefer="--write"), 422, "malformed")
    is_error(p.ask("POST", "/api/sheets/design", {"text": "sheet", "wager": "x", "edge": "5%..8%"}), 422, "sheet")


def what_a_counter_wins_is_said(server):
    p = server.person()
    frog = {"text": rules("golden-frog"), "wager": "jin-chan-7", "set": ["decks=8"]}
    ask = lambda **more: p.ask("POST", "/api/sheets/count", {**frog, **more})
    status, found = ask(cut="14,52,104", shoes=100)
    assert status == 200 and len(found["counts"]) >= 1, (status, found)
    for entry in found["counts"]:
        effects = [round(1000 * entry["eor"][i], 1) for i in range(10)]
        assert effects == [0.5, -0.9, -1.1, -2.7, -2.6, -3.2, -3.6, 5.4, 4.8, 0.9], effects  # as published
        assert entry["shoes"] == 100 and entry["seed"] == 1 and entry["rules"]["cut"] == "one-more" and "systems" not in entry, entry
        won = [c["perfect"]["per_shoe"] for c in entry["by_cut"]]
        assert [c["cut"] for c in entry["by_cut"]] == [104, 52, 14] and 0 < won[0] < won[1] < won[2], won
        assert all(c["perfect"]["se"] > 0 for c in entry["by_cut"]), entry
    assert ask(cut="14,52,104", shoes=100) == (200, found)  # and said again
    assert ask(cut="14", shoes=100)[1] != found
    status, bare = ask(shoes=0)
    assert status == 200 and "perfect" not in bare["counts"][0] and len(bare["counts"][0]["eor"]) == 13, bare
    status, left = p.ask("POST", "/api/sheets/count", {**frog, "set": [], "shoe": "8-9,9,9,9,K"})
    assert status == 200 and left["counts"][0]["eor"] != bare["counts"][0]["eor"] and "perfect" not in left["counts"][0], left
    for wrong in ({"wager": None}, {"shoes": 10001}, {"shoes": -1}, {"shoes": "100"}, {"cut": 14}, {"cut": "-1"}, {"set": ["x=1"] * 33}):
        is_error(ask(**wrong), 422, "malformed")
    is_error(ask(cut="5"), 422, "settings")
    is_error(ask(wager="nope"), 422, "settings")
    is_error(p.ask("POST", "/api/sheets/count", {"text": rules("craps"), "wager": "pass"}), 422, "settings")
    is_error(p.ask("POST", "/api/sheets/count", {"text": "sheet", "wager": "x"}), 422, "sheet")


def broken_sheets_are_explained(server):
    p = server.person()
    status, check = p.ask("POST", "/api/sheets/check", {"text": 'sheet "x"\ngame bacarat\n'})
    assert status == 200 and not check["compiles"] and not check["good"], check
    (finding,) = check["findings"]
    assert finding["line"] == 2 and finding["column"] == 6 and finding["code"] == "syntax", finding
    assert finding["help"] == "did you mean 'baccarat'?", finding
    is_error(p.ask("POST", "/api/sheets/odds", {"text": 'sheet "x"\ngame bacarat\n'}), 422, "sheet")
    wrong = p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "set": ["nope=1"]})
    is_error(wrong, 422, "settings")
    assert "nope" in wrong[1]["error"]["message"], wrong
    is_error(p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "set": ["--help"]}), 422, "malformed")
    is_error(p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "set": "decks=8"}), 422, "malformed")
    is_error(p.ask("POST", "/api/sheets/odds", {"text": rules("tiger"), "shoe": "zzz"}), 422, "settings")
    is_error(p.ask("POST", "/api/sheets/check", {"text": ""}), 422, "malformed")
    is_error(p.ask("POST", "/api/sheets/check", {}), 422, "malformed")


def an_editor_is_answered(server):
    p = server.person()
    text = rules("tiger")
    status, look = p.ask("POST", "/api/sheets/look", {"text": text})
    assert status == 200 and look["compiles"] and look["good"], look
    assert look["odds"] == p.ask("POST", "/api/sheets/odds", {"text": text})[1]["odds"]
    assert look["findings"] == p.ask("POST", "/api/sheets/check", {"text": text})[1]["findings"]
    for pay in look["pays"]:
        line = text.split("\n")[pay["line"] - 1]
        assert line[pay["column"] - 1:][:pay["width"]] == pay["text"] == str(pay["number"]), pay
    status, broken = p.ask("POST", "/api/sheets/look", {"text": 'sheet "x"\ngame bacarat\n'})
    nothing = {"card": None, "beside": None, "pays": None, "odds": None}
    assert status == 200 and broken == {"compiles": False, "good": False, "findings": broken["findings"], **nothing}
    assert broken["findings"][0]["help"] == "did you mean 'baccarat'?", broken

    status, words = p.ask("POST", "/api/sheets/words", {"text": 'sheet "x"\ngame ', "line": 2, "column": 6})
    assert status == 200 and [w["word"] for w in words["words"]] == ["baccarat", "craps"], words
    assert p.ask("POST", "/api/sheets/words", {"text": text, "line": 20000, "column": 65537}) == (200, {"words": []})
    for place in ({}, {"line": 1}, {"line": 0, "column": 1}, {"line": 1, "column": "2"}, {"line": 20001, "column": 1},
                  {"line": 1, "column": 65538}):
        is_error(p.ask("POST", "/api/sheets/words", {"text": text, **place}), 422, "malformed")

    flat = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    assert p.ask("POST", "/api/sheets/format", {"text": flat}) == (200, {"text": text})
    assert p.ask("POST", "/api/sheets/format", {"text": "some   words\n"}) == (200, {"text": "  some words\n"})
    is_error(p.ask("POST", "/api/sheets/format", {"text": 'sheet "x'}), 422, "sheet")


def sizes_are_bounded(server):
    p = server.person()
    status, _ = p.ask("POST", "/api/sheets/check", {"text": "#" + "x" * 65535})
    assert status == 200
    is_error(p.ask("POST", "/api/sheets/check", {"text": "#" + "x" * 65536}), 413, "too-large")
    is_error(p.ask("POST", "/api/sheets/check", {"text": "x" * 300000}), 413, "body-too-large")
    many = "".join(f'wager "W{i}" as w{i}\n  player wins  pays {i + 1} to 1\n  otherwise  loses\n' for i in range(250))
    is_error(p.ask("POST", "/api/sheets/odds", {"text": 'sheet "Many"\ngame baccarat with 1 to 8 decks\n' + many}), 422, "too-much")


def memory_is_bounded(server):
    p = server.person()
    answer = p.ask("POST", "/api/sheets/odds", {"text": large(4)})
    is_error(answer, 422, "too-long" if answer[1]["error"]["code"] == "too-long" else "too-large")  # a slow machine has no time to
    assert p.ask("GET", "/healthz")[0] == 200


def tables_go_on_meanwhile(server):
    answers = []

    def post():
        answers.append(server.person().ask("POST", "/api/sheets/odds", {"text": slow(9)}))
    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    slowest = 0
    person, live = play(server, "baccarat", "player", 1)
    ends = time.time() + 3
    while time.time() < ends:
        before = time.time()
        assert live.do("bet", table="baccarat", wager="player", amount=100)["ok"]
        assert live.do("deal", table="baccarat")["ok"]
        slowest = max(slowest, time.time() - before)
        time.sleep(0.02)  # a fast disk would have it told that it sends too much
    for thread in threads:
        thread.join()
    for answer in answers:
        if answer[0] != 200:
            is_error(answer, 422, "too-long")
    assert slowest < 1, slowest


def as_many_wait_as_may(server):
    answers = []

    def post():
        answers.append(server.person().ask("POST", "/api/sheets/odds", {"text": slow(8), "wager": "w0"}))
    threads = [threading.Thread(target=post) for _ in range(28)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = sorted({(status, body.get("error", {}).get("code", "")) for status, body in answers})
    assert (503, "busy") in found and set(found) <= {(200, ""), (503, "busy"), (422, "too-long"), (429, "too-fast")}, found


def main():
    tap = Tap()
    for name, test in [("sheets are checked and computed", good_sheets_are_computed),
                       ("pays are found", pays_are_found),
                       ("what a counter wins is said", what_a_counter_wins_is_said),
                       ("broken sheets are explained", broken_sheets_are_explained),
                       ("an editor is answered", an_editor_is_answered),
                       ("sizes are bounded", sizes_are_bounded),
                       ("memory is bounded", memory_is_bounded),
                       ("tables go on while sheets are computed", tables_go_on_meanwhile),
                       ("as many wait as may", as_many_wait_as_may)]:
        with Server(sys.argv[1]) as server:
            tap.run(name, test, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
