"""What all tests share: how hard Hypothesis looks, and where a browser is."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

UNDER_CI = bool(os.environ.get("CI"))

settings.register_profile("dev", max_examples=60, deadline=None)
settings.register_profile("ci", max_examples=500, deadline=None, derandomize=True)
settings.load_profile("ci" if UNDER_CI else "dev")

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; without one the test is skipped."""
    for name in _CHROMIUMS:
        if path := shutil.which(name):
            return path
    pytest.skip("no Chromium on this machine: `apt-get install chromium` brings it")


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A file on a disk that is full; without such a device the test is skipped."""
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip("this system has no /dev/full")
    path = tmp_path / "kept"
    path.symlink_to(device)
    return path


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let a browser test that is skipped under CI fail: there it must run."""
    report = yield
    if UNDER_CI and report.skipped and item.get_closest_marker("browser"):
        report.outcome = "failed"
        _, _, reason = report.longrepr
        report.longrepr = f"{reason} (and under CI this test must run)"
    return report
