"""A client on a Python library: `sdk_client.py mcp|fastmcp auto|legacy TOOL ARGUMENTS -- COMMAND…`.

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


async def main():
    if library == "mcp":
        from mcp import Client, StdioServerParameters, stdio_client

        parameters = StdioServerParameters(command=command, args=args, env=dict(os.environ))
        client = Client(stdio_client(parameters), mode=mode)
        call = {"progress_callback": heard}
    else:
        from fastmcp import Client
        from fastmcp.client.transports import StdioTransport

        transport = StdioTransport(command, args, env=dict(os.environ))
        client = Client(transport, mode=mode, progress_handler=heard)
        call = {}
    async with client:
        tools, prompts, resources = [
            getattr(listed, kind, listed)
            for kind, listed in [
                ("tools", await client.list_tools()),
                ("prompts", await client.list_prompts()),
                ("resources", await client.list_resources()),
            ]
        ]
        result = await client.call_tool(tool, json.loads(given), **call)
        found = {
            "tools": [one.name for one in tools],
            "prompts": len(prompts),
            "resources": len(resources),
            "progress": len(progress),
            "result": {"content": [block.model_dump(mode="json") for block in result.content]},
        }
    print(json.dumps(found), flush=True)


asyncio.run(main())
