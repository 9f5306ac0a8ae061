"""The clients that people's programs are made of, behind one form."""

import contextlib

import fastmcp
import mcp
import mcp_types
from fastmcp.client.transports import StdioTransport

import messages

NAMES = ["auto", "legacy", "2026-07-28", "fastmcp"]


class Client:
    def __init__(self, name, inner, changes):
        self.name = name
        self.inner = inner
        # The notifications of another list of tools.
        self.changes = changes

    @property
    def revision(self):
        return self.inner.protocol_version

    async def tools(self):
        """The tools by their names, as JSON."""
        listed = await self.inner.session.list_tools()
        return {tool.name: tool.model_dump(by_alias=True, exclude_none=True) for tool in listed.tools}

    async def call(self, name, arguments=None, timeout=None, progress=None):
        if self.name == "fastmcp":
            return await self.inner.call_tool_mcp(name, arguments or {}, timeout=timeout, progress_handler=progress)
        return await self.inner.call_tool(
            name, arguments, read_timeout_seconds=timeout, progress_callback=progress)

    async def text(self, name, arguments=None):
        """The text of a success."""
        result = await self.call(name, arguments)
        assert not result.is_error, result.content[0].text
        return result.content[0].text

    async def error(self, name, arguments=None, **options):
        """The code and the text of an error of a tool."""
        result = await self.call(name, arguments, **options)
        assert result.is_error, f"{name} succeeded: {result.content[0].text[:200]}"
        assert result.structured_content is None
        return (result.meta or {}).get("xcallbackd/code"), result.content[0].text

    async def refusal(self, name, arguments=None):
        """The code of an error of the protocol."""
        try:
            result = await self.call(name, arguments)
        except mcp.MCPError as error:
            return error.error.code
        raise AssertionError(f"{name} was called: {result.content[0].text[:200]}")

    @contextlib.asynccontextmanager
    async def hears_changes(self):
        """Gets notifications of changes; in the newer era, a client has to ask for them."""
        if self.revision < "2026":
            yield
            return
        async with mcp.client.subscriptions.listen(self.inner.session, tools_list_changed=True):
            yield


@contextlib.asynccontextmanager
async def connect(session, name, *arguments):
    """Starts the server for a client, and checks all lines of the server at the end."""
    command, folder = session.server(*arguments)
    changes = []

    async def note(message):
        if getattr(message, "method", None) == "notifications/tools/list_changed":
            changes.append(message)

    who = mcp_types.Implementation(name="probe", version="1")
    if name == "fastmcp":
        transport = StdioTransport(command[0], command[1:], env=session.environment, keep_alive=False)
        client = fastmcp.Client(transport, client_info=who, message_handler=note)
    else:
        parameters = mcp.StdioServerParameters(command=command[0], args=command[1:], env=session.environment)
        client = mcp.Client(parameters, mode=name, client_info=who, message_handler=note)
    async with client as inner:
        yield Client(name, inner, changes)
    messages.check(folder)
