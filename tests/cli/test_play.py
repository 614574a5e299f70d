"""`tavli play` by typed lines: whole games, refusals, records, languages."""

import io
import re

import pytest
from click.testing import CliRunner, Result

from tavli.bots import make_bot
from tavli.bots.levels import FIRST_OPPONENT
from tavli.cli import main as cli
from tavli.cli.play import play
from tavli.formats import record
from tavli.formats.replay import replay_file
from tavli.match import (
    GameEnded,
    MatchEnded,
    MatchRules,
    MatchState,
    PlayMoves,
    SeededDice,
    act,
    begin,
    fold,
)
from tavli.notation.plays import write_play
from tavli.protocol.requests import NewMatch
from tavli.rules import Player, after_moves

DRAWN = re.compile(r"[+|]")


@pytest.fixture(autouse=True)
def english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")


def typed(*arguments: str, lines: list[str] | None = None) -> Result:
    """Run `tavli play` with *lines* typed one after another, then end of input."""
    text = "".join(f"{line}\n" for line in lines or [])
    return CliRunner().invoke(play, list(arguments), input=text)


def lines_of_a_match(game: str, length: str, seed: str) -> tuple[list[str], MatchEnded]:
    """What two people type who both play like the baseline, to the match's end."""
    rules, dice = MatchRules.parse(game, length), SeededDice(seed)
    state = fold(rules, begin(MatchState(rules=rules)))
    bot, lines = make_bot("baseline", 0), []
    while not state.ended:
        player = next(one for one in Player if one in state.awaited)
        action = bot.choose(state, player)
        if isinstance(action, PlayMoves):
            now = state.game
            after = after_moves(now.ruleset, now.position, action.moves)
            lines.append(
                write_play(now.ruleset, now.position, after, now.dice, action.moves)
            )
        else:
            known = {"roll": "", "next": ""}
            lines.append(known.get(action.do, action.do))
        for event in act(state, player, action, dice):
            state = state.after(event)
    return lines, state.ended


# ---------------------------------------------------------------- whole matches


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "length"),
    [
        ("tavli", "3"),
        ("portes", "game"),
        ("plakoto", "game"),
        ("fevga", "game"),
        ("backgammon", "5"),
    ],
)
def test_two_people_type_a_match_to_its_end(game, length, tmp_path):
    lines, ended = lines_of_a_match(game, length, "whole")
    path = tmp_path / "match.tavli"
    result = typed(
        game, "--two", "--seed", "whole", "--length", length, "--record", str(path),
        lines=lines,
    )  # fmt: skip
    assert result.exit_code == 0
    winner = "White" if ended.winner is Player.WHITE else "Black"
    assert f"Winner: {winner}" in result.output.splitlines()[-2]
    assert "is not a play" not in result.output
    replayed = replay_file(path)
    assert (replayed.finished, replayed.complaints) == (True, ())
    assert replayed.score == ended.score


def test_a_game_against_the_computer_by_numbers_of_the_list():
    result = typed("fevga", "--seed", "c", "--bot", "random", lines=["", "1"] * 300)
    assert result.exit_code == 0
    assert "Black: computer (random)" in result.output
    assert "Match over" in result.output


def test_the_same_seed_gives_the_same_match():
    lines = ["", "1", "", "1", "quit"]
    first, second = (typed("portes", "--seed", "s", lines=lines) for _ in range(2))
    assert first.output == second.output
    assert typed("portes", "--seed", "t", lines=lines).output != first.output


def test_without_a_seed_the_dice_differ():
    lines = ["", "1", "", "1", "", "1", "", "1", "quit"]
    outputs = {typed("portes", lines=lines).output for _ in range(4)}
    assert len(outputs) > 1


def test_tavli_is_played_to_five_unless_told_otherwise(tmp_path):
    path = tmp_path / "a.tavli"
    typed("--record", str(path), lines=["quit"])
    rules = record.read(io.BytesIO(path.read_bytes())).header.rules
    assert (rules.game, str(rules.length)) == ("tavli", "5")
    other = tmp_path / "b.tavli"
    typed("plakoto", "--record", str(other), lines=["quit"])
    rules = record.read(io.BytesIO(other.read_bytes())).header.rules
    assert (rules.game, str(rules.length)) == ("plakoto", "game")


def test_house_rules_are_taken_from_options(tmp_path):
    path = tmp_path / "a.tavli"
    typed(
        "tavli", "--option", "portes.max_points=3", "--option", "starter_next=loser",
        "--record", str(path), lines=["quit"],
    )  # fmt: skip
    header = record.read(io.BytesIO(path.read_bytes())).header
    assert dict(header.rules.options) == {
        "portes.max_points": "3",
        "starter_next": "loser",
    }


# ---------------------------------------------------------------- what is typed


def test_any_form_of_a_play_is_understood():
    """The roll for the start is 3-2 with this seed, and White has it."""
    for text in ("13/8", "13/10/8", "13/10 10/8", "10/8 13/10", " 13/8  "):
        result = typed("portes", "--seed", "a", "--two", lines=["", text, "quit"])
        assert "Turn: Black. Enter = Roll" in result.output


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("13/9", "Your dice do not reach that far."),
        ("6/1", "That point is held by your opponent."),
        ("13/10", "You still have a die to play."),
        ("abc", "That is not a play: abc"),
        ("13/", "That is not a play: 13/"),
        ("99", "That is not a play: 99"),
        ("0", "That is not a play: 0"),
        ("x" * 5000, f"That is not a play: {'x' * 40}\n"),
        ("\x1b[2J", "That is not a play: ?[2J"),
        ("roll", "list = move list"),
        ("double", "This game is played without the cube."),
        ("take", "There is no offer to answer."),
        ("accept", "There is no offer to answer."),
        ("end", "The game is not over yet."),
        ("resign 3", "You cannot lose that much any more."),
        ("ΠΑΙΖΩ", "That is not a play: ΠΑΙΖΩ"),
    ],
)
def test_what_can_not_be_done_is_answered_in_words_and_asked_again(line, answer):
    result = typed("portes", "--seed", "a", "--two", lines=["", line, "quit"])
    assert result.exit_code == 0
    assert answer in result.output
    assert "Turn: White" in result.output.splitlines()[-1]


def test_a_play_before_the_throw_is_told_to_wait():
    lines = ["", "13/8", "13/10 13/11", "quit"]
    result = typed("portes", "--seed", "a", "--two", lines=lines)
    assert "Roll the dice first." in result.output


def test_the_list_holds_every_play_and_a_number_plays_it():
    result = typed("portes", "--seed", "a", "--two", lines=["", "list", "6", "quit"])
    assert "6. 13/8" in result.output
    assert "17. 8/5 8/6" in result.output
    assert "White – Played: 13/10 10/8" in result.output


def test_a_long_list_is_cut_and_counted():
    result = typed(
        "portes", "--seed", "ones 11", "--two", "--option", "opening_first=reroll",
        lines=["", "", "list", "quit"],
    )  # fmt: skip
    assert result.exit_code == 0


def test_the_list_before_the_throw_has_nothing():
    result = typed("portes", "--seed", "a", lines=["list", "quit"])
    assert "Roll the dice first." in result.output


def test_help_names_what_can_be_done_now():
    result = typed("portes", "--seed", "a", lines=["", "help", "quit"])
    for line in (
        "13/7 8/7 = play",
        "list = move list",
        "resign 1 = single win, 1 point",
        "resign 2 = mars, 2 points",
        "quit = Leave",
    ):
        assert line in result.output.splitlines()


def test_a_forced_play_needs_only_enter():
    """Fevga: with 3-2 from the start there is one play."""
    result = typed("fevga", "--seed", "a", "--two", lines=["", "", "quit"])
    assert "forced move" in result.output
    assert "White – Played:" in result.output


def test_the_board_is_shown_once_and_again_when_asked():
    result = typed("portes", "--seed", "a", "--two", lines=["", "board", "quit"])
    assert result.output.count("13 14 15") == 2


# ------------------------------------------------------------ the cube, resigning


def test_a_double_is_offered_and_enter_never_drops_it():
    lines = ["", "1", "double", "", "", "take", "", "1", "quit"]
    result = typed("backgammon", "--seed", "a", "--two", lines=lines)
    assert "Black – Double: 2" in result.output
    assert "White – Take" in result.output
    assert "drop = Drop (1 point)" in result.output


def test_a_dropped_double_ends_the_game():
    lines = ["", "1", "double", "drop"]
    result = typed("backgammon", "--seed", "a", "--two", lines=lines)
    assert "Winner: Black, 1 point (Drop)" in result.output


def test_beavers_and_raccoons_can_be_typed():
    lines = ["", "1", "double", "beaver", "raccoon", "take", "quit"]
    result = typed(
        "backgammon", "--length", "money", "--seed", "a", "--two",
        "--option", "bg.beaver=on", "--option", "bg.raccoon=on", lines=lines,
    )  # fmt: skip
    assert "White – Beaver: 4" in result.output
    assert "Black – Raccoon: 8" in result.output


def test_to_resign_shows_the_stakes_and_asks_for_one():
    lines = ["", "resign", "resign 1", "decline", "resign 1", "resign 2"]
    result = typed("portes", "--seed", "a", "--two", lines=lines)
    assert "resign 2 = mars, 2 points" in result.output
    assert "White – Resign: single win" in result.output
    assert "Black – Decline" in result.output
    assert "That offer was refused in this turn." in result.output
    assert "Winner: Black, 2 points (Resign)" in result.output


def test_an_offer_to_resign_can_be_accepted():
    result = typed(
        "backgammon", "--seed", "a", "--two", lines=["", "resign 2", "accept"]
    )
    assert "White – Resign: gammon" in result.output
    assert "Winner: Black, 2 points (Resign)" in result.output


def test_the_match_can_be_given_up():
    result = typed("tavli", "--seed", "a", lines=["resign match"])
    assert "Match over" in result.output
    assert "Winner: Black" in result.output


def test_money_play_goes_on_until_somebody_ends_it():
    lines = ["", "resign 3", "", "", "resign 3", "end"]
    result = typed(
        "backgammon", "--length", "money", "--seed", "a", "--two", lines=lines
    )
    assert "end = Match over" in result.output
    assert "Game 2: backgammon" in result.output
    assert result.output.rstrip().splitlines()[-1].startswith(("Winner", "Match over"))


def test_crawford_game_and_automatic_doubles_are_told():
    lines = ["", "resign 2", "accept", "", "quit"]
    result = typed("backgammon", "--length", "3", "--seed", "a", "--two", lines=lines)
    assert "Crawford game" in result.output
    seed = next(str(n) for n in range(100) if SeededDice(str(n)).roll(1, 0).is_double)
    result = typed(
        "backgammon", "--length", "money", "--seed", seed, "--two",
        "--option", "bg.auto_doubles=on", lines=["", "quit"],
    )  # fmt: skip
    assert "automatic doubles: cube value 2" in result.output
    assert "tie: roll again" in result.output


# ------------------------------------------------------------------- the record


def test_a_match_is_taken_up_where_it_was_left(tmp_path):
    path = tmp_path / "match.tavli"
    lines, ended = lines_of_a_match("portes", "2", "kept")
    half = len(lines) // 2
    first = typed(
        "portes", "--length", "2", "--two", "--seed", "kept", "--record", str(path),
        lines=[*lines[:half], "quit"],
    )  # fmt: skip
    assert f"tavli play --resume {path}" in first.output
    assert not replay_file(path).finished
    second = typed("--resume", str(path), "--seed", "kept", lines=lines[half:])
    assert second.exit_code == 0
    assert "Match over" in second.output
    assert replay_file(path).score == ended.score
    assert replay_file(path).complaints == ()


def test_the_computer_sits_down_again(tmp_path):
    path = tmp_path / "match.tavli"
    typed("portes", "--bot", "random", "--record", str(path), lines=["", "quit"])
    result = typed("--resume", str(path), lines=["quit"])
    assert "Black: computer (random)" in result.output
    result = typed("--resume", str(path), "--two", lines=["quit"])
    assert "computer (" not in result.output


@pytest.mark.parametrize(
    "written", ["computer (4 · café regular)", "computer (level-4)", "level-4"]
)
def test_a_level_sits_down_again_by_the_name_of_any_record(tmp_path, written):
    path = tmp_path / "match.tavli"
    typed("portes", "--lang", "el", "--record", str(path), lines=["", "quit"])
    text = path.read_text(encoding="utf-8")
    assert text.count('"computer (4 · café regular)"') == 1
    path.write_text(text.replace("computer (4 · café regular)", written), "utf-8")
    result = typed("--resume", str(path), lines=["quit"])
    assert "Black: computer (4 · café regular)" in result.output


@pytest.mark.parametrize(
    ("lang", "who"),
    [("en", "Black: computer (4 · café regular)"), ("el", "υπολογιστής (4 · θαμώνας)")],
)
def test_a_level_sits_down_unless_another_is_asked_for(lang, who):
    assert who in typed("portes", "--lang", lang, lines=["quit"]).output


def test_the_terminal_offers_whom_the_page_offers():
    page = NewMatch(game="portes", length="game", opponent="computer")
    assert page.level == FIRST_OPPONENT


@pytest.mark.parametrize("name", ["level-0", "level-9", "master", "Level-1", ""])
def test_a_level_nobody_knows_is_refused_with_those_there_are(name):
    result = typed("portes", "--bot", name, lines=["quit"])
    assert result.exit_code == 2
    assert "'level-8'" in result.output


def test_a_resumed_match_can_be_kept_elsewhere(tmp_path):
    first, second = tmp_path / "a.tavli", tmp_path / "b.tavli"
    typed("portes", "--two", "--seed", "a", "--record", str(first), lines=["", "quit"])
    before = first.read_bytes()
    typed("--resume", str(first), "--record", str(second), lines=["1", "quit"])
    assert first.read_bytes() == before
    assert len(second.read_bytes()) > len(before)


def test_a_finished_match_is_over(tmp_path):
    path = tmp_path / "match.tavli"
    typed("portes", "--two", "--record", str(path), lines=["resign match"])
    before = path.read_bytes()
    result = typed("--resume", str(path))
    assert result.exit_code == 0
    assert "Match over" in result.output
    assert path.read_bytes() == before


def test_a_record_is_never_written_over(tmp_path):
    path = tmp_path / "match.tavli"
    path.write_text("something else")
    result = typed("portes", "--record", str(path))
    assert result.exit_code == 2
    assert "exists already" in result.output
    assert path.read_text() == "something else"


def test_a_full_disk_leaves_the_record_whole(tmp_path, monkeypatch, capfd):
    """The action that can't be kept ends the table; all before it is there."""
    import errno
    import os

    path = tmp_path / "match.tavli"
    calls = iter(range(100))
    really = os.fsync

    def fsync(descriptor: int) -> None:
        if next(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        really(descriptor)

    monkeypatch.setattr("os.fsync", fsync)
    answers = iter(["", "1"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert status("portes", "--two", "--seed", "a", "--record", str(path)) == 1
    assert "No space left" in capfd.readouterr().err
    kept = record.read(io.BytesIO(path.read_bytes()))
    assert len(kept.events) == 2
    assert replay_file(path).complaints == ()


def status(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exited:
        cli.main(["play", *arguments])
    return exited.value.code


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "this record is empty"),
        ("no record", "line 1"),
        ('{"tavli_record":1}', "line 1"),
    ],
)
def test_a_broken_record_is_refused_in_a_sentence(content, sentence, tmp_path, capfd):
    path = tmp_path / "match.tavli"
    path.write_text(content)
    assert status("--resume", str(path)) == 1
    error = capfd.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_a_match_that_was_left_before_its_first_game_is_over(tmp_path, capfd):
    path = tmp_path / "match.tavli"
    typed("backgammon", "--two", "--record", str(path), lines=["quit"])
    header = path.read_text().splitlines()[0]
    end = '{"event":"match_end","winner":"w","how":"claim","score":[0,0]}'
    path.write_text(f"{header}\n{end}\n")
    assert status("--resume", str(path)) == 0
    assert "Match over." in capfd.readouterr().out


def test_a_match_whose_dice_a_server_promised_goes_on_there_alone(tmp_path, capfd):
    path = tmp_path / "match.tavli"
    typed("portes", "--two", "--record", str(path), lines=["", "quit"])
    header, rest = path.read_text().split("\n", 1)
    path.write_text(f'{header[:-1]},"commitment":"{"0" * 64}"}}\n{rest}')
    assert status("--resume", str(path)) == 1
    assert "a server promised the dice" in capfd.readouterr().err


def test_a_record_that_breaks_the_rules_is_refused_with_its_line(tmp_path, capfd):
    path = tmp_path / "match.tavli"
    typed(
        "portes", "--two", "--seed", "a", "--record", str(path), lines=["", "6", "quit"]
    )
    path.write_text(path.read_text().replace("13/10 10/8", "13/9 9/8"))
    assert status("--resume", str(path)) == 1
    assert "line 4" in capfd.readouterr().err


def test_a_folder_that_is_not_there_is_named(tmp_path, capfd):
    path = tmp_path / "nowhere" / "match.tavli"
    assert status("portes", "--record", str(path)) == 1
    assert str(path.parent) in capfd.readouterr().err
    assert status("--resume", str(path)) == 1


# ------------------------------------------------------------ leaving, languages


def test_the_end_of_the_input_is_a_farewell(tmp_path):
    path = tmp_path / "match.tavli"
    result = typed("portes", "--record", str(path), lines=[""])
    assert result.exit_code == 0
    assert f"tavli play --resume {path}" in result.output


def test_an_interrupt_leaves_without_a_traceback(tmp_path, monkeypatch):
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    path = tmp_path / "match.tavli"
    monkeypatch.setattr("builtins.input", interrupt)
    result = typed("portes", "--record", str(path))
    assert result.exit_code == 1
    assert f"tavli play --resume {path}" in result.output
    assert "Traceback" not in result.output
    assert replay_file(path).complaints == ()


def test_signs_that_are_no_text_are_not_understood(monkeypatch):
    answers = iter([UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), "quit"])

    def answer(_: str) -> str:
        one = next(answers)
        if isinstance(one, Exception):
            raise one
        return one

    monkeypatch.setattr("builtins.input", answer)
    result = typed("portes")
    assert result.exit_code == 0
    assert "Enter = Roll" in result.output


def test_plain_draws_nothing_and_tells_everything():
    lines = ["", "1", "", "list", "quit"]
    result = typed("plakoto", "--seed", "a", "--two", "--plain", lines=lines)
    assert not DRAWN.search(result.output)
    assert "your own numbering: White" in result.output
    assert "White: 24: 15 checkers" in result.output
    assert "Black: 1: 15 checkers" in result.output


def test_plain_tells_pins_the_bar_and_what_is_off():
    """Where Black counts, White's pinned checker on 24 stands on his 1."""
    from boards import side
    from tavli.cli.terminal.picture import SpokenBoard
    from tavli.cli.terminal.speech import Speech
    from tavli.match import GameState
    from tavli.rules import PLAKOTO, PORTES
    from tavli.words import catalogue

    board = SpokenBoard(Speech(catalogue("en")))
    game = GameState(
        number=1, ruleset=PLAKOTO, white=side("24x 5:14"), black=side("6:13 1:1")
    )
    assert board.lines(game, Player.BLACK) == [
        "your own numbering: Black",
        "Black: 6: 13 checkers, 1: 1 checker",
        "White: 1: pinned checker, 20: 14 checkers",
        "Black: 79 pips, off: 1 checker",
        "White: 94 pips",
    ]
    game = GameState(
        number=1, ruleset=PORTES, white=side("bar:1 6:14"), black=side("6:15")
    )
    assert "White: 109 pips, bar: 1 checker" in board.lines(game, Player.WHITE)


@pytest.mark.parametrize(
    ("lang", "word"),
    [("el", "Σειρά: λευκά"), ("en", "Turn: White"), ("tr", "Sıra: "), ("ar", "الدور")],
)
def test_each_language_speaks_by_option_and_by_the_terminals(lang, word, monkeypatch):
    assert word in typed("portes", "--lang", lang, lines=["quit"]).output
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    assert word in typed("portes", lines=["quit"]).output


@pytest.mark.parametrize("value", ["C", "POSIX", "xx_YY.UTF-8", ""])
def test_an_unknown_language_is_english(value, monkeypatch):
    monkeypatch.setenv("LANG", value)
    assert "Turn: White" in typed("portes", lines=["quit"]).output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["go"], "'go'"),
        (["portes", "--length", "99"], "1 to 25"),
        (["portes", "--length", "money"], "not played for money"),
        (["tavli", "--length", "game"], "to a number of points"),
        (["portes", "--option", "x"], "like KEY=VALUE, not 'x'"),
        (["portes", "--option", "x=1"], "has no option 'x'"),
        (["portes", "--bot", "gnu"], "'gnu'"),
        (["portes", "--two", "--bot", "random"], "exclude each other"),
        (["portes", "--resume", "a"], "brings its own rules"),
        (["portes", "--lang", "xx"], "'xx'"),
    ],
)
def test_a_wish_that_can_not_be_met_is_refused_in_a_sentence(arguments, sentence):
    result = typed(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_an_option_given_twice_is_refused():
    result = typed(
        "portes", "--option", "portes.max_points=3", "--option", "portes.max_points=2"
    )
    assert "given once" in result.output


def test_a_drawn_plakoto_is_told():
    from tavli.cli.terminal.speech import Speech
    from tavli.match import GameEnding
    from tavli.words import catalogue

    speech = Speech(catalogue("en"))
    state = MatchState(rules=MatchRules.parse("plakoto", "5"))
    drawn = GameEnded(None, 0, GameEnding.BOTH_MOTHERS, (1, 0))
    assert list(speech.event(state, drawn)) == [
        "draw (Both mothers are pinned: a draw.)",
        "score: White 1, Black 0",
    ]
