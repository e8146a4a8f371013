#!/usr/bin/env python3
# examples/step.py - steps a wager that `felt export` wrote, event by event, and pays a stake. docs/compiled.md describes the file.
"""usage: step.py FILE WAGER [--side SIDE] [--set OPTION=CHOICE]... [--phase NUMBER] [--stake N] EVENT...

FILE is what `felt export` wrote. An EVENT is a roll such as 3-5, or a total such as 8; a finished round of baccarat is
"2S 4D / 3H 2C 2D", the player's hand first."""
import argparse
import hashlib
import json
import sys
from fractions import Fraction


def canonical_hash(value):
    """The hash of a form, or of a list of events: BLAKE2b of its JSON with sorted keys and no white space."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def load(path):
    """The document; whatever is not what its hashes say is refused."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    if document["format"] != "felt-compiled" or document["version"] != 1:
        raise ValueError("this is no document of version 1")
    game = document["game"]
    if canonical_hash([event["text"] for event in game["events"]]) != game["events_hash"]:
        raise ValueError("the events do not have their hash")
    for wager in document["wagers"]:
        if canonical_hash(wager["form"]) != wager["hash"] or wager["form"]["events"] != game["events_hash"]:
            raise ValueError(f"{wager['short_name']} does not have its hash")
    return document


def find(document, name, side="", choices=None):
    """The wagers of that name (short or printed) and side that agree with the choices."""
    def fits(wager):
        taken = wager["choices"]
        return (name in (wager["short_name"], wager["name"]) and side in ("", wager["side"])
                and all(taken.get(option, choice) == choice for option, choice in (choices or {}).items()))
    return [wager for wager in document["wagers"] if fits(wager)]


# ---- events ----

def card_value(card):
    """Of a card such as 9S: ace 1, two to nine their number, ten and faces 0."""
    return {"A": 1, **{str(n): n for n in range(2, 10)}}.get(card[:-1], 0)


def same_rank(one, other):
    return one[:-1].replace("10", "T") == other[:-1].replace("10", "T")


def round_text(player, banker):
    """The event of a finished round of baccarat, from cards such as 9S and 10H in the order in which they came."""
    hands = []
    for name, cards in (("player", player), ("banker", banker)):
        hands.append(f"{name} {sum(map(card_value, cards)) % 10} with {len(cards)} cards")
    player_pair, banker_pair = same_rank(*player[:2]), same_rank(*banker[:2])
    if player_pair and banker_pair:
        hands.append("the same pair twice" if same_rank(player[0], banker[0]) else "both pairs")
    elif player_pair or banker_pair:
        hands.append("player pair" if player_pair else "banker pair")
    return ", ".join(hands)


def positions(game, spelled):
    """The events that a spelling may mean, as positions in the game's list: several for a total of two dice."""
    if "/" in spelled:
        player, banker = (hand.split() for hand in spelled.split("/"))
        spelled = round_text(player, banker)
    elif "-" in spelled:
        spelled = "-".join(sorted(spelled.split("-")))
    found = []
    for i, event in enumerate(game["events"]):
        text = event["text"]
        is_total = spelled.isdigit() and "-" in text and sum(map(int, text.split("-"))) == int(spelled)
        if text == spelled or is_total:
            found.append(i)
    if not found:
        raise ValueError(f"'{spelled}' is no event of {game['name']}")
    return found


# ---- bets ----

class Bet:
    """A bet that stands: the state of a wager's machine."""

    def __init__(self, game, wager, phase=0):
        numbers = [p["number"] for p in game["phases"]]
        self.game, self.wager, self.form = game, wager, wager["form"]
        self.state = self.form["start"][numbers.index(phase)]
        self.row = None
        if self.state is None:
            raise ValueError(f"{wager['short_name']} may not be placed now")

    def step(self, spelled):
        """Goes on by one event; True when it decides."""
        classes = {self.form["class_of"][i] for i in positions(self.game, spelled)}
        if len(classes) > 1:
            raise ValueError(f"{self.wager['short_name']} has to know more than '{spelled}'")
        after = self.form["next"][self.state][classes.pop()]
        if after is None:
            raise ValueError(f"nothing decides {self.wager['short_name']} at '{spelled}'")
        if after >= 0:
            self.state = after
            return False
        self.row = -1 - after
        return True

    def pay(self):
        return self.form["rows"][self.row]["pay"]

    def paid(self, stake):
        """What comes back for the stake, exactly; how fractions of a cent are rounded is the house's."""
        pay = self.pay()
        if pay["kind"] not in ("wins", "pushes", "loses"):
            raise ValueError(f"the document leaves the pay {pay['kind']}")
        if pay["kind"] == "loses":
            return Fraction(0)
        if pay["kind"] == "pushes":
            return stake + self.vig(stake)
        return stake * (1 + Fraction(*pay["win"]) - Fraction(*pay["commission"]))

    def vig(self, stake):
        """What is handed over beside the stake."""
        return stake * Fraction(*self.form["vig"])

    def remembers(self):
        memory = self.wager["memory"]
        if memory is None:
            return ""
        texts = []
        for thing, value in zip(memory["things"], memory["states"][self.state]):
            if thing["kind"] == "phase" and value is not None:
                texts.append(f"{thing['name']}: {self.game['phases'][value]['number'] or 'none'}")
            elif value is not None:
                texts.append(f"{thing['name']}: {value}")
        return ", ".join(texts)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("file")
    parser.add_argument("wager")
    parser.add_argument("events", nargs="+")
    parser.add_argument("--side", default="")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--phase", type=int, default=0)
    parser.add_argument("--stake", type=Fraction, default=Fraction(1))
    options = parser.parse_args()
    document = load(options.file)
    wagers = find(document, options.wager, options.side, dict(setting.split("=", 1) for setting in options.set))
    if len(wagers) != 1:
        sys.exit(f"step.py: {len(wagers)} wagers fit; say --side, or --set for their choices")
    bet = Bet(document["game"], wagers[0], options.phase)
    for event in options.events:
        if bet.step(event):
            words = wagers[0]["words"][bet.row]
            vig = bet.vig(options.stake)
            handed = f"{options.stake} and a vig of {vig}" if vig else f"{options.stake}"
            print(f"{event}: {words['row']}: {words['pay']}; a stake of {handed} is paid {bet.paid(options.stake)}")
            return
        print(f"{event}: stays in state {bet.state}; {bet.remembers()}".rstrip("; "))


if __name__ == "__main__":
    try:
        main()
    except (ValueError, KeyError) as error:
        sys.exit(f"step.py: {error}")
