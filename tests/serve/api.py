"""tests/serve/api.py - HTTP calls and live messages, one by one, as docs/api.md has them. Run: api.py FELT"""
import sys

from world import Server, Tap


def is_error(answer, status, code):
    assert answer[0] == status, answer
    error = answer[1]["error"]
    assert error["code"] == code, answer
    assert set(error) == {"code", "message", "do"} and error["message"] and error["do"], answer


def routes_have_one_table(server):
    p = server.person()
    status, api = p.ask("GET", "/api")
    assert status == 200 and {"method": "GET", "path": "/api/tables", "who": "anybody"} in api["calls"], api
    is_error(p.ask("GET", "/api/nothing"), 404, "not-found")
    is_error(p.ask("GET", "/api/tables/none"), 404, "no-table")
    is_error(p.ask("POST", "/api/tables"), 405, "method")
    is_error(p.ask("GET", "/api/guest"), 405, "method")
    is_error(p.ask("GET", "/api/me"), 401, "not-signed-in")
    is_error(p.ask("GET", "/api/house/risk"), 401, "not-signed-in")
    is_error(p.ask("POST", "/api/sign-in", [1]), 400, "malformed")
    is_error(p.ask("GET", "/api/tables/craps/rounds?from=x"), 400, "malformed")
    p.guest()
    is_error(p.ask("GET", "/api/house/risk"), 403, "not-operator")


def main():
    tap = Tap()
    with Server(sys.argv[1]) as server:
        tap.run("every call is in one table of routes", routes_have_one_table, server)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
