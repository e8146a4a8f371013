# tests/net/client.py - a server process, and HTTP and WebSocket clients that may do everything wrong; the standard library only.
import base64
import os
import select
import socket
import ssl
import struct
import subprocess

PATIENCE = int(os.environ.get("FELT_PATIENCE", "60"))  # seconds until a test gives up; nothing here measures time


class Server:
    """tests/net/server.c with some options; ends with the `with`."""

    def __init__(self, program, **options):
        self.process = subprocess.Popen(
            [program] + ["--%s=%s" % item for item in options.items()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline().strip()
        self.address = line[len("ready ") :] if line.startswith("ready ") else None
        self.said = line
        if self.address:
            host, port = self.address.rsplit(":", 1)
            self.where = (host.strip("[]"), int(port))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.errors = self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.errors = "did not end" + self.process.communicate()[1]
        self.status = self.process.returncode

    def connect(self, context=None):
        s = socket.create_connection(self.where, timeout=PATIENCE)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return context.wrap_socket(s, server_hostname="localhost") if context else s

    def ask(self, text, context=None):
        """Sends bytes, reads to the end of the answer."""
        with self.connect(context) as s:
            return exchange(s, text)

    def counters(self):
        body = self.ask(get("/counters", "Connection: close")).body.decode()
        return {name: int(value) for name, value in (line.split() for line in body.splitlines())}

    def until(self, name, least):
        """Waits until a counter is there."""
        while True:
            value = self.counters()[name]
            if value >= least:
                return value


class Answer:
    """An answer as it came; status 0: the connection ended without one."""

    def __init__(self, head, body, rest=b""):
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if lines[0].startswith("HTTP/") else 0
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        self.body = body
        self.rest = rest


def get(path, *headers, method="GET"):
    return ("\r\n".join(["%s %s HTTP/1.1" % (method, path), "Host: localhost"] + list(headers)) + "\r\n\r\n").encode()


def post(path, body, *headers):
    return get(path, "Content-Length: %d" % len(body), *headers, method="POST") + body


def read_answer(s, held=b"", head_only=False):
    """Reads one answer; what came after it is in `rest`."""
    try:
        while b"\r\n\r\n" not in held:
            more = s.recv(65536)
            if not more:
                return Answer(b"", held)
            held += more
        head, _, body = held.partition(b"\r\n\r\n")
        answer = Answer(head, b"")
        length = 0 if head_only or answer.status in (101, 204, 304) else int(answer.headers.get("content-length", 0))
        body = bytearray(body)
        while len(body) < length:
            more = s.recv(1 << 20)
            if not more:
                break
            body += more
        body = bytes(body)
        answer.body, answer.rest = body[:length], body[length:]
        return answer
    except (ConnectionResetError, BrokenPipeError):
        return Answer(b"", b"")


def exchange(s, text, head_only=False):
    try:
        s.sendall(text)
    except (ConnectionResetError, BrokenPipeError):
        pass  # the answer may be there all the same
    return read_answer(s, head_only=head_only)


def handshake(path="/ws", *headers, key=None, version="13", connection="Upgrade", method="GET"):
    lines = ["Upgrade: websocket", "Connection: " + connection, "Sec-WebSocket-Version: " + version]
    if key is None:
        key = base64.b64encode(os.urandom(16)).decode()
    return get(path, *(lines + ["Sec-WebSocket-Key: " + key] + list(headers)), method=method)


def frame(data, code=1, final=True, masked=True, reserved=0):
    """One frame. Codes: 0 goes on, 1 text, 2 binary, 8 close, 9 ping, 10 pong."""
    if isinstance(data, str):
        data = data.encode()
    first = bytes([(0x80 if final else 0) | reserved << 4 | code])
    bit = 0x80 if masked else 0
    if len(data) < 126:
        size = bytes([bit | len(data)])
    elif len(data) < 65536:
        size = bytes([bit | 126]) + struct.pack(">H", len(data))
    else:
        size = bytes([bit | 127]) + struct.pack(">Q", len(data))
    if not masked:
        return first + size + data
    mask = os.urandom(4)
    return first + size + mask + bytes(c ^ mask[i & 3] for i, c in enumerate(data))


class Peer:
    """A WebSocket client. `answer` is what the handshake brought."""

    def __init__(self, server, request=None, context=None):
        self.socket = server.connect(context)
        self.answer = exchange(self.socket, request or handshake())
        self.held = self.answer.rest

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *frames):
        try:
            self.socket.sendall(b"".join(frames))
        except (ConnectionResetError, BrokenPipeError):
            pass

    def say(self, text):
        self.send(frame(text))

    def fill(self, length):
        while len(self.held) < length:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                return False
            self.held += more
        return True

    def read(self):
        """The next frame: (code, data); (None, b"") at the end of the connection."""
        if not self.fill(2):
            return None, b""
        code, size, at = self.held[0] & 15, self.held[1] & 127, 2
        if size >= 126:
            at = 4 if size == 126 else 10
            if not self.fill(at):
                return None, b""
            size = int.from_bytes(self.held[2:at], "big")
        if not self.fill(at + size):
            return None, b""
        data, self.held = self.held[at : at + size], self.held[at + size :]
        return code, data

    def hear(self):
        """The next text; None: there is none any more. Pings are answered."""
        while True:
            code, data = self.read()
            if code == 9:
                self.send(frame(data, 10))
            elif code == 1:
                return data.decode()
            elif code != 10:
                return None

    def ended(self):
        """How the connection ends: the code of the close frame, 0 where there was none."""
        while True:
            code, data = self.read()
            if code is None:
                return 0
            if code == 8:
                return int.from_bytes(data[:2], "big")

    def echoes(self, text):
        self.say(text)
        return self.hear() == text


def readable(s, seconds):
    return bool(select.select([s], [], [], seconds)[0])


class Tap:
    """Checks, printed as TAP."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def check(self, name, good, *found):
        self.count += 1
        self.failed += not good
        print("%sok %d - %s" % ("" if good else "not ", self.count, name), flush=True)
        if not good:
            for item in found:
                print("# found: %r" % (item,), flush=True)

    def finish(self):
        print("1..%d" % self.count)
        return 1 if self.failed else 0


def tls_context():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
