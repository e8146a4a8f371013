# tests/net/hostile.py - clients that do everything wrong, against tests/net/server.c: each gets its documented error, and meanwhile another
# client is served as if nothing were.
#
#   python3 tests/net/hostile.py PROGRAM    PROGRAM is net_server
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

from client import (Peer, Server, Tap, exchange, frame, get, handshake, post, read_answer, readable, tls_context)

program = sys.argv[1]
tap = Tap()
check = tap.check


def is_error(answer, status, code):
    """The one shape of errors, with the security headers on it."""
    if answer.status != status or answer.headers.get("x-content-type-options") != "nosniff":
        return False
    error = json.loads(answer.body)["error"]
    return error["code"] == code and error["message"] and error["do"] and len(error) == 3


def ordinary(server):
    answer = server.ask(get("/", "Connection: close"))
    check("GET is answered", answer.status == 200 and answer.body == b"hello", answer.status, answer.body)
    check("every answer has the security headers", all(
        answer.headers.get(name) == value for name, value in {
            "x-content-type-options": "nosniff",
            "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
            "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin",
        }.items()), answer.headers)
    check("and a date, and no word of the library", "GMT" in answer.headers.get("date", "") and "server" not in answer.headers)
    answer = server.ask(get("/", 'If-None-Match: "v0", W/"v1"', "Connection: close"))
    check("a tag that fits is answered with 304 and no body", answer.status == 304 and answer.body == b"" and "content-length" not in answer.headers,
          answer.status, answer.headers)
    with server.connect() as s:
        answer = exchange(s, get("/", method="HEAD"), head_only=True)
        check("HEAD is answered with the length and no body", answer.status == 200 and answer.headers["content-length"] == "5" and answer.rest == b"")
        answer = exchange(s, get("/later"))
        check("one connection serves several requests, also one that is answered later", answer.status == 200 and answer.body == b"at last")
        answer = exchange(s, get("/big?n=3000000"))
        check("a large answer comes whole", len(answer.body) == 3000000, len(answer.body))
        answer = exchange(s, post("/echo", b"x" * 200000))
        check("and so does a large body", answer.body == b"x" * 200000, answer.status, len(answer.body))
        answer = exchange(s, post("/slow", b""))
        check("a handler may take its time", answer.status == 200 and answer.body == b"slow", answer.status)
        answer = exchange(s, post("/echo", b""))
        check("an empty body is one", answer.status == 200 and answer.body == b"", answer.status)
    answer = server.ask(get("/whoami?a=1&b=%26%3d+%C3%A9&c", "Origin: http://x", "Sec-Fetch-Site: same-origin", "X-Forwarded-For: 192.0.2.1",
                            'Cookie: a=b; session="q1"; session=q2', "Connection: close"))
    check("the handlers see what was sent, decoded, and no proxy that is not trusted",
          answer.body.decode().splitlines() == ["GET /whoami", "address 127.0.0.1", "host localhost", "origin http://x", "site same-origin", "secure 0",
                                                'cookie a=b; session="q1"; session=q2', "argument a=1", "argument b=&= é", "argument c="], answer.body)
    check("errors have one shape", is_error(server.ask(get("/nothing", "Connection: close")), 404, "not_found"))
    answer = server.ask(get("/echo", "Connection: close"))
    check("405 says what is allowed", is_error(answer, 405, "method") and answer.headers["allow"] == "POST", answer.status)
    answer = server.ask(b"GET / HTTP/1.0\r\nHost: x\r\n\r\n")
    check("HTTP/1.0 is answered, and closed", answer.status == 200 and answer.headers["connection"] == "close", answer.status)
    with server.connect() as s:
        s.sendall(post("/echo", b"abc") + get("/later") + get("/") + get("/whoami", "Connection: close"))
        answers, rest = [], b""
        for _ in range(4):
            answers.append(read_answer(s, rest))
            rest = answers[-1].rest
        check("requests sent in one go are answered in their order",
              [a.body[:12] for a in answers] == [b"abc", b"at last", b"hello", b"GET /whoami\n"], [a.body[:12] for a in answers])
    for before in (get("/"), get("/later")):
        with server.connect() as s:
            s.sendall(before + post("/echo", b"abc") + get("/"))
            first = read_answer(s)
            second = read_answer(s, first.rest)
            check("a body sent before the answer to what stands before it: 400", is_error(second, 400, "bad-request"), second.status)
            check("and the rest is not answered", read_answer(s, second.rest).status == 0)
    with server.connect() as s:
        s.sendall(post("/big?n=20000000", b"abc"))
        readable(s, 10)
        try:
            for part in (post("/echo", b"abc"), post("/echo", b"def") + get("/"), get("/")):
                s.sendall(part)
                time.sleep(0.02)
        except OSError:
            pass
        read_answer(s)
        check("bodies sent while the answer to what stands before them is read harm nobody", server.ask(get("/", "Connection: close")).status == 200)
    with server.connect() as s:
        for i in range(20):
            answer = exchange(s, post("/echo", b"abc%d" % i))
            if answer.body != b"abc%d" % i:
                break
        check("bodies one after the other are fine", i == 19, answer.status)


def bad_requests(server, witness):
    def refused(name, request, status, code):
        answer = server.ask(request)
        check(name, is_error(answer, status, code), answer.status, answer.body)
        check("  and another client is served", witness.echoes(name))

    def hung_up_on(name, request):
        answer = server.ask(request)
        check(name, answer.status == 0 or 400 <= answer.status < 500, answer.status, answer.body)
        check("  and another client is served", witness.echoes(name))

    refused("a method that nobody knows: 400", b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad-request")
    refused("CONNECT: 400", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad-request")
    refused("no HTTP at all: 400", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), 400, "bad-request")
    refused("HTTP/2 by prior knowledge: 400", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad-request")
    refused("HTTP/3.7: 505", b"GET / HTTP/3.7\r\nHost: x\r\n\r\n", 505, "version")
    refused("no Host: 400", b"GET / HTTP/1.1\r\n\r\n", 400, "bad-request")
    refused("a long path: 414", get("/" + "a" * 3000), 414, "target-too-long")
    refused("a long query: 414", get("/?" + "a" * 3000), 414, "target-too-long")
    refused("a hundred arguments: 400", get("/?" + "&".join("a%d=1" % i for i in range(60))), 400, "bad-request")
    refused("cookies beyond the limit: 431", get("/", "Cookie: a=" + "b" * 9000), 431, "head-too-large")
    refused("a body without a length: 411", get("/echo", method="POST"), 411, "length-required")
    refused("a body in chunks: 411", get("/echo", "Transfer-Encoding: chunked", method="POST") + b"3\r\nabc\r\n0\r\n\r\n", 411, "length-required")
    refused("a length and chunks: 411", get("/echo", "Content-Length: 3", "Transfer-Encoding: chunked", method="POST") + b"abc", 411, "length-required")
    refused("a negative length: 400", get("/echo", "Content-Length: -1", method="POST"), 400, "bad-request")
    refused("two lengths: 400", get("/echo", "Content-Length: 3", "Content-Length: 4", method="POST") + b"abcd", 400, "bad-request")
    refused("a length that is none: 400", get("/echo", "Content-Length: 0x10", method="POST"), 400, "bad-request")
    refused("a body beyond the limit: 413", post("/echo", b"x" * 300000), 413, "body-too-large")
    refused("a length of a terabyte: 413", get("/echo", "Content-Length: 1000000000000", method="POST") + b"x" * 1000, 413, "body-too-large")
    refused("a control character in a header: 400", get("/", "Origin: a\x01b"), 400, "bad-request")
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/a/../../etc/passwd", "/.%2e/etc/passwd"):
        answer = server.ask(get(path, "Connection: close"))
        check("%s leads nowhere" % path, answer.status in (0, 400, 404), answer.status, answer.body)
    refused("a backslash in a path: 400", get("/..\\..\\etc"), 400, "bad-request")
    hung_up_on("a head of a megabyte", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 1000000 + b"\r\n\r\n")
    hung_up_on("ten thousand headers", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X-%d: 1\r\n" % i for i in range(10000)) + b"\r\n")
    hung_up_on("a thousand times the same header", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"Cookie: a=b\r\n" * 1000 + b"\r\n")
    hung_up_on("an escape that is none", get("/%zz"))
    hung_up_on("half an escape", get("/%a"))
    hung_up_on("a NUL in the path", get("/who%00ami"))
    hung_up_on("two methods in one head", b"GET / HTTP/1.1\r\nPOST / HTTP/1.1\r\nHost: x\r\n\r\n")
    hung_up_on("an upgrade to something else", get("/", "Upgrade: teapot", "Connection: Upgrade"))
    with server.connect() as s:
        exchange(s, get("/"))
        answer = exchange(s, get("/", "Upgrade: teapot", "Connection: Upgrade"))
        check("an upgrade to something else, on a connection that was used", answer.status == 0 or answer.status >= 400, answer.status)
        check("  and another client is served", witness.echoes("teapot"))
    with server.connect() as s:
        answer = exchange(s, get("/", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"))
        check("an offer of HTTP/2 is not taken up", answer.status == 200 and answer.body == b"hello", answer.status)
        check("  and the connection goes on", exchange(s, get("/")).status == 200)
        answer = exchange(s, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        check("  but not with HTTP/2: 400", is_error(answer, 400, "bad-request"), answer.status)
        check("  and another client is served", witness.echoes("h2c"))


def bad_handshakes(server, witness):
    def refused(name, request, status, code):
        with Peer(server, request) as peer:
            check(name, is_error(peer.answer, status, code), peer.answer.status, peer.answer.body)
        check("  and another client is served", witness.echoes(name))

    refused("a WebSocket that the server refuses: 403", handshake("/no"), 403, "refused")
    refused("one where there is none: 404, in the server's words", handshake("/elsewhere"), 404, "not_found")
    refused("version 8: 426", handshake(version="8"), 426, "websocket-version")
    refused("no version: 426", handshake(version=""), 426, "websocket-version")
    refused("a short key: 400", handshake(key="abc"), 400, "bad-request")
    refused("a long key: 400", handshake(key="x" * 200), 400, "bad-request")
    refused("POST: 405", handshake(method="POST").replace(b"\r\n\r\n", b"\r\nContent-Length: 0\r\n\r\n"), 405, "method")
    refused("no Host: 400", handshake().replace(b"Host: localhost\r\n", b""), 400, "bad-request")
    with Peer(server, handshake(connection="keep-alive")) as peer:
        check("no Connection: Upgrade", peer.answer.status != 101, peer.answer.status)
        check("  and another client is served", witness.echoes("connection"))
    with Peer(server, handshake("/ws", "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")) as peer:
        check("compression is not agreed to", peer.answer.status == 101 and "sec-websocket-extensions" not in peer.answer.headers, peer.answer.headers)
        check("  and that client is served without", peer.echoes("plain"))


def bad_frames(server, witness):
    def ends(name, code, *frames):
        with Peer(server) as peer:
            peer.send(*frames)
            found = peer.ended()
            check(name, found in code, found)
        check("  and another client is served", witness.echoes(name))

    with Peer(server) as peer:
        check("text is echoed", peer.echoes("hello"))
        check("also a long one", peer.echoes("é" * 8000))
        peer.send(frame("a", 1, False), frame("ping", 9), frame("b", 0, False), frame("", 0, False), frame("c", 0, True))
        came = sorted([peer.read(), peer.read()])
        check("fragments are put together, and a ping between them is answered", came == [(1, b"abc"), (10, b"ping")], came)
        peer.send(*[frame("m%d" % i) for i in range(50)])
        came = [peer.hear() for _ in range(50)]
        check("fifty messages in one packet are fifty messages", came == ["m%d" % i for i in range(50)], came)
        for byte in frame("slowly"):
            peer.send(bytes([byte]))
        check("one that comes byte by byte is one", peer.hear() == "slowly")
        check("an empty one is one", peer.echoes(""))
        peer.say("bye:4001")
        check("what was queued before a close is sent before it", peer.hear() == "last words")
        found = peer.ended()
        check("and then the code comes", found == 4001, found)
        check("and the server waits for the answer to it", not readable(peer.socket, 0.3))
        peer.send(frame(b"\x0f\xa1", 8))
        check("and then hangs up", peer.read() == (None, b""))
    with Peer(server) as peer:
        peer.send(frame(b"\x03\xe8", 8))
        found = peer.ended()
        check("a close is answered by a close", found == 1000, found)
    ends("binary: 1003", (1003,), frame("x", 2))
    ends("a message at one past the limit: 1009", (1009,), frame("x" * 16385))
    ends("one in fragments: 1009", (1009,), frame("x" * 16000, 1, False), frame("x" * 16000, 0, False))
    ends("a frame that says it has 2^62 bytes: 1009", (1009,), b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"mask" + b"x" * 4000)
    ends("a frame that says it has 2^63 bytes", (0, 1002, 1009), b"\x81\xff" + (1 << 63).to_bytes(8, "big") + b"mask" + b"x" * 4000)
    with Peer(server) as peer:
        check("a message at the limit", peer.echoes("x" * 16384))
    ends("bytes that are no UTF-8: 1007", (1007,), frame(b"\xff\xfe"))
    ends("half a letter at the end: 1007", (1007,), frame(b"abc\xc3"))
    ends("half a letter over fragments: 1007", (1007,), frame(b"\xc3", 1, False), frame(b"A", 0))
    ends("bytes that are no UTF-8 after a ping: 1007", (1007,), frame(b"a", 1, False), frame(b"", 9), frame(b"\xbd", 0))
    ends("a ping that is too long", (0, 1002), frame("x" * 126, 9))
    ends("a ping in fragments: 1002", (1002,), frame("x", 9, False))
    ends("reserved bits: 1002", (1002,), frame("x", reserved=4))
    ends("a code that nobody knows: 1002", (1002,), frame("x", 3))
    ends("a fragment that goes on with nothing: 1002", (1002,), frame("x", 0))
    ends("a message inside another: 1002", (1002,), frame("x", 1, False), frame("y", 1))
    with Peer(server) as peer:
        peer.send(frame("not masked", masked=False))
        code, data = peer.read()
        check("a frame without a mask is refused or read as it is", code in (None, 8) or data == b"not masked", code, data)
        check("  and another client is served", witness.echoes("mask"))
    with Peer(server) as peer:
        peer.send(*[frame("", 9) for _ in range(20000)])
        check("twenty thousand pings harm nobody", witness.echoes("pings"))
        check("nor their sender", peer.echoes("still here") or True)


def slow_readers(program):
    with Server(program, queue_bytes_max=200000, queue_messages_max=100000) as server, Peer(server) as witness:
        with Peer(server) as slow:
            slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.say("flood:20000")
            check("a reader that never reads is dropped", server.until("dropped_slow", 1) == 1)
            check("  and another client is served", witness.echoes("meanwhile"))
            found = slow.ended()
            check("  and told so, once it reads: 1008", found in (1008, 0), found)
        check("  and forgotten", server.counters()["peers_now"] == 1)
    with Server(program, queue_messages_max=10) as server, Peer(server) as witness:
        with Peer(server) as slow:
            slow.say("flood:11")
            found = slow.ended()
            check("one message more than a queue holds: 1008", found == 1008, found)
        with Peer(server) as slow:
            slow.say("flood:10")
            check("as many as it holds arrive", all(slow.hear() == "f" * 1024 for _ in range(10)))
        peers = [Peer(server) for _ in range(50)]
        peers[0].say("all:to all")
        check("a message to all reaches all", all(peer.hear() == "all:to all" for peer in peers) and witness.hear() == "all:to all")
        for peer in peers[:25]:
            peer.socket.close()
        peers[30].say("all:again")
        check("and those who are left", all(peer.hear() == "all:again" for peer in peers[25:]) and witness.hear() == "all:again")
        for peer in peers[25:]:
            peer.socket.close()


def timeouts(program):
    with Server(program, head_timeout_ms=300, idle_timeout_ms=300, answer_timeout_ms=300, ping_ms=200, silence_ms=900) as server:
        with server.connect() as s:
            s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            for _ in range(5):
                if readable(s, 0.05):
                    break
                s.sendall(b"a")
            answer = read_answer(s)
            check("a head that comes too slowly: 408", is_error(answer, 408, "timeout"), answer.status)
        with server.connect() as s:
            s.sendall(get("/echo", "Content-Length: 10", method="POST") + b"abc")
            answer = read_answer(s)
            check("a body that does not come: 408", is_error(answer, 408, "timeout"), answer.status)
        with server.connect() as s:
            exchange(s, get("/"))
            check("a connection that nobody uses any more is closed", s.recv(1) == b"")
        with server.connect() as s:
            answer = exchange(s, get("/never"))
            check("a request that the server does not answer: 504", is_error(answer, 504, "timeout"), answer.status)
        with Peer(server) as peer:
            code, data = peer.read()
            check("a silent peer is sent a ping", code == 9, code)
            found = peer.ended()
            check("and dropped when it does not answer: 1008", found == 1008, found)
        with Peer(server) as peer:
            pings = 0
            for _ in range(6):
                code, data = peer.read()
                pings += code == 9
                peer.send(frame(data, 10))
            check("one that answers pings stays", pings == 6 and peer.echoes("here"), pings)


def crowds(program):
    with Server(program, connections_max=1200, connections_per_address_max=1200, head_timeout_ms=60000) as server, Peer(server) as witness:
        silent = [server.connect() for _ in range(1000)]
        check("a thousand connections that say nothing harm nobody", witness.echoes("crowd"))
        check("  and a new one is served", server.ask(get("/", "Connection: close")).status == 200)
        for s in silent:
            s.sendall(b"GET / HT")
        check("nor do a thousand that began to say something", witness.echoes("crowd"))
        for s in silent:
            s.close()
        check("  and when they have gone there is room again", server.counters() is not None and witness.echoes("after"))
    with Server(program, connections_max=20) as server, Peer(server) as witness:
        held = [server.connect() for _ in range(19)]
        with server.connect() as s:
            answer = exchange(s, get("/"))
            check("one connection too many: 503", answer.status in (503, 0), answer.status)
        check("  and another client is served", witness.echoes("full"))
        for s in held:
            s.close()
        while True:
            with server.connect() as s:
                if exchange(s, get("/")).status == 200:
                    break
        check("  and it is let in when another has gone", True)
        check("  and it was counted", server.counters()["refused_connections"] >= 1)
    with Server(program, connections_per_address_max=5) as server:
        held = [server.connect() for _ in range(5)]
        exchange(held[0], get("/"))
        with server.connect() as s:
            answer = exchange(s, get("/"))
            check("one connection too many from an address: 503", answer.status in (503, 0), answer.status)
        counted = exchange(held[0], get("/counters")).body.decode()
        check("  and it was counted", "refused_address 1\n" in counted, counted)
        for s in held:
            s.close()
    with Server(program, requests_max=2, answer_timeout_ms=1000) as server:
        waiting = [server.connect() for _ in range(2)]
        for s in waiting:
            s.sendall(get("/never"))
        while True:
            answer = server.ask(get("/", "Connection: close"))
            if answer.status != 200:
                break
        check("more requests than wait at once: 503", is_error(answer, 503, "too-many-requests"), answer.status)
        for s in waiting:
            s.close()
        while server.ask(get("/", "Connection: close")).status != 200:
            pass
        check("  and their room is used again when they have been told that no answer comes", True)


def half_closed(server, witness):
    with server.connect() as s:
        s.sendall(get("/later"))
        s.shutdown(socket.SHUT_WR)
        answer = read_answer(s)
        check("a client that closes its half is answered", answer.body == b"at last" or answer.status == 0, answer.status)
    with server.connect() as s:
        s.sendall(b"GET / HTTP/1.1\r\n")
        s.shutdown(socket.SHUT_WR)
        answer = read_answer(s)
        check("half a request, then half a close: nothing hangs", answer.status in (0, 400), answer.status)
    with Peer(server) as peer:
        peer.socket.shutdown(socket.SHUT_WR)
        check("a peer that closes its half has gone", peer.ended() in (0, 1000, 1001, 1006))
    with server.connect() as s:
        s.sendall(get("/later"))
    for _ in range(50):
        peer = Peer(server)
        peer.say("all:reset")
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        peer.socket.close()
    for _ in range(50):
        witness.hear()
    check("fifty that vanish in the middle harm nobody", witness.echoes("resets"))


def restless(program):
    with Server(program) as server, Peer(server) as witness:
        for request in (get("/big?n=30000000"), post("/big?n=30000000", b"abc")):
            for more in (b"x", get("/"), None):
                s = server.connect()
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                s.sendall(request)
                readable(s, 10)
                if more is None:
                    s.shutdown(socket.SHUT_WR)
                else:
                    s.sendall(more)
                while server.counters()["connections_now"] > 2:
                    pass
                check("who is restless while a long answer waits is hung up on", witness.echoes("restless"))
                s.close()


def stopping(program):
    server = Server(program)
    peer = Peer(server)
    late = server.connect()
    late.sendall(get("/later"))
    while server.counters()["requests"] < 2:
        pass
    peer.say("flood:100")
    answer = server.ask(post("/stop", b""))
    check("a server that is told to stop says so", answer.body == b"stopping", answer.status)
    came = 0
    while peer.hear() is not None:
        came += 1
    check("queues are emptied before it ends", came == 100, came)
    check("it ends with 0", server.process.wait(60) == 0)
    late.close()
    peer.socket.close()
    server.__exit__()
    with Server(program) as server, Peer(server) as peer:
        server.process.terminate()
        found = peer.ended()
        check("SIGTERM: 1001 to those who are there", found == 1001, found)
        peer.send(frame(b"\x03\xe9", 8))
        check("and an end in order", server.process.wait(60) == 0)
    with Server(program, drain_ms=300) as server, Peer(server) as peer:
        server.process.terminate()
        check("those who do not go are left", server.process.wait(60) == 0)


def addresses(program, folder):
    def says(name, words, **options):
        with Server(program, **options) as server:
            check(name, server.address is None and words in server.said, server.said)

    with Server(program) as server:
        check("port 0 is any port, which is told", server.address is not None and server.where[1] > 0, server.said)
        says("a port that is taken", "is taken: another program listens there", listen=server.address)
    with Server(program, listen="localhost:0") as server:
        check("localhost is an address", server.address is not None and server.address.startswith("127.0.0.1:"), server.said)
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") and "00000000000000000000000000000001" in open("/proc/net/if_inet6").read():
        with Server(program, listen="[::1]:0") as server:
            answer = server.ask(get("/whoami", "Connection: close"))
            check("IPv6 as well", b"address ::1\n" in answer.body and server.address.startswith("[::1]:"), server.said, answer.body)
    says("an address of another machine", "is no address of this machine", listen="192.0.2.1:8080")
    says("a name that is none", "is no address; expected numbers", listen="nowhere.example:80")
    says("no port", "is no address to listen at; expected HOST:PORT", listen="127.0.0.1")
    says("a port that is too large", "is no address to listen at", listen="127.0.0.1:65536")
    says("a certificate without a key", "needs a certificate and its key", certificate="/nowhere")
    says("a certificate that is not there", "cannot read the certificate", certificate="/nowhere", key="/nowhere")
    nonsense = os.path.join(folder, "nonsense.pem")
    with open(nonsense, "w") as file:
        file.write("nonsense\n")
    says("a certificate that is none", "is no certificate in PEM", certificate=nonsense, key=nonsense)


def encrypted(program, folder):
    key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out",
                           certificate, "-days", "2", "-subj", "/CN=localhost"], capture_output=True)
    if made.returncode != 0:
        check("a certificate can be made", False, made.stderr)
        return
    with Server(program, certificate=certificate, key=key, head_timeout_ms=2000) as server:
        context = tls_context()
        answer = server.ask(get("/whoami", "Connection: close"), context)
        check("TLS: a request is answered, and known to be secure", b"secure 1\n" in answer.body, answer.status, answer.body)
        with Peer(server, context=context) as peer:
            check("and a WebSocket is one", peer.echoes("secret"))
            check("with long messages", peer.echoes("x" * 16000))
            with server.connect() as s:
                s.sendall(get("/"))
                answer = read_answer(s)
                check("who speaks plainly there is not answered", answer.status != 200, answer.status)
            with server.connect() as s:
                s.sendall(b"\x16\x03\x01")
                answer = read_answer(s)
                check("a TLS handshake that never goes on ends", answer.status == 0, answer.status)
            check("  and another client is served", peer.echoes("still secret"))
        wide = tls_context()
        wide.set_alpn_protocols(["h2", "http/1.1"])
        with server.connect(wide) as s:
            check("HTTP/2 is not agreed to", s.selected_alpn_protocol() != "h2", s.selected_alpn_protocol())


def proxied(program):
    with Server(program, trust_proxy=1) as server:
        answer = server.ask(get("/whoami", "X-Forwarded-For: 203.0.113.9, 198.51.100.7", "X-Forwarded-Proto: https", "Connection: close"))
        check("behind a trusted proxy the client is who the proxy says", b"address 198.51.100.7\n" in answer.body and b"secure 1\n" in answer.body, answer.body)
        answer = server.ask(get("/whoami", "X-Forwarded-For: <script>", "Connection: close"))
        check("what is no address is none", b"address 127.0.0.1\n" in answer.body, answer.body)


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Server(program) as server:
            with Peer(server) as witness:
                ordinary(server)
                bad_requests(server, witness)
                bad_handshakes(server, witness)
                bad_frames(server, witness)
                half_closed(server, witness)
            counters = server.counters()
            check("nothing is left of all that", counters["peers_now"] == 0 and counters["requests_now"] == 1, counters)
        check("and the server ended in order", server.status == 0 and server.errors == "", server.status, server.errors)
        slow_readers(program)
        timeouts(program)
        crowds(program)
        restless(program)
        stopping(program)
        addresses(program, folder)
        encrypted(program, folder)
        proxied(program)
    return tap.finish()


sys.exit(main())
