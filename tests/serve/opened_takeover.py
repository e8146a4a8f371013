"""tests/serve/opened_takeover.py - two servers on one PostgreSQL database, and tables that one of them opens: the other knows of them, takes
them over, and gives back what was up at a private table of one that died.
Run: tests/postgres.sh opened_takeover.py FELT BOOKS"""
import os
import subprocess
import sys

from client import Person
from opening import GIFT, REASON, TABLE
from server import Tap
from takeover import TAKEN_S, history, two_servers, wait_for

PASSPHRASE = "a desk by the door"


def table_of(server, name):
    status, found = Person(server.port).ask("GET", f"/api/tables/{name}")
    return found if status == 200 else {}




def main():
    felt, books = os.path.abspath(sys.argv[1]), sys.argv[2]
    tap = Tap()
    made = subprocess.run([felt, "operator", "add", "Boss", "--store", os.environ["FELT_POSTGRES"]], input=PASSPHRASE + "\n", text=True,
                          capture_output=True)
    assert made.returncode == 0, made
    first, second = two_servers(felt, books)
    boss = Person(first.port)
    assert boss.ask("POST", "/api/sign-in", {"name": "Boss", "passphrase": PASSPHRASE})[0] == 200
    answer = boss.ask("POST", "/api/house/tables", {"text": TABLE % ("third", ""), **REASON})
    tap.check("one process opens a table", answer == (200, {"table": "third"}), answer)
    took = wait_for(lambda: "third" in table_of(second, "third").get("table", ""), TAKEN_S)
    tap.check("the other knows of it, and where it is", took is not None and not table_of(second, "third")["here"], second.log())
    boss.port = second.port
    answer = boss.ask("POST", "/api/house/tables", {"text": TABLE % ("third", ""), **REASON})
    tap.check("and opens none of that name", answer[0] == 409, answer)
    boss.port = first.port

    player = Person(first.port)
    player.guest()
    live = player.live()
    live.next()
    name = player.ask("POST", "/api/workshop/tables", {"text": GIFT})[1]["table"]
    for table, wager in (("third", "tie"), (name, "gift")):
        assert live.do("watch", table=table)["ok"] and live.do("sit", table=table)["ok"]
        assert live.do("bet", table=table, wager=wager, amount=500)["ok"]
    first.kill()
    took = wait_for(lambda: table_of(second, "third").get("here"), 3 * TAKEN_S)
    tap.check("it is taken over when its process dies", took is not None, second.log())
    player.port = second.port
    status, found = player.ask("GET", "/api/tables/third")
    tap.check("with the bet that is up", status == 200 and [b["wager"] for b in found["bets"]] == ["tie"], found)
    live = player.live()
    live.next()
    live.id = 100
    tap.check("which is dealt there", live.do("deal", table="third")["ok"])

    def holds():
        boss.port = second.port
        return boss.ask("GET", "/api/house/holds")[1]["holds"]
    took = wait_for(lambda: holds() == [], 3 * TAKEN_S)
    tap.check("what was up at a private table is given back", took is not None, holds(), second.log())
    tap.check("which nobody has any more", player.ask("GET", f"/api/tables/{name}")[0] == 404)
    first.start()
    tap.check("nor has the first when it is back", player.ask("GET", f"/api/tables/{name}")[0] == 404 and table_of(first, "third"))
    answer = boss.ask("POST", "/api/house/tables/third/close-for-good", REASON)
    gone = wait_for(lambda: not table_of(second, "third") and not table_of(first, "third"), TAKEN_S)
    tap.check("a table that is closed is gone from both", answer[0] == 200 and gone is not None, answer, first.log())
    tap.check("both end in order", first.stop() == 0 and second.stop() == 0, first.log(), second.log())
    player.rounds = 1
    history(felt, tap, player)
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
