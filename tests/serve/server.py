"""tests/serve/server.py - a server to test: started, stopped, killed and started again on one store, and its books afterwards."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
READY_S = 60  # a sanitizer's build takes its time


class Failed(Exception):
    """What was expected did not come."""


class Tap:
    """Checks, numbered; a reason is printed below one that failed."""

    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, good, *why):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}", flush=True)
        for line in why if not good else ():
            for part in str(line).splitlines()[:40]:
                print(f"# {part[:400]}", flush=True)
        return good

    def end(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0


class Server:
    """`felt serve` on a store of its own, in a folder that goes when this does."""

    def __init__(self, felt, books, tables=None, folder=None, store=None):
        self.felt, self.books_tool = os.path.abspath(felt), os.path.abspath(books)
        self.tables = tables or os.path.join(HERE, "test.tables")
        self.own = tempfile.TemporaryDirectory(prefix="felt-serve-") if folder is None else None
        self.folder = folder or self.own.name
        self.store = store or f"sqlite:{self.folder}/felt.db"
        self.process, self.port, self.options = None, 0, []
        self.log_path = os.path.join(self.folder, "log")
        self.environment = dict(os.environ, FELT_RULES=os.path.join(ROOT, "rules"))

    def command(self, *options):
        return [self.felt, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store, "--tables", self.tables, *options]

    def start(self, *options, before=None):
        """Waits for the ready line. The port stays the same from the first start on. `before` is called in the child."""
        self.options = list(options) or self.options
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(self.command(*self.options), stdout=subprocess.PIPE, stderr=log, env=self.environment,
                                            preexec_fn=before)
        line = self.process.stdout.readline().decode()
        found = re.search(r"https?://127\.0\.0\.1:(\d+)", line)
        if not found:
            code = self.process.wait(READY_S)
            raise Failed(f"the server did not start: exit {code}, said {line!r}\n{self.log()}")
        self.port = int(found.group(1))
        return self

    def log(self):
        with open(self.log_path, errors="replace") as file:
            return file.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def stop(self):
        """In order; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(READY_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failed("SIGTERM did not end the server")
        self.process.stdout.close()
        self.process = None
        return code

    def operator(self, name, passphrase):
        """Made at the terminal, while no server has the store."""
        done = subprocess.run([self.felt, "operator", "add", name, "--store", self.store], input=passphrase + "\n", text=True,
                              capture_output=True, env=self.environment)
        if done.returncode != 0:
            raise Failed(f"felt operator add: exit {done.returncode}: {done.stderr}")

    def books(self, verify=True):
        """The sums, of a store that no server has; Failed where they do not balance, a chain is broken, or a bet was not paid as it should."""
        done = subprocess.run([self.books_tool, self.store], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"the books: exit {done.returncode}: {done.stderr}")
        sums = json.loads(done.stdout)
        if sums["available"] + sums["held"] + sums["house"] + sums["grants"] != 0:
            raise Failed(f"the sums are not zero: {done.stdout}")
        if verify:
            self.verify()
        return sums

    def verify(self):
        """Everything dealt and settled again from an export."""
        path = tempfile.mktemp(prefix="felt-export-")  # not beside the store, whose disk may be full
        try:
            self.run_all(path)
        finally:
            if os.path.exists(path):
                os.unlink(path)

    def run_all(self, path):
        for words in (["history", "verify", "--store", self.store], ["history", "export", "--store", self.store, "-o", path],
                      ["history", "verify", path], ["verify", path]):
            done = subprocess.run([self.felt, *words], capture_output=True, text=True, env=self.environment)
            if done.returncode != 0:
                raise Failed(f"felt {' '.join(words)}: exit {done.returncode}: {done.stdout[-1500:]}{done.stderr[-1500:]}")

    def close(self):
        if self.process is not None:
            self.kill()
        if self.own is not None:
            self.own.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def wait_until(fits, seconds=20, every=0.05):
    end = time.monotonic() + seconds
    while not fits():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True
