# tests/net/storm.py - strangers by the hundred who send requests and frames with bytes changed, cut and joined at random, and vanish.
#
#   python3 tests/net/storm.py PROGRAM [STRANGERS [SEED]]    PROGRAM is net_server
#
# A client that behaves is served all the time, nothing is left of the others, and the server ends in order. The seed is printed.
import random
import socket
import struct
import sys
import time

from client import Peer, Server, Tap, frame, get, handshake, post

strangers = int(sys.argv[2]) if len(sys.argv) > 2 else 1500
seed = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 1000000
chance = random.Random(seed)
tap = Tap()

HEADERS = [
    "Connection: close", "Connection: keep-alive", "Connection: Upgrade", "Upgrade: websocket", "Upgrade: teapot", "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQAAP__", "Content-Length: 3", "Content-Length: 0", "Content-Length: 99999999", "Transfer-Encoding: chunked",
    "Cookie: session=a; b=c", "Cookie: " + "x" * 3000, "Expect: 100-continue", "Origin: http://x", "Range: bytes=0-", "If-None-Match: *",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: felt, other",
    "Sec-WebSocket-Extensions: permessage-deflate", "X-Unknown: 1", "Host: other", "Authorization: Basic x", " folded: yes", "no colon", ":",
]
PATHS = ["/", "/later", "/whoami?a=b&c=d", "/big?n=70000", "/never", "/echo", "/ws", "/no", "/%41%2e%2e/", "/..//../x", "/a?" + "b&" * 20, "*", "x"]


def a_request():
    kind = chance.randrange(6)
    more = chance.sample(HEADERS, chance.randrange(4))
    if kind == 0:
        return post("/echo", b"x" * chance.choice([0, 1, 3, 500, 5000]), *more)
    if kind == 1:
        return handshake(chance.choice(["/ws", "/no"]), *more)
    method = chance.choice(["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW", "CONNECT"])
    return get(chance.choice(PATHS), *more, method=method)


def a_frame():
    data = chance.choice([b"", b"hello", b"all:x", b"flood:3", b"bye:1000", b"\xc3\xa9", b"\xff", b"y" * 200, b"z" * 3000, b"\x03\xe8"])
    return frame(data, chance.choice([1, 1, 1, 0, 2, 8, 9, 10, 3]), chance.random() < 0.8, chance.random() < 0.95, chance.choice([0, 0, 0, 0, 4]))


def spoiled(text):
    text = bytearray(text)
    for _ in range(chance.choice([0, 0, 1, 1, 2, 8])):
        at = chance.randrange(len(text)) if text else 0
        what = chance.randrange(5)
        if what == 0 and text:
            text[at] = chance.randrange(256)
        elif what == 1:
            del text[at : at + chance.randrange(1, 20)]
        elif what == 2:
            text[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 20)))
        elif what == 3:
            text[at:at] = text[at : at + chance.randrange(1, 200)]
        else:
            text[at:at] = chance.choice([b"\r\n", b"\r\n\r\n", b"\0", b"%", b"\n", b" ", b":"])
    return bytes(text)


def an_http2_frame():
    kind = chance.randrange(11)
    body = bytes(chance.randrange(256) for _ in range(chance.choice([0, 4, 5, 8, 18, 40, 200])))
    if kind == 1:
        body = chance.choice([b"\x82\x84\x86\x41\x07local.x", body])
    stream_number = chance.choice([0, 1, 1, 3, 5, 7, 2, 2**31 - 1])
    return len(body).to_bytes(3, "big") + bytes([kind, chance.choice([0, 1, 4, 5, 8, 37, 255])]) + struct.pack(">I", stream_number) + body


def stream():
    if chance.random() < 0.1:
        settings = chance.choice(["AAMAAABkAAQAAP__", "", "AAAA", "A" * 100])
        head = get("/", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: " + settings)
        return head + b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"".join(an_http2_frame() for _ in range(chance.randrange(1, 30)))
    if chance.random() < 0.5:
        return b"".join(spoiled(a_request()) for _ in range(chance.randrange(1, 5)))
    head = handshake() if chance.random() < 0.8 else spoiled(handshake())
    return head + b"".join(spoiled(a_frame()) if chance.random() < 0.3 else a_frame() for _ in range(chance.randrange(1, 12)))


class Stranger:
    def __init__(self, server):
        self.socket = server.connect()
        self.socket.setblocking(False)
        self.text = stream()

    def act(self):
        """Sends some, reads some; False: has gone."""
        size = chance.choice([1, 7, 100, 2000, 100000])
        try:
            if self.text and chance.random() < 0.8:
                self.text = self.text[self.socket.send(self.text[:size]) :]
            if chance.random() < 0.3 and self.socket.recv(chance.choice([1, 100, 100000])) == b"":
                return self.leave()
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            return self.leave()
        if chance.random() < (0.3 if not self.text else 0.02):
            return self.leave()
        return True

    def leave(self):
        try:
            how = chance.randrange(3)
            if how == 0:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif how == 1:
                self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        self.socket.close()
        return False


def all_gone(server):
    try:
        while True:
            counters = server.counters()
            if counters["connections_now"] <= 2 and counters["requests_now"] <= 1:
                return counters["peers_now"] == 1
    except (OSError, KeyError):
        return False


def main():
    print("# seed %d" % seed)
    with Server(sys.argv[1], requests_max=5000, answer_timeout_ms=2000) as server:
        with Peer(server) as witness:
            here, served = [], 0
            while strangers > served or here:
                while len(here) < 40 and served < strangers and server.process.poll() is None:
                    here.append(Stranger(server))
                    served += 1
                here = [stranger for stranger in here if stranger.act()]
                if chance.random() < 0.05:
                    word = "word %d" % served
                    witness.say(word)
                    while (heard := witness.hear()) is not None and heard != word:
                        pass  # what strangers say to all
                    if heard is None:
                        break
                if server.process.poll() is not None:
                    break
            tap.check("who behaves is served while %d strangers do not" % strangers, served == strangers and not here and witness.answer.status == 101)
            tap.check("nothing is left of them", all_gone(server))
    tap.check("and the server ends in order", server.status == 0 and server.errors == "", server.status, server.errors[:6000])
    return tap.finish()


sys.exit(main())
