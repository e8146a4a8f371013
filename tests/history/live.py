#!/usr/bin/env python3
# tests/history/live.py - plays at a server: live.py PORT HANDS FILE. One player at craps and one at baccarat put entropy into their shoes; a
# third withholds what he committed to. The file remembers who they are, for the next time. Prints the number of rounds.
import json
import os
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "tests" / "serve")]
import client  # noqa: E402
import verify  # noqa: E402


class Player(client.Live):
    """Takes part in the making of every shoe of his table, as docs/fairness.md tells him to."""

    def __init__(self, port, table, known, withholds=False):
        self.table, self.withholds, self.entropy, self.rounds, self.seeds = table, withholds, {}, 0, 0
        self.person = client.Person(port)
        if known is None:
            self.person.guest()
        else:
            self.person.cookie, self.person.player = known
        super().__init__(self.person)
        self.number, self.id = self.person.player, int(time.time() * 1000)  # ids grow
        self.do("watch", table=table)
        self.do("contribute", table=table, **{"in": True})

    def commitment(self, shoe):
        return verify.fair_hash("felt fair client 1", self.table, shoe, verify.number(self.number), self.entropy[shoe]).hex()

    def next(self):
        message = super().next()
        record = message.get("record", {}) if message.get("table") == self.table else {}
        if record.get("felt") == "shoe-open":
            self.entropy[record["shoe"]] = os.urandom(32)
            self.send(do="commit", table=self.table, shoe=record["shoe"], commitment=self.commitment(record["shoe"]))
        elif record.get("felt") == "shoe-closed" and not self.withholds:
            shoe = record["shoe"]
            if shoe in self.entropy and {"player": self.number, "commitment": self.commitment(shoe)} in record["clients"]:
                self.send(do="reveal", table=self.table, shoe=shoe, entropy=self.entropy[shoe].hex())
        self.seeds += record.get("felt") == "shoe-seed"
        return message

    def play(self, wagers):
        """A few bets, and a round of them."""
        for _ in range(3):
            self.do("bet", table=self.table, wager=random.randrange(wagers), amount=random.choice((100, 200, 500, 600, 1200)))
        if self.do("deal", table=self.table)["ok"]:
            self.rounds += 1
        else:
            time.sleep(0.02)


def main():
    port, hands = int(sys.argv[1]), int(sys.argv[2])
    memory = Path(sys.argv[3])
    known = json.loads(memory.read_text()) if memory.exists() else [None] * 3
    dice, cards, withholder = Player(port, "craps", known[0]), Player(port, "baccarat", known[1]), Player(port, "craps", known[2], True)
    memory.write_text(json.dumps([[player.person.cookie, player.person.player] for player in (dice, cards, withholder)]))
    dice.do("sit", table="craps")
    cards.do("sit", table="baccarat")
    ends = time.time() + 60
    while (dice.seeds < hands or cards.rounds < 10 * hands) and time.time() < ends:
        dice.play(40)
        cards.play(5)
        withholder.do("ping")
    print(dice.rounds + cards.rounds)
    status, metrics = dice.person.ask("GET", "/metrics")
    judged = all(f'felt_wager_{name}{{table="baccarat",wager="player"}}' in metrics for name in ("edge_realised", "edge_exact", "edge_z"))
    judged = judged and 'felt_wager_beyond_luck{table="baccarat",wager="player"} 0' in metrics  # but once in a million
    sys.exit(dice.seeds < hands or status != 200 or not judged)


main()
