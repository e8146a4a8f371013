"""tests/serve/api.py - HTTP calls and live messages, one by one, as docs/api.md has them. Run: api.py FELT"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from people import operator
from world import SOURCE, Server, Tap


def is_error(answer, status, code):
    assert answer[0] == status, str(answer)[:1000]
    error = answer[1]["error"]
    assert error["code"] == code, error
    assert set(error) == {"code", "message", "do"} and error["message"] and error["do"], error


def routes_have_one_table(server):
    p = server.person()
    status, api = p.ask("GET", "/api")
    assert status == 200 and {"method": "GET", "path": "/api/tables", "who": "anybody"} in api["calls"], api
    is_error(p.ask("GET", "/api/nothing"), 404, "not-found")
    is_error(p.ask("GET", "/api/tables/none"), 404, "no-table")
    is_error(p.ask("POST", "/api/tables"), 405, "method")
    is_error(p.ask("GET", "/api/guest"), 405, "method")
    is_error(p.ask("GET", "/api/me"), 401, "not-signed-in")
    is_error(p.ask("GET", "/api/house/risk"), 401, "not-signed-in")
    is_error(p.ask("POST", "/api/sign-in", [1]), 400, "malformed")
    is_error(p.ask("GET", "/api/tables/craps/rounds?from=x"), 400, "malformed")
    p.guest()
    is_error(p.ask("GET", "/api/house/risk"), 403, "not-operator")


def wagers_say_what_a_page_needs(server):
    p = server.person()
    status, craps = p.ask("GET", "/api/tables/craps/wagers")
    assert status == 200
    option = next(o for o in craps["options"] if o["option"] == "field-12")
    assert option["sheet"] == "craps" and option["chosen"]["choice"] == "double" and "triple" in option["choices"], option
    wagers = {w["wager"]: w for w in craps["wagers"]}
    odds = wagers["pass-odds on 6"]
    assert odds["needs"] == ["pass"] and odds["points"] == [6] and odds["placed_with"], odds
    assert wagers["pass"]["edge"] == "7/495" and wagers["pass"]["points"] == [0], wagers["pass"]
    win = next(r for r in wagers["pass"]["rows"] if r["kind"] == "wins")
    assert win["win"] == [1, 1] and win["pays"] == "pays 1 to 1" and win["short"] == "1 to 1" and win["cites"], win
    lows = wagers["all-lows"]
    assert [m["name"] for m in lows["remembers"]] == ["2", "3", "4", "5", "6"], lows
    assert lows["stands"] and lows["sheet"] == "dice-works" and lows["chip"] > 0, lows
    assert "take-down" in wagers["place on 6"]["may"], wagers["place on 6"]
    status, baccarat = p.ask("GET", "/api/tables/baccarat/wagers")
    closed = [w for w in baccarat["wagers"] if not w["open"]]
    assert closed and all(w["closed"] and w["reason"] for w in closed), closed


def bets_say_how_far_they_are(server):
    p = server.guest()
    live = p.live()
    hello = live.next()
    assert hello["hello"] == "felt" and hello["credit"] == 100 and hello["version"], hello
    live.send(do="watch", table="craps", id=1)
    live.id = 1
    state = live.next()["state"]
    assert state["point"] == 0 and state["shooter"] == -1 and state["bets"] == [], state
    assert live.do("sit", table="craps")["ok"]
    bet = live.do("bet", table="craps", wager="all-lows", amount=500)
    assert bet["ok"], bet
    live.do("deal", table="craps")
    seen = live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))[-1]
    total = sum(next(e for e in seen["events"] if e["event"] == "dealt")["dice"])
    assert seen["now"]["round"] == 1 and seen["now"]["point"] == (total if total in (4, 5, 6, 8, 9, 10) else 0), seen
    if total == 7:
        paid = next(e for e in seen["events"] if e["event"] == "paid")
        assert paid["lost"] == 500 and paid["row"] >= 0 and paid["when"], paid
        return
    (own,) = [b for b in seen["bets"] if b["bet"] == bet["bet"]]
    assert {m["name"]: m["value"] for m in own["has"]} == {str(n): int(n == total) for n in range(2, 7)}, (total, own)
    assert own["moved"] and "progress" in own, own
    offered = server.guest().ask("GET", "/api/tables/craps/wagers")[1]["wagers"]
    rows = next(w["rows"] for w in offered if w["wager"] == "all-lows")
    assert [r["kind"] for r in rows if r["row"] in own["next"]] == ["loses"], (own, rows)  # four are still to come: a roll can only end it


def watching_ends_with_an_answer(server):
    live = server.guest().live()
    live.next()
    live.send(do="watch", table="craps", id=1)
    live.until(lambda m: m.get("answer") == 1)
    live.id = 1
    assert live.do("unwatch", table="craps")["ok"]


def play(server, table, wager, rounds, amount=100):
    """Somebody who has bet on so many rounds, and his connection."""
    p = server.guest()
    live = p.live()
    live.next()
    live.send(do="watch", table=table)
    live.next()
    assert live.do("sit", table=table)["ok"]
    for _ in range(rounds):
        assert live.do("bet", table=table, wager=wager, amount=amount)["ok"]
        assert live.do("deal", table=table)["ok"]
        live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))
    return p, live


def rounds_are_recalled(server):
    p, _ = play(server, "baccarat", "player", 12)
    other = server.person()
    last = other.ask("GET", "/api/tables/baccarat")[1]["round"]
    for number in range(last - 11, last + 1):
        status, one = p.ask("GET", f"/api/tables/baccarat/rounds/{number}")
        assert status == 200 and one["round"] == number and len(one["hash"]) == 64, one
        assert [c["to"] for c in one["cards"][:4]] == ["player", "banker"] * 2 and len(one["cards"]) in (4, 5, 6), one
        assert [c["card"] for c in one["cards"] if c["to"] == "banker"] == one["dealt"]["banker"], one
        paid = [e for e in one["events"] if e["event"] == "paid"]
        assert len(paid) == 1 and paid[0]["stake"] == 100 and paid[0]["when"], one
        assert one["all"]["bets"] == 1 and one["all"]["staked"] == 100, one
        assert not [e for e in other.ask("GET", f"/api/tables/baccarat/rounds/{number}")[1]["events"] if e["event"] == "paid"]
    is_error(p.ask("GET", f"/api/tables/baccarat/rounds/{last + 1}"), 404, "no-round")
    is_error(p.ask("GET", "/api/tables/baccarat/rounds/0"), 404, "not-found")
    status, page = p.ask("GET", "/api/tables/baccarat/rounds?from=-8")
    assert status == 200 and page["rounds"][-1]["round"] == last and page["next"] == page["records"] + 1, page


def first_of_shoe(p, table):
    """The round with which the shoe in play began, counted by the chain: rounds before the last shoe-begun, and one."""
    dealt, first = 0, 1
    for line in p.ask("GET", f"/api/tables/{table}/history")[1].splitlines():
        for event in json.loads(line).get("events", []):
            dealt += event["kind"] == "dealt"
            first = dealt + 1 if event["kind"] == "shoe-begun" else first
    return first


def shows_the_rounds_of_its_shoe(p):
    """The state says with which round the shoe began, as the chain does, and rounds from there on are those of the shoe."""
    status, state = p.ask("GET", "/api/tables/short")
    first, last = state["cards"]["first_round"], state["round"]
    assert status == 200 and first == first_of_shoe(p, "short"), (state, first_of_shoe(p, "short"))
    status, page = p.ask("GET", f"/api/tables/short/rounds?round={first}")
    assert status == 200 and [r["round"] for r in page["rounds"]] == list(range(first, last + 1)), (first, last, page)
    assert page["next"] == page["records"] + 1, page
    return first, last


def a_shoe_says_with_which_round_it_began(felt):
    with Server(felt, tables=os.path.join(SOURCE, "tests", "serve", "test.tables")) as server:
        p, live = play(server, "short", "player", 0)
        firsts = {1}
        while len(firsts) < 3:
            assert live.do("bet", table="short", wager="player", amount=100)["ok"] and live.do("deal", table="short")["ok"]
            live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))
            first, last = shows_the_rounds_of_its_shoe(p)
            firsts.add(first)
        assert p.ask("GET", "/api/tables/short/rounds?round=1")[1]["rounds"][0]["round"] == 1
        assert p.ask("GET", f"/api/tables/short/rounds?round={last + 5}")[1]["rounds"] == []
        is_error(p.ask("GET", "/api/tables/short/rounds?round=x"), 400, "malformed")
        server.kill()
        server.start()
        p.port = server.port
        assert shows_the_rounds_of_its_shoe(p) == (first, last)


def all_pages(p):
    """A player's own bets at all tables, page by page."""
    pages, before = [], ""
    while True:
        status, page = p.ask("GET", "/api/me/bets" + before)
        assert status == 200, page
        pages.append(page["events"])
        if not page["more"]:
            return pages
        assert before == "" or page["before"] < int(before.split("=")[1]), (before, page["before"])
        before = f"?before={page['before']}"


def own_bets_at_all_tables(server):
    """In the order of time, none lost and none twice at the borders of pages."""
    p, live = play(server, "baccarat", "banker", 3)
    live.do("sit", table="golden-frog")
    live.do("watch", table="golden-frog")
    live.do("sit", table="craps")
    for i in range(90):
        for table, wager in (("baccarat", "player"), ("golden-frog", "banker")):
            assert live.do("bet", table=table, wager=wager, amount=100)["ok"]
        if i % 5 == 4:
            assert live.do("bet", table="craps", wager="field", amount=100)["ok"]
            assert live.do("deal", table="baccarat")["ok"] and live.do("deal", table="golden-frog")["ok"]
    pages = all_pages(p)
    events = [e for page in pages for e in page]
    assert len(pages) > 1 and all(pages), [len(page) for page in pages]
    assert [e["time"] for e in events] == sorted((e["time"] for e in events), reverse=True), "not in order"
    for table in ("baccarat", "golden-frog", "craps"):
        alone = p.ask("GET", f"/api/me/bets?table={table}")[1]["events"]
        assert sorted(e["seq"] for e in alone) == sorted(e["seq"] for e in events if e["table"] == table), table
    assert {e["table"] for e in events} == {"baccarat", "golden-frog", "craps"}
    last = next(e for e in events if e["event"] == "paid")
    recalled = p.ask("GET", f"/api/tables/{last['table']}/rounds/{last['round']}")[1]
    assert last["bet"] in [e["bet"] for e in recalled["events"] if e["event"] == "paid"], (last, recalled)
    assert not any("round" in e for e in events if e["event"] == "placed")
    is_error(p.ask("GET", "/api/me/bets?before=soon"), 400, "malformed")
    status, page = p.ask("GET", "/api/me/bets?before=1")
    assert status == 200 and page["events"] == [] and not page["more"], page


def own_bets_are_paged(server):
    p, _ = play(server, "golden-frog", "banker", 5)
    play(server, "golden-frog", "player", 3)
    status, page = p.ask("GET", "/api/me/bets?table=golden-frog")
    kinds = [e["event"] for e in page["events"]]
    assert status == 200 and kinds.count("placed") == 5 and kinds.count("paid") == 5 and not page["more"], page
    assert all(e["wager"] == "banker" for e in page["events"]), page
    is_error(p.ask("GET", "/api/me/bets?table=nowhere"), 404, "no-table")
    is_error(server.person().ask("GET", "/api/me/bets?table=golden-frog"), 401, "not-signed-in")
    middle = page["events"][4]["seq"]
    status, page = p.ask("GET", "/api/me/bets?table=golden-frog&before=8")
    assert status == 200 and all(e["seq"] < middle + 8 for e in page["events"]), page


def chains_can_be_checked_by_anybody(server):
    play(server, "tiger", "banker", 30)
    p, path, text, pages = server.person(), "/api/tables/tiger/history", "", 0
    while path:
        status, page = p.ask("GET", path)
        assert status == 200, (status, page)
        text += page
        pages += 1
        link = re.match(r'<(.*)>; rel="next"', p.headers.get("link", ""))
        path = link.group(1) if link else None
    file = os.path.join(server.folder, "tiger.jsonl")
    with open(file, "w") as out:
        out.write(text)
    result = subprocess.run([server.felt, "verify", file], capture_output=True, text=True)
    assert result.returncode == 0, (pages, result.stdout, result.stderr)
    is_error(p.ask("GET", "/api/tables/tiger/history?from=0"), 400, "malformed")
    is_error(p.ask("GET", "/api/tables/tiger/history?to=1000000"), 400, "malformed")
    status, part = p.ask("GET", "/api/tables/tiger/history?from=4&to=9")
    assert status == 200 and [l.split(",")[1] for l in part.splitlines()[:-1]] == [f'"sequence":{n}' for n in range(4, 10)], part


def shipped_table(name, called):
    """The lines of a table of the shipped file, under another name."""
    with open(os.path.join(SOURCE, "tables", "felt.tables")) as file:
        text = file.read()
    found = re.search(rf'^table "[^"]*" as {name}\n(?:  .*\n)+', text, re.M).group(0)
    return found.replace(f" as {name}\n", f" as {called}\n")


def rounds_of_older_setups_are_recalled(felt):
    with tempfile.TemporaryDirectory(prefix="felt-setups-") as folder:
        recall_older_setups(felt, folder)


def recall_older_setups(felt, folder):
    tables = os.path.join(folder, "t.tables")
    rounds = []
    for sheet, wager in [("golden-bacc", "red-dragon-7"), ("tiger", "banker"), ("craps", "field")]:
        with open(tables, "w") as out:
            out.write(shipped_table(sheet, "t"))
        with Server(felt, tables=tables, folder=folder) as server:
            p, live = play(server, "t", wager, 3)
            first = len(rounds)
            rounds += [(wager, p.ask("GET", f"/api/tables/t/rounds/{n + 1}")[1]["result"]) for n in range(first, first + 3)]
            for number, (bet_on, result) in enumerate(rounds, 1):
                status, one = p.ask("GET", f"/api/tables/t/rounds/{number}")
                assert status == 200 and one["result"] == result, (number, one)
                if number > first:
                    assert [e["wager"] for e in one["events"] if e["event"] == "paid"] == [bet_on], one
            status, bets = p.ask("GET", "/api/me/bets?table=t")
            assert {e["wager"] for e in bets["events"]} == {wager}, bets
            live.send(do="watch", table="t", **{"from": 0})
            seen = live.until(lambda m: m.get("ok"))
            dealt = [e["result"] for m in seen for e in m.get("events", []) if e["event"] == "dealt"]
            assert dealt == [result for _, result in rounds], (dealt, rounds)


def who_resumes_from_far_back_loses_nothing(server):
    p, live = play(server, "golden-dragon", "banker", 800)
    again = p.live()
    again.next()
    at, numbers, answers = 0, [], 0
    while True:
        again.send(do="watch", table="golden-dragon", **{"from": at})
        for m in again.until(lambda m: "ok" in m):
            numbers += [e["seq"] for e in m.get("events", []) if e["event"] in ("placed", "dealt", "paid")]
            at = m.get("at", at)
        answers += 1
        if not m.get("more"):
            break
    assert answers > 1 and "state" in m, (answers, m.keys())
    assert len(numbers) == 2400 and numbers == sorted(set(numbers)), len(numbers)
    assert live.do("bet", table="golden-dragon", wager="banker", amount=100)["ok"]
    again.until(lambda m: any(e["event"] == "placed" for e in m.get("events", [])))


def edges_of(server, table):
    text = server.person().ask("GET", "/metrics")[1]
    return re.findall(rf'^felt_wager_edge_(?:realised|exact|z)\{{table="{table}".*$', text, re.M)


def what_wagers_keep_outlives_the_server(felt):
    with Server(felt) as server:
        play(server, "tiger", "banker", 40)
        play(server, "craps", "field", 40)
        before = edges_of(server, "tiger") + edges_of(server, "craps")
        assert len(before) == 6, before
        recent = server.person().ask("GET", "/api/tables/tiger")[1]["recent"]
        server.kill()
        server.start()
        assert len(recent) == 40 and server.person().ask("GET", "/api/tables/tiger")[1]["recent"] == recent
        ends = time.time() + 20
        while edges_of(server, "tiger") + edges_of(server, "craps") != before and time.time() < ends:
            time.sleep(0.1)
        assert edges_of(server, "tiger") + edges_of(server, "craps") == before
        play(server, "tiger", "banker", 5)
        assert edges_of(server, "tiger") != before[:3]


def what_is_beyond_luck_is_an_alarm(felt):
    """A million to one cannot be waited for: at one to one, whatever is not the exact edge itself is an alarm."""
    with Server(felt) as server:
        play(server, "tiger", "banker", 25)
        metrics = server.person().ask("GET", "/metrics")[1]
        assert 'felt_wager_beyond_luck{table="tiger",wager="banker"} 0' in metrics and "felt_drift_alarms_total 0" in metrics, metrics
        assert not [line for line in server.logged() if line["what"] == "drift"]
        server.stop()
        server.more = ["--drift-alarm", "1"]
        server.start()
        ends = time.time() + 30  # it is counted from the chain
        while "felt_drift_alarms_total 1" not in metrics and time.time() < ends:
            metrics = server.person().ask("GET", "/metrics")[1]
        assert 'felt_wager_beyond_luck{table="tiger",wager="banker"} 1' in metrics, metrics
        alarms = [line for line in server.logged() if line["what"] == "drift"]
        assert len(alarms) == 1 and "table tiger, banker: the house kept" in alarms[0]["message"], alarms


def comes_to(ask, wanted):
    """What is asked for, which may take the server a moment."""
    ends = time.time() + 60
    while ask() != wanted and time.time() < ends:
        time.sleep(0.05)
    assert ask() == wanted, (ask(), wanted)


def games_that_do_not_go_on_say_why(felt):
    with Server(felt) as server:
        boss = operator(server, "Boss")
        ann, live = play(server, "tiger", "player", 0)
        assert live.do("bet", table="tiger", wager="player", amount=500)["ok"]

        def why():
            return [hold.get("interrupted") for hold in boss.ask("GET", "/api/house/holds")[1]["holds"]]

        assert why() == [None]
        for deed, wanted in (("pause", "paused"), ("shut", "shut"), ("open", None)):
            assert boss.ask("POST", "/api/house/tables/tiger", {"do": deed, "reason": "a test"})[0] == 200
            comes_to(why, [wanted])
        live.close()
        comes_to(why, ["away"])
        back = ann.live()
        comes_to(why, [None])
        back.close()


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        tap.run("every call is in one table of routes", routes_have_one_table, server)
        tap.run("wagers say all that a page needs of them", wagers_say_what_a_page_needs, server)
        tap.run("bets that stay up say how far they are", bets_say_how_far_they_are, server)
        tap.run("watching ends with an answer", watching_ends_with_an_answer, server)
        tap.run("rounds are recalled card by card", rounds_are_recalled, server)
        tap.run("a player's own bets come in pages", own_bets_are_paged, server)
        tap.run("and those of all tables by time", own_bets_at_all_tables, server)
        tap.run("chains can be had in pages, and checked by anybody", chains_can_be_checked_by_anybody, server)
        tap.run("who resumes from far back loses nothing", who_resumes_from_far_back_loses_nothing, server)
    tap.run("a shoe says with which round it began, and its rounds are asked for by it", a_shoe_says_with_which_round_it_began, sys.argv[1])
    tap.run("rounds of older setups are recalled", rounds_of_older_setups_are_recalled, sys.argv[1])
    tap.run("what wagers keep for the house outlives the server", what_wagers_keep_outlives_the_server, sys.argv[1])
    tap.run("what is beyond luck is an alarm, in metrics and log", what_is_beyond_luck_is_an_alarm, sys.argv[1])
    tap.run("games that do not go on by themselves say why", games_that_do_not_go_on_say_why, sys.argv[1])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
