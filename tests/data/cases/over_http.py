"""Servers over HTTP that real users met: over_http.py CASE VARIANT. It prints its port. Python's standard library only."""

import itertools
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CASE, VARIANT = sys.argv[1:3]
sessions = itertools.count(1)
# Requests that each session still answers.
left = {}


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_json(self, body, status=200, **headers):
        self.send(status, json.dumps(body).encode(), Content_Type="application/json", **headers)

    def do_GET(self):
        if CASE == "bare_401" and (VARIANT == "loop" or self.path == "/mcp"):
            return self.refuse()
        if CASE == "redirects" and VARIANT != "moved":
            return self.redirect()
        self.send(405 if self.path == "/mcp" else 404)

    def do_DELETE(self):
        self.send(405)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if CASE == "bare_401":
            return self.refuse()
        if CASE == "redirects" and not (VARIANT == "moved" and self.path == "/mcp/"):
            return self.redirect()
        if CASE == "host_check" and not self.headers["Host"].startswith("localhost"):
            text = f"Access is only allowed at localhost:{port}"
            return self.send(403, text.encode(), Content_Type="text/plain")
        if CASE == "session_lost" and request["method"] != "server/discover" and self.session_is_lost(request):
            return
        if "id" not in request:
            return self.send(202)
        if CASE == "error_pages" and request["method"] == "tools/call" and self.fail():
            return
        self.answer(request)

    def answer(self, request, **headers):
        results = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "case", "version": "1"},
            },
            "tools/list": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]},
            "tools/call": {"content": [{"type": "text", "text": "ok"}]},
            "ping": {},
        }
        head = {"jsonrpc": "2.0", "id": request["id"]}
        result = results.get(request["method"])
        if result is None:
            error = {"code": -32601, "message": "Method not found"}
            status = int(VARIANT) if CASE == "discover_status" else 200
            return self.send_json({**head, "error": error}, status)
        self.send_json({**head, "result": result}, **headers)

    def refuse(self):
        text = b"Send your key in the header X-API-Key" if VARIANT == "key" else b""
        challenge = {"WWW_Authenticate": 'Basic realm="internal"'} if VARIANT == "basic" else {}
        self.send(401, text, **challenge)

    def redirect(self):
        status, place = {
            "login": (302, "/login"),
            "moved": (301, "/mcp/"),
            "elsewhere": (307, f"http://localhost:{port}/mcp"),
            "circle": (307, "/mcp"),
        }[VARIANT]
        if VARIANT == "login" and self.path == "/login":
            return self.send(200, b"<html><body>Please log in</body></html>", Content_Type="text/html")
        self.send(status, Location=place)

    def session_is_lost(self, request):
        """A session answers three requests; later ones get the status."""
        if request["method"] == "initialize":
            session = f"session-{next(sessions)}"
            left[session] = 3
            self.answer(request, Mcp_Session_Id=session)
            return True
        session = self.headers.get("Mcp-Session-Id")
        if left.get(session, 0) == 0:
            error = {"code": -32001, "message": "Session not found"}
            self.send_json({"jsonrpc": "2.0", "error": error, "id": None}, int(VARIANT))
            return True
        left[session] -= 1
        return False

    def fail(self):
        if VARIANT == "500":
            error = {"code": -32603, "message": "the index is being rebuilt"}
            self.send_json({"jsonrpc": "2.0", "id": None, "error": error}, 500)
        elif VARIANT == "502":
            page = b"<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"
            self.send(502, page, Content_Type="text/html")
        elif VARIANT == "429":
            self.send_json({"error": "rate limited"}, 429, Retry_After="2")
        elif VARIANT == "403":
            self.send(403, b"Your plan does not include this tool", Content_Type="text/plain")
        elif VARIANT == "torn":
            self.send_response(500)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"half")
            self.close_connection = True
        elif VARIANT == "plain":
            self.send(503, b"503 - overloaded", Content_Type="text/plain")
        elif VARIANT == "page":
            self.send(200, b"<html><body>Please log in</body></html>", Content_Type="text/html")
        else:
            self.send(int(VARIANT))
        return True


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
port = server.server_port
print(port, flush=True)
server.serve_forever()
