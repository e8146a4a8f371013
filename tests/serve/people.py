"""tests/serve/people.py - guests, accounts, sessions, limits, exclusion and operators over the wire, as docs/people.md has them.
Run: people.py FELT"""
import contextlib
import json
import os
import sqlite3
import subprocess
import sys

from world import Server, Tap

PASSPHRASE = "correct horse"


def is_error(answer, status, code):
    assert answer[0] == status, answer
    error = answer[1]["error"]
    assert error["code"] == code, answer
    assert set(error) == {"code", "message", "do"} and error["message"] and error["do"], answer
    return error["message"]


def register(person, name, passphrase=PASSPHRASE):
    status, who = person.ask("POST", "/api/register", {"name": name, "passphrase": passphrase})
    assert status == 200, (status, who)
    return who


def sign_in(server, name, passphrase=PASSPHRASE):
    person = server.person()
    return person, person.ask("POST", "/api/sign-in", {"name": name, "passphrase": passphrase})


def seated(person, table="baccarat"):
    live = person.live()
    live.next()
    live.send(do="watch", table=table)
    live.next()
    assert live.do("sit", table=table)["ok"]
    return live


def deal(live, table="baccarat"):
    assert live.do("deal", table=table)["ok"]
    return live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))[-1]


def operator(server, name):
    """Made at the terminal, while the server is away."""
    server.stop()
    made = subprocess.run([server.felt, "operator", "add", name, "--store", "sqlite:" + os.path.join(server.folder, "felt.db")],
                          input=PASSPHRASE + "\n", capture_output=True, text=True)
    assert made.returncode == 0, made
    server.start()
    person, answer = sign_in(server, name)
    assert answer[0] == 200 and answer[1]["operator"], answer
    return person


# ---- accounts ----


def a_guest_becomes_an_account(server):
    p = server.person()
    guest = p.guest()
    assert guest["name"] == f"Guest {guest['player']}" and guest["guest"], guest
    old = p.cookie
    anna = register(p, "Anna")
    assert anna["player"] == guest["player"] and anna["balance"] == guest["balance"] and not anna["guest"], anna
    assert p.cookie != old
    p.cookie = old
    is_error(p.ask("GET", "/api/me"), 401, "not-signed-in")
    is_error(server.guest().ask("POST", "/api/register", {"name": "aNN\u0430", "passphrase": PASSPHRASE}), 422, "name-bad")
    is_error(server.guest().ask("POST", "/api/register", {"name": "aNNa", "passphrase": PASSPHRASE}), 409, "name-taken")
    is_error(server.guest().ask("POST", "/api/register", {"name": "Berta", "passphrase": "short"}), 422, "passphrase-bad")


def cookies_are_kept_from_pages(server):
    p = server.person()
    p.guest()
    flags = p.headers["set-cookie"].split("; ")[1:]
    assert "HttpOnly" in flags and "SameSite=Strict" in flags and "Path=/" in flags, flags
    is_error(p.ask("POST", "/api/sign-out", headers={"Origin": "http://evil.example"}), 403, "origin")
    assert p.ask("GET", "/api/me")[0] == 200


def nobody_learns_which_names_there_are(server):
    known = is_error(sign_in(server, "Anna", "wrong one")[1], 401, "sign-in-wrong")
    assert known == is_error(sign_in(server, "Nobody", "wrong one")[1], 401, "sign-in-wrong")
    assert known == is_error(sign_in(server, "\x07", "wrong one")[1], 401, "sign-in-wrong")


def failures_make_wait(server):
    register(server.guest(), "Carl")
    answers = [sign_in(server, "Carl", "wrong one")[1] for _ in range(6)]
    assert [a[0] for a in answers] == [401] * 6, answers
    person, answer = sign_in(server, "Carl")
    is_error(answer, 429, "wait")
    assert int(person.headers["retry-after"]) == 1, person.headers


def sessions_end_where_they_should(server):
    first, _ = sign_in(server, "Anna")
    second, _ = sign_in(server, "Anna")
    keep = first.cookie
    assert first.ask("POST", "/api/sign-out")[0] == 200
    first.cookie = keep
    is_error(first.ask("GET", "/api/me"), 401, "not-signed-in")
    assert second.ask("GET", "/api/me")[0] == 200
    server.kill()
    server.start()
    second.port = first.port = server.port
    is_error(first.ask("GET", "/api/me"), 401, "not-signed-in")
    assert second.ask("GET", "/api/me")[0] == 200  # it is in the store
    keep = second.cookie
    assert second.ask("POST", "/api/sign-out-all")[0] == 200
    second.cookie = keep
    is_error(second.ask("GET", "/api/me"), 401, "not-signed-in")


# ---- limits ----


def limits_hold(server):
    p, _ = sign_in(server, "Anna")
    live = seated(p)
    assert p.ask("POST", "/api/me/limits", {"limit": "stake", "value": 1000})[0] == 200
    refused = live.do("bet", table="baccarat", wager="player", amount=1100)
    assert not refused.get("ok") and "10.00" in json.dumps(refused), refused
    assert live.do("bet", table="baccarat", wager="player", amount=1000)["ok"]
    assert p.ask("POST", "/api/me/limits", {"limit": "stake", "value": 5000})[0] == 200
    me = p.ask("GET", "/api/me")[1]
    assert me["limits"]["stake"]["now"] == 1000 and me["limits"]["stake"]["next"] == 5000, me
    assert me["today"]["staked"] == 1000, me
    assert p.ask("POST", "/api/me/limits", {"limit": "day-loss", "value": 1500})[0] == 200
    refused = live.do("bet", table="baccarat", wager="banker", amount=600)  # what stands counts as lost
    assert not refused.get("ok") and "15.00" in json.dumps(refused), refused
    server.kill()
    server.start()
    p.port = server.port
    me = p.ask("GET", "/api/me")[1]
    assert me["limits"]["day-loss"]["now"] == 1500 and me["today"]["staked"] == 1000, me
    deal(seated_again(p))


def seated_again(person, table="baccarat"):
    live = person.live()
    live.next()
    live.send(do="watch", table=table)
    live.next()
    live.id = 1000
    return live


def exclusion_stands(server):
    p = server.guest()
    register(p, "Dora")
    live = seated(p, "golden-frog")  # alone: nobody else is there to say when it is dealt
    assert live.do("bet", table="golden-frog", wager="player", amount=1000)["ok"]
    is_error(p.ask("POST", "/api/me/exclude", {"days": 0}), 422, "malformed")
    assert p.ask("POST", "/api/me/exclude", {"days": 30})[0] == 200
    assert p.ask("GET", "/api/me")[1]["excluded_until"] > 0  # he may look on
    is_error(p.ask("POST", "/api/me/exclude", {"days": 1}), 422, "exclusion-shorter")
    paid = live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))  # he is stood up; what stands is played out and paid
    events = [e["event"] for m in paid for e in m.get("events", [])]
    assert "left" in events and "paid" in events, paid
    assert not live.do("bet", table="golden-frog", wager="banker", amount=1000)["ok"]
    refused = live.do("sit", table="golden-frog")
    assert not refused["ok"] and refused["error"]["code"] == "player" and "excluded" in refused["error"]["message"], refused
    is_error(sign_in(server, "Dora")[1], 403, "excluded")
    is_error(sign_in(server, "Dora", "wrong one")[1], 401, "sign-in-wrong")


# ---- operators ----


def lost_today(person):
    today = person.ask("GET", "/api/me")[1]["today"]
    return today["staked"] - today["returned"]


def a_result_taken_back_is_not_lost(server):
    """What a void gives back, or takes, counts for the limits of its players."""
    boss = operator(server, "Voider")
    p = server.guest()
    live = seated(p)
    assert p.ask("POST", "/api/me/limits", {"limit": "day-loss", "value": 90000})[0] == 200  # sums of who has limits are kept at once
    assert live.do("bet", table="baccarat", wager="player", amount=1000)["ok"]
    assert live.do("bet", table="baccarat", wager="tie", amount=500)["ok"]
    results = []
    for _ in range(4):
        results.append(deal(live)["at"])
        before = lost_today(p)
        assert live.do("bet", table="baccarat", wager="player", amount=1000)["ok"]
        assert live.do("bet", table="baccarat", wager="tie", amount=500)["ok"]
        assert lost_today(p) == before + 1500
    for record in results:
        status, said = boss.ask("POST", "/api/house/tables/baccarat/void-result", {"record": record, "reason": "a wrong card"})
        assert status == 200, said
    assert lost_today(p) == 1500, p.ask("GET", "/api/me")[1]  # what stands
    deal(live)
    paid = [e for e in p.ask("GET", "/api/me/bets")[1]["events"] if e["event"] == "paid"]  # the latest first
    assert [e.get("voided", False) for e in paid] == [False] * 2 + [True] * 8, paid
    assert live.do("bet", table="baccarat", wager="player", amount=1000)["ok"]
    before = lost_today(p)
    server.kill()
    server.start()
    p.port = server.port
    assert lost_today(p) == before, p.ask("GET", "/api/me")[1]


def operators_are_made_at_the_terminal(server):
    address = "sqlite:" + os.path.join(server.folder, "felt.db")
    busy = subprocess.run([server.felt, "operator", "list", "--store", address], capture_output=True, text=True)
    assert busy.returncode == 4 and "another process has the store" in busy.stderr, busy
    boss = operator(server, "Boss")
    assert boss.ask("GET", "/api/house/risk")[0] == 200
    p, _ = sign_in(server, "Anna")
    is_error(p.ask("GET", "/api/house/risk"), 403, "not-operator")
    is_error(p.ask("POST", "/api/house/grant", {"name": "Anna", "amount": 5, "reason": "me"}), 403, "not-operator")
    before = p.ask("GET", "/api/me")[1]["balance"]["available"]
    assert boss.ask("POST", "/api/house/grant", {"name": "Anna", "amount": 500, "reason": "a gift"})[0] == 200
    assert p.ask("GET", "/api/me")[1]["balance"]["available"] == before + 500
    log = json.dumps(boss.ask("GET", "/api/house/log")[1])
    assert "a gift" in log and "at the terminal" in log and PASSPHRASE not in log, log


def a_lost_passphrase_is_replaced_by_a_code(server):
    boss, _ = sign_in(server, "Boss")
    p, _ = sign_in(server, "Anna")
    status, answer = boss.ask("POST", "/api/house/reset", {"name": "Anna", "reason": "lost"})
    assert status == 200 and len(answer["code"]) == 16, answer
    is_error(p.ask("GET", "/api/me"), 401, "not-signed-in")
    body = {"name": "Anna", "code": answer["code"], "fresh": "battery staple"}
    assert p.ask("POST", "/api/recover", body)[0] == 200
    assert p.ask("GET", "/api/me")[1]["name"] == "Anna"
    is_error(server.person().ask("POST", "/api/recover", body), 401, "sign-in-wrong")
    is_error(sign_in(server, "Anna")[1], 401, "sign-in-wrong")
    assert sign_in(server, "Anna", "battery staple")[1][0] == 200
    with open(server.log.name) as log:
        assert answer["code"] not in log.read()


def until_of(server):
    """When each session ends, as the store has it."""
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "felt.db"))) as store:
        return {bytes(key): json.loads(bytes(value)) for key, value in
                store.execute("SELECT key, value FROM note WHERE CAST(kind AS TEXT) = 'session'")}


def a_session_is_renewed_by_being_used(server):
    boss, _ = sign_in(server, "Boss")
    server.stop()
    (key, session) = max(until_of(server).items(), key=lambda item: item[1]["begun"])
    session["until"] -= 30 * 60 * 1000  # as if half an hour had passed
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "felt.db"))) as store, store:
        store.execute("UPDATE note SET value = ? WHERE key = ?", (json.dumps(session, separators=(",", ":")).encode(), key))
    server.start()
    boss.port = server.port
    assert boss.ask("GET", "/api/house/risk")[0] == 200
    server.stop()
    assert until_of(server)[key]["until"] > session["until"], session
    server.start()


def nothing_secret_is_logged(server):
    with open(server.log.name) as lines:
        log = lines.read()
    for secret in (PASSPHRASE, "battery staple", "wrong one", "felt="):
        assert secret not in log, secret


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        tap.run("a guest becomes an account, and keeps his number and credits", a_guest_becomes_an_account, server)
        tap.run("cookies are kept from pages of others", cookies_are_kept_from_pages, server)
        tap.run("nobody learns which names there are", nobody_learns_which_names_there_are, server)
        tap.run("failures make wait", failures_make_wait, server)
        tap.run("sessions end where they should, and only there", sessions_end_where_they_should, server)
        tap.run("limits hold, also after a kill", limits_hold, server)
        tap.run("an exclusion stands, and what was bet is paid", exclusion_stands, server)
        tap.run("operators are made at the terminal", operators_are_made_at_the_terminal, server)
        tap.run("a result that is taken back counts for nobody's limits", a_result_taken_back_is_not_lost, server)
        tap.run("a lost passphrase is replaced by a code", a_lost_passphrase_is_replaced_by_a_code, server)
        tap.run("a session is renewed by being used", a_session_is_renewed_by_being_used, server)
        tap.run("nothing secret is logged", nothing_secret_is_logged, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
