"""Finished rollouts, remembered by their position."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tavli", "0004_exercise_asks"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptRollout",
            fields=[
                (
                    "id",
                    models.CharField(max_length=64, primary_key=True, serialize=False),
                ),
                ("position", models.CharField(max_length=1000)),
                ("content", models.TextField()),
                ("created", models.BigIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["position"], name="rollout_of_position"),
                    models.Index(fields=["created"], name="rollout_by_age"),
                ],
            },
        ),
    ]
