"""tests/serve/known.py - sheets that the server knows: what it says of them is what `felt` says. Run: known.py FELT"""
import json
import os
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

from api import is_error
from world import SOURCE, Server, Tap


def felt(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True).stdout


def fetch(server, path, **headers):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.headers, problem.read()


def odds_and_findings_are_those_of_felt(server):
    p = server.person()
    status, known = p.ask("GET", "/api/sheets")
    names = [sheet["sheet"] for sheet in known["sheets"]]
    assert status == 200 and sorted(names) == felt("list", "--names").decode().split(), names
    for name in names:
        status, answer = p.ask("GET", f"/api/sheets/{name}/odds")
        assert status == 200 and answer == {"sheet": name, "odds": json.loads(felt("odds", name, "--json"))}, (name, status)
        status, answer = p.ask("GET", f"/api/sheets/{name}/findings")
        wanted = json.loads(felt("check", name, "--json"))
        assert status == 200 and len(answer["findings"]) == len(wanted), (name, status)
        for found, finding in zip(answer["findings"], wanted):
            assert found == {**finding, "file": f"{name}.felt"}, (found, finding)


def one_has_its_text_its_card_and_its_clauses(server):
    status, sheet = server.person().ask("GET", "/api/sheets/tiger")
    with open(os.path.join(SOURCE, "rules", "tiger.felt")) as file:
        assert status == 200 and sheet["text"] == file.read()
    assert sheet["card"] == json.loads(felt("show", "tiger", "--json")) and sheet["sources"] == sheet["card"]["sources"]
    wagers = {wager["wager"]: wager for wager in sheet["wagers"]}
    assert wagers["tiger"]["cites"] == "(2)(a)(iv)" and wagers["tiger"]["rows"][0]["when"] == "the banker hand wins with a 3-card 6"
    lines = {row["line"] for row in wagers["tiger"]["rows"]}
    assert {row["line"] for row in json.loads(felt("odds", "tiger", "--wager", "tiger", "--json"))[0]["rows"]} <= lines
    assert [option["option"] for option in sheet["options"] if option["kind"] == "reading"] == ["seven-push", "tiger-pair"]
    dealt = [table["table"] for table in server.person().ask("GET", "/api/tables")[1]["tables"] if "tiger" in table["sheets"]]
    assert [table["table"] for table in sheet["tables"]] == dealt, (sheet["tables"], dealt)
    is_error(server.person().ask("GET", "/api/sheets/none"), 404, "no-sheet")
    is_error(server.person().ask("GET", "/api/sheets/none/par.pdf"), 404, "no-sheet")


def par_sheets_are_made_once_for_all_who_ask(server):
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(fetch(server, "/api/sheets/high-roller/par.pdf"))) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {status for status, _, _ in answers} == {200} and len({body for _, _, body in answers}) == 1, [a[0] for a in answers]
    status, headers, body = answers[0]
    assert body.startswith(b"%PDF") and headers["Content-Type"] == "application/pdf"
    assert headers["Content-Disposition"] == 'attachment; filename="high-roller.par.pdf"'
    again = fetch(server, "/api/sheets/high-roller/par.pdf", **{"If-None-Match": headers["ETag"]})
    assert again[0] == 304, again[0]


def many_bets_end_where_felt_says(server):
    p = server.person()
    text = p.ask("GET", "/api/sheets/tiger")[1]["text"]
    status, answer = p.ask("POST", "/api/sheets/odds", {"text": text, "wager": "tiger", "set": ["decks=8"], "rounds": "100,1000"})
    wanted = json.loads(felt("odds", "tiger", "--wager", "tiger", "--decks", "8", "--json", "--rounds", "100,1000"))
    assert status == 200 and [o["spread"] for o in answer["odds"]] == [o["spread"] for o in wanted]
    is_error(p.ask("POST", "/api/sheets/odds", {"text": text, "rounds": "0"}), 422, "settings")


SAID = {"title": "Rule 1", "publisher": "Us", "edition": "2", "date": "2021-05-14", "file": "rule.pdf", "sha256": "0f" * 32}
MINE = """sheet "Mine"
source "Rule 1", "Us" edition "2" dated "2021-05-14" file "rule.pdf" sha256 "%s"
source "Rule 2"
game craps
wager "Seven" as seven
  7 rolled pays 4 to 1
  otherwise loses
""" % ("0f" * 32)
TABLE = """table "Mine" as mine
  sheets "./mine.felt"
  seats 4
  pace on demand
  stakes 1 to 50
  limit event 10000
"""


def a_source_has_its_edition_and_its_copy(felt_path):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("mine.felt", MINE), ("mine.tables", TABLE)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        with Server(felt_path, tables=os.path.join(folder, "mine.tables")) as server:
            status, sheet = server.person().ask("GET", "/api/sheets/mine")
    wanted = [SAID, {**dict.fromkeys(SAID, ""), "title": "Rule 2"}]
    assert status == 200 and sheet["sources"] == wanted and sheet["card"]["sources"] == wanted, (status, sheet)


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        for test in (odds_and_findings_are_those_of_felt, one_has_its_text_its_card_and_its_clauses,
                     par_sheets_are_made_once_for_all_who_ask, many_bets_end_where_felt_says):
            tap.run(test.__name__.replace("_", " "), test, server)
    tap.run("a source has its edition and its copy", a_source_has_its_edition_and_its_copy, sys.argv[1])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
