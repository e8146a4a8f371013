"""tests/serve/kill.py - the server is killed at random moments under load: every bet that was acknowledged is found exactly once, settled or
standing, with the answer it had; the books balance, every chain holds, and everything that was dealt and paid verifies.

    python3 tests/serve/kill.py FELT BOOKS [KILLS [SEED]]     10 kills where no number is given; prints TAP

The store is a file, or where FELT_POSTGRES is set (tests/postgres.sh) that database.

A player sends commands one by one. What was not answered when the server died is sent again with the same id to the next one, and so are
some of those that were answered: they must have the same answer. """
import os
import random
import sys
import threading
import time

from client import Live, Person, Refused
from run import watch_all
from server import Failed, Server, Tap

PLAYERS, CREDITS, VERIFY_EVERY = 10, 100000, 100
TABLES = {"cards": ["player", "banker", "tie"], "dice": ["field", "any-seven", "pass", "the-works", "place on 6"], "clock": ["player", "banker"]}


class Player:
    def __init__(self, number, port, seed):
        self.random = random.Random(seed * 1000 + number)
        self.person = Person(port)
        self.person.guest()
        self.next_id, self.sent, self.acked, self.failed, self.repeated, self.on = 0, None, {}, None, 0, False

    def compose(self):
        table = self.random.choice(list(TABLES))
        kind = self.random.random()
        if kind < 0.12:
            return {"do": "sit", "table": table}
        if kind < 0.3:
            return {"do": "deal", "table": table}
        if kind < 0.4 and self.acked:
            bet = self.random.choice(list(self.acked.values())[-40:])
            if bet[1].get("bet"):
                return {"do": "change", "table": bet[0]["table"], "bet": bet[1]["bet"], "action": "take-down"}
        wager = self.random.choice(TABLES[table])
        return {"do": "bet", "table": table, "wager": wager, "amount": 600 * self.random.randint(1, 3)}

    def ask(self, command):
        self.live.send(**command)
        while True:
            found = self.live.next()
            if found.get("answer") == command["id"]:
                return found

    def check_repeat(self, command, answer):
        again = self.ask(command)
        self.repeated += 1
        same = all(again.get(k) == answer.get(k) for k in ("ok", "bet", "seat")) and \
            again.get("error", {}).get("code") == answer.get("error", {}).get("code")
        if answer["ok"] and not again.get("repeated"):
            raise Failed(f"{command}: done twice: {answer}, then {again}")
        if not same and self.had_sat(command):
            raise Failed(f"{command}: was answered {answer}, and is now answered {again}")
        self.acked[command["id"]] = (command, again)

    def had_sat(self, command):
        """Who has never sat at a table is not remembered there: what he was refused may be done when he asks again."""
        return any(c["do"] == "sit" and c["table"] == command["table"] and a["ok"] and c["id"] < command["id"] for c, a in self.acked.values())

    def keep(self, command, answer):
        if answer.get("error", {}).get("code") not in ("unavailable", "busy", "stopping", "too-fast"):
            self.acked[command["id"]] = (command, answer)
            self.sent = None

    def play(self, ready):
        self.live = Live(self.person)
        self.live.next()
        for id in self.random.sample(sorted(self.acked), min(4, len(self.acked))) + sorted(self.acked)[-3:]:
            self.check_repeat(*self.acked[id])
        self.on = True
        ready.release()
        while True:
            if self.sent is None:
                self.next_id += 1
                self.sent = {**self.compose(), "id": self.next_id}
            self.keep(self.sent, self.ask(self.sent))

    def run(self, ready):
        """Nobody kills the server before all players are on: until then also a connection that breaks is a failure."""
        self.on = False
        try:
            self.play(ready)
        except Exception as no:
            if self.on and isinstance(no, (Refused, OSError)):
                return  # the server is gone
            self.failed = f"{'while playing' if self.on else 'while getting on'}: {type(no).__name__}: {no}"
            ready.release()


def load(players, server, seconds):
    """All of them play until the server is killed."""
    ready = threading.Semaphore(0)
    threads = [threading.Thread(target=p.run, args=(ready,), daemon=True) for p in players]
    for t in threads:
        t.start()
    for _ in threads:
        if not ready.acquire(timeout=60):
            raise Failed("players do not get on: " + str([p.failed for p in players if p.failed]))
    time.sleep(seconds)
    server.kill()
    for t in threads:
        t.join(60)


def find_bets(player):
    """Of every acknowledged bet: how often it was placed and ended in the history, and whether it stands."""
    live = Live(player.person)
    live.next()
    live.id = 1 << 41
    placed, ended, standing = {}, {}, set()
    for table in TABLES:
        for message in watch_all(live, table):
            for event in message.get("events", []):
                key = (table, event.get("bet"))
                if event["event"] == "placed":
                    placed[key] = placed.get(key, 0) + 1
                if event["event"] == "paid" or (event["event"] == "changed" and event["action"] == "take-down"):
                    ended[key] = ended.get(key, 0) + 1
        state = live.do("state", table=table)["state"]
        standing |= {(table, bet["bet"]) for bet in state["bets"]}
    live.close()
    return placed, ended, standing


def compare(player):
    placed, ended, standing = find_bets(player)
    wrong = []
    count = 0
    for command, answer in player.acked.values():
        key = (command["table"], answer.get("bet"))
        if command["do"] != "bet" or not answer["ok"]:
            continue
        count += 1
        if placed.get(key) != 1 or ended.get(key, 0) + (key in standing) != 1:
            wrong.append((key, placed.get(key), ended.get(key), key in standing))
    extra = len(placed) - count - (player.sent is not None)
    if extra > 0:
        wrong.append(f"{extra} bets were placed that nobody was told of")
    return count, wrong


def main():
    tap = Tap()
    kills = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    chance = random.Random(seed)
    print(f"# {kills} kills, seed {seed}")
    with Server(*sys.argv[1:3], store=os.environ.get("FELT_POSTGRES")) as server:
        server.start("--guest", str(CREDITS), "--guest-cap", str(CREDITS * PLAYERS), "--rate", "1000000",
                     "--key", os.path.join(server.folder, "key"))
        players = [Player(i, server.port, seed) for i in range(PLAYERS)]
        for number in range(1, kills + 1):
            before = sum(len(p.acked) for p in players)
            try:
                load(players, server, chance.random() ** 2)
                server.books(verify=number % VERIFY_EVERY == 0)
                why = [p.failed for p in players if p.failed]
            except Failed as no:
                why = [no]
            tap.check(f"kill {number}: {sum(len(p.acked) for p in players) - before} commands more, and the books balance", not why, *why[:3])
            server.start()
        found = [compare(p) for p in players]
        wrong = [w for _, list in found for w in list]
        tap.check(f"{sum(c for c, _ in found)} acknowledged bets are found exactly once each, settled or standing", not wrong, *wrong[:5])
        tap.check(f"{sum(p.repeated for p in players)} commands that were sent again had one effect", not any(p.failed for p in players))
        tap.check("SIGTERM ends the server in order", server.stop() == 0, server.log()[-2000:])
        try:
            server.books()
            tap.check("the books balance, and everything verifies", True)
        except Failed as no:
            tap.check("the books balance, and everything verifies", False, no)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
