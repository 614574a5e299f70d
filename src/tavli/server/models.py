"""What the house remembers. Times are the server's milliseconds since the epoch."""

from django.db import models

from tavli.server.identifiers import (
    new_challenge_id,
    new_exercise_id,
    new_match_id,
    new_player_id,
    new_study_id,
)


class Kind(models.TextChoices):
    """What a player is."""

    GUEST = "guest"
    COMPUTER = "computer"


class Player(models.Model):
    """Somebody who sits at tables; an account may adopt a guest later."""

    id = models.CharField(primary_key=True, max_length=16, default=new_player_id)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.GUEST)
    level = models.CharField(max_length=16, blank=True)
    name = models.CharField(max_length=40)
    lang = models.CharField(max_length=2, blank=True)
    created = models.BigIntegerField()

    class Meta:
        """A level of the computer is one player."""

        constraints = (
            models.UniqueConstraint(
                fields=["level"],
                condition=models.Q(kind=Kind.COMPUTER),
                name="one_player_a_level",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """Two seats, the rules, and what the dice are made of.

    The log is the match; score and *updated* repeat what the log says, for lists.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_match_id)
    game = models.CharField(max_length=16)
    length = models.CharField(max_length=8)
    options = models.JSONField(default=dict)
    white = models.ForeignKey(Player, models.PROTECT, related_name="+")
    black = models.ForeignKey(Player, models.PROTECT, related_name="+")
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    white_seed = models.CharField(max_length=64, blank=True)
    black_seed = models.CharField(max_length=64, blank=True)
    white_score = models.IntegerField(default=0)
    black_score = models.IntegerField(default=0)
    created = models.BigIntegerField()
    updated = models.BigIntegerField()
    rematch_of = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="rematch"
    )

    class Meta:
        """A player's list asks by seat, newest first."""

        indexes = (
            models.Index(fields=["white", "-updated"], name="match_of_white"),
            models.Index(fields=["black", "-updated"], name="match_of_black"),
        )
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return self.id


class Action(models.Model):
    """One action and all its events, as JSON; *seat* is empty for the house."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="actions")
    seq = models.IntegerField()
    action_id = models.CharField(max_length=64)
    seat = models.CharField(max_length=1, blank=True)
    events = models.TextField()
    at = models.BigIntegerField()

    class Meta:
        """Two writers can't both be right, and one action is done once."""

        constraints = (
            models.UniqueConstraint(fields=["match", "seq"], name="one_action_a_step"),
            models.UniqueConstraint(
                fields=["match", "action_id"], name="an_action_is_done_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class Result(models.Model):
    """How a match ended; written with its last action, once."""

    match = models.OneToOneField(Match, models.PROTECT, primary_key=True)
    winner = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    how = models.CharField(max_length=16)
    white_score = models.IntegerField()
    black_score = models.IntegerField()
    at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.match_id}: {self.how}"


class Challenge(models.Model):
    """An invitation by link: whoever opens it first, or *guest* alone, may accept.

    With *rematch_of* it is the offer of a rematch, one a match.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_challenge_id)
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    guest = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    game = models.CharField(max_length=16)
    length = models.CharField(max_length=8)
    options = models.JSONField(default=dict)
    created = models.BigIntegerField()
    expires = models.BigIntegerField()
    cancelled = models.BooleanField(default=False)
    taken_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    match = models.OneToOneField(Match, models.PROTECT, null=True)
    rematch_of = models.OneToOneField(
        Match, models.PROTECT, null=True, related_name="rematch_offer"
    )

    class Meta:
        """A guest's own invitations are counted when he makes another."""

        indexes = (models.Index(fields=["by", "-created"], name="challenge_of_player"),)

    def __str__(self) -> str:
        return self.id


class StudiedFile(models.Model):
    """A file somebody brought to study: its matches as records, one JSON text.

    Whoever knows its name may look at it; it is forgotten after a while.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_study_id)
    by = models.ForeignKey(Player, models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    content = models.TextField()
    size = models.IntegerField()
    created = models.BigIntegerField()

    class Meta:
        """A player's own files are listed, newest first, and the oldest dropped."""

        indexes = (models.Index(fields=["by", "-created"], name="file_of_player"),)

    def __str__(self) -> str:
        return self.name


class KeptRollout(models.Model):
    """A finished rollout of *position*, a canonical line: a `RolledOut` as JSON.

    It is named by all that was asked and who answered, so that it is kept once. It
    belongs to nobody: the same question has the same answer, whoever asks it.
    """

    id = models.CharField(primary_key=True, max_length=64)
    position = models.CharField(max_length=1000)
    content = models.TextField()
    created = models.BigIntegerField()

    class Meta:
        """What is known of a position is asked; the oldest of all are dropped."""

        indexes = (
            models.Index(fields=["position"], name="rollout_of_position"),
            models.Index(fields=["created"], name="rollout_by_age"),
        )

    def __str__(self) -> str:
        return self.position


class Exercise(models.Model):
    """A mistake that its player is to meet again, and how well he remembers it.

    *asks* says what for, and *content* is a `Drill` as JSON, or a `CubeDrill` where
    the cube is asked about; *source*, *study*, *number* and *event* say where
    the mistake was made, *cost* how many points it lost (below 0), judged *depth*
    plies deep. From *due* on are what the schedule knows. A *dropped* one is not
    asked for any more, and kept so that it is not taken again.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_exercise_id)
    by = models.ForeignKey(Player, models.CASCADE, related_name="+")
    asks = models.CharField(max_length=16, default="play")
    position = models.CharField(max_length=1000)
    content = models.TextField()
    depth = models.IntegerField()
    cost = models.FloatField()
    source = models.CharField(max_length=8)
    study = models.CharField(max_length=32)
    number = models.IntegerField()
    event = models.IntegerField()
    created = models.BigIntegerField()
    dropped = models.BooleanField(default=False)
    answered = models.IntegerField(default=0)
    solved = models.IntegerField(default=0)
    due = models.BigIntegerField()
    state = models.IntegerField()
    step = models.IntegerField(null=True)
    stability = models.FloatField(null=True)
    difficulty = models.FloatField(null=True)
    reviewed = models.BigIntegerField(null=True)

    class Meta:
        """A question is practised once; what is due is looked for by its date."""

        constraints = (
            models.UniqueConstraint(
                fields=["by", "position", "asks"], name="one_exercise_a_question"
            ),
        )
        indexes = (models.Index(fields=["by", "due"], name="exercise_by_date"),)

    def __str__(self) -> str:
        return self.id
