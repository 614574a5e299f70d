"""Mistakes that their players meet again."""

import django.db.models.deletion
from django.db import migrations, models

import tavli.server.identifiers


class Migration(migrations.Migration):
    dependencies = [
        ("tavli", "0002_studied_file"),
    ]

    operations = [
        migrations.CreateModel(
            name="Exercise",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=tavli.server.identifiers.new_exercise_id,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("position", models.CharField(max_length=1000)),
                ("content", models.TextField()),
                ("depth", models.IntegerField()),
                ("cost", models.FloatField()),
                ("source", models.CharField(max_length=8)),
                ("study", models.CharField(max_length=32)),
                ("number", models.IntegerField()),
                ("event", models.IntegerField()),
                ("created", models.BigIntegerField()),
                ("dropped", models.BooleanField(default=False)),
                ("answered", models.IntegerField(default=0)),
                ("solved", models.IntegerField(default=0)),
                ("due", models.BigIntegerField()),
                ("state", models.IntegerField()),
                ("step", models.IntegerField(null=True)),
                ("stability", models.FloatField(null=True)),
                ("difficulty", models.FloatField(null=True)),
                ("reviewed", models.BigIntegerField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tavli.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["by", "due"], name="exercise_by_date")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["by", "position"], name="one_exercise_a_position"
                    )
                ],
            },
        ),
    ]
