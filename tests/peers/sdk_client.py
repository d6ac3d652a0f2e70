"""A client on a Python library: `sdk_client.py mcp|fastmcp auto|legacy TOOL ARGUMENTS -- COMMAND…|URL`.
Over HTTP the token is that in USHER_TOKEN.

Prints one JSON object: what it listed, what the tool answered, and how often it heard of progress.
"""

import asyncio
import json
import os
import sys

library, mode, tool, given, separator, command, *args = sys.argv[1:]
assert separator == "--", __doc__
progress = []


async def heard(*told):
    progress.append(told)


def token():
    return {"Authorization": f"Bearer {os.environ['USHER_TOKEN']}"}


def transport_of_mcp():
    if command.startswith("http:"):
        from mcp.client.streamable_http import streamable_http_client
        from mcp.shared._httpx_utils import create_mcp_http_client

        return streamable_http_client(command, http_client=create_mcp_http_client(headers=token()))
    from mcp import StdioServerParameters, stdio_client

    return stdio_client(StdioServerParameters(command=command, args=args, env=dict(os.environ)))


def transport_of_fastmcp():
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

    if command.startswith("http:"):
        return StreamableHttpTransport(command, headers=token())
    return StdioTransport(command, args, env=dict(os.environ))


async def list_tools(client):
    """Lists the tools. A client that the person has not answered yet is told of none, and lists again if it may."""
    for _ in range(240 if "TEST_AWAITS_TOOLS" in os.environ else 0):
        listed = await client.list_tools()
        if getattr(listed, "tools", listed):
            return listed
        await asyncio.sleep(0.5)
    return await client.list_tools()


async def main():
    if library == "mcp":
        from mcp import Client

        client = Client(transport_of_mcp(), mode=mode)
        call = {"progress_callback": heard}
    else:
        from fastmcp import Client

        client = Client(transport_of_fastmcp(), mode=mode, progress_handler=heard)
        call = {}
    async with client:
        tools, prompts, resources, templates = [
            getattr(listed, kind, listed)
            for kind, listed in [
                ("tools", await list_tools(client)),
                ("prompts", await client.list_prompts()),
                ("resources", await client.list_resources()),
                ("resource_templates", await client.list_resource_templates()),
            ]
        ]
        result = await client.call_tool(tool, json.loads(given), **call)
        # What a server sends that only a lenient reader reads whole.
        odd = "broken__fine"
        lenient = await client.call_tool(odd, {}) if odd in [one.name for one in tools] else None
        found = {
            "tools": [one.name for one in tools],
            "prompts": len(prompts),
            "resources": len(resources),
            "progress": len(progress),
            "templates": len(templates),
            "blocks": len(lenient.content) if lenient else None,
            "result": {"content": [block.model_dump(mode="json") for block in result.content]},
        }
    print(json.dumps(found), flush=True)


asyncio.run(main())
