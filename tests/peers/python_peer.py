"""A server on a Python library: `python_peer.py mcp|fastmcp stdio|http|sse [sign-in]`.

Over HTTP it listens on $PORT; with `sign-in` it is its own authorization server, and its person always agrees.
"""

import os
import sys

library, transport = sys.argv[1:3]
port = int(os.environ.get("PORT", "0"))
auth = {}

if sys.argv[3:] == ["sign-in"]:
    from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
    from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions

    origin = f"http://127.0.0.1:{port}"
    registration = ClientRegistrationOptions(enabled=True, valid_scopes=["read"], default_scopes=["read"])
    provider = InMemoryOAuthProvider(
        base_url=origin, client_registration_options=registration, required_scopes=["read"]
    )
    auth = {"auth": provider}
    if library == "mcp":
        settings = AuthSettings(
            issuer_url=origin,
            resource_server_url=f"{origin}/mcp",
            client_registration_options=registration,
            required_scopes=["read"],
        )
        auth = {"auth_server_provider": provider, "auth": settings}

if library == "mcp":
    from mcp.server import MCPServer

    server = MCPServer("python-mcp", version="1.0.0", **auth)
else:
    from fastmcp import FastMCP

    server = FastMCP("python-fastmcp", version="1.0.0", **auth)


@server.tool()
def add(a: float, b: float) -> str:
    """Adds two numbers"""
    return f"sum {a + b:g}"


@server.resource("note://one", mime_type="text/plain")
def note() -> str:
    return "a note"


@server.resource("note://number/{number}")
def numbered(number: str) -> str:
    return f"note {number}"


@server.prompt()
def about(topic: str) -> str:
    return f"Tell me about {topic}"


where = {"host": "127.0.0.1", "port": port}
if transport == "stdio":
    server.run(transport="stdio")
elif library == "mcp":
    server.run(transport={"http": "streamable-http", "sse": "sse"}[transport], **where)
else:
    server.run(transport=transport, show_banner=False, **where)
