"""Other languages get the protocol from the structs."""

import json
import re
import subprocess
import sys

import pytest

from tavli.protocol.schema import json_schema, main, typescript


def test_the_schema_holds_every_message_and_refers_to_nothing_else():
    schema = json_schema()
    names = set(schema["$defs"])
    assert {"ClientMessage", "ServerMessage", "Joined", "View", "Act", "Roll"} <= names
    referred = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    assert referred <= names


def test_typescript_declares_every_name_it_uses():
    source = typescript()
    declared = set(re.findall(r"^export type (\w+) =", source, re.MULTILINE))
    assert declared == set(json_schema()["$defs"])
    body = re.sub(r"/\*\*.*?\*/|//.*|\"[^\"]*\"", "", source)
    used = set(re.findall(r"\b[A-Z]\w+", body)) - {"Array", "Partial", "Record"}
    assert used <= declared


@pytest.mark.parametrize(
    "line",
    [
        '  type: "joined";',
        '  seat: "b" | "both" | "w" | "watch";',
        '  players: Partial<Record<"b" | "w", PlayerCard>>;',
        "  rematch?: string | null;",
        "  history: Array<Step>;",
        "  dice: [number, number] | null;",
        "  options: Record<string, string>;",
        "  graph?: boolean;",
    ],
)
def test_typescript_says_what_the_structs_say(line):
    assert line in typescript().splitlines()


def test_the_module_prints_what_is_asked_for():
    command = [sys.executable, "-m", "tavli.protocol.schema"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout) == json_schema()


@pytest.mark.parametrize("wanted", ["json", "typescript", "cobol"])
def test_what_can_be_asked_for(wanted, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["schema", wanted])
    if wanted == "cobol":
        with pytest.raises(SystemExit, match="not 'cobol'"):
            main()
    else:
        main()
        assert "ClientMessage" in capsys.readouterr().out


def test_what_has_no_type_in_typescript_is_a_fault_and_no_guess():
    from tavli.protocol.schema import _type

    with pytest.raises(ValueError, match="no TypeScript type here for 'null-ish'"):
        _type({"type": "null-ish"}, 0)
