"""What follows a game: the cycle, who starts, and the end of the match."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    Double,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    NextGame,
    Phase,
    PlayMoves,
    Resign,
    Roll,
    Rolled,
    legal_actions,
)
from tavli.rules import Dice, Move, Player, Stake

STARTER = "starter_next"
DRAWN = ("24x 5:1 3:13", "24:1 6:13 1:1")
"""K-13: with a 4 White pins the second mother."""


def draw(table: Table, starter: Player = WHITE) -> GameEnded:
    """Let the plakoto that is being played end without a winner."""
    table.set_up(*DRAWN, dice="4-1", starter=starter)
    ended = table.does(WHITE, PlayMoves((Move(5, 1),)))[1]
    assert isinstance(ended, GameEnded)
    return ended


# ------------------------------------------------------------------- the cycle


@pytest.mark.rule("M1")
def test_the_games_go_round():
    table = Table("tavli", "25")
    played = [table.game.ruleset.name]
    for _ in range(6):
        table.lose(BLACK)
        played.append(table.next_game().ruleset.name)
    assert played == ["portes", "plakoto", "fevga"] * 2 + ["portes"]


@pytest.mark.rule("M9")
@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_a_game_alone_is_played_again_and_again(game):
    table = Table(game, "5")
    table.lose(BLACK)
    assert table.next_game().ruleset.name == game


@pytest.mark.rule("M1")
def test_the_number_of_the_game_is_told():
    table = Table("tavli", "5")
    table.lose(BLACK)
    (started,) = table.does(BLACK, NextGame())
    assert started == GameStarted(2, "plakoto", WHITE)


@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_either_player_asks_for_the_next_game_and_only_once(player):
    """The second press finds the game begun (FR-163)."""
    table = Table("tavli", "5")
    table.lose(BLACK)
    assert table.state.phase is Phase.GAME_OVER
    assert NextGame() in legal_actions(table.state, player)
    table.does(player, NextGame())
    assert table.refuses(player.opponent, NextGame()) == "game_goes_on"


# ------------------------------------------------------------ who starts next


@pytest.mark.rule("M4")
@pytest.mark.parametrize("loser", [WHITE, BLACK])
@pytest.mark.parametrize("game", ["tavli", "portes", "plakoto", "fevga"])
def test_the_winner_starts_the_next_game_and_throws_both_dice(game, loser):
    """M-03: a double can come."""
    table = Table(game, "5", ["4-4"])
    table.lose(loser)
    table.next_game()
    winner = loser.opponent
    assert (table.game.turn, table.state.phase) == (winner, Phase.TO_ROLL)
    assert table.refuses(loser, Roll()) == "not_your_turn"
    assert table.does(winner, Roll())[0] == Rolled(winner, Dice(4, 4))


@pytest.mark.rule("M4")
def test_two_points_in_fevga_and_the_winner_starts_portes():
    """M-06."""
    table = Table("tavli", "7")
    for _ in range(2):
        table.lose(BLACK)
        table.next_game()
    assert table.game.ruleset.name == "fevga"
    table.set_up("24:15", "24:15")
    assert table.lose(WHITE, Stake.GAMMON).score == (2, 2)
    assert table.next_game().ruleset.name == "portes"
    assert table.game.turn is BLACK


@pytest.mark.rule("M4")
@pytest.mark.parametrize("loser", [WHITE, BLACK])
def test_option_loser_starts(loser):
    table = Table("tavli", "5", options={STARTER: "loser"})
    table.lose(loser)
    assert table.next_game().turn is loser


@pytest.mark.rule("M4")
@pytest.mark.parametrize("losers", [(WHITE, WHITE, WHITE), (BLACK, WHITE, BLACK)])
def test_option_alternate_starts_without_regard_to_who_won(losers):
    table = Table("tavli", "7", options={STARTER: "alternate"})
    order = [WHITE]
    for loser in losers:
        table.set_up("6:1", "6:1", starter=order[-1])
        table.does(loser, Resign(Stake.SINGLE))
        order.append(table.next_game().turn)
    assert order == [WHITE, BLACK, WHITE, BLACK]


@pytest.mark.rule("M4")
@pytest.mark.parametrize("game", ["tavli", "portes", "plakoto", "fevga"])
def test_option_roll_off_opens_every_game_anew(game):
    table = Table(game, "5", ["1-5"], {STARTER: "roll_off"})
    table.lose(BLACK)
    table.next_game()
    assert (table.game.turn, table.state.phase) == (None, Phase.OPENING)
    table.does(WHITE, Roll())
    assert (table.game.turn, table.game.dice) == (BLACK, Dice(1, 5))


@pytest.mark.rule("B1")
def test_backgammon_rolls_for_every_start():
    table = Table("backgammon", "5")
    table.lose(BLACK)
    assert table.next_game().turn is None


@pytest.mark.rule("B1")
@pytest.mark.parametrize(
    ("value", "starter"), [("winner", WHITE), ("loser", BLACK), ("alternate", BLACK)]
)
def test_backgammon_knows_the_other_starters_too(value, starter):
    table = Table("backgammon", "5", options={STARTER: value})
    table.lose(BLACK)
    assert table.next_game().turn is starter
    assert table.refuses(starter, Double()) == "no_double_yet"


@pytest.mark.rule("M4")
def test_by_alternate_the_roll_for_the_start_counts_as_a_start():
    table = Table("tavli", "5", ["2-6"], {STARTER: "alternate"})
    table.does(WHITE, Roll())
    assert table.state.last_starter is BLACK


# -------------------------------------------------------------- a drawn plakoto


@pytest.mark.rule("M6")
@pytest.mark.parametrize("first_loser", [WHITE, BLACK])
def test_a_drawn_plakoto_gives_nothing_and_the_last_winner_starts_fevga(first_loser):
    """M-05."""
    table = Table("tavli", "5")
    table.lose(first_loser)
    table.next_game()
    score = table.state.score
    assert draw(table) == GameEnded(None, 0, GameEnding.BOTH_MOTHERS, score)
    assert table.next_game().ruleset.name == "fevga"
    assert table.game.turn is first_loser.opponent


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    ("value", "starter"),
    [("last_winner", WHITE), ("same_starter", BLACK), ("other", WHITE)],
)
def test_draw_starter_when_black_started_the_drawn_game(value, starter):
    table = Table("tavli", "5", options={"draw_starter": value, STARTER: "loser"})
    table.lose(BLACK)
    assert table.next_game().turn is BLACK
    draw(table, starter=BLACK)
    assert table.next_game().turn is starter


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    ("value", "starter"),
    [("last_winner", WHITE), ("same_starter", WHITE), ("other", BLACK)],
)
def test_draw_starter_when_the_last_winner_started_the_drawn_game(value, starter):
    table = Table("tavli", "5", options={"draw_starter": value})
    table.lose(BLACK)
    table.next_game()
    draw(table, starter=WHITE)
    assert table.next_game().turn is starter


@pytest.mark.rule("M4")
@pytest.mark.rule("M6")
@pytest.mark.parametrize("value", ["loser", "alternate", "roll_off"])
def test_a_drawn_game_is_followed_by_draw_starter_whoever_starts_otherwise(value):
    table = Table("tavli", "5", options={STARTER: value})
    table.lose(BLACK)
    table.next_game()
    draw(table, starter=WHITE)
    assert table.next_game().turn is WHITE  # who won last


@pytest.mark.rule("M6")
def test_draw_starter_by_roll_off():
    table = Table("tavli", "5", options={"draw_starter": "roll_off"})
    table.lose(BLACK)
    table.next_game()
    draw(table)
    assert table.next_game().turn is None
    assert table.state.phase is Phase.OPENING


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    ("value", "starter"),
    [("last_winner", None), ("same_starter", BLACK), ("other", WHITE)],
)
def test_a_first_game_that_is_drawn(value, starter):
    """Plakoto alone: nobody has won yet, so the default rolls again (A2)."""
    table = Table("plakoto", "5", options={"draw_starter": value})
    draw(table, starter=BLACK)
    assert table.next_game().turn is starter


@pytest.mark.rule("M6")
def test_two_draws_in_a_row_keep_the_last_winner():
    table = Table("plakoto", "5")
    table.lose(WHITE)
    table.next_game()
    for _ in range(2):
        draw(table)
        assert table.next_game().turn is BLACK
    assert table.state.score == (0, 1)


@pytest.mark.rule("M6")
def test_one_drawn_game_by_itself_has_no_winner():
    table = Table("plakoto", "game")
    draw(table)
    assert table.end == MatchEnded(None, MatchEnding.GAME, (0, 0))


# ---------------------------------------------------------------------- the end


@pytest.mark.rule("M2")
@pytest.mark.parametrize("target", ["3", "5", "7", "1", "25"])
def test_the_target_ends_the_match_and_no_point_before_it(target):
    table = Table("tavli", target)
    for point in range(1, int(target)):
        table.lose(BLACK)
        assert table.end is None
        assert table.state.score == (point, 0)
        table.next_game()
    table.lose(BLACK)
    assert table.end == MatchEnded(WHITE, MatchEnding.POINTS, (int(target), 0))


@pytest.mark.rule("M7")
def test_the_match_can_end_in_the_middle_of_the_cycle():
    """M-04: no fevga is played."""
    table = Table("tavli", "3")
    table.lose(BLACK)
    table.next_game()
    table.set_up("5:1 3:14", "24:1 6:14", dice="4-2")
    *_, ended, over = table.does(WHITE, PlayMoves((Move(5, 1),)))
    assert ended == GameEnded(WHITE, 2, GameEnding.MOTHER, (3, 0))
    assert over == MatchEnded(WHITE, MatchEnding.POINTS, (3, 0))
    assert table.refuses(WHITE, NextGame()) == "match_is_over"


@pytest.mark.rule("M7")
def test_the_true_sum_is_kept():
    """M-07."""
    table = Table("tavli", "5").set_up(score=(4, 3))
    table.lose(BLACK, Stake.GAMMON)
    assert table.end.score == (6, 3)


@pytest.mark.rule("M5")
@pytest.mark.parametrize("game", ["tavli", "portes", "plakoto", "fevga"])
def test_tavli_has_no_cube(game):
    table = Table(game, "5").set_up()
    assert Double() not in legal_actions(table.state, WHITE)
    assert table.refuses(WHITE, Double()) == "no_cube"


@pytest.mark.rule("M8")
def test_another_match_starts_from_the_beginning():
    first = Table("tavli", "1")
    first.lose(BLACK)
    second = Table("tavli", "1")
    assert second.state.score == (0, 0)
    assert second.game.ruleset.name == "portes"
    assert second.state.phase is Phase.OPENING
