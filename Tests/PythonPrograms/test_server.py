"""Each feature of `bindlab lsp`, asked by the client of pytest-lsp."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

SCRIPT = """// A person and a label.
class Person { name = ""; age = 0 }
object vm: Person { name = "Kim" }
object label { text = ""; size = 1 }
bind vm.name ~> label.text
observe label.text { print value }
vm.name = "Ann"
"""


def make_client() -> LanguageClient:
    """A client that lets the server watch files."""
    client = pytest_lsp.make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        client.registrations = params.registrations

    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(_):
        client.has_refreshed = True

    return client


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[os.environ.get("BINDLAB", "bindlab"), "lsp"], client_factory=make_client
    )
)
async def client(lsp_client: LanguageClient, tmp_path: pathlib.Path):
    capabilities = pytest_lsp.client_capabilities("visual-studio-code")
    # A client that asks for findings gets none by itself, and these tests wait for them.
    capabilities.text_document.diagnostic = None
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="scripts")],
        )
    )
    lsp_client.server_result = result
    lsp_client.folder = tmp_path
    yield
    await lsp_client.shutdown_session()


class File:
    """A file that the editor has opened."""

    def __init__(self, client: LanguageClient, text: str = SCRIPT, name: str = "main.bind"):
        path = client.folder / name
        path.write_text(text)
        self.client, self.text, self.uri, self.version = client, text, path.as_uri(), 1
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=self.uri, language_id="bindlab", version=1, text=text
                )
            )
        )

    @property
    def identifier(self):
        return types.TextDocumentIdentifier(uri=self.uri)

    def place(self, found: str, behind: bool = False, nth: int = 0) -> types.Position:
        """Where a text stands for the nth time, or where it ends."""
        offset = -1
        for _ in range(nth + 1):
            offset = self.text.index(found, offset + 1)
        before = self.text[: offset + (len(found) if behind else 0)]
        return types.Position(
            line=before.count("\n"), character=len(before) - (before.rfind("\n") + 1)
        )

    def at(self, kind, found: str, behind: bool = False, **others):
        return kind(text_document=self.identifier, position=self.place(found, behind), **others)

    def change(self, start: types.Position, end: types.Position, text: str):
        lines = self.text.splitlines(keepends=True)

        def offset(position):
            return sum(len(line) for line in lines[: position.line]) + position.character

        self.text = self.text[: offset(start)] + text + self.text[offset(end) :]
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=self.uri, version=self.version
                ),
                content_changes=[
                    types.TextDocumentContentChangePartial(
                        range=types.Range(start=start, end=end), text=text
                    )
                ],
            )
        )

    async def diagnostics(self):
        """Those of the text as it is now; asked once for each version of it."""
        while True:
            found = await self.client.wait_for_notification(
                types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
            )
            if (found.uri, found.version) == (self.uri, self.version):
                return list(found.diagnostics)


def text_of(edits: list[types.TextEdit], text: str) -> str:
    """What edits make of a text."""
    lines = text.splitlines(keepends=True)

    def offset(position):
        return sum(len(line) for line in lines[: position.line]) + position.character

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def test_it_says_who_it_is(client):
    assert client.server_result.server_info.name == "bindlab"


async def test_diagnostics_follow_the_edits(client):
    file = File(client)
    assert await file.diagnostics() == []
    start, end = file.place("vm.name ~>"), file.place("vm.name ~>", behind=True)
    file.change(start, end, "vm.nam ~>")
    found = await file.diagnostics()
    assert [diagnostic.severity for diagnostic in found][:1] == [types.DiagnosticSeverity.Error]
    assert "name" in found[0].message
    assert found[0].range.start.line == 4
    file.change(start, types.Position(start.line, start.character + 9), "vm.name ~>")
    assert await file.diagnostics() == []


async def test_diagnostics_on_text_with_errors(client):
    file = File(client, 'object vm { name = "" }\nvm.name =\nbind vm.nam ~> vm.name\n')
    lines = {diagnostic.range.start.line for diagnostic in await file.diagnostics()}
    assert lines == {1, 2}


async def test_hover_shows_what_binds(client):
    file = File(client)
    hover = await client.text_document_hover_async(file.at(types.HoverParams, "label.text", behind=True))
    assert "String" in hover.contents.value and "vm.name" in hover.contents.value


async def test_definition_and_references(client):
    file = File(client)
    found = await client.text_document_definition_async(
        file.at(types.DefinitionParams, "name ~>")
    )
    place = found[0] if isinstance(found, list) else found
    assert place.uri == file.uri and place.range.start.line in (1, 2)
    references = await client.text_document_references_async(
        file.at(
            types.ReferenceParams,
            "label.text",
            behind=True,
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert sorted(place.range.start.line for place in references) == [3, 4, 5]
    marks = await client.text_document_document_highlight_async(
        file.at(types.DocumentHighlightParams, "label.text", behind=True)
    )
    assert sorted(mark.range.start.line for mark in marks) == [3, 4, 5]


async def test_rename_changes_each_place_and_refuses_a_collision(client):
    file = File(client)
    place = file.at(types.PrepareRenameParams, "label.text", behind=True)
    assert await client.text_document_prepare_rename_async(place)
    edit = await client.text_document_rename_async(
        file.at(types.RenameParams, "label.text", behind=True, new_name="title")
    )
    edits = (
        edit.changes[file.uri]
        if edit.changes
        else [one for change in edit.document_changes for one in change.edits]
    )
    assert text_of(edits, file.text).count("title") == 3
    with pytest.raises(JsonRpcException):
        await client.text_document_rename_async(
            file.at(types.RenameParams, "label.text", behind=True, new_name="size")
        )


async def test_completion(client):
    file = File(client, SCRIPT + "label.\n")
    found = await client.text_document_completion_async(
        types.CompletionParams(text_document=file.identifier, position=types.Position(7, 6))
    )
    items = found if isinstance(found, list) else found.items
    assert {"text", "size"} <= {item.label for item in items}


async def test_signature_help(client):
    file = File(client, "function twice(number) { number * 2 }\nprint twice(\n")
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(text_document=file.identifier, position=types.Position(1, 12))
    )
    assert "number" in help_.signatures[0].label


async def test_symbols(client):
    file = File(client)
    found = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=file.identifier)
    )
    assert {"Person", "vm", "label"} <= {symbol.name for symbol in found}
    everywhere = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="Pers"))
    assert "Person" in {symbol.name for symbol in everywhere}


async def test_semantic_tokens_lie_in_the_text(client):
    file = File(client)
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=file.identifier)
    )
    legend = client.server_result.capabilities.semantic_tokens_provider.legend
    lines = file.text.splitlines()
    line = column = 0
    assert tokens.data and len(tokens.data) % 5 == 0
    for position in range(0, len(tokens.data), 5):
        down, right, length, kind, _ = tokens.data[position : position + 5]
        line, column = (line + down, right) if down else (line, column + right)
        assert length > 0 and column + length <= len(lines[line])
        assert kind < len(legend.token_types)


async def test_folding_and_selection(client):
    file = File(client, "class A {\n  x = 1\n  y = 2\n}\nobject a: A {}\n")
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=file.identifier)
    )
    assert [fold.start_line for fold in folds] == [0] and folds[0].end_line in (2, 3)
    ranges = await client.text_document_selection_range_async(
        types.SelectionRangeParams(
            text_document=file.identifier, positions=[file.place("x = 1")]
        )
    )
    inner, outer = ranges[0].range, ranges[0].parent.range
    assert (outer.start.line, outer.start.character) <= (inner.start.line, inner.start.character)


async def test_layout_of_a_file_and_as_one_types(client):
    file = File(client, "object  a {x=1}\n")
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=file.identifier, options=options)
    )
    assert text_of(edits, file.text) == "object a { x = 1 }\n"
    edits = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(
            text_document=file.identifier,
            options=options,
            range=types.Range(types.Position(0, 0), types.Position(1, 0)),
        )
    )
    assert text_of(edits, file.text) == "object a { x = 1 }\n"


async def test_a_fix_mends_the_text(client):
    file = File(client, SCRIPT.replace("print value", "print value === 1"))
    found = await file.diagnostics()
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=file.identifier,
            range=found[0].range,
            context=types.CodeActionContext(diagnostics=found),
        )
    )
    mended = []
    for action in actions:
        if not action.edit:
            continue
        edits = (
            action.edit.changes[file.uri]
            if action.edit.changes
            else [one for change in action.edit.document_changes for one in change.edits]
        )
        mended.append(text_of(edits, file.text))
    assert SCRIPT.replace("print value", "print value == 1") in mended


async def test_code_lens_runs_the_file(client):
    file = File(client)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=file.identifier)
    )
    commands = [lens.command for lens in lenses if lens.command]
    run = next(command for command in commands if command.title.startswith("run"))
    assert run.command in client.server_result.capabilities.execute_command_provider.commands
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=run.command, arguments=run.arguments)
    )
    assert "Ann" in str(result)


async def test_findings_on_request(client):
    file = File(client, "print nope\n")
    report = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(text_document=file.identifier)
    )
    assert [item.code for item in report.items] == ["B010"]
    again = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(
            text_document=file.identifier, previous_result_id=report.result_id
        )
    )
    assert again.kind == "unchanged"
    whole = await client.workspace_diagnostic_async(
        types.WorkspaceDiagnosticParams(previous_result_ids=[])
    )
    assert [item.uri for item in whole.items] == [file.uri]


async def test_links_and_types(client):
    File(client, "class Pet { name = 1 }\n", "lib.bind")
    file = File(client, 'source "lib.bind"\nobject vm: Pet\nprint vm.name\n')
    links = await client.text_document_document_link_async(
        types.DocumentLinkParams(text_document=file.identifier)
    )
    assert [link.target.split("/")[-1] for link in links] == ["lib.bind"]
    found = await client.text_document_type_definition_async(
        file.at(types.TypeDefinitionParams, "vm.name")
    )
    assert [place.uri.split("/")[-1] for place in found] == ["lib.bind"]


async def test_inlay_hints(client):
    file = File(client)
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=file.identifier,
            range=types.Range(types.Position(0, 0), types.Position(7, 0)),
        )
    )
    assert any("#1" in str(hint.label) and hint.position.line == 4 for hint in hints)


async def test_hierarchy_of_propagation(client):
    file = File(client)
    items = await client.text_document_prepare_call_hierarchy_async(
        file.at(types.CallHierarchyPrepareParams, "name ~>")
    )
    sets_off = await client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item=items[0])
    )
    assert any("text" in call.to.name for call in sets_off)
    back = await client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=sets_off[0].to)
    )
    assert any("name" in call.from_.name for call in back)


async def test_nonsense_gets_an_error_and_the_server_goes_on(client):
    with pytest.raises(JsonRpcException):
        await client.protocol.send_request_async("textDocument/noSuchThing", {})
    assert await File(client).diagnostics() == []


async def test_settings_of_the_folder_count(client):
    (client.folder / ".bindlab").write_text("semantics = sheet\n")
    file = File(client, "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x\nprint b.x\n")
    assert [diagnostic.code for diagnostic in await file.diagnostics()] == ["B031"]


async def test_blocks_of_markdown_are_scripts(client):
    file = File(client, "# Title\n\n```bind\nobject a { x = 1 }\nprint a.y\n```\n", "notes.md")
    found = await file.diagnostics()
    assert [diagnostic.range.start.line for diagnostic in found] == [4]
    hover = await client.text_document_hover_async(file.at(types.HoverParams, "a {"))
    assert hover is not None
    assert await client.text_document_hover_async(file.at(types.HoverParams, "Title")) is None


async def test_a_run_is_cancelled(client):
    file = File(client, "var n = 0\nwhile true { n = n + 1 }\n")
    stop = types.ExecuteCommandParams(command="bindlab.stop", arguments=[file.uri])
    run = types.ExecuteCommandParams(command="bindlab.run", arguments=[file.uri])
    running = client.protocol.send_request_async("workspace/executeCommand", run)
    task = asyncio.ensure_future(running)
    assert await client.text_document_hover_async(file.at(types.HoverParams, "n = 0"))
    await client.workspace_execute_command_async(stop)
    with pytest.raises(JsonRpcException):
        await task
