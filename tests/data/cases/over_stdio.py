"""Servers over stdio that real users met: over_stdio.py CASE VARIANT [VALUE]. Python's standard library only."""

import http.server
import json
import sys
import threading
import time

CASE, VARIANT = sys.argv[1:3]
TOOLS = [{"name": "t", "inputSchema": {"type": "object"}}]
listed = 0


def say(text):
    print(text, file=sys.stderr, flush=True)


def put(message):
    if CASE == "answer_ids" and "id" in message:
        if VARIANT == "zero":
            message["id"] = 0
        elif VARIANT == "text":
            message["id"] = str(message["id"])
        elif "error" in message:
            message["id"] = None
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answer(request, result=None, error=None):
    member = {"result": result} if error is None else {"error": error}
    put({"jsonrpc": "2.0", "id": request["id"], **member})


def wait_for_sign_in():
    """Prints the address of a page of its own and waits until somebody opens it."""
    opened = threading.Event()

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
            opened.set()

        def log_message(self, *_):
            pass

    page = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=page.serve_forever, daemon=True).start()
    say("Please authorize this client by visiting:")
    say(f"http://127.0.0.1:{page.server_port}/authorize?state=x")
    say("Authentication required. Waiting for authorization...")
    opened.wait()


def begin():
    if CASE == "slow_start":
        say("started")
        time.sleep(2)
    elif CASE == "talks_on_stdout":
        print("Welcome to Foo MCP", flush=True)
        if VARIANT == "exits":
            sys.exit(1)
    elif CASE == "waits_for_sign_in":
        wait_for_sign_in()


def serve(request):
    global listed
    method = request["method"]
    is_modern = "_meta" in request.get("params", {})
    complete = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if is_modern else {}
    tools = {"listChanged": True} if CASE == "list_changed_storm" else {}
    info = {"capabilities": {"tools": tools}, "serverInfo": {"name": "case", "version": "1"}}
    if method == "server/discover" and CASE == "slow_start" and VARIANT != "legacy":
        answer(request, {**complete, "supportedVersions": ["2026-07-28"], **info})
    elif method == "initialize" and VARIANT != "modern":
        answer(request, {"protocolVersion": "2025-11-25", **info})
    elif method == "tools/list":
        listed += 1
        answer(request, {**complete, "tools": TOOLS})
        if CASE == "list_changed_storm":
            put({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    elif method == "tools/call" and CASE == "answer_ids" and VARIANT == "null":
        answer(request, error={"code": -32603, "message": "the database is gone"})
    elif method == "tools/call":
        said = "ok"
        if CASE == "list_changed_storm":
            # The storm has had its time by then.
            time.sleep(3)
            said = "at most 9 lists" if listed < 10 else f"{listed} lists"
        answer(request, {"content": [{"type": "text", "text": said}]})
    elif method == "ping":
        answer(request, {})
    else:
        answer(request, error={"code": -32601, "message": "Method not found: " + method})


begin()
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        serve(message)
