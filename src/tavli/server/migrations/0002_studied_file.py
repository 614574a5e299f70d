"""Files that somebody brought to study."""

import django.db.models.deletion
from django.db import migrations, models

import tavli.server.identifiers


class Migration(migrations.Migration):
    dependencies = [
        ("tavli", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="StudiedFile",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=tavli.server.identifiers.new_study_id,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("content", models.TextField()),
                ("size", models.IntegerField()),
                ("created", models.BigIntegerField()),
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
                    models.Index(fields=["by", "-created"], name="file_of_player")
                ],
            },
        ),
    ]
