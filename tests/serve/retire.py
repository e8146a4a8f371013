"""tests/serve/retire.py - retention from outside: tables are played, what is old is archived, verified and removed, and play goes on. Archives
and the last export verify as one by both verifiers, and find the same as an export of the whole would have.

    python3 tests/serve/retire.py FELT BOOKS [KILLS]     prints TAP

The store is a file, which retiring must have to itself, or where FELT_POSTGRES is set (tests/postgres.sh) that database, beside a server
that runs."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from client import Live, Person
from server import ROOT, Server, Tap, wait_until

LATER = "2999-01-01"
WAGERS = {"short": "player", "dice": "field"}


class World:
    def __init__(self, files, server):
        self.folder, self.server, self.person = files.folder, server, None
        self.id, self.rounds, self.shoes = 0, 0, dict.fromkeys(WAGERS, 0)

    def path(self, name):
        return os.path.join(self.folder, name)

    def felt(self, *words):
        return subprocess.run([self.server.felt, *words], capture_output=True, text=True, env=self.server.environment)

    def retire(self, name, before=LATER):
        return self.felt("store", "retire", "--store", self.server.store, "--before", before, "-o", self.path(name), "--json")

    def export(self, name):
        done = self.felt("history", "export", "--store", self.server.store, "-o", self.path(name))
        assert done.returncode == 0, done.stderr

    def live(self):
        live = Live(self.person)
        live.next()
        live.id = self.id
        return live

    def play(self, shoes):
        """So many shoes or hands are begun and ended at each table; every bet is decided by the next event."""
        live = self.live()
        for table, wager in WAGERS.items():
            live.do("sit", table=table)
            until = self.last_shoe(table) + shoes
            while self.last_shoe(table) < until:
                self.deal(live, table, wager)
        self.id = live.id
        live.close()

    def deal(self, live, table, wager):
        bet = live.do("bet", table=table, wager=wager, amount=1000)
        dealt = live.do("deal", table=table)
        assert bet["ok"] and dealt["ok"], (bet, dealt)
        self.rounds += 1

    def last_shoe(self, table):
        """The number of the shoe that is in play, or was the last."""
        self.shoes[table] = self.person.ask("GET", f"/api/tables/{table}")[1]["shoe"] or self.shoes[table]
        return self.shoes[table]

    def put_up(self):
        """A bet that the next roll need not decide."""
        live = self.live()
        done = live.do("bet", table="dice", wager="pass", amount=1000)["ok"] or live.do("bet", table="dice", wager="place on 6", amount=1200)["ok"]
        self.id = live.id
        live.close()
        return done

    def verdicts(self, *names):
        """What the two verifiers find, and `felt history verify`."""
        paths = [self.path(name) for name in names]
        first = self.felt("verify", "--json", *paths)
        second = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "examples/verify.py"), *paths], capture_output=True, text=True)
        chains = self.felt("history", "verify", *paths)
        why = first.stdout[-500:] + first.stderr + second.stderr + chains.stderr
        good = first.returncode == second.returncode == chains.returncode == 0
        return good and json.loads(first.stdout) == json.loads(second.stdout), json.loads(first.stdout) if good else {}, why


def audit(world):
    done = world.felt("store", "audit", "--json", "--store", world.server.store)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def money(sums):
    return [sums[name] for name in ("available", "held", "house", "grants")]


def get_history(world, table):
    """The chain over HTTP, page by page."""
    path, text = f"/api/tables/{table}/history", ""
    while path:
        status, page = world.person.ask("GET", path)
        assert status == 200, (status, page)
        text += page if isinstance(page, str) else json.dumps(page, separators=(",", ":")) + "\n"
        link = world.person.headers.get("link")
        path = link[link.index("<") + 1:link.index(">")] if link else None
    return text


def check_server(tap, world, archive):
    """What a server says of what was retired, and of what was not."""
    person, live = world.person, world.live()
    world.deal(live, "short", "player")
    status, answer = person.ask("GET", "/api/tables/short/rounds/1")
    tap.check("a retired round is gone, and it is said where to", status == 410 and answer["error"]["code"] == "retired" and
              archive in answer["error"]["message"] and world.server.folder not in answer["error"]["message"], status, answer)
    status, answer = person.ask("GET", "/api/tables/short/rounds/9999")
    tap.check("a round that was never dealt is not", status == 404, status, answer)
    status, page = person.ask("GET", "/api/tables/short/rounds?from=1")
    first = page["rounds"][0] if page.get("rounds") else {"round": 0}
    tap.check("the list of rounds begins above the floor", status == 200 and first["round"] != 1, page)
    last = page["rounds"][-1] if page.get("rounds") else {"round": 0}
    status, answer = person.ask("GET", f"/api/tables/short/rounds/{last['round']}")
    tap.check("a round that was not retired is recalled", status == 200 and answer["round"] == last["round"], status, answer)
    status, answer = person.ask("GET", "/api/tables/short/history?from=1")
    tap.check("a page of the chain below the floor is gone", status == 410, status, answer)
    status, answer = person.ask("GET", "/api/me/bets?table=short")
    tap.check("a player's own bets end at the floor", status == 200 and not answer["more"], status, str(answer)[:300])
    answer = live.do("watch", table="short", **{"from": 1})
    tap.check("who resumes below the floor is told so", answer.get("error", {}).get("code") == "retired", answer)
    answer = live.do("watch", table="short")
    tap.check("and watches anew", "state" in answer, str(answer)[:300])
    world.id = live.id
    live.send(do="bet", id=2, table="short", wager="player", amount=1000)  # as the very first bet was
    answer = live.until(lambda m: m.get("answer") == 2)[-1]
    tap.check("an id that was retired has no second effect", not answer["ok"] or answer.get("repeated"), answer)
    live.close()


def check_cut(tap, world, name):
    """One retirement, with the sums before and after."""
    before = audit(world)
    done = world.retire(name)
    said = json.loads(done.stdout) if done.returncode == 0 else {}
    after = audit(world)
    tap.check(f"{name}: what is old is retired", done.returncode == 0 and {t["table"] for t in said["tables"]} >= set(WAGERS), done.stdout,
              done.stderr)
    tap.check(f"{name}: no sum has changed", money(before) == money(after), before, after)
    gone = said.get("records", 0)
    tap.check(f"{name}: records are gone, and counted", after["retired"] - before["retired"] == gone > 0 and
              before["records"] + len(said.get("tables", ())) - gone == after["records"], before, after, said)
    tap.check(f"{name}: postings are gone", after["postings"] < before["postings"], before, after)


def check_first(tap, world, shared):
    world.play(4)
    tap.check("a bet stays up", world.put_up())
    if not shared:
        done = world.retire("busy")
        tap.check("a file that a server has is not touched", done.returncode == 4 and not os.path.exists(world.path("busy")), done.stderr)
        world.server.kill()
    world.export("whole")
    check_cut(tap, world, "first")
    world.export("rest")
    whole, joined, alone = world.verdicts("whole"), world.verdicts("first", "rest"), world.verdicts("rest")
    tap.check("the archive verifies", world.verdicts("first")[0], world.verdicts("first")[2])
    tap.check("what is left verifies", alone[0], alone[2])
    tap.check("both, as one, are what there was", joined[0] and joined[1] == whole[1], joined, whole)
    tap.check("the archive is audited", world.felt("audit", world.path("first")).returncode == 0)
    tap.check("and what is left", world.felt("audit", world.path("rest")).returncode == 0)
    for names, why in ((("rest", "first"), "the wrong way round"), (("first", "whole"), "what does not go on"), (("first", "first"), "twice")):
        tap.check(f"{why}: refused by all", not world.verdicts(*names)[0] and world.felt("history", "verify", *map(world.path, names)).returncode == 1)


def check_again(tap, world):
    done = world.retire("none", "2000-01-01")
    tap.check("nothing is old enough: no archive", done.returncode == 0 and not os.path.exists(world.path("none")) and
              json.loads(done.stdout)["tables"] == [], done.stdout, done.stderr)
    world.play(3)
    done = world.retire("first")
    tap.check("an archive is not written over", done.returncode == 4 and "never written over" in done.stderr, done.stderr)
    check_cut(tap, world, "second")
    world.play(1)
    world.export("last")
    good, found, why = world.verdicts("first", "second", "last")
    tap.check("two archives and the rest verify as one", good, why)
    tap.check("and have every round", found.get("rounds") == world.rounds and found.get("bets", 0) + found.get("up", 0) == world.rounds + 1, found)
    tap.check("one archive is not enough", not world.verdicts("first", "last")[0])
    log = world.felt("history", "verify", "--store", world.server.store)
    tap.check("the chains of the store hold", log.returncode == 0, log.stderr)


def run_tool(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def check_dump(tap, world, key):
    """A copy by PostgreSQL's own tools, made while a server runs, becomes a database that another server goes on with."""
    source = world.server.store
    copy = source.replace("/postgres?", "/again?")
    steps = [("pg_dump", "--schema=felt", "-Fc", "-f", world.path("dump"), source), ("psql", "-q", source, "-c", "CREATE DATABASE again"),
             ("pg_restore", "-d", copy, world.path("dump"))]
    for words in steps:
        good, why = run_tool(*words)
        tap.check(f"{words[0]} of a store", good, why)
    with Server(world.server.felt, world.server.books_tool, store=copy) as again:
        other = World(world.server, again)
        tap.check("the copy's books balance, as the store's do", money(audit(other)) == money(audit(world)), audit(other), audit(world))
        other.export("copy")
        good, found, why = world.verdicts("first", "second", "copy")
        tap.check("the copy goes on from the archives", good and found["rounds"] == world.rounds, found, why)
        again.start("--key", key)
        person = Person(again.port)
        tap.check("a server takes its tables over", wait_until(lambda: person.ask("GET", "/api/tables/short")[1]["here"], 60))
        person.cookie = world.person.cookie  # his session and his seats are in the copy, too
        other.person, other.id = person, world.id
        other.play(1)
        tap.check("and deals", other.rounds > 0 and again.stop() == 0)
        again.books()


def check_kills(tap, world, kills, chance):
    """Copies of the store, killed while they are retired: nothing is removed that is not in a complete archive."""
    source, wrong, removed = world.server.store[len("sqlite:"):], [], 0
    before = audit(world)
    for number in range(kills):
        store, archive = world.path(f"kill{number}.db"), world.path(f"kill{number}")
        shutil.copy(source, store)
        process = subprocess.Popen([world.server.felt, "store", "retire", "--store", f"sqlite:{store}", "--before", LATER, "-o", archive],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=world.server.environment)
        time.sleep(chance.random() * 0.4)
        process.send_signal(signal.SIGKILL)
        process.wait()
        done = world.felt("store", "audit", "--json", "--store", f"sqlite:{store}")
        after = json.loads(done.stdout) if done.returncode == 0 else {}
        gone = after.get("retired", -1) > before["retired"]
        removed += gone
        verified = os.path.exists(archive) and world.felt("verify", archive).returncode == 0
        if not after or money(after) != money(before) or (gone and not verified):
            wrong.append((number, done.stderr, after, verified))
    tap.check(f"{kills} kills while it is retired, {removed} after the removal: nothing is lost", not wrong, *wrong[:3])


def main():
    tap, shared = Tap(), "FELT_POSTGRES" in os.environ
    kills = int(sys.argv[3]) if len(sys.argv) > 3 else 12
    seed = int(time.time())
    print(f"# seed {seed}")
    with Server(*sys.argv[1:3], store=os.environ.get("FELT_POSTGRES")) as server:
        server.start("--guest", "100000", "--guest-cap", "100000", "--key", os.path.join(server.folder, "key"))
        world = World(server, server)
        world.person = Person(server.port)
        world.person.guest()
        check_first(tap, world, shared)
        if not shared:
            server.start()  # killed before: its tables are made again from their floors
        check_server(tap, world, "first")
        if shared:
            check_again(tap, world)
            check_dump(tap, world, os.path.join(server.folder, "key"))
        else:
            retire_between(tap, world)
        for table in WAGERS:
            with open(world.path("http"), "w") as file:
                file.write(get_history(world, table))
            good, _, why = world.verdicts("http")
            tap.check(f"the chain of {table} over HTTP begins at the floor, and verifies", good, why)
        tap.check("SIGTERM ends the server in order", server.stop() == 0, server.log()[-2000:])
        server.books()
        if not shared:
            check_kills(tap, world, kills, random.Random(seed))
    return tap.end()


def retire_between(tap, world):
    """As check_again, on a file that has one process at a time."""
    play, retire, export, felt = world.play, world.retire, world.export, world.felt

    def stopped(what):
        def run(*arguments):
            world.server.stop()
            try:
                return what(*arguments)
            finally:
                world.server.start()
        return run
    world.retire, world.export = stopped(retire), stopped(export)
    world.felt = lambda *words: stopped(felt)(*words) if "--store" in words else felt(*words)
    world.retire = lambda *arguments: World.retire(world, *arguments)
    world.export = lambda *arguments: World.export(world, *arguments)
    check_again(tap, world)
    world.play, world.retire, world.export, world.felt = play, retire, export, felt


if __name__ == "__main__":
    sys.exit(main())
