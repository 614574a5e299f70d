"""Forget rollouts under Jacoby's rule, whose plays counted gammons too early."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Forget those of a cube that nobody had turned; the others were played right."""
    kept = apps.get_model("tavli", "KeptRollout").objects.using(editor.connection.alias)
    jacoby = kept.filter(position__contains=" jacoby")
    jacoby.exclude(position__regex="cube=[0-9]+@[wb]").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tavli", "0005_kept_rollout"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
