"""Refuse a house rule: which one, and what is wrong with it."""

from enum import Enum


class OptionFault(Enum):
    """What is wrong with an option that can't be agreed on."""

    UNKNOWN = "unknown"
    NOT_SO_LONG = "not_so_long"
    VALUE = "value"
    PARTNER = "partner"
    WRITTEN = "written"


class OptionError(ValueError):
    """A house rule that can't be agreed on.

    *option* is its key, or what stands in place of one. *value* is what was chosen,
    *choices* what it is chosen from; *partner* is what has to be chosen beside it.
    """

    def __init__(  # noqa: PLR0913  # every fault has its own parts
        self,
        sentence: str,
        fault: OptionFault,
        option: str,
        *,
        value: str = "",
        choices: tuple[str, ...] = (),
        partner: str = "",
    ) -> None:
        super().__init__(sentence)
        self.fault, self.option = fault, option
        self.value, self.choices, self.partner = value, choices, partner
