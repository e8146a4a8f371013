"""tests/serve/openapi.py - docs/openapi.json and a server that runs say the same: the same calls, and answers as the document has them.

Run: openapi.py FELT. Every call of the document is made, with success and, where that is easy to have, with its errors; every answer is
compared with the schema of its status: each field that must be there is, and no field is there that the schema does not have."""
import json
import os
import re
import subprocess
import sys
import time

from api import play
from world import SOURCE, Server, Tap, own_folder


# ---- schemas, as far as the document uses them ----

class Document:
    def __init__(self, path):
        with open(path) as file:
            self.root = json.load(file)

    def resolve(self, schema):
        while "$ref" in schema:
            at = self.root
            for part in schema["$ref"].lstrip("#/").split("/"):
                at = at[part]
            schema = at
        return schema

    def find(self, method, path):
        """The operation, and its path in the document."""
        for known, item in self.root["paths"].items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path.split("?")[0]) and method.lower() in item:
                return item[method.lower()], known
        return None, None

    def faults(self, schema, value, at="answer"):
        """What is wrong with a value, as sentences."""
        schema = self.resolve(schema)
        if "oneOf" in schema:
            every = [self.faults(one, value, at) for one in schema["oneOf"]]
            return [] if any(not found for found in every) else min(every, key=len)
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(self.is_a(kind, value) for kind in kinds):
            return [f"{at}: found {json.dumps(value)[:80]}, expected {' or '.join(kinds)}"]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{at}: found {json.dumps(value)}, expected one of {schema['enum']}"]
        if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
            return [f"{at}: found {value[:80]!r}, expected {schema['pattern']}"]
        found = []
        if isinstance(value, dict):
            known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
            found += [f"{at}.{name}: missing" for name in schema.get("required", []) if name not in value]
            for name, inner in value.items():
                if name in known:
                    found += self.faults(known[name], inner, f"{at}.{name}")
                elif more is False:
                    found.append(f"{at}.{name}: the document does not have it")
                elif isinstance(more, dict):
                    found += self.faults(more, inner, f"{at}.{name}")
        if isinstance(value, list) and "items" in schema:
            for i, inner in enumerate(value):
                found += self.faults(schema["items"], inner, f"{at}[{i}]")
        return found

    @staticmethod
    def is_a(kind, value):
        if kind == "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        if kind == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        return isinstance(value, {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}[kind])


# ---- calls ----

class Caller:
    """Makes calls and compares the answers with the document."""

    def __init__(self, document, samples=None):
        self.document, self.samples = document, samples
        self.made, self.faults = set(), []

    def ask(self, person, method, path, body=None, status=200):
        found, answer = person.ask(method, path, body)
        operation, known = self.document.find(method, path)
        where = f"{method} {path.split('?')[0]} {found}"
        if self.samples is not None:
            self.samples.append((method, path, found, answer))
        if found != status:
            self.faults.append(f"{where}: expected {status}: {str(answer)[:200]}")
        if operation is None:
            self.faults.append(f"{where}: the document has no such call")
            return answer
        if found < 400:
            self.made.add((method, known))
        described = operation["responses"].get(str(found))
        if described is None:
            self.faults.append(f"{where}: the document does not have this status")
            return answer
        content = self.document.resolve(described).get("content", {})
        kind = person.headers.get("content-type", "").split(";")[0]
        if kind not in content:
            self.faults.append(f"{where}: found {kind}, expected {' or '.join(content)}")
        elif kind == "application/json":
            self.faults += [f"{where}: {fault}" for fault in self.document.faults(content[kind].get("schema", {}), answer)]
        return answer


def people(c, server):
    person = server.person()
    c.ask(person, "GET", "/api/me", status=401)
    c.ask(person, "POST", "/api/guest")
    c.ask(person, "GET", "/api/me")
    c.ask(person, "POST", "/api/register", {"name": "Ada", "passphrase": "short"}, status=422)
    c.ask(person, "POST", "/api/register", {"name": "Ada Blackwood", "passphrase": "nine green bottles"})
    c.ask(server.guest(), "POST", "/api/register", {"name": "Ada Blackwood", "passphrase": "ten green bottles"}, status=409)
    c.ask(person, "POST", "/api/passphrase", {"passphrase": "nine green bottles", "fresh": "nine brown bottles"})
    c.ask(server.person(), "POST", "/api/sign-in", {"name": "Ada Blackwood", "passphrase": "nine green bottles"}, status=401)
    c.ask(person, "POST", "/api/sign-in", {"name": "Ada Blackwood", "passphrase": "nine brown bottles"})
    c.ask(person, "POST", "/api/me/limits", {"limit": "stake", "value": 5000})
    c.ask(person, "POST", "/api/me/limits", {"limit": "stake", "value": 9000})
    c.ask(person, "POST", "/api/me/limits", {"limit": "nothing", "value": 1}, status=422)
    c.ask(person, "GET", "/api/me")
    c.ask(person, "POST", "/api/sign-out")
    c.ask(person, "POST", "/api/sign-in", [1], status=400)
    c.ask(person, "POST", "/api/sign-in", {"name": "Ada Blackwood", "passphrase": "nine brown bottles"})
    c.ask(person, "POST", "/api/sign-out-all")
    leaver = server.guest()
    c.ask(leaver, "POST", "/api/me/exclude", {"days": 0}, status=422)
    c.ask(leaver, "POST", "/api/me/exclude", {"days": 7})


def tables(c, server):
    person, live = play(server, "craps", "all-lows", 1)
    punter, _ = play(server, "baccarat", "player", 3)
    live.do("bet", table="craps", wager="place on 6", amount=1200)
    for path in ("/", "/healthz", "/readyz", "/metrics", "/api", "/api/about", "/api/openapi.json", "/api/tables"):
        c.ask(person, "GET", path)
    for table in ("craps", "baccarat", "golden-bacc", "buddha"):
        for path in ("", "/wagers", "/odds", "/rules", "/rounds", "/history"):
            c.ask(person, "GET", f"/api/tables/{table}{path}")
    c.ask(punter, "GET", "/api/tables/baccarat/rounds")
    c.ask(punter, "GET", "/api/tables/baccarat/rounds/2")
    c.ask(punter, "GET", "/api/me/bets?table=baccarat")
    c.ask(punter, "GET", "/api/me/bets")
    c.ask(punter, "GET", "/api/me/bets?before=soon", status=400)
    for table in ("craps", "baccarat"):
        c.ask(person, "GET", f"/api/tables/{table}/rounds/1")
        c.ask(person, "GET", f"/api/tables/{table}/rounds/999", status=404)
        c.ask(person, "GET", f"/api/me/bets?table={table}")
    c.ask(person, "GET", "/api/tables/none", status=404)
    c.ask(person, "GET", "/api/tables/craps/rounds?from=x", status=400)
    c.ask(person, "GET", "/api/tables/craps/history?from=0", status=400)
    c.ask(person, "GET", "/api/tables/craps/rules?sheet=none", status=404)
    c.ask(person, "GET", "/api/me/bets?table=none", status=404)


def sheets(c, server):
    with open(os.path.join(SOURCE, "rules", "tiger.felt")) as file:
        text = file.read()
    person = server.person()
    c.ask(person, "GET", "/api/sheets")
    for name in ("tiger", "craps"):
        for path in ("", "/findings", "/odds", "/par.pdf"):
            c.ask(person, "GET", f"/api/sheets/{name}{path}")
            c.ask(person, "GET", f"/api/sheets/none{path}", status=404)
    c.ask(person, "POST", "/api/sheets/odds", {"text": text, "wager": "tiger", "rounds": "100,1000"})
    c.ask(person, "POST", "/api/sheets/check", {"text": text})
    c.ask(person, "POST", "/api/sheets/check", {"text": "sheet"})
    c.ask(person, "POST", "/api/sheets/check", {}, status=422)
    c.ask(person, "POST", "/api/sheets/check", {"text": "x" * 70000}, status=413)
    c.ask(person, "POST", "/api/sheets/odds", {"text": text, "set": ["decks=8"]})
    c.ask(person, "POST", "/api/sheets/odds", {"text": "sheet"}, status=422)
    c.ask(person, "POST", "/api/sheets/count", {"text": text, "wager": "tiger", "set": ["decks=8"], "cut": "14,52", "shoes": 40})
    c.ask(person, "POST", "/api/sheets/count", {"text": text, "wager": "tiger", "shoe": "8-9"})
    c.ask(person, "POST", "/api/sheets/count", {"text": text}, status=422)
    c.ask(person, "POST", "/api/sheets/design", {"text": text, "wager": "tiger", "edge": "5%..8%", "set": ["decks=8"]})
    c.ask(person, "POST", "/api/sheets/design", {"text": text, "wager": "tiger", "edge": "99%..100%"})
    c.ask(person, "POST", "/api/sheets/design", {"text": text, "wager": "tiger"}, status=422)
    with open(os.path.join(SOURCE, "rules", "craps.felt")) as file:
        c.ask(person, "POST", "/api/sheets/odds", {"text": file.read(), "wager": "pass"})
    with open(os.path.join(SOURCE, "rules", "dice-works.felt")) as file:
        c.ask(person, "POST", "/api/sheets/look", {"text": file.read()})
    c.ask(person, "POST", "/api/sheets/look", {"text": text})
    c.ask(person, "POST", "/api/sheets/look", {"text": "sheet"})
    c.ask(person, "POST", "/api/sheets/look", {}, status=422)
    c.ask(person, "POST", "/api/sheets/words", {"text": text, "line": 50, "column": 3})
    c.ask(person, "POST", "/api/sheets/words", {"text": text}, status=422)
    c.ask(person, "POST", "/api/sheets/format", {"text": text})
    c.ask(person, "POST", "/api/sheets/format", {"text": 'sheet "x'}, status=422)


TABLE = ('table "Opened" as opened\n  sheets baccarat, posted\n  with decks is 8\n  with banker-pay is commission\n  with tie-pay is 8\n  seats 7\n'
         "  pace on demand\n  cut 14\n  stakes 1 to 50\n  limit event 100000\n")
GIFT = 'sheet "Gift"\ngame baccarat with 8 decks\nwager "Gift" as gift\n  player wins  pays 1000 to 1\n  otherwise  loses\n'


def opening(c, server):
    boss, player, reason = server.person(), server.guest(), {"reason": "a test"}
    c.ask(boss, "POST", "/api/sign-in", {"name": "Boss", "passphrase": "a desk by the door"})
    table = {"text": TABLE, "sheet": GIFT, **reason}
    c.ask(boss, "POST", "/api/house/tables/check", table)
    c.ask(boss, "POST", "/api/house/tables/check", {"text": TABLE})
    c.ask(boss, "POST", "/api/house/tables/check", {}, status=422)
    c.ask(boss, "POST", "/api/house/tables/check", {"text": "x" * 70000}, status=413)
    c.ask(player, "POST", "/api/house/tables", table, status=403)
    c.ask(boss, "POST", "/api/house/tables", {"text": TABLE}, status=422)
    c.ask(boss, "POST", "/api/house/tables", table)
    c.ask(boss, "POST", "/api/house/tables", table, status=409)
    c.ask(player, "GET", "/api/tables")
    c.ask(player, "GET", "/api/tables/opened")
    c.ask(boss, "POST", "/api/house/tables/opened/close-for-good", {}, status=422)
    c.ask(boss, "POST", "/api/house/tables/craps/close-for-good", reason, status=409)
    c.ask(boss, "POST", "/api/house/tables/opened/close-for-good", reason)
    c.ask(server.person(), "POST", "/api/workshop/tables", {"text": GIFT}, status=401)
    c.ask(player, "POST", "/api/workshop/tables", {"text": "sheet"}, status=422)
    name = c.ask(player, "POST", "/api/workshop/tables", {"text": GIFT, "beside": "baccarat", "set": ["tie-pay=9"]})["table"]
    for path in ("", "/wagers", "/odds", "/rules", "/rounds", "/history"):
        c.ask(player, "GET", f"/api/tables/{name}{path}")
    c.ask(player, "GET", "/api/tables")
    c.ask(boss, "GET", f"/api/tables/{name}", status=404)
    c.ask(player, "POST", f"/api/workshop/tables/{name}/close")
    c.ask(player, "POST", "/api/workshop/tables/craps/close", status=404)


def house(c, server):
    boss, player = server.person(), server.guest()
    c.ask(boss, "POST", "/api/sign-in", {"name": "Boss", "passphrase": "a desk by the door"})
    c.ask(player, "GET", "/api/house/risk", status=403)
    c.ask(server.person(), "GET", "/api/house/risk", status=401)
    reason = {"reason": "a test"}
    for path in ("risk", "edges", "alarms", "log", "holds"):
        c.ask(boss, "GET", f"/api/house/{path}")
    assert "bank" in c.ask(boss, "GET", "/api/house/risk") and "bank" not in c.ask(boss, "GET", "/api/house/risk?bank=0")
    assert len(c.ask(boss, "GET", "/api/house/log?from=-1")["changes"]) == 1
    c.ask(boss, "POST", "/api/house/grant", {"player": player.player, "amount": 5000, **reason})
    c.ask(boss, "POST", "/api/house/grant", {"player": 999999, "amount": 5000, **reason}, status=404)
    c.ask(boss, "POST", "/api/house/backup", {"name": "copy.db"})
    other = server.person()
    c.ask(other, "POST", "/api/register", {"name": "Second Desk", "passphrase": "a desk by the window"})
    code = c.ask(boss, "POST", "/api/house/reset", {"name": "Second Desk", **reason})["code"]
    c.ask(other, "POST", "/api/recover", {"name": "Second Desk", "code": code, "fresh": "a desk by the wall"})
    c.ask(boss, "POST", "/api/house/operator", {"name": "Second Desk", "operator": True, **reason})
    c.ask(boss, "POST", "/api/house/exclude", {"player": player.player, "days": 3, **reason})
    for change in ({"do": "wager-close", "wager": "tie"}, {"do": "wager-open", "wager": "tie"},
                   {"do": "wager-limit", "wager": "tie", "min": 100, "max": 5000}, {"do": "limit", "seat_max": 900000}, {"do": "pause"}, {"do": "open"}, {"do": "shut"}):
        c.ask(boss, "POST", "/api/house/tables/golden-frog", {**change, **reason})
    c.ask(boss, "POST", "/api/house/tables/golden-frog", {"do": "wager-close", "wager": "nothing", **reason}, status=404)
    c.ask(boss, "POST", "/api/house/tables/golden-frog", {"do": "nothing", **reason}, status=422)
    c.ask(boss, "POST", "/api/house/tables/golden-frog", {"do": "pause"}, status=422)
    play(server, "tiger", "banker", 1)
    record = c.ask(boss, "GET", "/api/tables/tiger/rounds/1")["record"]
    tiger = next(table for table in c.ask(boss, "GET", "/api/house/edges")["tables"] if table["table"] == "tiger")
    assert [(each["wager"], each["bets"]) for each in tiger["wagers"]] == [("banker", 1)], tiger
    c.ask(boss, "POST", "/api/house/tables/tiger/void-result", {"record": record, **reason})
    c.ask(boss, "POST", "/api/house/tables/tiger/void-result", {"record": record, **reason}, status=409)
    c.ask(boss, "GET", "/api/house/log")
    audits(c, boss, reason)


def audits(c, boss, reason):
    """One runs beside the tables; its result is kept."""
    c.ask(boss, "POST", "/api/house/audits", {}, status=422)
    c.ask(boss, "POST", "/api/house/audits", reason)
    while True:
        found = c.ask(boss, "GET", "/api/house/audits")
        if not found["running"]:
            break
        time.sleep(0.05)
    last = found["audits"][-1]
    assert (last["verdict"], last["by"], last["message"]) == ("clean", "Boss", ""), last
    assert last["books"]["balanced"] is True and last["history"]["verified"] is True and last["history"]["bets"] > 0, last


def world(felt):
    folder = own_folder()
    subprocess.run([felt, "operator", "add", "Boss", "--store", f"sqlite:{folder}/felt.db"], input="a desk by the door\n", text=True,
                   check=True, capture_output=True)
    os.mkdir(os.path.join(folder, "copies"))
    return Server(felt, folder=folder, more=["--backups", os.path.join(folder, "copies")])


def part(call, c, server):
    before = len(c.faults)
    call(c, server)
    assert len(c.faults) == before, "\n".join(c.faults[before:][:40])


def same_calls(c, server):
    status, api = server.person().ask("GET", "/api")
    assert status == 200
    served = {(call["method"], call["path"], call["who"]) for call in api["calls"]}
    described = {(method.upper(), path, operation["x-who"]) for path, item in c.document.root["paths"].items()
                 for method, operation in item.items() if method in ("get", "post")}
    assert served == described, f"served and not described: {served - described}; described and not served: {described - served}"
    missing = {(method, path) for method, path, _ in described} - c.made
    assert not missing, f"never answered with success: {missing}"


def api_md_has_them_all(server):
    """docs/api.md names every call, every word of a live message, and every code that a table refuses with."""
    with open(os.path.join(SOURCE, "docs", "api.md")) as file:
        text = file.read()
    calls = server.person().ask("GET", "/api")[1]["calls"]
    missing = [call["path"] for call in calls
               if "`" + call["path"].replace("{table}", "T").replace("{sheet}", "S").replace("{number}", "N") not in text.replace(f"`{call['method']} ", "`")]
    live = server.guest().live()
    live.next()
    live.send(do="?")
    words = re.search(r"expected (.*)", live.next()["error"]["message"]).group(1).replace(" or ", ", ").split(", ")
    missing += [word for word in words if f"| `{word}` |" not in text]
    with open(os.path.join(SOURCE, "src", "table", "decide.c")) as file:
        source = file.read()
    refusals = re.findall(r'"([a-z-]+)"', source[source.index("felt_refusal_text("):].split("};")[0])
    missing += [code for code in refusals if code != "none" and f"`{code}`" not in text]
    assert len(words) > 10 and len(refusals) > 20 and not missing, (words, refusals, missing)


def document_is_served(c, server):
    status, served = server.person().ask("GET", "/api/openapi.json")
    assert status == 200 and served == c.document.root


def main():
    tap = Tap()
    c = Caller(Document(os.path.join(SOURCE, "docs", "openapi.json")))
    with world(os.path.abspath(sys.argv[1])) as server:
        for name, call in (("people", people), ("tables", tables), ("sheets", sheets), ("opening", opening), ("the house", house)):
            tap.run(f"{name}: answers are as docs/openapi.json has them", part, call, c, server)
        tap.run("docs/openapi.json has the calls that the server has, and no others", same_calls, c, server)
        tap.run("docs/api.md has every call, word and refusal", api_md_has_them_all, server)
        tap.run("the server serves the document", document_is_served, c, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
