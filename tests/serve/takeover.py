"""tests/serve/takeover.py - two servers on one PostgreSQL database: a table is dealt by one of them, and by the other when that one dies or
hangs; nothing is lost, repeated or dealt twice, also when the old one comes back.
Run: tests/postgres.sh takeover.py FELT BOOKS"""
import json
import os
import signal
import subprocess
import sys
import time

from client import Person, Refused
from server import HERE, Server, Tap

TABLE = "cards"
TAKEN_S = 10  # within so long another deals
TABLES = """table "Cards" as cards
  sheets baccarat
  with decks is 8
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace on demand
  cut 100
  stakes 1 to 500
  limit event 100000
"""


def two_servers(felt, books):
    first = Server(felt, books)
    path = os.path.join(first.folder, "two.tables")
    with open(path, "w") as file:
        file.write(TABLES)
    second = Server(felt, books, folder=first.folder)
    for number, server in enumerate((first, second)):
        server.tables, server.store = path, os.environ["FELT_POSTGRES"]
        server.log_path = os.path.join(first.folder, f"log{number}")
        server.start("--key", os.path.join(first.folder, "key"))
    return first, second


def here(server):
    return Person(server.port).ask("GET", f"/api/tables/{TABLE}")[1]["here"]


def wait_for(what, seconds):
    """The time it took; None: it did not happen."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if what():
            return time.monotonic() - began
        time.sleep(0.05)
    return None


class Player:
    """One who plays wherever the table is dealt, and sends again what was not answered, with the same id."""

    def __init__(self, servers):
        self.servers, self.person = servers, Person(servers[0].port)
        self.person.guest()
        self.live, self.id, self.bets, self.rounds = None, 0, {}, 0

    def connect(self, server):
        self.person.port = server.port
        self.live = self.person.live()
        self.live.next()

    def do(self, word, **fields):
        self.id += 1
        return self.again(self.id, word, **fields)

    def again(self, number, word, **fields):
        self.live.send(do=word, id=number, table=TABLE, **fields)
        return self.live.until(lambda m: m.get("answer") == number)[-1]

    def play(self, rounds):
        for _ in range(rounds):
            answer = self.do("bet", wager="player", amount=100)
            assert answer["ok"], answer
            self.bets[self.id] = answer["bet"]
            assert self.do("deal")["ok"]
            self.rounds += 1


def refused_elsewhere(player, server, other):
    player.connect(server)
    answer = player.do("bet", wager="player", amount=100)
    return not answer["ok"] and answer["error"]["code"] == "elsewhere" and str(other.port) in answer["error"]["message"], answer


def ids_are_found(player):
    for number, bet in player.bets.items():
        answer = player.again(number, "bet", wager="player", amount=100)
        if not (answer["ok"] and answer.get("repeated") and answer["bet"] == bet):
            return False, (number, bet, answer)
    return True, ""


def history(felt, tap, player):
    """Every round once, and everything deals and settles again."""
    store, path = os.environ["FELT_POSTGRES"], f"/tmp/felt-takeover-{os.getpid()}.jsonl"
    exported = subprocess.run([felt, "history", "export", "--store", store, "-o", path], capture_output=True, text=True)
    verified = subprocess.run([felt, "verify", path, "--json"], capture_output=True, text=True)
    tap.check("the history of both processes deals and settles again", exported.returncode == 0 and verified.returncode == 0,
              exported.stderr, verified.stdout, verified.stderr)
    found = json.loads(verified.stdout or "{}")
    tap.check("no round is missing or there twice", found.get("rounds") == player.rounds, found, player.rounds)
    audited = subprocess.run([felt, "store", "audit", "--store", store], capture_output=True, text=True)
    tap.check("the books balance", audited.returncode == 0, audited.stdout, audited.stderr)
    if os.path.exists(path):
        os.unlink(path)


def main():
    felt, books = sys.argv[1:3]
    tap = Tap()
    first, second = two_servers(os.path.abspath(felt), books)
    tap.check("a table is dealt by one process", here(first) and not here(second))
    player = Player((first, second))
    player.connect(first)
    assert player.do("sit")["ok"]
    player.play(20)
    tap.check("the other says where it is dealt", *refused_elsewhere(player, second, first))

    first.process.send_signal(signal.SIGSTOP)
    took = wait_for(lambda: here(second), 3 * TAKEN_S)
    tap.check(f"a process that hangs loses its table within {TAKEN_S} s", took is not None and took < TAKEN_S, took, second.log())
    print(f"# taken over after {took or 0:.1f} s", flush=True)
    player.connect(second)
    tap.check("what was acknowledged is found there", *ids_are_found(player))
    player.play(20)
    first.process.send_signal(signal.SIGCONT)
    came = wait_for(lambda: not here(first), TAKEN_S)
    tap.check("who comes back has lost it", came is not None, first.log())
    tap.check("and sends players on", *refused_elsewhere(player, first, second))
    player.connect(second)
    player.play(20)

    second.kill()
    took = wait_for(lambda: here(first), 3 * TAKEN_S)
    tap.check(f"a process that dies loses its table within {TAKEN_S} s", took is not None and took < TAKEN_S, took, first.log())
    print(f"# taken over after {took or 0:.1f} s", flush=True)
    player.connect(first)
    tap.check("what was acknowledged is found again", *ids_are_found(player))
    player.play(20)

    second.start()
    code = first.stop()
    took = wait_for(lambda: here(second), TAKEN_S)
    tap.check("a process that ends in order hands its tables over", code == 0 and took is not None and took < 4, code, took)
    player.connect(second)
    player.play(5)
    tap.check("the last one ends in order", second.stop() == 0, second.log())
    history(os.path.abspath(felt), tap, player)
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
