"""tests/serve/world.py - a server of its own for a test, in a folder of its own, and TAP."""
import atexit
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import traceback

from client import Person

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def own_folder():
    """A folder that goes with the program."""
    folder = tempfile.mkdtemp(prefix="felt-serve-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Server:
    """`felt serve` on a free port. Use it in a `with`."""

    def __init__(self, felt, tables=None, folder=None, more=(), store=None):
        self.felt, self.more, self.address = os.path.abspath(felt), list(more), store
        self.own = folder is None
        self.folder = folder or own_folder()
        self.tables = tables or os.path.join(SOURCE, "tables", "felt.tables")
        self.start()

    @property
    def store(self):
        return self.address or "sqlite:" + os.path.join(self.folder, "felt.db")

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "a+")
        self.process = subprocess.Popen(
            [self.felt, "serve", "--listen", "127.0.0.1:0", "--store", self.store, "--tables", self.tables, *self.more],
            stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=self.folder,
            env={**os.environ, "FELT_RULES": os.path.join(SOURCE, "rules")})
        ready = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", ready)
        if found is None:
            raise RuntimeError(f"no ready line: {ready!r}: {open(self.log.name).read()}")
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        if self.own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def person(self):
        return Person(self.port)

    def guest(self):
        person = self.person()
        person.guest()
        return person

    def logged(self):
        """Lines of the log, each a dict."""
        with open(self.log.name) as lines:
            return [json.loads(line) for line in lines if line.startswith("{")]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                return self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode


class Tap:
    """Tests, one function each, run in order."""

    def __init__(self):
        self.count = self.failed = 0

    def run(self, name, test, *arguments):
        self.count += 1
        try:
            test(*arguments)
            print(f"ok {self.count} - {name}", flush=True)
        except Exception:  # whatever it is, the next one is run
            self.failed += 1
            print(f"not ok {self.count} - {name}", flush=True)
            print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="", flush=True)

    def end(self):
        print(f"1..{self.count}", flush=True)
        return 1 if self.failed else 0
