"""tests/serve/hostile.py - clients that do everything wrong, to the protocol of live tables: each gets its documented error, another player
goes on meanwhile, and the books balance.

    python3 tests/serve/hostile.py FELT BOOKS     FELT is the program, BOOKS tests/serve_books; prints TAP
"""
import http.client
import json
import os
import resource
import socket
import sys
import threading
import time

from client import Live, Person, Refused
from server import Server, Tap

OTHER_ADDRESS = "127.0.0.2"
SILENT = 1000

tap = Tap()
check = tap.check


class Witness(threading.Thread):
    """Somebody who plays all the while. `longest` is what he has waited for a round."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.person = Person(port)
        self.person.guest()
        self.live = self.person.live()
        self.rounds, self.longest, self.failed, self.ending = 0, 0.0, None, False

    def run(self):
        try:
            self.live.do("watch", table="cards")
            assert self.live.do("sit", table="cards")["ok"]
            while not self.ending:
                began = time.monotonic()
                for wager in ("player", "banker"):  # so that he loses a commission now and then, and no more
                    assert self.live.do("bet", table="cards", wager=wager, amount=100)["ok"]
                assert self.live.do("deal", table="cards")["ok"]
                self.live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))
                self.longest = max(self.longest, time.monotonic() - began)
                self.rounds += 1
                time.sleep(0.02)
        except Exception as no:  # whatever it was, the test is over for him
            self.failed = repr(no)

    def goes_on(self, name):
        before = self.rounds
        end = time.monotonic() + 10
        while self.rounds < before + 2 and time.monotonic() < end and not self.failed:
            time.sleep(0.01)
        check(name + ": another player goes on", self.rounds >= before + 2, self.failed, self.rounds)


def answer_to(live, text):
    """The answer to a message that has no id, or one that cannot be read."""
    live.send_text(text)
    return live.until(lambda m: "ok" in m)[-1]


def code_of(message):
    return message.get("error", {}).get("code")


# ---- messages ----

def no_json(live):
    deep = '{"do":"ping","id":1,"x":' + "[" * 6000 + "]" * 6000 + "}"
    huge = "9" * 400
    cases = {
        "nothing": "", "half": '{"do":', "no JSON": "hello", "a list": "[]", "a number": "7", "null": "null", "a text": '"bet"',
        "two objects": '{"do":"ping"}{"do":"ping"}', "duplicate keys": '{"do":"ping","do":"ping"}', "nested 6000 deep": deep,
        "a comment": '{"do":"ping"}//', "a NUL in a text": '{"do":"pi\\u0000ng"}', "half a surrogate": '{"do":"\\ud800"}',
        "no word": "{}", "a word that is none": '{"do":"explode"}', "a word that is a number": '{"do":7}',
        "a word that is another's": '{"do":"' + "é" * 200 + '"}',
        "an id of text": '{"do":"ping","id":"1"}', "an id below 1": '{"do":"ping","id":0}', "a negative id": '{"do":"ping","id":-1}',
        "a fraction as id": '{"do":"ping","id":1.5}', "an id that is too large": '{"do":"ping","id":9223372036854775808}',
        "an id of 400 digits": '{"do":"ping","id":' + huge + "}", "infinity as id": '{"do":"ping","id":1e999}',
        "an id that is null": '{"do":"ping","id":null}', "an id that is a list": '{"do":"ping","id":[1]}',
    }
    for name, text in cases.items():
        found = answer_to(live, text)
        check(f"malformed: {name}", code_of(found) == "malformed" and found["ok"] is False and found["error"]["do"], found)
    found = answer_to(live, '{"do":"ping","id":9223372036854775807}')
    check("the largest id is one", found == {"answer": 9223372036854775807, "ok": True, "time": found.get("time")}, found)


def wrong_fields(live):
    bet = {"table": "hall", "wager": "player", "amount": 100}
    live.do("sit", table="hall")

    def wants(name, code, word="bet", **fields):
        found = live.do(word, **{**(bet if word == "bet" else {}), **fields})
        check(f"{word}: {name}", not found["ok"] and code_of(found) == code, found)

    for name, amount in {"0": 0, "a negative": -100, "a fraction": 100.5, "a float": 100.0, "a text": "100", "true": True, "null": None,
                         "a list": [100], "2^62": 1 << 62, "more than a bet may be": 10 ** 12 + 1}.items():
        wants(f"an amount that is {name}", "malformed", amount=amount)
    wants("an amount beyond the limit", "limit", amount=10 ** 12)
    wants("an amount that is no whole chips", "limit", amount=150)
    wants("an amount below the least", "limit", amount=1)
    wants("more than he has, within the limits", "funds", amount=50000, table="hall")
    for name, table in {"a number": 1, "null": None, "an object": {}}.items():
        wants(f"a table that is {name}", "malformed", table=table)
    wants("a table that is none", "no-table", table="nowhere")
    wants("a table's name with a NUL's neighbour", "no-table", table="cards\u0001")
    wants("a log for a table", "no-table", table="@house")
    for name, number in {"-1": -1, "3": 3, "65536": 65536, "2^40": 1 << 40, "a fraction": 0.5, "null": None}.items():
        wants(f"a wager's number that is {name}", "malformed", wager=number)
    wants("a wager of another table", "no-wager", wager="pass")
    wants("a wager with an é cut in half", "no-wager", wager="x" * 59 + "é" * 200)
    wants("stays that is a number", "malformed", stays=1)
    wants("no seat of that number", "malformed", "sit", table="dice", seat=5000)
    wants("a seat below -1", "malformed", "sit", table="dice", seat=-2)
    wants("a bet of number 0", "malformed", "change", table="hall", bet=0, action="take-down")
    wants("an action that is none", "malformed", "change", table="hall", bet=1, action="x" * 4000)
    wants("somebody else's bet", "no-bet", "change", table="hall", bet=1, action="take-down")
    wants("a shoe that is not made", "fair", "commit", table="hall", shoe=99, commitment="00" * 32)
    wants("a commitment that is too short", "malformed", "commit", table="hall", shoe=1, commitment="00")
    wants("what was never committed to", "fair", "reveal", table="hall", shoe=1, entropy="00" * 32)
    found = live.do("bet", **bet)
    check("and a bet that is right is taken", found["ok"], found)
    live.do("change", table="hall", bet=found["bet"], action="take-down")


def frames(port):
    def opened():
        live = Person(port).live()
        live.next()
        return live

    live = opened()
    live.send_frame(1, b'{"do":"pi', final=False)
    live.send_frame(0, b'ng",', final=False)
    live.send_frame(9, b"are you there")
    live.send_frame(0, b'"id":7}')
    check("a message in three frames, with a ping between them, is one", live.until(lambda m: "answer" in m)[-1]["answer"] == 7)
    for name, code, act in (
            ("a message beyond the limit", 1009, lambda l: l.send_text('{"do":"ping","x":"' + "x" * 17000 + '"}')),
            ("one beyond it in many frames", 1009, lambda l: [l.send_frame(0 if i else 1, b"x" * 1000, final=False) for i in range(17)]),
            ("a text that is no UTF-8", 1007, lambda l: l.send_frame(1, b'{"do":"\xff"}')),
            ("a binary message", 1003, lambda l: l.send_frame(2, b"{}")),
            ("a continuation of nothing", 1002, lambda l: l.send_frame(0, b"{}"))):
        live = opened()
        try:
            act(live)
            while True:
                live.next()
        except Refused as no:
            check(f"{name} closes with {code}", no.status == code, no)
        except OSError as no:
            check(f"{name} closes with {code}", False, repr(no))


# ---- who is who ----

def tokens(port, witness):
    person = Person(port)
    person.guest()
    good = person.cookie
    name, _, value = good.partition("=")
    for what, cookie in {"a token that is none": "felt=abc", "one with a letter changed": good[:-1] + ("A" if good[-1] != "A" else "B"),
                         "one that is cut": good[:-5], "one that is too long": good + "A" * 3000, "an empty one": name + "=",
                         "one in another case": name + "=" + value.swapcase()}.items():
        eve = Person(port)
        eve.cookie = cookie
        status, body = eve.ask("GET", "/api/me")
        check(f"{what}: nobody is signed in", status == 401 and code_of(body) == "not-signed-in", status, body)
        live = eve.live()
        check(f"{what}: a spectator", live.next()["player"] == 0)
        found = live.do("bet", table="cards", wager="player", amount=100)
        check(f"{what}: no bet", code_of(found) == "not-signed-in", found)
    person.ask("POST", "/api/sign-out")
    person.cookie = good
    check("a token of a session that has ended", person.ask("GET", "/api/me")[0] == 401)
    for id in (1, 2, 3):  # the witness has used them
        eve = Person(port)
        eve.guest()
        live = eve.live()
        live.send(do="bet", id=id, table="cards", wager="player", amount=100)
        found = live.until(lambda m: m.get("answer") == id)[-1]
        check(f"somebody else's id {id} brings nothing of his", code_of(found) == "not-seated" and not found.get("repeated"), found)
    check("and takes nothing from him", not witness.failed, witness.failed)


def origins(port):
    person = Person(port)
    person.guest()
    for header in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"http://127.0.0.1:{port}.evil.example"},
                   {"Origin": f"http://127.0.0.1:{port + 1}"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
        status, body = person.ask("POST", "/api/sign-out", None, header)
        check(f"a write with {header}: 403", status == 403 and code_of(body) == "origin", status, body)
        try:
            Live(person, header)
            check(f"a WebSocket with {header}: 403", False)
        except Refused as no:
            check(f"a WebSocket with {header}: 403", no.status == 403 and code_of(json.loads(no.body)) == "origin", no)
    check("his own page may", person.ask("POST", "/api/me/limits", {"limit": "stake", "value": 50000},
                                         {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"})[0] == 200)
    status, body = person.ask("POST", "/api/me/limits", {"limit": "stake", "value": 50000}, {"Content-Type": "text/plain"})
    check("a form's body: 415", status == 415 and code_of(body) == "content-type", status, body)


def operators(port):
    person = Person(port)
    person.guest()
    for method, path, body in (("GET", "/api/house/risk", None), ("GET", "/api/house/log", None), ("GET", "/api/house/holds", None),
                               ("POST", "/api/house/grant", {"player": person.player, "amount": 100, "reason": "me"}),
                               ("POST", "/api/house/operator", {"player": person.player, "operator": True, "reason": "me"}),
                               ("POST", "/api/house/exclude", {"player": 1, "days": 3, "reason": "him"}),
                               ("POST", "/api/house/reset", {"player": 1, "reason": "him"}),
                               ("POST", "/api/house/tables/cards", {"do": "shut", "reason": "now"}),
                               ("POST", "/api/house/tables/cards/void-result", {"record": 9, "reason": "lost"})):
        status, found = person.ask(method, path, body)
        check(f"{method} {path} by a player: 403", status == 403 and code_of(found) == "not-operator", status, found)
        status, found = Person(port).ask(method, path, body)
        check(f"{method} {path} by nobody: 401", status == 401 and code_of(found) == "not-signed-in", status, found)


def bodies(port):
    person = Person(port)
    person.guest()
    for name, raw, wanted in (("no JSON", "{", 400), ("a list", "[]", 400), ("duplicates", '{"limit":"stake","limit":"stake","value":1}', 400),
                              ("nested 6000 deep", '{"limit":' + "[" * 6000 + "]" * 6000 + "}", 400), ("beyond the limit", " " * (300 << 10), 413)):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("POST", "/api/me/limits", raw, {"Content-Type": "application/json", "Cookie": person.cookie})
            answer = connection.getresponse()
            body = json.loads(answer.read())
            check(f"a body that is {name}: {wanted}", answer.status == wanted and body["error"]["code"] and body["error"]["do"], answer.status, body)
        except (ConnectionError, http.client.HTTPException) as no:
            check(f"a body that is {name}: {wanted}", False, repr(no))
        connection.close()
    for path in ("/api/tables/nowhere", "/api/tables/%2e%2e/x", "/api/tables/cards/rounds?from=x", "/api/tables/cards/rounds?from=99999999999999999999",
                 "/api/tables/@house/rounds", "/etc/passwd", "/api/tables/" + "x" * 1500):
        status, body = person.ask("GET", path)
        check(f"GET {path[:40]}: an error in the one shape", status in (400, 404, 414) and set(body["error"]) == {"code", "message", "do"}, status, body)


# ---- many, slow and fast ----

def from_elsewhere(port):
    return socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(OTHER_ADDRESS, 0))


def silent(port, witness):
    held = []
    try:
        for i in range(SILENT):
            held.append(from_elsewhere(port))
            if i % 4 == 1:
                held[-1].sendall(b"GET /api/live HTTP/1.1\r\n")
            if i % 4 == 2:
                held[-1].sendall(b"GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                 b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        witness.goes_on(f"{SILENT} connections that say nothing")
        one = from_elsewhere(port)
        answer = one.recv(4096)
        check("one more of the same address: 503", b" 503 " in answer, answer[:200])
        one.close()
    finally:
        for s in held:
            s.close()


def never_reads(port, witness):
    """Asks for everything that has happened again and again, and reads nothing of it."""
    person = Person(port)
    person.guest()
    live = person.live()
    live.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    live.socket.settimeout(10)
    dropped, end = False, time.monotonic() + 300
    while not dropped and time.monotonic() < end:
        try:
            live.send(**{"do": "watch", "table": "cards", "from": 0})
        except OSError:
            dropped = True
        time.sleep(0.05)
    check("a client that asks and never reads is dropped", dropped)
    witness.goes_on("a client that never reads")
    live.close()


def too_fast(port, witness):
    """The rate is low in this server: see main."""
    person = Person(port)
    person.guest()
    live = person.live()
    live.next()
    for i in range(400):
        live.send(do="ping", id=i + 1)
    seen = [live.until(lambda m: "ok" in m)[-1] for _ in range(400)]
    refused = [m for m in seen if not m["ok"]]
    check("who sends more than is allowed is told so", refused and all(code_of(m) == "too-fast" for m in refused), len(refused))
    check("and is served up to there", 50 <= len(seen) - len(refused) < 400, len(seen) - len(refused))


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    with Server(*sys.argv[1:3]) as server:
        server.start("--guest", "100")
        witness = Witness(server.port)
        witness.start()
        person = Person(server.port)
        person.guest()
        live = person.live()
        live.next()
        no_json(live)
        wrong_fields(live)
        witness.goes_on("messages that are wrong")
        frames(server.port)
        witness.goes_on("frames that are wrong")
        tokens(server.port, witness)
        origins(server.port)
        operators(server.port)
        bodies(server.port)
        witness.goes_on("requests that are wrong")
        never_reads(server.port, witness)
        silent(server.port, witness)
        witness.ending = True
        witness.join(10)
        check("the other player was never refused", not witness.failed, witness.failed)
        check("and never waited for ten seconds", witness.longest < 10, witness.longest)
        check("SIGTERM ends the server in order", server.stop() == 0, server.log()[-2000:])
        try:
            sums = server.books()
            check("the books balance, and everything verifies", sums["held"] == 0, sums)
        except Exception as no:
            check("the books balance, and everything verifies", False, no)
    with Server(*sys.argv[1:3]) as server:
        server.start("--guest", "100", "--rate", "600")
        too_fast(server.port, None)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
