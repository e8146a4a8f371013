"""tests/serve/trouble.py - what a machine does to a server: a signal under load, a port and a file that are taken, a folder that cannot be
written, a disk that is full. Everything ends with a sentence or goes on; nothing that was acknowledged is lost.

    python3 tests/serve/trouble.py FELT BOOKS     FELT is the program, BOOKS tests/serve_books; prints TAP
"""
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from client import Person, Refused
from kill import Player, compare
from server import Failed, Server, Tap, wait_until

PLAYERS, CREDITS = 6, 100000
OPTIONS = ("--guest", str(CREDITS), "--guest-cap", str(CREDITS * PLAYERS), "--rate", "1000000")

tap = Tap()
check = tap.check
seed = random.randrange(1 << 30)


def run(server, *options, folder=None):
    """A server that is not expected to start: exit status and what it said."""
    done = subprocess.run(server.command(*options), capture_output=True, text=True, timeout=60, env=server.environment, cwd=folder)
    return done.returncode, (done.stdout + done.stderr).strip()


def is_sentence(said, *words):
    lines = [line for line in said.splitlines() if not line.startswith("{")]
    return len(lines) == 1 and all(word in said for word in words)


def balanced(name, server):
    try:
        server.books()
        check(f"{name}: the books balance, and everything verifies", True)
    except Failed as no:
        check(f"{name}: the books balance, and everything verifies", False, no)


def found_again(name, server, players):
    """Of a server that runs again."""
    found = [compare(p) for p in players]
    wrong = [w for _, list in found for w in list]
    check(f"{name}: {sum(c for c, _ in found)} acknowledged bets are found exactly once each", not wrong, *wrong[:5])
    check(f"{name}: no player was answered otherwise", not any(p.failed for p in players), *[p.failed for p in players if p.failed][:3])


def signal_under_load():
    with Server(*sys.argv[1:3]) as server:
        server.start(*OPTIONS)
        players = [Player(i, server.port, seed) for i in range(PLAYERS)]
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            name = signal.Signals(number).name + " under load"
            ready = threading.Semaphore(0)
            threads = [threading.Thread(target=p.run, args=(ready,), daemon=True) for p in players]
            for t in threads:
                t.start()
            for _ in threads:
                ready.acquire(timeout=60)
            time.sleep(0.7)
            server.process.send_signal(number)
            try:
                code = server.process.wait(30)
            except subprocess.TimeoutExpired:
                code = "none"
                server.kill()
            check(f"{name}: exit 0", code == 0, code, server.log()[-2000:])
            check(f"{name}: the log says that it ended in order", "ended in order" in server.log().splitlines()[-1], server.log()[-500:])
            for t in threads:
                t.join(30)
            server.start()
        found_again("signals", server, players)
        server.stop()
        balanced("signals", server)


def taken():
    with Server(*sys.argv[1:3]) as server:
        server.start()
        code, said = run(server)
        check("a port that is taken: exit 4, and a sentence", code == 4 and is_sentence(said, str(server.port)), code, said)
        server_port, server.port = server.port, 0
        code, said = run(server)
        check("a file that another process has: exit 4, and a sentence", code == 4 and is_sentence(said, "another process has the store"), code, said)
        server.port = server_port
        check("and that one goes on", Person(server.port).ask("GET", "/readyz")[0] == 200)
        check("SIGTERM while nobody is there: exit 0", server.stop() == 0)
        balanced("taken", server)
        for name, store in {"a folder that is not there": "sqlite:/nowhere/at/all/felt.db", "a folder that cannot be written": "sqlite:/proc/felt.db",
                            "a file that is no store": "sqlite:" + os.path.abspath(__file__), "no engine": "mysql:felt"}.items():
            server.store = store
            code, said = run(server, "--key", os.path.join(server.folder, "key"))
            check(f"{name}: exit 4, and a sentence", code == 4 and is_sentence(said), code, said)
        for name, listen in {"an address of another machine": "192.0.2.1:8080", "no address": "everywhere"}.items():
            done = subprocess.run([server.felt, "serve", "--listen", listen, "--store", server.store, "--tables", server.tables],
                                  capture_output=True, text=True, timeout=60, env=server.environment)
            code, said = done.returncode, done.stderr.strip()
            check(f"{name}: a sentence", code in (2, 4) and is_sentence(said), code, said)


def play_until(player, fits, seconds):
    """Sends commands one after the other; true when an answer fits."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if player.sent is None:
            player.next_id += 1
            player.sent = {**player.compose(), "id": player.next_id}
        answer = player.ask(player.sent)
        player.keep(player.sent, answer)
        if fits(answer):
            return True
    return False


def disk(name, server, fill, free):
    """`fill` takes the room away, `free` gives it back."""
    player = Player(1, server.port, seed)
    player.live = player.person.live()
    player.live.socket.settimeout(40)
    play_until(player, lambda a: player.next_id >= 50, 20)
    fill()
    began = time.monotonic()
    full = play_until(player, lambda a: a.get("error", {}).get("code") == "unavailable", 60)
    check(f"{name}: a command is answered \"unavailable\"", full, server.log()[-1000:])
    errors = [line for line in server.log().splitlines() if '"error"' in line]
    check(f"{name}: the log says why, and not too often", errors and "the store failed" in errors[0] and len(errors) < 20, len(errors), *errors[:2])
    check(f"{name}: the server is alive", Person(server.port).ask("GET", "/healthz")[0] == 200)
    status, body = Person(server.port).ask("POST", "/api/guest")
    check(f"{name}: a guest is told to come back", status == 503 and body["error"]["code"] in ("unavailable", "store"), status, body)
    ready = [Person(server.port).ask("GET", "/readyz")[0] for _ in range(20) if time.sleep(0.05) is None]
    check(f"{name}: and it is not ready", set(ready) == {503}, ready)
    usage = os.times().elapsed, open(f"/proc/{server.process.pid}/stat").read().split()
    time.sleep(2)
    spent = sum(int(v) for v in open(f"/proc/{server.process.pid}/stat").read().split()[13:15]) - sum(int(v) for v in usage[1][13:15])
    check(f"{name}: and it does not spin", spent < 150, spent, f"{time.monotonic() - began:.1f} s")
    free()
    went_on = play_until(player, lambda a: a["ok"], 30)
    check(f"{name}: when there is room again, it goes on", went_on, server.log()[-1500:])
    play_until(player, lambda a: player.next_id >= 200, 20)
    check(f"{name}: and it is ready", wait_until(lambda: Person(server.port).ask("GET", "/readyz")[0] == 200, 5))
    check(f"{name}: the log says that it does", wait_until(lambda: "the store is there again" in server.log(), 5), server.log()[-800:])
    server.kill()
    server.start()
    found_again(name, server, [player])
    check(f"{name}: SIGTERM ends it in order", server.stop() == 0)
    balanced(name, server)


def size_limit():
    """The largest size of a file: writing fails as on a disk that is full."""
    with Server(*sys.argv[1:3]) as server:
        server.start(*OPTIONS)
        pid = server.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        paths = [os.path.join(server.folder, name) for name in ("felt.db", "felt.db-wal")]

        def fill():
            size = max(os.path.getsize(path) for path in paths if os.path.exists(path))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 4096, hard))

        disk("a limit on files", server, fill, lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard)))


def small_disk():
    """A disk of its own, where this may be mounted."""
    with tempfile.TemporaryDirectory(prefix="felt-disk-") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=32m", "felt", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            check("a full disk # SKIP nothing may be mounted here", True)
            return
        ballast = os.path.join(folder, "ballast")
        try:
            with Server(*sys.argv[1:3], folder=folder) as server:
                server.log_path = tempfile.mktemp(prefix="felt-log-")  # elsewhere: what is said is read
                server.start(*OPTIONS)

                def fill():
                    with open(ballast, "wb", buffering=0) as file:
                        try:
                            while True:
                                file.write(b"x" * 4096)
                        except OSError:
                            pass

                disk("a full disk", server, fill, lambda: os.unlink(ballast))
                os.unlink(server.log_path)
        finally:
            subprocess.run(["umount", folder])


def main():
    taken()
    signal_under_load()
    for part in (size_limit, small_disk):
        try:
            part()
        except (Failed, Refused, OSError) as no:
            check(part.__name__.replace("_", " "), False, repr(no))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
