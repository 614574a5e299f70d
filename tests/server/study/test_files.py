"""Files that fail are counted against whoever brought them, in words for each."""

import threading

import pytest

from server.study.answerers import Inline
from server.study.test_matches import MATCH_TEXT, bring
from server.visitors import Visitor
from tavli.server.study import pace
from tavli.server.study.file_job import FileJob
from tavli.server.study.process import BrokenError, NoProcessError, TooLargeError
from tavli.server.study.shelf import Bounds
from tavli.server.study.teller import StoppedError
from tavli.words import LANGUAGES, catalogue

GOOD, BAD = MATCH_TEXT.encode(), b"this is no match"


class Failing(Inline):
    """Gives every file up: for its time, or since its process died."""

    fault: Exception = TimeoutError()

    def answer(self, job, **options):
        if isinstance(job, FileJob):
            raise self.fault
        return super().answer(job, **options)


@pytest.fixture
def reader(visitor):
    """A visitor whose token is known."""
    visitor.post("/api/study/read", {"text": ""})
    return visitor


def test_files_that_fail_are_counted_and_forgiven_with_time(reader):
    for number in range(pace.FAILURES_AN_HOUR):
        refused = bring(reader, BAD, name=f"{number}.mat")
        assert (refused.status_code, refused.json()["error"]) == (400, "bad_file")
    for content in (BAD, GOOD):
        refused = bring(reader, content)
        assert (refused.status_code, refused.json()["error"]) == (429, "files_failed")
    reader.house.clock.pass_ms(60 * 60 * 1000 // pace.FAILURES_AN_HOUR)
    assert bring(reader, GOOD).status_code == 200


def test_files_that_are_read_cost_nothing_of_it(reader):
    for _ in range(pace.FAILURES_AN_HOUR + 1):
        assert bring(reader, GOOD).status_code == 200


def test_files_that_made_room_for_newer_ones_still_count_in_their_hour(reader):
    for number in range(pace.FILES_AN_HOUR):
        assert bring(reader, GOOD, name=f"{number}.mat").status_code == 200
    refused = bring(reader, GOOD)
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many_files")
    reader.house.clock.pass_ms(60 * 60 * 1000 // pace.FILES_AN_HOUR)
    assert bring(reader, GOOD).status_code == 200


def test_what_one_breaks_another_does_not_pay_for(visit):
    anna, babis = visit(), visit()
    for visitor in (anna, babis):
        visitor.post("/api/study/read", {"text": ""})
    for number in range(pace.FAILURES_AN_HOUR):
        bring(anna, BAD, name=f"{number}.mat")
    assert bring(anna, GOOD).status_code == 429
    assert bring(babis, GOOD).status_code == 200


@pytest.fixture
def failing(start_house):
    """Return what makes a visitor whose files all fail by some fault."""
    visitors = []

    def make(fault):
        answerer = type("Given", (Failing,), {"fault": fault})
        visitors.append(Visitor(start_house(answerer=answerer)))
        visitors[-1].post("/api/study/read", {"text": ""})
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.close()


def codes_of(visitor, tries):
    return [bring(visitor, GOOD).json()["error"] for _ in range(tries)]


@pytest.mark.parametrize("fault", [TimeoutError(), TooLargeError("no memory")])
def test_a_file_that_is_given_up_costs_more(failing, fault):
    tries = pace.FAILURES_AN_HOUR // pace.SLOW_COSTS
    codes = codes_of(failing(fault), tries + 1)
    assert codes == ["file_too_slow"] * tries + ["files_failed"]


@pytest.mark.parametrize("fault", [BrokenError("it died"), LookupError("lost it")])
def test_a_file_over_which_its_reader_failed_costs_no_more_than_another(failing, fault):
    visitor = failing(fault)
    assert bring(visitor, GOOD).status_code == 500
    codes = codes_of(visitor, pace.FAILURES_AN_HOUR)
    assert codes == ["file_broken"] * (pace.FAILURES_AN_HOUR - 1) + ["files_failed"]


def test_a_file_that_nobody_could_begin_to_read_costs_nothing(failing):
    visitor = failing(NoProcessError("there is none"))
    tries = pace.FAILURES_AN_HOUR + 1
    assert codes_of(visitor, tries) == ["busy"] * tries


def test_twelve_files_wait_and_hold_no_page_up(start_house):
    going, twelve = threading.Event(), Bounds().files_of_all

    class Slow(Inline):
        def answer(self, job, **options):
            going.wait(60)
            return super().answer(job, **options)

    house = start_house(answerer=Slow)
    visitors = [Visitor(house) for _ in range(twelve + 1)]
    reader = Visitor(house)
    answers = {}

    def come(number):
        visitors[number].http.cookies.set("csrftoken", "c" * 32, domain="127.0.0.1")
        answers[number] = bring(visitors[number], GOOD)

    threads = [threading.Thread(target=come, args=(k,)) for k in range(twelve + 1)]
    for thread in threads:
        thread.start()
    while not answers:
        assert reader.get("/study").status_code == 200
    (refused,) = answers.values()
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")
    going.set()
    for thread in threads:
        thread.join()
    for one in (reader, *visitors):
        one.close()
    codes = [one.status_code for one in answers.values()]
    assert sorted(codes) == [200] * twelve + [429]


def test_positions_are_looked_at_at_a_pace(visitor):
    line = "portes 6:1 1:1 w dice=6-1"
    for _ in range(pace.READ_BURST):
        assert visitor.post("/api/study/read", {"text": line}).status_code == 200
    for path, body in (
        ("/api/study/read", {"text": line}),
        ("/api/study/play", {"position": line, "moves": ["6/off"]}),
    ):
        refused = visitor.post(path, body)
        assert refused.status_code == 429
        assert refused.json()["error"] == "too_many_positions"
    visitor.house.clock.pass_ms(1000)
    assert visitor.post("/api/study/read", {"text": line}).status_code == 200


def test_matches_are_looked_at_at_that_pace_too(reader):
    file = bring(reader, GOOD).json()["file"]
    reader.house.clock.pass_ms(60_000)
    path = f"/api/study/file/{file}"
    for _ in range(pace.READ_BURST):
        assert reader.get(path).status_code == 200
    for again in (path, f"{path}/export"):
        refused = reader.get(again)
        assert (refused.status_code, refused.json()["error"]) == (
            429,
            "too_many_positions",
        )
    reader.house.clock.pass_ms(1000)
    assert reader.get(f"{path}/export").status_code == 200


def test_questions_that_are_refused_are_asked_at_a_pace_too(visitor):
    # Each is looked at before it is refused, as a position that is shown.
    question = {"ask": "plays", "position": "portes 6:1 1:1 w", "depth": 0}
    for _ in range(pace.READ_BURST):
        refused = visitor.post("/api/study/tasks", {"question": question})
        assert refused.json()["error"] == "no_roll"
    refused = visitor.post("/api/study/tasks", {"question": question})
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many_positions")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code",
    [
        "files_failed",
        "file_broken",
        "file_not_read",
        "file_too_slow",
        "internal",
        "matches_too_big",
        "nobody",
        "study_too_large",
        "too_many_files",
        "too_many_positions",
    ],
)
def test_every_refusal_is_said_in_every_language(language, code):
    text = catalogue(language).text(f"page.study.{code}")
    assert text.endswith((".", "؟"))
    assert language == "en" or text != catalogue("en").text(f"page.study.{code}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_in_a_file_comes_with_its_code(reader, language):
    refused = bring(reader, BAD).json()
    said = refused["said"]
    assert (said["code"], said["values"]) == ("fault.at_line", {"line": 1})
    assert said["why"]["code"] == "fault.mat_no_length"
    assert refused["text"].startswith("Line 1: this is no match")
    assert catalogue(language).text(said["why"]["code"])


def test_an_empty_file_is_refused_with_a_code_of_its_own(reader):
    refused = bring(reader, b"").json()
    assert (refused["error"], refused["said"]) == (
        "bad_file",
        {"code": "fault.file_empty"},
    )
    assert refused["text"] == "This file is empty."


def test_a_file_whose_reading_was_given_up_has_a_code_and_costs_nothing(failing):
    visitor = failing(StoppedError())
    tries = pace.FAILURES_AN_HOUR + 1
    assert codes_of(visitor, tries) == ["file_not_read"] * tries


def test_what_is_let_stand_in_a_file_comes_with_its_code(reader):
    wrong = MATCH_TEXT.replace("31: 8/5 6/5", "31: 8/4 6/5")
    file = bring(reader, wrong.encode()).json()["file"]
    fault = reader.get(f"/api/study/file/{file}").json()["faults"][0]
    assert fault["said"]["code"] == "fault.cell"
    assert fault["said"]["values"] == {"text": "'31: 8/4 6/5'"}
    assert fault["said"]["why"]["code"].startswith("fault.illegal_")
    assert fault["text"].startswith("'31: 8/4 6/5': ")


def test_matches_beyond_the_limit_are_told_of_before_all_else(reader, monkeypatch):
    monkeypatch.setattr("tavli.server.study.file_job.MOST_MATCHES", 2)
    monkeypatch.setattr("tavli.server.study.file_job.MOST_COMPLAINTS", 1)
    wrong = MATCH_TEXT.replace("31: 8/5 6/5", "31: 8/4 6/5")
    made = bring(reader, (wrong + MATCH_TEXT * 4).encode()).json()
    assert made["matches"] == 2
    study = reader.get(f"/api/study/file/{made['file']}").json()
    (fault,) = study["faults"]
    assert fault["said"] == {
        "code": "fault.most_matches",
        "values": {"most": 2, "more": 3},
    }
    assert study["more_faults"] == 1
    full = bring(reader, (MATCH_TEXT * 2).encode()).json()["file"]
    assert not reader.get(f"/api/study/file/{full}").json().get("faults")


def test_matches_that_are_too_much_are_refused_as_such(reader, monkeypatch):
    monkeypatch.setattr("tavli.server.study.file_job.MOST_BYTES", 100)
    refused = bring(reader, GOOD)
    assert (refused.status_code, refused.json()["error"]) == (400, "matches_too_big")


def test_what_is_wrong_in_a_pasted_text_comes_with_its_code(reader):
    text = "portes 6:2 24:2 w dice=7-1"
    refused = reader.post("/api/study/read", {"text": text}).json()
    assert refused["error"] == "bad_position"
    assert refused["said"] == {
        "code": "fault.at_column",
        "values": {"column": 24},
        "why": {"code": "fault.dice", "values": {"text": "'7-1'"}},
    }


def test_a_refusal_of_another_kind_says_no_more_than_before(reader):
    refused = reader.post("/api/study/read", {"text": "good morning"}).json()
    assert set(refused) == {"error", "text"}
