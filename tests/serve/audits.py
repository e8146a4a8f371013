"""tests/serve/audits.py - audits beside tables that go on: clean, of a store that was changed, cut short, and what is left of them.

Run: audits.py FELT. The store is a file, or where FELT_POSTGRES is set (tests/postgres.sh) that database."""
import os
import sqlite3
import subprocess
import sys
import time

from api import play
from world import Server, Tap, own_folder

REASON = {"reason": "a test"}


def sign_in(server):
    boss = server.person()
    assert boss.ask("POST", "/api/sign-in", {"name": "Boss", "passphrase": "a desk by the door"})[0] == 200
    return boss


def ask(boss, method, path, body=None, status=200):
    found, answer = boss.ask(method, path, body)
    assert found == status, (method, path, found, answer)
    return answer


def wait_for(boss):
    """The last result, when nothing is running."""
    while True:
        found = ask(boss, "GET", "/api/house/audits")
        if not found["running"]:
            return found["audits"][-1] if found["audits"] else None
        time.sleep(0.02)


def folder_is_gone(server):
    assert not os.path.exists(os.path.join(server.folder, "felt.db.audit")), os.listdir(server.folder)


def clean_while_tables_go_on(server):
    play(server, "tiger", "banker", 3)
    boss = sign_in(server)
    assert ask(boss, "GET", "/api/house/audits")["audits"] == []
    ask(boss, "POST", "/api/house/audits", REASON)
    busy = boss.ask("POST", "/api/house/audits", REASON)
    assert busy[0] == 200 or busy[1]["error"]["code"] == "busy", busy
    play(server, "tiger", "banker", 3)
    last = wait_for(boss)
    assert last["verdict"] == "clean" and last["by"] == "Boss" and last["books"]["balanced"], last
    assert last["history"]["verified"] and last["history"]["rounds"] >= 3, last
    folder_is_gone(server)
    assert any(change["what"] == "audit" for change in ask(boss, "GET", "/api/house/log?from=-5")["changes"])
    assert ask(boss, "GET", "/api/house/audits")["due"] > last["began"]


def results_outlive_the_server(server):
    before = ask(sign_in(server), "GET", "/api/house/audits")["audits"]
    server.kill()
    server.start()
    assert ask(sign_in(server), "GET", "/api/house/audits")["audits"] == before


def an_end_does_not_wait(server):
    ask(sign_in(server), "POST", "/api/house/audits", REASON)
    assert server.stop() == 0
    folder_is_gone(server)
    server.start()


def what_a_killed_server_left_is_taken_away(server):
    left = os.path.join(server.folder, "felt.db.audit")
    os.mkdir(left)
    with open(os.path.join(left, "copy.db"), "w") as file:
        file.write("not a store")
    boss = sign_in(server)
    ask(boss, "POST", "/api/house/audits", REASON)
    assert wait_for(boss)["verdict"] == "clean"
    folder_is_gone(server)


def without_a_folder_it_fails_in_a_sentence(server):
    left = os.path.join(server.folder, "felt.db.audit")
    os.mkdir(left)
    with open(os.path.join(left, "of somebody else"), "w") as file:
        file.write("mine")
    boss = sign_in(server)
    ask(boss, "POST", "/api/house/audits", REASON)
    last = wait_for(boss)
    assert last["verdict"] == "failed" and "folder" in last["message"] and last["books"] is None, last
    os.remove(os.path.join(left, "of somebody else"))
    os.rmdir(left)


def what_was_changed_is_found_and_is_an_alarm(server):
    assert server.stop() == 0
    with sqlite3.connect(os.path.join(server.folder, "felt.db")) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        table, column = next((t, c[1]) for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
                             for c in db.execute(f'PRAGMA table_info("{t}")').fetchall() if c[1] == "event")
        changed = db.execute(f'UPDATE "{table}" SET {column} = CAST(replace(CAST({column} AS TEXT), \'at the terminal\', \'by a thief here\')'
                             f' AS BLOB) WHERE CAST({column} AS TEXT) LIKE \'%at the terminal%\'').rowcount
        assert changed == 1, changed
    db.close()
    server.start()
    boss = sign_in(server)
    ask(boss, "POST", "/api/house/audits", REASON)
    last = wait_for(boss)
    assert last["verdict"] == "wrong" and "1" in last["message"] and last["history"] is None, last
    alarms = ask(boss, "GET", "/api/house/alarms")["alarms"]
    assert any(alarm["what"] == "audit" and "wrong" in alarm["message"] for alarm in alarms), alarms


def what_was_changed_in_a_database_is_found(server):
    """By somebody who may do everything there."""
    assert server.stop() == 0
    address = server.store.replace("postgres://", "postgresql://")
    find = ("SELECT table_name FROM information_schema.columns WHERE column_name = 'event' AND table_schema = current_schema()")
    (table,) = psql(address, find).split()
    psql(address, f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    said = psql(address, f"UPDATE {table} SET event = replace(encode(event, 'escape'), 'at the terminal', 'by a thief here')::bytea"
                         f" WHERE encode(event, 'escape') LIKE '%at the terminal%'")
    assert said == "UPDATE 1", said
    server.start()
    boss = sign_in(server)
    ask(boss, "POST", "/api/house/audits", REASON)
    last = wait_for(boss)
    assert last["verdict"] == "wrong" and last["history"] is None, last


def psql(address, command):
    done = subprocess.run(["psql", address, "-At", "-v", "ON_ERROR_STOP=1", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def only_the_last_thirty_are_kept(server):
    boss = sign_in(server)
    left = os.path.join(server.folder, "felt.db.audit")
    os.mkdir(left)
    with open(os.path.join(left, "of somebody else"), "w"):
        pass
    for _ in range(32):  # which fail at once
        ask(boss, "POST", "/api/house/audits", REASON)
        time.sleep(0.002)
        last = wait_for(boss)
    found = ask(boss, "GET", "/api/house/audits")["audits"]
    assert len(found) == 30 and found[-1] == last and all(a["began"] < b["began"] for a, b in zip(found, found[1:])), len(found)


ALWAYS = (clean_while_tables_go_on, results_outlive_the_server, an_end_does_not_wait)
IN_A_FILE = (what_a_killed_server_left_is_taken_away, without_a_folder_it_fails_in_a_sentence, what_was_changed_is_found_and_is_an_alarm,
             only_the_last_thirty_are_kept)


def main():
    tap = Tap()
    felt = os.path.abspath(sys.argv[1])
    folder = own_folder()
    database = os.environ.get("FELT_POSTGRES")
    store = database or f"sqlite:{folder}/felt.db"
    subprocess.run([felt, "operator", "add", "Boss", "--store", store], input="a desk by the door\n", text=True, check=True,
                   capture_output=True)
    with Server(felt, folder=folder, store=store) as server:
        for test in ALWAYS + (IN_A_FILE if database is None else (what_was_changed_in_a_database_is_found,)):
            tap.run(test.__name__.replace("_", " "), test, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
