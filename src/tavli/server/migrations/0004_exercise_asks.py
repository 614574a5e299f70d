"""Decisions about the cube are practised beside plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tavli", "0003_exercise"),
    ]

    operations = [
        migrations.AddField(
            model_name="exercise",
            name="asks",
            field=models.CharField(default="play", max_length=16),
        ),
        migrations.RemoveConstraint(
            model_name="exercise",
            name="one_exercise_a_position",
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.UniqueConstraint(
                fields=["by", "position", "asks"], name="one_exercise_a_question"
            ),
        ),
    ]
