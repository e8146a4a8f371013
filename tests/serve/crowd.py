"""tests/serve/crowd.py - two hundred players at one table: everybody sees the same results in the same order, everybody is paid what he was
told, and the books balance.

    python3 tests/serve/crowd.py FELT BOOKS     FELT is the program, BOOKS tests/serve_books; prints TAP
"""
import random
import sys
import threading

from client import Person
from server import Failed, Server, Tap

PLAYERS, ROUNDS, CREDITS = 200, 6, 1000
WAGERS = ("player", "banker", "tie")


class Player(threading.Thread):
    def __init__(self, number, port, gate):
        super().__init__(daemon=True)
        self.number, self.gate, self.failed = number, gate, None
        self.person = Person(port)
        self.person.guest()
        self.records, self.results, self.staked, self.paid, self.balance = [], [], 0, 0, None
        self.random = random.Random(number)

    def see(self, message):
        if message.get("table") != "hall" or "at" not in message or "events" not in message:
            return
        self.records.append(message["at"])
        for event in message["events"]:
            if event["event"] == "dealt":
                self.results.append((message["at"], event["round"], event["result"], str(event["dealt"])))
            if event["event"] == "paid":
                self.paid += event["paid"]
        if "balance" in message:
            self.balance = message["balance"]

    def do(self, word, **fields):
        answer = self.live.do(word, table="hall", **fields)
        for message in self.live.last:
            self.see(message)
        if not answer["ok"]:
            raise Failed(answer)
        return answer

    def play(self):
        self.live = self.person.live()
        self.do("watch")
        self.do("sit")
        for round in range(1, ROUNDS + 1):
            for _ in range(self.random.randint(1, 3)):
                amount = 100 * self.random.randint(1, 5)
                self.do("bet", wager=self.random.choice(WAGERS), amount=amount)
                self.staked += amount
            self.gate.wait(120)
            if self.number == round:  # another one presses Deal each time
                self.do("deal")
            while len(self.results) < round:
                self.see(self.live.next())
            self.gate.wait(120)

    def run(self):
        try:
            self.play()
        except Exception as no:
            self.failed = f"{type(no).__name__}: {no}"
            self.gate.abort()


def main():
    tap = Tap()
    check = tap.check
    with Server(*sys.argv[1:3]) as server:
        server.start("--guest", str(CREDITS), "--guest-cap", str(PLAYERS * CREDITS), "--rate", "1000000")
        gate = threading.Barrier(PLAYERS)
        players = [Player(i, server.port, gate) for i in range(PLAYERS)]
        for p in players:
            p.start()
        for p in players:
            p.join(300)
        failed = [p.failed for p in players if p.failed]
        check(f"{PLAYERS} players bet over {ROUNDS} rounds", not failed, *failed[:3])
        check("everybody sees the same results in the same order", all(p.results == players[0].results and len(p.results) == ROUNDS for p in players))
        check("nobody is told of a record twice, or out of order", all(p.records == sorted(set(p.records)) for p in players))
        told = [CREDITS * 100 - p.staked + p.paid for p in players]
        check("everybody has what he was told he was paid", all(p.balance == {"available": t, "held": 0} for p, t in zip(players, told)),
              next(((p.balance, t) for p, t in zip(players, told) if p.balance != {"available": t, "held": 0}), ""))
        states = [p.person.ask("GET", "/api/me")[1]["balance"]["available"] for p in players[:20]]
        check("and the bank says the same", states == told[:20])
        check("SIGTERM ends the server in order", server.stop() == 0, server.log()[-2000:])
        try:
            sums = server.books()
            check("the books balance, and everything verifies", sums["held"] == 0 and sums["available"] == sum(told), sums, sum(told))
        except Failed as no:
            check("the books balance, and everything verifies", False, no)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
