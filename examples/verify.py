#!/usr/bin/env python3
# examples/verify.py - checks a history that `felt history export` wrote: deals every shoe again, and steps and pays every bet again.
"""usage: verify.py FILE...

docs/history.md describes the file, docs/fairness.md what is dealt from a seed, docs/compiled.md how wagers are stepped and paid. This program
follows these pages and shares no code with Felt. It prints what it found as JSON; a difference is said in one line, with exit status 1.
Of several files, archives of `felt store retire` and the export that goes on after them, the oldest is the first."""
import hashlib
import json
import sys
from fractions import Fraction


class Differs(Exception):
    pass


def need(truth, *what):
    if not truth:
        raise Differs(" ".join(str(w) for w in what))


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def number(n, size=8):
    return n.to_bytes(size, "little", signed=n < 0)


def compact(value, **options):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, **options).encode()


# ---- events as bytes: docs/history.md ----

BET = [("player", 8), ("seat", 4), ("bet", 8), ("wager", 2)]
PAY = [("amount", 8), ("back", 8), ("lost", 8), ("winnings", 8), ("commission", 8), ("dealer", 8), ("pay", "pay"), ("dealer_pay", "pay"),
       ("row", 1), ("taken_down", 1)]
KINDS = {
    "answered": BET[:3] + [("command", "decimal"), ("digest", "hex"), ("refusal", "refusal"), ("status", 1), ("text", "text")],
    "seated": BET[:2], "left": BET[:2], "freed": BET[:2], "shooter": BET[1:2],
    "placed": BET + [("amount", 8), ("held", 8), ("stays", 1), ("again", 8)],
    "changed": BET + [("action", "action"), ("amount", 8), ("held", 8), ("back", 8)],
    "closed": [("round", 8)],
    "dealt": [("round", 8), ("code", 2), ("way", 1), ("dealt", "dealt")],
    "paid": BET + PAY,
    "voided": [("round", 8), ("text", "text")],
    "status": [("status", "table status")],
    "wager-opened": BET[3:], "wager-closed": BET[3:] + [("text", "text")], "wager-limited": BET[3:] + [("min", 8), ("max", 8)],
    "shoe-begun": [("shoe", 8)], "shoe-ended": [("shoe", 8)],
    "limited": [("seat_max", 8), ("round_max", 8), ("event_max", 8)],
}
WORDS = {
    "pay": "loses pushes wins unset stays undefined".split(),
    "action": "bet raise lower take-down off on".split(),
    "table status": "open paused shut".split(),
    "refusal": ("none id-missing id-reused id-old who malformed not-seated seated seat-taken table-paused table-shut betting-closed "
                "wager-closed no-bet rules limit cost too-soon not-shooter pace betting-open shoe result funds player").split(),
}


def field_bytes(kind, value):
    if kind == "text":
        return number(len(value.encode()), 1) + value.encode()
    if kind == "decimal":
        return number(int(value))
    if kind == "hex":
        return number(int(value, 16))
    if kind == "dealt":
        hands = value + [[]] * (4 - len(value))
        return bytes(len(hand) for hand in hands) + b"".join(bytes([RANKS.index(c[0]), SUITS.index(c[1])]) for hand in hands for c in hand)
    if kind in WORDS:
        return number(WORDS[kind].index(value), 1)
    return number(int(value), kind)


def event_bytes(event):
    fields = KINDS[event["kind"]]
    need(list(event) == ["kind", "sequence", "time"] + [name for name, _ in fields], "an event has other fields than its kind has")
    body = b"".join(field_bytes(kind, event[name]) for name, kind in fields)
    whole = bytes([1, list(KINDS).index(event["kind"])]) + number(24 + len(body), 2) + number(event["sequence"]) + number(event["time"]) + body
    total = 0x811C9DC5
    for byte in whole:
        total = (total ^ byte) * 0x01000193 & 0xFFFFFFFF
    return whole + number(total, 4)


# ---- what a seed deals: docs/fairness.md ----

RANKS, SUITS = ".A23456789TJQK", "SHDC"


def fair_hash(domain, table, shoe, *parts):
    return blake(domain.encode() + b"\0" + number(len(table.encode()), 1) + table.encode() + number(shoe) + b"".join(parts))


def chacha_words(key, nonce):
    """The words of ChaCha20, 64 bits each."""
    start = [int.from_bytes(block[i:i + 4], "little") for block in (b"expand 32-byte k", key) for i in range(0, len(block), 4)]
    counter = 0
    while True:
        state = start + [counter & 0xFFFFFFFF, counter >> 32, nonce & 0xFFFFFFFF, nonce >> 32]
        w = list(state)
        for a, b, c, d in [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)] * 10:
            for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                w[x] = (w[x] + w[y]) & 0xFFFFFFFF
                w[z] ^= w[x]
                w[z] = (w[z] << turn | w[z] >> (32 - turn)) & 0xFFFFFFFF
        block = [(x + y) & 0xFFFFFFFF for x, y in zip(w, state)]
        yield from (block[i] | block[i + 1] << 32 for i in range(0, 16, 2))
        counter += 1


def below(words, bound):
    while True:
        product = next(words) * bound
        if product % 2**64 >= 2**64 % bound:
            return product >> 64


def shuffled(words, decks):
    cards = [RANKS[i % 13 + 1] + SUITS[i // 13 % 4] for i in range(52 * decks)]
    for i in range(len(cards) - 1, 0, -1):
        j = below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def value(card):
    return RANKS.index(card[0]) if card[0] in "A23456789" else 0


def total(hand):
    return sum(map(value, hand)) % 10


UNNAMED = ("always-one-more", "value")  # the rules of a shoe whose records name none


def burnt(cards, burn):
    return {"value": 1 + min(RANKS.index(cards[0][0]), 10), "one": 1, "none": 0}[burn]


def rounds(cards, cut, rules):
    """The rounds of baccarat that a shoe gives."""
    at, left, out = burnt(cards, rules[1]), None, len(cards) - cut
    while left != 0:
        player, banker, used = [cards[at], cards[at + 2]], [cards[at + 1], cards[at + 3]], 4
        if total(player) < 8 and total(banker) < 8:
            low, high = (0, 9) if total(banker) < 3 else {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(total(banker), (1, 0))
            if total(player) <= 5:
                third, used = value(cards[at + 4]), 5
                draws = low <= third <= high and not (total(banker) == 3 and third == 8)
                player.append(cards[at + 4])
            else:
                draws = total(banker) <= 5
            if draws:
                banker.append(cards[at + used])
                used += 1
        if left is not None:
            left -= 1
        elif at <= out < at + used:
            left = {"one-more": int(out > at), "always-one-more": 1, "last-round": 0}[rules[0]]
        at += used
        yield [player, banker]


def dealing(game, decks, cut, rules, seed, shoe):
    words = chacha_words(seed, shoe)
    if decks == 0:
        return (below(words, game["all_ways"]) + 1 for _ in iter(int, 1))
    return rounds(shuffled(words, decks), cut, rules)


# ---- the making of a shoe ----

def rules_of(record):
    """Of a shoe, as its setup and its making name them."""
    rules = (record["cut_rule"], record["burn"]) if "cut_rule" in record or "burn" in record else UNNAMED
    need(rules[0] in ("one-more", "always-one-more", "last-round") and rules[1] in ("value", "one", "none"), "there are no such rules:", rules)
    return rules


class Making:
    """From shoe-open to shoe-seed, or to shoe-void."""

    def __init__(self, table, record, last):
        need(record["shoe"] > last, "shoe", record["shoe"], "is not above", last)
        self.table, self.shoe, self.stage, self.clients = table, record["shoe"], "shoe-open", []
        self.decks, self.cut = record.get("decks", 0), record.get("cut", 0)
        self.rules = rules_of(record)
        self.commitment = bytes.fromhex(record["commitment"])

    def follow(self, record):
        order = {"shoe-open": ("shoe-closed", "shoe-void"), "shoe-closed": ("shoe-sealed", "shoe-void"), "shoe-sealed": ("shoe-seed",)}
        need(record["felt"] in order.get(self.stage, ()) and record["shoe"] == self.shoe, record["felt"], "cannot follow", self.stage)
        getattr(self, record["felt"].replace("-", "_"))(record)
        self.stage = record["felt"]

    def shoe_closed(self, record):
        self.clients = [(c["player"], bytes.fromhex(c["commitment"])) for c in record["clients"]]
        need(len({player for player, _ in self.clients}) == len(self.clients) <= 64, "a player is in the list twice, or there are too many")
        named = self.decks > 0 and self.rules != UNNAMED
        rules = [bytes([len(name)]) + name.encode() for name in self.rules] if named else []
        self.list = fair_hash(f"felt fair list {1 + named}", self.table, self.shoe, number(self.decks), number(self.cut), *rules, self.commitment,
                              number(len(self.clients)), *(number(player) + commitment for player, commitment in self.clients))
        need(self.list.hex() == record["list"], "the closed list does not have its hash")

    def shoe_sealed(self, record):
        self.entropies = [bytes.fromhex(r["entropy"]) for r in record["reveals"]]
        found = [(r["player"], fair_hash("felt fair client 1", self.table, self.shoe, number(r["player"]), entropy))
                 for r, entropy in zip(record["reveals"], self.entropies)]
        need(found == self.clients, "what was revealed is not what was committed to")

    def shoe_void(self, record):
        need(set(record["missing"]) <= {player for player, _ in self.clients}, "somebody is missing who was not in the list")

    def shoe_seed(self, record):
        server = bytes.fromhex(record["seed"])
        need(fair_hash("felt fair server 1", self.table, self.shoe, server) == self.commitment, "the seed is not what was committed to")
        self.seed = fair_hash("felt fair seed 1", self.table, self.shoe, self.list, server, *self.entropies)


# ---- bets: docs/compiled.md ----

def rounded(amount, rule):
    below_it = amount.numerator // amount.denominator
    if rule == "up":
        return below_it + (amount > below_it)
    return below_it + (rule == "nearest-half-up" and amount - below_it >= Fraction(1, 2))


class Bet:
    def __init__(self, table, event):
        self.table, self.wager = table, table.wagers[event["wager"]]
        self.form = table.forms[self.wager["form"]]
        self.event, self.stake, self.off = event, event["amount"], False
        self.state = self.form["start"][table.phase]
        need(self.state is not None and not (self.form["new_hand"] and table.hand_events), "bet", event["bet"], "may not be placed now")
        self.held = self.handed_over()
        need(self.held == event["held"], "what is held for bet", event["bet"], "is not its stake and vig")

    def vig(self, fraction):
        setup = self.table.setup
        unit = setup["vig_unit"] or 1
        return max(rounded(self.stake * Fraction(*fraction) / unit, setup["vig_rounding"]) * unit, setup["vig_min"])

    def handed_over(self):
        return self.stake + (self.vig(self.form["vig"]) if self.form["vig"][0] else 0)

    def change(self, event):
        before, action, amount = self.held, event["action"], event["amount"]
        if action == "take-down" or (action == "lower" and amount == self.stake):
            need(event["held"] == 0 and event["back"] == self.held, "not all of bet", event["bet"], "comes back")
            return False
        if action in ("raise", "lower"):
            self.stake += amount if action == "raise" else -amount
            self.held = self.handed_over()
        else:
            self.off = action == "off"
        need(self.stake > 0 and event["held"] - event["back"] == self.held - before, "bet", event["bet"], "is changed by another amount")
        return True

    def step(self, position, phase_after):
        """Goes on by an event; what it is paid, or None while it stays up."""
        after = self.form["next"][self.state][self.form["class_of"][position]]
        need(after is not None, "nothing decides bet", self.event["bet"])
        if after < 0 and self.off:
            start = self.form["start"][phase_after]
            if self.form["needs"] or start is None:
                return self.given_back()
            after = start
        if after < 0:
            return self.paid(self.form["rows"][-1 - after])
        self.state = after
        return None

    def given_back(self):
        return self.says("pushes", self.held) | {"taken_down": True}

    def says(self, pay, back, winnings=0, commission=0):
        return {"player": self.event["player"], "seat": self.event["seat"], "bet": self.event["bet"], "wager": self.event["wager"],
                "amount": self.stake, "back": back, "lost": self.held - back, "winnings": winnings, "commission": commission, "dealer": 0,
                "pay": pay, "dealer_pay": "loses", "taken_down": False}

    def paid(self, row):
        pay, rule = row["pay"], self.table.setup["rounding"]
        if pay["kind"] == "wins":
            ret = self.says("wins", self.stake, rounded(self.stake * Fraction(*pay["win"]), rule))
            ret["commission"] = self.commission(pay["commission"], ret["winnings"], rule)
        else:
            need(pay["kind"] in ("loses", "pushes"), "bet", self.event["bet"], "is decided by a row whose pay is", pay["kind"])
            ret = self.says(pay["kind"], self.held if pay["kind"] == "pushes" else 0)
        if row["dealer"] is not None:
            ret["dealer_pay"] = row["dealer"]["kind"]
            if row["dealer"]["kind"] == "wins":
                ret["dealer"] = rounded(self.stake * Fraction(*row["dealer"]["win"]), rule)
        return ret

    def commission(self, fraction, winnings, rule):
        setup = self.table.setup
        if not fraction[0]:
            return 0
        if self.wager["vig_of_wins"] and (setup["vig_unit"] or setup["vig_min"]):
            return min(self.vig(fraction), winnings)
        return rounded(self.stake * Fraction(*fraction), {"floor": "up", "up": "floor"}.get(rule, rule))


# ---- tables ----

def round_text(hands):
    """What the event of a finished round of baccarat is called."""
    texts = [f"{name} {total(hand)} with {len(hand)} cards" for name, hand in zip(("player", "banker"), hands)]
    pairs = [hand[0][0] == hand[1][0] for hand in hands]
    if all(pairs):
        texts.append("the same pair twice" if hands[0][0][0] == hands[1][0][0] else "both pairs")
    elif any(pairs):
        texts.append("player pair" if pairs[0] else "banker pair")
    return ", ".join(texts)


class Table:
    def __init__(self, name, games, forms, counts):
        self.name, self.games, self.forms, self.counts = name, games, forms, counts
        self.setup = self.making = self.shoe = None
        self.last_shoe, self.withheld, self.drawn = 0, set(), []
        self.bets, self.owed, self.last_bet, self.returned = {}, [], 0, False
        self.phase = self.hand_events = self.round = self.sequence = 0

    def opening(self):
        """What an opening says that this program knows of a table."""
        return {"events": self.sequence, "round": self.round, "bet": self.last_bet, "shoe": self.last_shoe, "phase": self.phase,
                "hand_events": self.hand_events, "setup": self.setup}

    def open(self, opening):
        """Begins at a floor: no bet is up, no shoe in play."""
        self.use(opening["setup"])
        self.sequence, self.round, self.last_bet, self.last_shoe = (opening[name] for name in ("events", "round", "bet", "shoe"))
        self.phase, self.hand_events = opening["phase"], opening["hand_events"]

    def goes_on(self, opening):
        """A file before has this table up to here."""
        need(not self.bets and self.shoe is None and not self.withheld, "the file before ends while bets are up or a shoe is in play")
        need(self.making is None or self.making.stage == "shoe-seed", "the file before ends while a shoe is made")
        found = self.opening()
        need({name: opening[name] for name in found} == found, "the opening is not what the file before ends with")

    def use(self, record):
        self.setup, self.wagers, self.game = record, record["wagers"], self.games[record["game"]]
        self.positions = {event["text"]: i for i, event in enumerate(self.game["events"])}
        self.phase = self.hand_events = 0
        for wager in self.wagers:
            form = wager["form"]
            need(form is None or self.forms[form]["events"] == self.game["events_hash"], "a wager is missing, or is of another game")

    def take(self, record):
        what = record.get("felt")
        if what == "setup":
            need(not self.bets and self.shoe is None, "the setup is changed while bets are up or a shoe is in play")
            self.use(record)
        elif what == "shoe-open":
            need(self.making is None or self.making.stage in ("shoe-void", "shoe-seed"), "a shoe is opened while another is made or in play")
            self.making = Making(self.name, record, self.last_shoe)
            self.last_shoe = self.making.shoe
            need((self.making.decks, self.making.cut, self.making.rules) == (self.setup["decks"], self.setup["cut"], rules_of(self.setup)),
                 "the shoe is not that of the setup")
        elif what in ("shoe-closed", "shoe-sealed", "shoe-void", "shoe-seed"):
            need(self.making is not None, "no shoe is open")
            self.making.follow(record)
            getattr(self, "after_" + what[5:])(record)
        elif what == "void":
            self.counts["voided"] += 1

    def after_closed(self, _):
        need(not self.withheld & {player for player, _ in self.making.clients}, "who withheld before takes part again")
        self.withheld = set()

    def after_sealed(self, _):
        self.drawn, self.over = [], False

    def after_void(self, record):
        self.withheld = set(record["missing"])
        self.counts["voids" if record["missing"] else "given_up"] += 1

    def after_seed(self, _):
        need(self.shoe is None, "the seed is shown while the shoe is in play")
        making = self.making
        source = dealing(self.game, making.decks, making.cut, making.rules, making.seed, making.shoe)
        for drawn in self.drawn:
            need(next(source, None) == drawn, "a round of shoe", making.shoe, "is not what its seed deals:", drawn)
        early = next(source, None) is not None if making.decks else not self.over
        self.counts["shoes"] += 1
        self.counts["early"] += early
        self.counts["alone"] += not making.clients
        self.counts["covered"] += len(self.drawn)

    # -- events --

    def event(self, event):
        self.sequence += 1
        need(event["sequence"] == self.sequence, "event", self.sequence, "is missing")
        need(not self.owed or event["kind"] == "paid", "bets that have come down are still to be paid")
        handle = getattr(self, "on_" + event["kind"].replace("-", "_"), None)
        if handle is not None:
            handle(event)
        if event["kind"] not in ("changed", "paid"):
            self.returned = False

    def on_shoe_begun(self, event):
        need(self.making is not None and (self.making.stage, self.making.shoe) == ("shoe-sealed", event["shoe"]), "the shoe was not sealed")
        self.shoe = event["shoe"]

    def on_shoe_ended(self, event):
        need(self.shoe == event["shoe"], "another shoe is in play")
        self.shoe = None

    def on_placed(self, event):
        self.last_bet += 1
        need(event["bet"] == self.last_bet and self.shoe is not None, "a bet has another number than the next, or there is no shoe")
        self.bets[event["bet"]] = Bet(self, event)

    def on_changed(self, event):
        bet = self.bets.get(event["bet"])
        need(bet is not None and bet.event["player"] == event["player"] and bet.event["wager"] == event["wager"], "no such bet is up")
        if not bet.change(event):
            del self.bets[event["bet"]]
            self.returned = True

    def on_dealt(self, event):
        need(self.shoe is not None and event["round"] == self.round + 1, "no result of this round is waited for")
        self.round += 1
        drawn = event["dealt"] if self.making.decks else event["way"]
        self.drawn.append(drawn)
        if self.making.decks:
            text = round_text(drawn)
        else:
            text = "-".join(sorted((str((drawn - 1) // 6 + 1), str((drawn - 1) % 6 + 1))))
        position, phase, self.over = self.positions[text], self.game["phases"][self.phase], True
        after = self.phase
        if not self.game["one_event"]:
            after, self.over = phase["after"][position], position in phase["ends"]
        steps = [(bet, bet.step(position, after)) for bet in self.bets.values()]
        self.owed = [paid for _, paid in steps if paid is not None]
        self.phase, self.hand_events = after, 0 if self.over else self.hand_events + 1
        self.counts["rounds"] += 1

    def on_voided(self, event):
        self.owed = [bet.given_back() for bet in self.bets.values()]
        self.phase = self.hand_events = 0
        self.counts["voided"] += 1

    def on_paid(self, event):
        if not self.owed and self.returned:  # what needs a bet that was taken down comes down with it
            bet = self.bets.get(event["bet"])
            need(bet is not None and bet.form["needs"], "a bet comes back that needs no other")
            self.owed = [bet.given_back()]
        need(self.owed, "nothing is owed")
        expected = self.owed.pop(0)
        need({name: event[name] for name in expected} == expected, "bet", event["bet"], "should be paid", expected, "but was", event)
        del self.bets[event["bet"]]
        self.counts["bets"] += 1
        self.counts["staked"] += event["amount"]
        self.counts["paid"] += event["back"] + event["winnings"] - event["commission"]

    def end(self):
        need(not self.owed, "bets that have come down are not paid")
        self.counts["up"] += len(self.bets)
        self.counts["unrevealed"] += self.making is not None and self.making.stage in ("shoe-open", "shoe-closed", "shoe-sealed")


# ---- the file ----

NAMES = "tables records events shoes alone early unrevealed voids given_up rounds covered voided bets up staked paid".split()


class History:
    """Files that go on with one another; what was found in all of them."""

    def __init__(self):
        self.games, self.forms, self.counts = {}, {}, dict.fromkeys(NAMES, 0)
        self.ends = {}  # of the files before: table, number, sequence, hash
        self.files = 0

    def begin(self):
        """The next file."""
        self.files += 1
        self.names, self.before = set(), dict(self.counts)
        self.table = self.head = None
        self.begun = self.done = False

    def end_table(self):
        if self.table is not None:
            last = self.sequence - self.head.get("floor", {"sequence": 0})["sequence"]
            need(last == self.head["records"] and self.hash.hex() == self.head["head"], "the chain does not end as it should")
            self.ends[self.table.name] = self.table, self.head["number"], self.sequence, self.hash.hex()
            self.table.end()

    def end(self):
        """After the last file."""
        for name in self.ends:
            need(name in self.names, "table", name, "is in a file before and not in the last one")

    def line(self, line):
        need(not self.done, "something follows the end")
        getattr(self, "on_" + line["felt"])(line)

    def on_history(self, line):
        need(line["version"] == 1 and not self.begun, "this is a history of another version")
        self.begun = True

    def on_game(self, line):
        game = line["game"]
        need(blake(compact([event["text"] for event in game["events"]])).hex() == game["events_hash"], "the events do not have their hash")
        self.games[game["name"]] = game

    def on_document(self, line):
        text = compact(line["form"], sort_keys=True) if "form" in line else line["text"].encode()
        need(blake(text).hex() == line["hash"], "a document does not have its hash")
        if "form" in line:
            self.forms[line["hash"]] = line["form"]

    def on_table(self, line):
        self.end_table()
        name, floor = line["name"], line.get("floor", {"sequence": 0, "hash": bytes(32).hex()})
        need(name not in self.names, "a table is there twice")
        if "floor" in line:
            need(list(floor) == ["sequence", "hash", "opening"] and floor["sequence"] > 0 and floor["opening"]["felt"] == "opening",
                 "a floor has other members than it should")
        self.names.add(name)
        self.head, self.sequence, self.hash = line, floor["sequence"], bytes.fromhex(floor["hash"])
        if name in self.ends:
            self.table, *end = self.ends[name]
            need(end == [line["number"], floor["sequence"], floor["hash"]], "table", name, "does not go on where the file before ends")
            if "floor" in line:
                self.table.goes_on(floor["opening"])
            return
        need(self.files == 1 or not floor["sequence"], "table", name, "begins at a record that no file before has")
        self.table = Table(name, self.games, self.forms, self.counts)
        if floor["sequence"]:
            self.table.open(floor["opening"])
        self.counts["tables"] += 1

    def on_record(self, line):
        self.sequence += 1
        need(line["sequence"] == self.sequence, "record", self.sequence, "is missing or was moved")
        need(len(line) == 4 and ("events" in line) != ("json" in line), "a record is neither events nor JSON")
        data = b"".join(map(event_bytes, line["events"])) if "events" in line else compact(line["json"])
        self.hash = blake(self.hash + number(self.head["number"]) + number(self.sequence) + number(len(data)) + data)
        need(self.hash.hex() == line["hash"], "record", self.sequence, "was changed")
        if "json" in line:
            self.table.take(line["json"])
        for event in line.get("events", ()):
            self.table.event(event)
            self.counts["events"] += 1
        self.counts["records"] += 1

    def on_end(self, line):
        self.end_table()
        found = len(self.names), self.counts["records"] - self.before["records"]
        need((line["tables"], line["records"]) == found, "there are other numbers of records")
        self.done = True


def read(history, path, at):
    history.begin()
    with open(path, encoding="utf-8", newline="\n") as file:
        for at[0], line in enumerate(file, 1):
            need(line.endswith("\n"), "the line is cut off")
            history.line(json.loads(line))
    need(history.done, "the file was cut off")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    history, at = History(), [0]
    try:
        for path in sys.argv[1:]:
            read(history, path, at)
        history.end()
    except (Differs, ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        print(f"verify.py: line {at[0]}: {error if isinstance(error, Differs) else repr(error)}", file=sys.stderr)
        sys.exit(1)
    print(json.dumps({"verified": True} | history.counts))


if __name__ == "__main__":
    main()
