"""`docs/strength.md` says what its figures say, and nothing that nobody measured."""

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def page():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import strength_page
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return strength_page


def test_the_page_is_written_from_the_figures(page):
    """Run `make strength-page` where this fails."""
    text = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    assert text == page.written(page.Figures(ROOT / "docs" / "strength"))


def test_what_is_not_measured_is_said_so(page, tmp_path):
    text = page.written(page.Figures(tmp_path))
    head, _, rest = text.partition("## The games between equals")
    assert "Not measured yet." not in head
    assert "Not measured yet." in rest.partition("## First rolls")[0]
    assert "{{" not in text
    assert "![" not in text


def test_a_roll_has_its_best_play_and_the_next(page, tmp_path):
    chances = dict.fromkeys(("triple", "lost_triple", "draw"), 0.0)
    plays = [
        {"play": name, "points": points, "error": 0.001, "win": 0.55, **chances}
        | {"double": 0.2, "lost_double": 0.1}
        for name, points in (("8/5 6/5", 0.2), ("24/21 6/5", 0.15))
    ]
    rolls = [
        {"roll": "3-1", "lead": 0.05, "lead_error": 0.0014, "plays": plays},
        {"roll": "6-6", "lead": None, "lead_error": None, "plays": plays[:1]},
    ]
    (tmp_path / "openings").mkdir()
    fields = {"turns": 9, "rolls": rolls}
    (tmp_path / "openings" / "portes.json").write_text(json.dumps(fields))
    text = page.written(page.Figures(tmp_path))
    assert (
        "| 3-1 | `8/5 6/5` | +0.2000 ± 0.0010 | 55.0 | 20.0 | 10.0 "
        "| `24/21 6/5` | 0.0500 ± 0.0014 | 55.0 | 20.0 | 10.0 |" in text
    )
    assert "| 6-6 | `8/5 6/5` | +0.2000 ± 0.0010 | 55.0 | 20.0 | 10.0 | none |" in text


def test_commands_are_told_without_places(page, tmp_path):
    machine = {
        "cores": 2,
        "processor": "one",
        "load": [0.5, 0.4, 0.3],
        "python": "3.11.7",
        "commit": "abc1234",
    }
    command = "python benchmarks/x.py --seed 1 --keep kept/x --json out/x.json"
    note = {"command": command, "seconds": 12, "machine": machine}
    (tmp_path / "measured.json").write_text(json.dumps({"self-play-fevga": note}))
    assert (
        "- `python benchmarks/x.py --seed 1`: 2 cores (one), load 0.5, Python 3.11.7; "
        "12 s, commit `abc1234`; **with older nets than those shipped**"
        in page.written(page.Figures(tmp_path))
    )
    steps = sys.modules["strength_steps"].steps  # the page has found it
    step = next(step for step in steps() if step.name == "self-play-fevga")
    note |= {"nets": step.nets}
    (tmp_path / "measured.json").write_text(json.dumps({"self-play-fevga": note}))
    assert "12 s, commit `abc1234`\n" in page.written(page.Figures(tmp_path))


def test_curves_go_on_from_those_kept_and_only_once(page, tmp_path):
    log = tmp_path / "runs" / "fevga" / "log.jsonl"
    log.parent.mkdir(parents=True)

    def write(*losses: float) -> None:
        figures = dict.fromkeys(page.NAMES, 0.25)
        rows = (
            {"stage": "s", "games": 100 * number, **figures, "loss": loss}
            for number, loss in enumerate(losses, 1)
        )
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))

    write(0.5, 0.4123456789)
    with pytest.raises(SystemExit, match="no curves of fevga are kept"):
        page.lengthen(page.read_curves(tmp_path / "runs"), tmp_path)
    page.keep_curves(page.read_curves(tmp_path / "runs"), tmp_path)
    write(0.3123456789)
    longer = page.lengthen(page.read_curves(tmp_path / "runs"), tmp_path)
    page.keep_curves(longer, tmp_path)
    kept = json.loads((tmp_path / "training" / "fevga.json").read_text())
    assert kept["games"] == [100, 200, 300]
    with pytest.raises(SystemExit, match="end in those of this run already"):
        page.lengthen(page.read_curves(tmp_path / "runs"), tmp_path)
