"""tests/serve/opening.py - tables that are opened while the server runs: by operators for everybody, by players for themselves.
Run: opening.py FELT"""
import json
import os
import subprocess
import sys
import threading

from api import is_error, play
from people import operator
from sheets import rules, slow
from world import SOURCE, Server, Tap

TABLE = """table "Third" as %s
  sheets baccarat%s
  with decks is 6
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace on demand
  cut 14
  stakes 1 to 50
  limit event 1000000
"""
GIFT = 'sheet "Gift"\ngame baccarat with 1 to 8 decks\nwager "Gift" as gift\n  player wins or banker wins or tie  pays 1000 to 1\n  otherwise  loses\n'
REASON = {"reason": "a test"}


def names(person):
    status, found = person.ask("GET", "/api/tables")
    assert status == 200, found
    return {t["table"]: t for t in found["tables"]}


def operators_see_what_would_be(server, boss):
    status, found = boss.ask("POST", "/api/house/tables/check", {"text": TABLE % ("third", "")})
    assert status == 200 and found["good"] and found["findings"] == [] and found["table"] == "third", found
    wagers = {w["wager"]: w for w in found["wagers"]}
    assert wagers["player"]["open"] and wagers["player"]["status"] == "offered" and wagers["player"]["edge"], wagers
    wrong = (TABLE % ("third", "")).replace("  seats 7\n", "").replace("tie-pay is 8", "tie-pay is 80")
    status, found = boss.ask("POST", "/api/house/tables/check", {"text": wrong})
    assert status == 200 and not found["good"] and found["wagers"] == [], found
    assert {f["code"] for f in found["findings"]} == {"missing", "unknown-name"}, found
    assert all(f["in"] == "table" and f["message"] and f["severity"] == "error" for f in found["findings"]), found
    status, found = boss.ask("POST", "/api/house/tables/check", {"text": TABLE % ("third", ", posted"), "sheet": GIFT})
    assert status == 200 and not found["good"], found
    assert [f["in"] for f in found["findings"] if f["code"] == "player-edge"] == ["sheet"], found
    gift = next(w for w in found["wagers"] if w["wager"] == "gift")
    assert not gift["open"] and gift["status"] == "player-edge" and gift["reason"] and gift["edge"].startswith("-"), gift
    assert "third" not in names(boss)
    is_error(boss.ask("POST", "/api/house/tables/check", {}), 422, "malformed")
    p = server.guest()
    is_error(p.ask("POST", "/api/house/tables/check", {"text": TABLE % ("third", "")}), 403, "not-operator")
    is_error(p.ask("POST", "/api/house/tables", {"text": TABLE % ("third", "")}), 403, "not-operator")


def a_file_is_not_read(server, boss):
    path = os.path.join(SOURCE, "rules", "tiger.felt")
    status, found = boss.ask("POST", "/api/house/tables/check", {"text": (TABLE % ("third", "")).replace("sheets baccarat", f'sheets "{path}"')})
    assert status == 200 and not found["good"] and "shipped sheet" in json.dumps(found), found


def operators_open_tables(server, boss):
    watcher = server.guest()
    lobby = watcher.live()
    lobby.next()
    status, found = boss.ask("POST", "/api/house/tables", {"text": TABLE % ("third", ", posted"), "sheet": GIFT, **REASON})
    assert (status, found) == (200, {"table": "third"}), found
    came = lobby.until(lambda m: "came" in m)[-1]["came"]
    assert came["table"] == "third" and came["opened"] and came["here"] and "private" not in came, came
    assert names(watcher)["third"]["opened"]
    is_error(boss.ask("POST", "/api/house/tables", {"text": TABLE % ("third", ""), **REASON}), 409, "table-exists")
    is_error(boss.ask("POST", "/api/house/tables", {"text": TABLE % ("craps", ""), **REASON}), 409, "table-exists")
    status, found = boss.ask("POST", "/api/house/tables", {"text": (TABLE % ("fourth", "")).replace("seats 7", "seats 0"), **REASON})
    assert status == 422 and found["error"]["code"] == "table" and found["findings"], found
    status, found = boss.ask("POST", "/api/house/tables", {"text": TABLE % ("fourth", ", posted"), "sheet": 'sheet "x"\n', **REASON})
    assert status == 422 and found["error"]["code"] == "sheet" and found["findings"][0]["in"] == "sheet", found
    status, log = boss.ask("GET", "/api/house/log")
    assert [c["about"] for c in log["changes"] if c["what"] == "table-opened"] == ["third"], log


def they_are_played(server):
    p = server.guest()
    live = p.live()
    live.next()
    assert live.do("watch", table="third")["state"]["table"] == "third"
    assert live.do("sit", table="third")["ok"]
    answer = live.do("bet", table="third", wager="gift", amount=100)
    assert not answer["ok"] and answer["error"]["code"] == "wager-closed", answer
    assert live.do("bet", table="third", wager="player", amount=1000)["ok"]
    assert live.do("deal", table="third")["ok"]
    live.do("ping")
    assert live.do("bet", table="third", wager="tie", amount=500)["ok"]
    status, odds = p.ask("GET", "/api/tables/third/odds")
    assert status == 200 and odds["fresh"], odds
    status, rounds = p.ask("GET", "/api/tables/third/rounds")
    assert status == 200 and len(rounds["rounds"]) == 1, rounds
    return p


def they_are_there_after_a_restart_and_a_kill(server, p):
    for end in (server.stop, server.kill):
        end()
        server.start()
        p.port = server.port
        status, table = p.ask("GET", "/api/tables/third")
        assert status == 200 and table["opened"] and len(table["bets"]) <= 1 and table["round"] >= 1, table


def they_are_closed_for_good(server, boss):
    boss.port = server.port
    p = server.guest()
    live = p.live()
    live.next()
    live.do("watch", table="third")
    live.do("sit", table="third")
    assert live.do("bet", table="third", wager="tie", amount=500)["ok"]
    is_error(boss.ask("POST", "/api/house/tables/third/close-for-good", {}), 422, "reason")
    is_error(boss.ask("POST", "/api/house/tables/third/close-for-good", REASON), 409, "bets-up")
    is_error(boss.ask("POST", "/api/house/tables/craps/close-for-good", REASON), 409, "not-opened")
    assert live.do("deal", table="third")["ok"]
    live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))
    status, found = boss.ask("POST", "/api/house/tables/third/close-for-good", REASON)
    assert (status, found) == (200, {"ok": True}), found
    live.until(lambda m: m.get("gone") == "third")
    is_error(p.ask("GET", "/api/tables/third"), 404, "no-table")
    answer = live.do("bet", table="third", wager="tie", amount=500)
    assert answer["error"]["code"] == "no-table", answer
    assert "third" not in names(p)
    status, log = boss.ask("GET", "/api/house/log")
    assert [c["about"] for c in log["changes"] if c["what"] == "table-closed"] == ["third"], log
    server.kill()
    server.start()
    p.port = boss.port = server.port
    is_error(p.ask("GET", "/api/tables/third"), 404, "no-table")


# ---- private tables ----


def open_private(p, **body):
    status, found = p.ask("POST", "/api/workshop/tables", {"text": GIFT, **body})
    assert status == 200, (status, found)
    return found["table"], found["credits"]


def a_sheet_that_mints_money_mints_none(server):
    p = server.guest()
    purse = p.ask("GET", "/api/me")[1]["balance"]
    name, credits = open_private(p)
    live = p.live()
    live.next()
    state = live.do("watch", table=name)["state"]
    assert state["private"] and state["balance"] == {"available": credits, "held": 0}, state
    assert state["pace"] == "on-demand" and state["name"] == "Gift", state
    sat = live.do("sit", table=name)
    assert sat["ok"] and sat["balance"]["available"] == credits, sat
    bet = live.do("bet", table=name, wager="gift", amount=10000)
    assert bet["ok"] and bet["balance"] == {"available": credits - 10000, "held": 10000}, bet
    live.send(do="deal", table=name, id=live.id + 1)
    live.id += 1
    seen = live.until(lambda m: any(e["event"] == "paid" for e in m.get("events", [])))[-1]
    paid = next(e for e in seen["events"] if e["event"] == "paid")
    assert paid["paid"] == 1001 * 10000 and seen["balance"] == {"available": credits + 1000 * 10000, "held": 0}, seen
    state = live.do("state", table=name)["state"]
    assert [s["player"] for s in state["players"]] == [p.player] and state["balance"]["available"] == credits + 1000 * 10000, state
    assert p.ask("GET", "/api/me")[1]["balance"] == purse
    live.do("watch", table="baccarat")
    sat = live.do("sit", table="baccarat")
    assert sat["ok"] and sat["balance"]["available"] == purse["available"], sat  # none of it can be bet elsewhere
    assert not live.do("bet", table="baccarat", wager="player", amount=purse["available"] + 100)["ok"]
    bets = p.ask("GET", f"/api/me/bets?table={name}")[1]["events"]
    assert [e["event"] for e in bets] == ["placed", "paid"], bets
    status, round_ = p.ask("GET", f"/api/tables/{name}/rounds/1")
    assert status == 200 and any(e["event"] == "paid" for e in round_["events"]), round_
    seen = live.do("watch", table=name, **{"from": 0})
    assert any(e["event"] == "paid" for m in live.last for e in m.get("events", [])), live.last
    return p, name


def nobody_else_knows_of_it(server, p, name, boss):
    assert names(p)[name]["private"]
    other = server.guest()
    live = other.live()
    live.next()
    for person in (other, server.person(), boss):
        assert name not in names(person)
        for path in ("", "/wagers", "/odds", "/rules", "/rounds", "/rounds/1", "/history"):
            is_error(person.ask("GET", f"/api/tables/{name}{path}"), 404, "no-table")
    is_error(other.ask("GET", f"/api/me/bets?table={name}"), 404, "no-table")
    is_error(other.ask("POST", f"/api/workshop/tables/{name}/close"), 404, "no-table")
    is_error(boss.ask("POST", f"/api/house/tables/{name}", {"do": "pause", **REASON}), 404, "no-table")
    for word, fields in (("watch", {}), ("sit", {}), ("state", {}), ("deal", {}), ("bet", {"wager": "gift", "amount": 100}),
                         ("contribute", {"in": True})):
        answer = live.do(word, table=name, **fields)
        assert answer["error"]["code"] == "no-table", answer
    about = json.dumps(other.ask("GET", "/api/about")[1]) + other.ask("GET", "/metrics")[1] + json.dumps(boss.ask("GET", "/api/house/risk?bank=0")[1])
    assert name not in about
    log = json.dumps(boss.ask("GET", "/api/house/log")[1])
    assert name not in log and "large" not in log, log  # a win at a private table is none of the house's


def who_has_signed_out_sees_no_more(server):
    p = server.guest()
    name, _ = open_private(p)
    live = p.live()
    live.next()
    assert live.do("watch", table=name)["ok"]
    p.ask("POST", "/api/sign-out")
    live.until(lambda m: m.get("error", {}).get("code") == "session-ended")
    live.send(do="state", table=name)
    assert live.until(lambda m: "error" in m)[-1]["error"]["code"] == "no-table"


def there_are_few_of_them(server):
    p = server.guest()
    opened = [open_private(p)[0] for _ in range(4)]
    mine = {n for n, t in names(p).items() if t.get("private")}
    assert mine == set(opened[1:]), (mine, opened)  # the oldest makes room
    is_error(p.ask("POST", f"/api/workshop/tables/craps/close"), 404, "no-table")
    assert p.ask("POST", f"/api/workshop/tables/{opened[3]}/close") == (200, {"ok": True})
    assert opened[3] not in names(p)
    people = [p]
    for _ in range(8):
        other = server.guest()
        status, found = other.ask("POST", "/api/workshop/tables", {"text": GIFT})
        if status != 200:
            break
    is_error((status, found), 409, "too-many")


def options_and_other_sheets(server):
    p = server.guest()
    name, _ = open_private(p, text=rules("parlay-craps"), beside="craps", set=["ends=any-seven"])
    status, found = p.ask("GET", f"/api/tables/{name}/wagers")
    assert {o["option"]: o["chosen"]["choice"] for o in found["options"] if o["sheet"] == "posted"}["ends"] == "any-seven", found["options"]
    defaulted = {o["option"] for o in found["options"] if o["sheet"] == "posted" and o.get("by_default")}
    assert defaulted == {o["option"] for o in found["options"] if o["sheet"] == "posted" and len(o["choices"]) > 1} - {"ends"}, defaulted
    assert {w["sheet"] for w in found["wagers"]} == {"craps", "posted"}
    status, card = p.ask("GET", f"/api/tables/{name}/rules?sheet=posted")
    assert status == 200 and "\nChosen by default: " in card and "field-12=" in card.split("Chosen by default")[1], card
    assert not any(o.get("by_default") for o in p.ask("GET", "/api/tables/craps/wagers")[1]["options"])
    name, _ = open_private(p, text=rules("parlay-craps-envy"))
    status, found = p.ask("GET", f"/api/tables/{name}/wagers")
    closed = {w["wager"]: w for w in found["wagers"] if not w["open"]}
    assert closed and all(w["closed"] in ("unset", "undefined", "choices", "base") and w["reason"] for w in closed.values()), closed
    status, found = p.ask("POST", "/api/workshop/tables", {"text": 'sheet "x"\ngame bacarat\n'})
    assert status == 422 and found["error"]["code"] == "sheet" and found["findings"][0]["line"] == 2, found
    status, found = p.ask("POST", "/api/workshop/tables", {"text": GIFT, "beside": "none"})
    assert status == 422 and found["findings"], found
    status, found = p.ask("POST", "/api/workshop/tables", {"text": GIFT, "set": ["nope=1"]})
    assert status == 422 and "nope" in json.dumps(found["findings"]), found
    is_error(p.ask("POST", "/api/workshop/tables", {"text": GIFT, "set": ["--help"]}), 422, "malformed")
    is_error(p.ask("POST", "/api/workshop/tables", {}), 422, "malformed")
    is_error(p.ask("POST", "/api/workshop/tables", {"text": "#" + "x" * 65536}), 413, "too-large")
    is_error(server.person().ask("POST", "/api/workshop/tables", {"text": GIFT}), 401, "not-signed-in")


def a_hostile_sheet_stops_nothing(server):
    p = server.guest()
    answers = []
    posting = threading.Thread(target=lambda: answers.append(p.ask("POST", "/api/workshop/tables", {"text": slow(9)})))
    posting.start()  # as large as the language allows
    other, live = play(server, "baccarat", "player", 2)  # the tables are dealt meanwhile
    assert other.ask("GET", "/api/tables/tiger/odds")[0] == 200
    posting.join()
    assert answers[0][0] == 422 and answers[0][1]["error"]["code"] in ("too-long", "too-large"), answers
    assert p.ask("POST", "/api/workshop/tables", {"text": rules("dice-works"), "beside": "craps"})[0] == 200
    status, found = p.ask("POST", "/api/workshop/tables", {"text": slow(12)})  # and larger
    assert status == 422 and found["error"]["code"] in ("sheet", "too-long"), found


def what_is_at_them_is_known(server, boss):
    p = server.guest()
    before = boss.ask("GET", "/api/house/risk")[1]["bank"]["private"]
    name, credits = open_private(p)
    live = p.live()
    live.next()
    live.do("watch", table=name)
    live.do("sit", table=name)
    assert live.do("bet", table=name, wager="gift", amount=10000)["ok"]
    live.do("deal", table=name)
    live.until(lambda m: any(e["event"] == "paid" for e in m.get("events", [])))
    assert live.do("bet", table=name, wager="gift", amount=10000)["ok"]
    wanted = {"tables": before["tables"] + 1, "grants": before["grants"] + credits, "credits": before["credits"] + credits + 1000 * 10000}
    assert boss.ask("GET", "/api/house/risk")[1]["bank"]["private"] == wanted
    p.ask("POST", f"/api/workshop/tables/{name}/close")  # what is up goes back, and is still there
    live.until(lambda m: m.get("gone") == name)
    assert boss.ask("GET", "/api/house/risk")[1]["bank"]["private"] == wanted


def who_excludes_himself_plays_nowhere(server):
    p = server.guest()
    name, _ = open_private(p)
    live = p.live()
    live.next()
    live.do("watch", table=name)
    assert live.do("sit", table=name)["ok"]
    assert p.ask("POST", "/api/me/exclude", {"days": 1})[0] == 200
    for id, command in ((100, {"do": "bet", "wager": "gift", "amount": 100}), (101, {"do": "sit"})):
        live.send(id=id, table=name, **command)
        error = live.until(lambda m: m.get("answer") == id)[-1]["error"]
        assert error["code"] in ("not-signed-in", "no-table", "not-seated", "player"), error


def one_that_nobody_uses_is_closed(felt):
    with Server(felt, more=["--private-idle", "1"]) as server:
        p = server.guest()
        live = p.live()
        live.next()
        name, _ = open_private(p)
        live.until(lambda m: m.get("gone") == name)
        is_error(p.ask("GET", f"/api/tables/{name}"), 404, "no-table")


def its_bets_go_back_when_the_server_ends(server, boss):
    p = server.guest()
    name, credits = open_private(p)
    live = p.live()
    live.next()
    live.do("watch", table=name)
    live.do("sit", table=name)
    assert live.do("bet", table=name, wager="gift", amount=10000)["ok"]
    server.kill()
    server.start()
    p.port = boss.port = server.port
    is_error(p.ask("GET", f"/api/tables/{name}"), 404, "no-table")
    assert not any(t.get("private") for t in names(p).values())
    _, holds = boss.ask("GET", "/api/house/holds")
    assert all("chain" not in h for h in holds["holds"]), holds


def the_history_is_whole(server):
    server.stop()
    store, file = "sqlite:" + os.path.join(server.folder, "felt.db"), os.path.join(server.folder, "history")
    said = {}
    for command in (["history", "export", "--store", store, "-o", file], ["store", "audit", "--store", store],
                    ["history", "verify", file], ["history", "verify", "--store", store], ["verify", file], ["audit", file]):
        done = subprocess.run([server.felt, *command], capture_output=True, text=True)
        assert done.returncode == 0, (command, done)
        said[command[0]] = done.stdout
    assert "third" in said["audit"] and "w-" in said["audit"], said["audit"]
    holds = subprocess.run([server.felt, "store", "holds", "--json", "--store", store], capture_output=True, text=True)
    assert json.loads(holds.stdout) == [] or all("w-" not in str(h) for h in json.loads(holds.stdout)), holds.stdout
    second = subprocess.run([sys.executable, os.path.join(SOURCE, "examples", "verify.py"), file], capture_output=True, text=True)
    assert second.returncode == 0, second


def main(felt):
    tap = Tap()
    with Server(felt, more=["--guest-cap", "1000000"]) as server:
        boss = operator(server, "Boss")
        tap.run("operators see what would be", operators_see_what_would_be, server, boss)
        tap.run("a file is not read", a_file_is_not_read, server, boss)
        tap.run("operators open tables", operators_open_tables, server, boss)
        p = they_are_played(server)
        tap.run("they are there after a restart and a kill", they_are_there_after_a_restart_and_a_kill, server, p)
        tap.run("they are closed for good", they_are_closed_for_good, server, boss)
        made = []
        tap.run("a sheet that mints money mints none", lambda: made.extend(a_sheet_that_mints_money_mints_none(server)))
        if made:
            tap.run("nobody else knows of it", nobody_else_knows_of_it, server, *made, boss)
        tap.run("who has signed out sees no more", who_has_signed_out_sees_no_more, server)
        tap.run("options and other sheets", options_and_other_sheets, server)
        tap.run("a hostile sheet stops nothing", a_hostile_sheet_stops_nothing, server)
        tap.run("what is at them is known", what_is_at_them_is_known, server, boss)
        tap.run("who excludes himself plays nowhere", who_excludes_himself_plays_nowhere, server)
        tap.run("one that nobody uses is closed", one_that_nobody_uses_is_closed, felt)
        tap.run("its bets go back when the server ends", its_bets_go_back_when_the_server_ends, server, boss)
        tap.run("there are few of them", there_are_few_of_them, server)
        tap.run("the history is whole", the_history_is_whole, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
