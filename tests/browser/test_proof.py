"""A browser compares the record of a match with what it kept when the match began."""

import json

from browser.conftest import Visit
from browser.visitor import Visitor

_KEPT = "(match) => localStorage.getItem(`tavli.seed.${match}`)"
_KEEP = "([match, share]) => localStorage.setItem(`tavli.seed.${match}`, share)"


def _outcome(visitor: Visitor, match: str) -> str:
    """Return the one outcome that the proof page shows."""
    visitor.open(f"/verify/{match}")
    shown = visitor.page.locator("#own [data-outcome]:visible")
    shown.first.wait_for()
    assert shown.count() == 1
    outcome = str(shown.get_attribute("data-outcome"))
    kept = visitor.page.locator("[data-kept]:visible").count()
    assert kept == (0 if outcome == "nothing_kept" else 2)
    return outcome


def test_a_seed_that_the_browser_did_not_send_is_told(visit: Visit) -> None:
    host, watcher = visit(quick=True), visit(quick=True)
    match = host.start("portes", "game")
    host.page.locator("[data-act=roll]").click()
    assert _outcome(host, match) == "so_far"

    host.open(f"/m/{match}")
    host.page.locator(".more button").first.click()
    host.page.locator("dialog .stack .btn:not(.quiet)").last.click()
    host.page.locator(".card").wait_for()
    assert _outcome(host, match) == "right"
    share = json.loads(host.page.evaluate(_KEPT, match))
    assert host.page.locator("[data-kept=seed]").inner_text() == share["seed"]

    host.page.evaluate(_KEEP, [match, json.dumps({**share, "seed": "0" * 64})])
    assert _outcome(host, match) == "seed_differs"
    host.page.evaluate(_KEEP, [match, json.dumps({**share, "commitment": "0" * 64})])
    assert _outcome(host, match) == "commitment_differs"
    assert _outcome(watcher, match) == "nothing_kept"
