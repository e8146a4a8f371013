"""tests/serve/tls.py - `felt serve` with certificate files: https and wss, and what it says of files that are none.

    python3 tests/serve/tls.py FELT     prints TAP
"""
import http.client
import os
import ssl
import subprocess
import sys

from client import Person, Refused
from server import Server, Tap

tap = Tap()
check = tap.check


def make(folder, name):
    """A key and a certificate that is signed with it, for this address."""
    key, certificate = os.path.join(folder, name + ".key"), os.path.join(folder, name + ".pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
                    "-out", certificate, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                   capture_output=True, check=True)
    return certificate, key


def says(server, name, word, certificate, key):
    done = subprocess.run(server.command("--certificate", certificate, "--certificate-key", key), capture_output=True, text=True,
                          timeout=60, env=server.environment)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("{")]
    check(f"{name} is a sentence, and nothing is started", done.returncode not in (0, -6, -11) and len(lines) == 1 and word in lines[0],
          done.returncode, *lines)


def plays(server, context):
    person = Person(server.port, context=context)
    person.guest()
    check("https: a guest is let in", person.player > 0)
    check("the cookie goes over TLS alone", "secure" in person.headers["set-cookie"].lower(), person.headers)
    live = person.live({"Origin": f"https://127.0.0.1:{server.port}"})
    live.do("watch", table="cards")
    check("wss: he sits down", live.do("sit", table="cards")["ok"])
    check("and bets", live.do("bet", table="cards", wager="player", amount=500)["ok"])
    check("and it is dealt", live.do("deal", table="cards")["ok"])
    live.until(lambda m: any(e["event"] == "dealt" for e in m.get("events", [])))
    check("and he sees the result", True)
    try:
        person.live({"Origin": f"http://127.0.0.1:{server.port}"})
        check("a page that was not sent over TLS is another origin", False)
    except Refused as no:
        check("a page that was not sent over TLS is another origin", no.status == 403, no)
    live.close()


def main():
    with Server(sys.argv[1], "/bin/true") as server:
        certificate, key = make(server.folder, "good")
        other = make(server.folder, "other")[1]
        nonsense = os.path.join(server.folder, "nonsense")
        with open(nonsense, "w") as file:
            file.write("nonsense\n")
        says(server, "a certificate that is not there", "nowhere.pem", os.path.join(server.folder, "nowhere.pem"), key)
        says(server, "a key that is not there", "nowhere.key", certificate, os.path.join(server.folder, "nowhere.key"))
        says(server, "a certificate that is none", "nonsense", nonsense, key)
        says(server, "a key that is none", "nonsense", certificate, nonsense)
        says(server, "a key of another certificate", "key", certificate, other)
        server.start("--certificate", certificate, "--certificate-key", key)
        context = ssl.create_default_context(cafile=certificate)
        plays(server, context)
        try:
            status = Person(server.port).ask("GET", "/healthz")[0]
        except (OSError, http.client.HTTPException) as no:
            status = no
        check("who speaks plainly is not answered", status != 200, status)
        check("and others are", Person(server.port, context=context).ask("GET", "/healthz")[0] == 200)
        check("it ends in order", server.stop() == 0)
    sys.exit(tap.end())


main()
