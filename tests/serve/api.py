"""tests/serve/api.py - HTTP calls and live messages, one by one, as docs/api.md has them. Run: api.py FELT"""
import sys

from world import Server, Tap


def is_error(answer, status, code):
    assert answer[0] == status, answer
    error = answer[1]["error"]
    assert error["code"] == code, answer
    assert set(error) == {"code", "message", "do"} and error["message"] and error["do"], answer


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


def watching_ends_with_an_answer(server):
    live = server.guest().live()
    live.next()
    live.send(do="watch", table="craps", id=1)
    live.until(lambda m: m.get("answer") == 1)
    live.id = 1
    assert live.do("unwatch", table="craps")["ok"]


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        tap.run("every call is in one table of routes", routes_have_one_table, server)
        tap.run("wagers say all that a page needs of them", wagers_say_what_a_page_needs, server)
        tap.run("bets that stay up say how far they are", bets_say_how_far_they_are, server)
        tap.run("watching ends with an answer", watching_ends_with_an_answer, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
