"""tests/serve/client.py - a client of a live table, by the standard library alone: HTTP with cookies, and WebSocket (RFC 6455)."""
import base64
import http.client
import json
import os
import socket
import struct


class Refused(Exception):
    """The server did not accept a connection, or ended one: `status` of HTTP, or `code` of a close."""

    def __init__(self, status, body=""):
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body


class Person:
    """Somebody with a cookie."""

    def __init__(self, port, host="127.0.0.1", context=None):
        """With a context of TLS, https and wss."""
        self.host, self.port, self.cookie, self.headers, self.context = host, port, "", {}, context

    def ask(self, method, path, body=None, headers=None):
        """(status, JSON or text)"""
        if self.context is None:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        else:
            connection = http.client.HTTPSConnection(self.host, self.port, timeout=30, context=self.context)
        head = {"Content-Type": "application/json"} if body is not None else {}
        if self.cookie:
            head["Cookie"] = self.cookie
        head.update(headers or {})
        data = json.dumps(body) if body is not None else ("" if method == "POST" else None)
        connection.request(method, path, data, head)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.split(";")[0]
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        connection.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text

    def guest(self):
        status, who = self.ask("POST", "/api/guest")
        assert status == 200, (status, who)
        self.player = who["player"]
        return who

    def live(self, headers=None):
        return Live(self, headers)


class Live:
    """A WebSocket. Messages come one by one, whatever frames they were in."""

    def __init__(self, person, headers=None):
        self.socket = socket.create_connection((person.host, person.port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if person.context is not None:
            self.socket = person.context.wrap_socket(self.socket, server_hostname=person.host)
        self.bytes, self.waiting, self.id = b"", [], 0
        key = base64.b64encode(os.urandom(16)).decode()
        head = {"Host": f"{person.host}:{person.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        if person.cookie:
            head["Cookie"] = person.cookie
        head.update(headers or {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self.socket.sendall(f"GET /api/live HTTP/1.1\r\n{lines}\r\n".encode())
        while b"\r\n\r\n" not in self.bytes:
            more = self.socket.recv(65536)
            if not more:
                raise Refused(0, self.bytes.decode(errors="replace"))
            self.bytes += more
        answer, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        status = int(answer.split(b" ")[1])
        if status != 101:
            raise Refused(status, self.bytes.decode(errors="replace"))

    # ---- frames ----

    def send_frame(self, opcode, data, final=True, masked=True):
        head = bytes([(0x80 if final else 0) | opcode])
        bit = 0x80 if masked else 0
        if len(data) < 126:
            head += bytes([bit | len(data)])
        elif len(data) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(data))
        if masked:
            mask = os.urandom(4)
            head += mask
            data = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.socket.sendall(head + data)

    def read(self, count):
        while len(self.bytes) < count:
            more = self.socket.recv(65536)
            if not more:
                raise Refused(1006)
            self.bytes += more
        data, self.bytes = self.bytes[:count], self.bytes[count:]
        return data

    def frame(self):
        first, second = self.read(2)
        size = second & 127
        if size == 126:
            size = struct.unpack(">H", self.read(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.read(8))[0]
        return first & 15, self.read(size)

    # ---- messages ----

    def send_text(self, text):
        self.send_frame(1, text.encode() if isinstance(text, str) else text)

    def send(self, **message):
        self.send_text(json.dumps(message))

    def next(self):
        while not self.waiting:
            opcode, data = self.frame()
            if opcode == 8:
                code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 1005
                raise Refused(code, data[2:].decode(errors="replace"))
            if opcode == 9:
                self.send_frame(10, data)
            elif opcode == 1:
                self.waiting += json.loads(data)
        return self.waiting.pop(0)

    def until(self, fits):
        """All messages up to one that fits, which is the last."""
        seen = []
        while True:
            seen.append(self.next())
            if fits(seen[-1]):
                return seen

    def do(self, word, **fields):
        """Sends a command with the next id; its answer. `last` is that and what came before it."""
        self.id += 1
        self.send(do=word, id=self.id, **fields)
        self.last = self.until(lambda m: m.get("answer") == self.id or ("answer" not in m and m.get("error", {}).get("code") == "too-fast"))
        if "answer" not in self.last[-1]:
            raise Refused(0, self.last[-1])  # it was not even read
        return self.last[-1]

    def close(self):
        self.socket.close()
