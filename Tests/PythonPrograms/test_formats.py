"""What bindlab writes for machines, read by programs of other people."""

import json
import os
import pathlib
import subprocess

import jsonschema
import junitparser
import pytest
from pydantic_sarif import model as sarif_model
from sarif import loader as sarif_loader
from tap.parser import Parser as TAPParser

ROOT = pathlib.Path(__file__).resolve().parents[2]

CHECKED = """object a { x = 1; äöü = "😀" }
object b { x = 1 }
bind a.x -> b.x
print a.y, "é"
"""

TESTS = {
    "good.bind": "expect true\nprint 1 // => 1\n",
    "bad <&>.bind": 'expect 1 == 2\nprint "\\u{1B}[31m ]]> # x" // => 2\n',
    "syntax.bind": "print (\n",
    "skipped.bind": "// skip: it needs a # network\nexpect false\n",
    "known.bind": "// known failure: not yet\nexpect false\n",
    "session.md": "```bind\nprint 1\n```\n```text\n2\n```\n\n```bind\nprint 3\n```\n",
}


def run(folder: pathlib.Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("GITHUB_ACTIONS", "CI", "TAP_VERSION")
    }
    return subprocess.run(
        [os.environ.get("BINDLAB", "bindlab"), *arguments],
        cwd=folder,
        env=environment | variables,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture
def checked(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "ä%.bind").write_text(CHECKED, encoding="utf-8")
    (tmp_path / "text.md").write_text("# Text\n\n```bind\nprint nobody\n```\n")
    (tmp_path / "note.bind").write_text("let unused = 1\n")
    return tmp_path


@pytest.fixture
def tests(tmp_path: pathlib.Path) -> pathlib.Path:
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_sarif_fits_its_schema(checked):
    result = run(checked, "check", "--format", "sarif", ".")
    assert result.returncode == 2
    log = json.loads(result.stdout)
    # The types were made from the schema, and refuse what it does not have.
    read = sarif_model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate(log)
    results = read.runs[0].results
    assert {found.ruleId for found in results} >= {"B040", "B016", "B010"}
    assert any(found.fixes for found in results)
    with pytest.raises(ValueError):
        log["runs"][0]["results"][0]["level"] = "fatal"
        sarif_model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate(log)


def test_sarif_is_read_by_its_tools(checked):
    (checked / "log.sarif").write_text(run(checked, "check", "--format", "sarif", ".").stdout)
    read = sarif_loader.load_sarif_file(str(checked / "log.sarif"))
    records = read.get_records()
    assert {record["Severity"] for record in records} == {"error", "warning", "note"}
    places = {(record["Location"], record["Line"]) for record in records}
    assert ("text.md", 4) in places
    assert any(line == 3 and location.startswith("a") for location, line in places)


FINDING = {
    "type": "object",
    "additionalProperties": False,
    "required": ["v", "severity", "code", "message", "file", "notes", "fix"],
    "properties": {
        "v": {"const": 1},
        "severity": {"enum": ["error", "warning", "note"]},
        "code": {"type": ["string", "null"], "pattern": "^B[0-9]{3}$"},
        "message": {"type": "string"},
        "file": {"type": ["string", "null"]},
        "notes": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["label", "message"],
                "properties": {
                    "label": {"enum": ["note", "help"]},
                    "message": {"type": "string"},
                    "file": {"type": ["string", "null"]},
                }
                | {
                    name: {"type": "integer", "minimum": 0}
                    for name in ("line", "column", "endLine", "endColumn", "start", "end")
                },
                "additionalProperties": False,
            },
        },
        "fix": {
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "required": ["start", "end", "text"],
                "properties": {
                    "start": {"type": "integer", "minimum": 0},
                    "end": {"type": "integer", "minimum": 0},
                    "text": {"type": "string"},
                },
                "additionalProperties": False,
            },
        },
    }
    | {
        name: {"type": "integer", "minimum": 0 if name in ("start", "end") else 1}
        for name in ("line", "column", "endLine", "endColumn", "start", "end")
    },
}


def test_json_is_as_its_manual_says(checked):
    result = run(checked, "check", "--format", "json", ".")
    findings = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(findings) >= 4
    for finding in findings:
        jsonschema.validate(finding, FINDING)
        if finding["file"]:
            text = (checked / finding["file"]).read_bytes()
            assert 0 <= finding["start"] <= finding["end"] <= len(text)


def test_gitlab_has_what_it_needs(checked):
    found = json.loads(run(checked, "check", "--format", "gitlab", ".").stdout)
    jsonschema.validate(
        found,
        {
            "type": "array",
            "minItems": 4,
            "items": {
                "type": "object",
                "required": ["description", "check_name", "fingerprint", "severity", "location"],
                "properties": {
                    "description": {"type": "string", "minLength": 1},
                    "check_name": {"type": "string", "minLength": 1},
                    "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{16,}$"},
                    "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                    "location": {
                        "type": "object",
                        "required": ["path", "lines"],
                        "properties": {
                            "path": {"type": "string", "pattern": "^[^./]"},
                            "lines": {
                                "type": "object",
                                "required": ["begin"],
                                "properties": {"begin": {"type": "integer", "minimum": 1}},
                            },
                        },
                    },
                },
            },
        },
    )
    assert len({finding["fingerprint"] for finding in found}) == len(found)


def test_gitlab_is_read_by_a_program_for_such_lists(checked):
    """It reads the list, gives each finding the severity that a team wants, and writes the list."""
    (checked / "levels.toml").write_text('[tool.ruff_severity_changer]\nB = "minor"\nB01 = "info"\n')
    listed = run(checked, "check", "--format", "gitlab", ".").stdout
    result = subprocess.run(
        ["ruff-severity-changer", "--config", "levels.toml"],
        cwd=checked,
        input=listed,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    before, after = json.loads(listed), json.loads(result.stdout)
    assert {found["check_name"]: found["severity"] for found in after} == {
        found["check_name"]: "info" if found["check_name"].startswith("B01") else "minor"
        for found in before
    }
    assert {"info", "minor"} == {found["severity"] for found in after}
    for found in before + after:
        del found["severity"]
    assert before == after


def test_junit_has_files_and_lines(tests):
    result = run(tests, "test", "--format", "junit", ".")
    assert result.returncode == 1
    xml = junitparser.JUnitXml.fromstring(result.stdout.encode())
    assert (xml.tests, xml.failures, xml.errors) == (7, 3, 0)
    cases = {case.name: case for suite in xml for case in suite}
    assert cases["bad <&>.bind"]._elem.get("file") == "bad <&>.bind"
    assert cases["bad <&>.bind"]._elem.get("line") == "1"
    assert [type(found) for found in cases["skipped.bind"].result] == [junitparser.Skipped]
    assert cases["good.bind"].is_passed
    assert sum(isinstance(found, junitparser.Failure) for found in cases["session.md:1"].result) == 1


@pytest.mark.parametrize("version", ["13", "14"])
def test_tap_is_read(tests, version):
    result = run(tests, "test", "--format", "tap", ".", TAP_VERSION=version)
    lines = list(TAPParser().parse_text(result.stdout))
    assert {line.category for line in lines} == {"version", "test", "plan"}
    points = {line.description.strip().lstrip("- "): line for line in lines if line.category == "test"}
    assert len(points) == 7
    assert points["good.bind"].ok
    assert not points["syntax.bind"].ok
    assert points["syntax.bind"].yaml_block["severity"] == "fail"
    assert any(point.skip for point in points.values())
    # The word is that of the protocol for a known failure.
    assert any(getattr(point, "to" + "do") for point in points.values())


def test_annotations_have_one_line_each(tests):
    result = run(tests, "test", "--format", "github", ".")
    lines = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert len(lines) == 4
    for line in lines:
        command, _, message = line[2:].partition("::")
        kind, _, properties = command.partition(" ")
        assert kind == "error" and message
        fields = dict(field.split("=", 1) for field in properties.split(","))
        assert set(fields) == {"file", "line", "endLine", "title"}


def test_graph_and_coverage_are_json(checked):
    script = checked / "g.bind"
    script.write_text("object a { x = 1 }\nobject b { x = 0 }\nbind a.x ~> b.x\na.x = 2\n")
    assert json.loads(run(checked, "graph", "--format", "json", "g.bind").stdout)
    assert json.loads(run(checked, "coverage", "--format", "json", "g.bind").stdout)
    for line in run(checked, "--trace=json", "g.bind").stdout.splitlines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize(
    "schema, file", [("vendor.github-workflows", "github.yml"), ("vendor.gitlab-ci", "gitlab.yml")]
)
def test_jobs_of_the_manual_fit_their_schemas(schema, file):
    path = ROOT / "Tests/Examples/ci" / file
    result = subprocess.run(
        ["check-jsonschema", "--builtin-schema", schema, str(path)], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
