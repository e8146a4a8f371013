"""tests/serve/files.py - the page's files as a browser gets them: their types, how long they may be kept, and nothing else. Run: files.py FELT"""
import http.client
import os
import sys
import tempfile

from world import Server, Tap


def get(server, path, headers=None, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(method, path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def the_page_comes_with_a_strict_policy(server):
    status, headers, body = get(server, "/")
    assert (status, body) == (200, b"<!doctype html><title>Page</title>"), (status, body)
    assert headers["content-type"] == "text/html; charset=utf-8" and headers["cache-control"] == "no-cache", headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, policy
    assert get(server, "/", method="HEAD")[2] == b""


def what_has_its_hash_in_its_name_is_kept(server):
    status, headers, body = get(server, "/assets/a-123.js")
    assert (status, body, headers["content-type"]) == (200, b"0;", "text/javascript; charset=utf-8"), headers
    assert "immutable" in headers["cache-control"], headers
    assert get(server, "/assets/a-123.js", {"If-None-Match": headers["etag"]})[0] == 304


def nothing_else_is_served(server):
    for path in ("/secret", "/.hidden.js", "/../secret.js", "/%2e%2e/secret.js", "/assets/", "/assets", "/assets/notes.md", "/index.html/"):
        assert get(server, path)[0] in (400, 404), path
    assert get(server, "/assets/a-123.js", method="POST")[0] == 404


def a_folder_that_is_not_there_is_said(felt):
    try:
        Server(felt, more=["--web", "/nowhere"])
    except RuntimeError as error:
        assert "/nowhere" in str(error) and "build the page" in str(error), error
        return
    raise AssertionError("it started")


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        web = os.path.join(folder, "web")
        os.makedirs(os.path.join(web, "assets"))
        for name, text in {"web/index.html": "<!doctype html><title>Page</title>", "web/assets/a-123.js": "0;", "web/assets/notes.md": "x",
                           "web/.hidden.js": "0;", "secret.js": "0;"}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        with Server(sys.argv[1], more=["--web", web]) as server:
            tap.run("the page comes with a strict policy", the_page_comes_with_a_strict_policy, server)
            tap.run("what has its hash in its name is kept", what_has_its_hash_in_its_name_is_kept, server)
            tap.run("nothing else is served", nothing_else_is_served, server)
    tap.run("a folder that is not there is said", a_folder_that_is_not_there_is_said, sys.argv[1])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
