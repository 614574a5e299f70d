"""The one Django application of the house."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Tables are named ``tavli_player``, ``tavli_match`` and so on."""

    name = "tavli.server"
    label = "tavli"
    verbose_name = "tavli"
