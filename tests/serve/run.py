"""tests/serve/run.py - plays protocol scripts against `felt serve`: messages in, messages out, books afterwards.

    python3 tests/serve/run.py FELT BOOKS SCRIPT...     FELT is the program, BOOKS tests/serve_books; prints TAP, one check to a script

A script is lines; `#` begins a comment. NAME is a person, TAB a connection, which has the name of its person where it is given no other.

    operator NAME PASSPHRASE        makes an operator at the terminal, while no server runs; no spaces in either
    start [OPTION...]               starts the server; `stop`: SIGTERM, and it must exit with 0; `kill`: kill -9
    guest NAME                      a new guest; `person NAME`: somebody without a cookie
    connect NAME [as TAB] [with HEADER: VALUE]      a WebSocket; NAME must be greeted
    refused NAME STATUS [CODE] [with HEADER: VALUE]  a WebSocket that is not granted
    drop TAB                        the connection is cut
    TAB > JSON                      a message to the server; `TAB > raw TEXT`: as it is
    TAB < PATTERN                   the next message that fits; those before it are skipped
    TAB next PATTERN                the next message must fit
    TAB never PATTERN               no message so far has fitted since the last `<` or `next`; asks for a pong first, so all have come
    TAB closed CODE                 the server closes it so
    NAME GET|POST PATH [JSON] [with HEADER: VALUE] -> STATUS [PATTERN]
    until TAB PATTERN ... end       does what stands between until a message that came meanwhile fits; 400 times at most
    wait SECONDS
    history TABLE NAME              every event NAME was told of, in order, is what a fresh watch from the first record on tells: none lost, none twice
    log TEXT, log not TEXT          the server's log holds it, or does not
    books [PATTERN]                 stops the server; the books balance, the chains hold, everything verifies; sums fit

A pattern is JSON. An object fits one that has at least its members; a list fits one in which its items are found in their order; "*" fits
anything, "@pos" a number above 0, "@text" a text, "~WORDS" a text with WORDS in it, "$x" what it stood for before, else stands for what
it finds from now on. In what is sent, "$x" is that, "#+" the person's next command id, "#" the last one; in patterns "#" as well. """
import json
import re
import shlex
import sys
import time

from client import Live, Person, Refused
from server import Failed, Server, Tap

TIMES_MAX = 400


class Script:
    def __init__(self, path, felt, books):
        self.server = Server(felt, books)
        self.people, self.tabs, self.owner, self.values, self.ids = {}, {}, {}, {}, {}
        self.told = {}  # by person: every message of every connection, in order
        self.lines = list(read_lines(path))

    # ---- patterns ----

    def fits(self, pattern, found, bound, person):
        if isinstance(pattern, str):
            return self.fits_text(pattern, found, bound, person)
        if isinstance(pattern, dict):
            return isinstance(found, dict) and all(k in found and self.fits(v, found[k], bound, person) for k, v in pattern.items())
        if isinstance(pattern, list):
            if not isinstance(found, list):
                return False
            at = 0
            for wanted in pattern:
                while at < len(found) and not self.fits(wanted, found[at], bound, person):
                    at += 1
                if at == len(found):
                    return False
                at += 1
            return True
        return type(pattern) is type(found) and pattern == found

    def fits_text(self, pattern, found, bound, person):
        if pattern == "*":
            return True
        if pattern == "@pos":
            return isinstance(found, int) and found > 0
        if pattern == "@text":
            return isinstance(found, str) and found != ""
        if pattern == "#":
            return found == self.ids.get(person, 0)
        if pattern.startswith("~"):
            return isinstance(found, str) and pattern[1:] in found
        if pattern.startswith("$"):
            name = pattern[1:]
            known = bound.get(name, self.values.get(name))
            if known is None:
                bound[name] = found
                return True
            return known == found
        return pattern == found

    def match(self, pattern, found, person):
        bound = {}
        if not self.fits(pattern, found, bound, person):
            return False
        self.values.update(bound)
        return True

    def fill(self, value, person):
        if isinstance(value, dict):
            return {k: self.fill(v, person) for k, v in value.items()}
        if isinstance(value, list):
            return [self.fill(v, person) for v in value]
        if value == "#+":
            self.ids[person] = self.ids.get(person, 0) + 1
            return self.ids[person]
        if value == "#":
            return self.ids[person]
        if isinstance(value, str) and value.startswith("$"):
            if value[1:] not in self.values:
                raise Failed(f"nothing is known of {value}")
            return self.values[value[1:]]
        return value

    # ---- connections ----

    def message(self, tab):
        try:
            found = self.tabs[tab].next()
        except TimeoutError:
            raise Failed(f"{tab}: no message came")
        self.told.setdefault(self.owner[tab], []).append(found)
        return found

    def await_message(self, tab, pattern):
        seen = []
        while True:
            try:
                found = self.message(tab)
            except (Failed, Refused) as no:
                raise Failed(f"{tab}: expected {json.dumps(pattern)}, found {no}, and before it:\n" + "\n".join(map(json.dumps, seen[-12:])))
            if self.match(pattern, found, self.owner[tab]):
                return
            seen.append(found)

    def all_so_far(self, tab):
        """What has come up to the pong that is asked for now."""
        self.tabs[tab].send(do="ping", id=1 << 40)
        seen = []
        while not seen or seen[-1].get("answer") != 1 << 40:
            seen.append(self.message(tab))
        return seen[:-1]

    def connect(self, words):
        words, headers = split_headers(words)
        name, tab = words[0], words[2] if len(words) == 3 else words[0]
        self.tabs[tab] = Live(self.people[name], headers)
        self.tabs[tab].socket.settimeout(15)
        self.owner[tab] = name
        self.await_message(tab, {"hello": "felt"})

    def refused(self, words):
        words, headers = split_headers(words)
        try:
            Live(self.people[words[0]], headers).close()
        except Refused as no:
            body = json.loads(no.body) if no.body else {}
            if no.status != int(words[1]) or (len(words) > 2 and body["error"]["code"] != words[2]):
                raise Failed(f"refused with {no.status} {no.body}")
            return
        raise Failed("the connection was granted")

    # ---- lines ----

    def http(self, name, method, rest):
        call, _, wanted = rest.partition(" -> ")
        call, headers = split_headers(call.split(" "))
        path, body = call[0], " ".join(call[1:])
        body = self.fill(json.loads(body), name) if body else None
        status, found = self.people[name].ask(method, re.sub(r"\$(\w+)", lambda m: str(self.values[m[1]]), path), body, headers)
        number, _, pattern = wanted.partition(" ")
        if status != int(number):
            raise Failed(f"expected status {number}, found {status}: {found}")
        if pattern and not self.match(json.loads(pattern), found, name):
            raise Failed(f"expected {pattern}, found {json.dumps(found)[:3000]}")

    def send(self, tab, text):
        if text.startswith("raw "):
            self.tabs[tab].send_text(text[4:])
        else:
            self.tabs[tab].send(**self.fill(json.loads(text), self.owner[tab]))

    def closed(self, tab, code):
        try:
            while True:
                self.message(tab)
        except Refused as end:
            if end.status != code:
                raise Failed(f"expected close {code}, found {end}")

    def never(self, tab, pattern):
        for found in self.all_so_far(tab):
            if self.match(pattern, found, self.owner[tab]):
                raise Failed(f"{tab}: found {json.dumps(found)}")

    def history(self, table, name):
        """Compares records by number: what was told while it happened and what is told afterwards."""
        live = Live(self.people[name])
        live.next()
        told = [m for m in self.told.get(name, []) if m.get("table") == table and "at" in m and "state" not in m]
        again = watch_all(live, table)
        live.close()
        numbers = [m["at"] for m in told]
        if numbers != sorted(set(numbers)):
            raise Failed(f"told twice, or out of order: {numbers}")
        first, last = numbers[0], numbers[-1]
        expected = {m["at"]: m.get("events", m.get("record")) for m in again if first <= m["at"] <= last}
        found = {m["at"]: m.get("events", m.get("record")) for m in told}
        if found != expected:
            wrong = sorted(at for at in set(found) | set(expected) if found.get(at) != expected.get(at))
            raise Failed(f"records {wrong} of {first} to {last}: told {found.get(wrong[0])}\nhistory {expected.get(wrong[0])}")

    def log(self, rest):
        absent = rest.startswith("not ")
        text = rest[4:] if absent else rest
        if (text in self.server.log()) == absent:
            raise Failed(f"the log: {self.server.log()[-3000:]}")

    def books(self, rest):
        if self.server.process is not None:
            self.expect_stop()
        sums = self.server.books()
        if rest and not self.match(json.loads(rest), sums, ""):
            raise Failed(f"expected {rest}, found {sums}")

    def expect_stop(self):
        code = self.server.stop()
        if code != 0:
            raise Failed(f"SIGTERM: exit {code}\n{self.server.log()[-2000:]}")

    def start(self, options):
        self.server.start(*options)
        for person in self.people.values():
            person.port = self.server.port

    def do(self, line):
        word, _, rest = line.partition(" ")
        words = rest.split(" ")
        second, _, third = rest.partition(" ")
        plain = {"start": lambda: self.start(shlex.split(rest)), "stop": self.expect_stop, "kill": self.server.kill,
                 "connect": lambda: self.connect(words), "refused": lambda: self.refused(words),
                 "drop": lambda: self.tabs.pop(rest).close(), "wait": lambda: time.sleep(float(rest)),
                 "operator": lambda: self.server.operator(*words), "log": lambda: self.log(rest), "books": lambda: self.books(rest),
                 "history": lambda: self.history(*words)}
        if word in plain:
            plain[word]()
        elif word in ("guest", "person"):
            self.people[rest] = Person(self.server.port)
            if word == "guest":
                self.people[rest].guest()
        elif second == ">":
            self.send(word, third)
        elif second == "<":
            self.await_message(word, json.loads(third))
        elif second == "next":
            found = self.message(word)
            if not self.match(json.loads(third), found, self.owner[word]):
                raise Failed(f"expected {third}, found {json.dumps(found)}")
        elif second == "never":
            self.never(word, json.loads(third))
        elif second == "closed":
            self.closed(word, int(third))
        elif second in ("GET", "POST"):
            self.http(word, second, third)
        else:
            raise Failed("nobody knows this line")

    def block(self, at):
        """Does the lines of an `until` at `at`, as often as it takes; where to go on."""
        _, tab, pattern = self.lines[at][1].split(" ", 2)
        end = next(i for i in range(at, len(self.lines)) if self.lines[i][1] == "end")
        pattern, person, seen = json.loads(pattern), self.owner[tab], len(self.told.get(self.owner[tab], []))
        for _ in range(TIMES_MAX):
            for number, line in self.lines[at + 1:end]:
                self.step(number, line)
            self.all_so_far(tab)
            told = self.told[person]
            if any(self.match(pattern, m, person) for m in told[seen:]):
                return end + 1
            seen = len(told)
        raise Failed("it did not happen")

    def step(self, number, line):
        try:
            self.do(line)
        except (Failed, Refused, OSError, ValueError, KeyError) as no:
            if isinstance(no, Failed) and getattr(no, "placed", False):
                raise
            failed = Failed(f"line {number}: {line}\n{type(no).__name__}: {no}")
            failed.placed = True
            raise failed from no

    def run(self):
        at = 0
        while at < len(self.lines):
            number, line = self.lines[at]
            if line.startswith("until "):
                at = self.block(at)
            else:
                self.step(number, line)
                at += 1


def watch_all(live, table):
    """Every record, however many pages it takes."""
    seen, at = [], 0
    while True:
        page = live.do("watch", table=table, **{"from": at}) and live.last
        seen += [m for m in page if "at" in m and "answer" not in m and m.get("table") == table]
        if not page[-1].get("more"):
            return seen
        at = page[-1]["at"]


def split_headers(words):
    if "with" not in words:
        return words, None
    at = words.index("with")
    name, _, value = " ".join(words[at + 1:]).partition(": ")
    return words[:at], {name: value}


def read_lines(path):
    kept = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.strip() and not line.lstrip().startswith("#"):
                kept.append((number, line.strip()))
    return kept


def main():
    tap = Tap()
    felt, books = sys.argv[1:3]
    for path in sys.argv[3:]:
        name = path.rsplit("/", 1)[-1].removesuffix(".script").replace("_", " ")
        script = Script(path, felt, books)
        try:
            script.run()
            tap.check(name, True)
        except Failed as no:
            tap.check(name, False, no)
        finally:
            script.server.close()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
