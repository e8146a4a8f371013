"""tests/serve/odds.py - exact figures of live tables: of a fresh shoe, of the cards that nobody has seen, of bets that stand. Run: odds.py FELT"""
import json
import os
import subprocess
import sys

from api import is_error, play
from fractions import Fraction
from world import SOURCE, Server, Tap

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def rank(card):
    """0 for an ace of any suit, 12 for a king."""
    return RANKS.index(card[:-1].replace("T", "10"))


def computed(server, sheet, shoe, settings):
    """The edges that `felt odds` has for a shoe, by wager and side."""
    arguments = [server.felt, "odds", "--json", "--shoe", ",".join(map(str, shoe))]
    for setting in settings:
        arguments += ["--set", setting]
    result = subprocess.run([*arguments, sheet], capture_output=True, text=True, check=True,
                            env={**os.environ, "FELT_RULES": os.path.join(SOURCE, "rules")})
    return {o["wager"] + (f" on {o['side']}" if o["side"] else ""): o["edge"] for o in json.loads(result.stdout)}


def fresh_odds_are_exact(server):
    p = server.person()
    status, odds = p.ask("GET", "/api/tables/craps/odds")
    assert status == 200 and odds["live"], odds
    wagers = {w["wager"]: w for w in odds["fresh"]["wagers"]}
    assert [(f["point"], f["edge"]) for f in wagers["pass"]["placed"]] == [(0, "7/495")], wagers["pass"]
    assert [f["point"] for f in wagers["come"]["placed"]] == [4, 5, 6, 8, 9, 10], wagers["come"]
    status, odds = p.ask("GET", "/api/tables/tiger/odds")
    assert status == 200 and not odds["live"] and "now" not in odds, odds
    assert {w["wager"]: w["edge"] for w in odds["fresh"]["wagers"]}["player"] == "241149546272/19524993263685", odds
    live = server.guest().live()
    live.next()
    live.send(do="watch", table="tiger", id=1)
    live.until(lambda m: m.get("answer") == 1)
    live.id = 1
    assert live.do("odds", table="tiger", on=True)["error"]["code"] == "odds-closed"
    assert live.do("odds", table="craps", on=True)["error"]["code"] == "not-watched"


def what_was_seen_counts(server):
    p, live = play(server, "baccarat", "player", 1)
    settings = ["banker-pay=commission", "tie-pay=8"]
    state = p.ask("GET", "/api/tables/baccarat")[1]
    unseen = [32] * 13
    unseen[rank(state["cards"]["shown"])] -= 1
    for number in range(1, state["round"] + 1):
        for dealt in p.ask("GET", f"/api/tables/baccarat/rounds/{number}")[1]["cards"]:
            unseen[rank(dealt["card"])] -= 1
    assert live.do("odds", table="baccarat", on=True)["ok"]
    for _ in range(6):
        odds = live.until(lambda m: m.get("odds", {}).get("after_round") == state["round"])[-1]["odds"]
        assert odds["ranks"] == unseen and odds["unseen"] == sum(unseen), (odds["ranks"], unseen)
        # burnt cards are among those that nobody has seen
        assert odds["unseen"] > p.ask("GET", "/api/tables/baccarat")[1]["cards"]["left"] - 1
        edges = computed(server, "baccarat", unseen, settings)
        assert {w["wager"]: w["edge"] for w in odds["wagers"] if w["wager"] in edges} == edges, (odds, edges)
        assert all(abs(float(Fraction(w["edge"])) - w["edge_decimal"]) < 1e-11 for w in odds["wagers"]), odds
        assert live.do("bet", table="baccarat", wager="player", amount=100)["ok"]
        assert live.do("deal", table="baccarat")["ok"]
        seen = live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))[-1]
        event = next(e for e in seen["events"] if e["event"] == "dealt")
        state["round"] = event["round"]
        for card in event["dealt"]["player"] + event["dealt"]["banker"]:
            unseen[rank(card)] -= 1
    assert live.do("odds", table="baccarat", on=False)["ok"]
    status, odds = p.ask("GET", "/api/tables/baccarat/odds")
    assert status == 200 and odds["now"]["ranks"] == unseen and odds["now"]["after_round"] == state["round"], odds


def bets_that_stand_have_a_worth(server):
    p, live = play(server, "craps", "field", 0)
    assert live.do("odds", table="craps", on=True)["ok"]
    wins = {4: Fraction(1, 3), 5: Fraction(2, 5), 6: Fraction(5, 11), 8: Fraction(5, 11), 9: Fraction(2, 5), 10: Fraction(1, 3)}
    bet = point = None
    for _ in range(200):
        if bet is None:
            answer = live.do("bet", table="craps", wager="pass", amount=100)
            bet = answer["bet"] if answer["ok"] else None
            assert answer["ok"] or live.do("bet", table="craps", wager="field", amount=100)["ok"]
        assert live.do("deal", table="craps")["ok"]
        now = live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))[-1]
        if any(e["event"] == "paid" and e["bet"] == bet for e in now["events"]):
            bet = None
        point = now["now"]["point"]
        if bet is not None and point != 0:
            break
    odds = live.until(lambda m: m.get("odds", {}).get("after_round") == now["now"]["round"])[-1]["odds"]
    (own,) = [b for b in odds["standing"] if b["bet"] == bet]
    assert Fraction(own["worth"]) == 2 * wins[point], (point, own)
    field = next(w for w in odds["wagers"] if w["wager"] == "field")
    assert field["edge"] == "1/18" and field["events"] == "1/1", field
    assert "edge" not in next(w for w in odds["wagers"] if w["wager"] == "pass"), "not while a point is on"


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        tap.run("figures of a fresh shoe are exact", fresh_odds_are_exact, server)
        tap.run("what was seen counts, and what was burnt does not", what_was_seen_counts, server)
        tap.run("bets that stand have an exact worth", bets_that_stand_have_a_worth, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
