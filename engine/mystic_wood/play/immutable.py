"""A state is never changed: whoever tries to set a field of one is refused.

A frozen dataclass says so too, but it asks leave of every field as an instance is made, which costs ten times the making. Here
an instance is of the open class below while it is made, and of its own once it stands.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any


def seal(sealed: type, kept: tuple[str, ...]) -> None:
    """From now on no field of an instance can be set but those in ``kept``, which are worked out from the others.

    ``sealed`` adds no field to the class it is made from. A class that has been compiled is left alone: its fields are final.
    """
    below = sealed.__mro__[1]
    made: Any = below.__dict__["__init__"]
    if not hasattr(made, "__code__"):
        return
    turn_into = object.__dict__["__class__"].__set__

    def make(self: Any, *given: Any, **named: Any) -> None:
        turn_into(self, below)
        made(self, *given, **named)
        self.__class__ = sealed

    def put(self: Any, name: str, value: object) -> None:
        if name not in kept:
            raise FrozenInstanceError(f"{name} cannot be set: a state is never changed")
        object.__setattr__(self, name, value)

    def take(self: Any, name: str) -> None:
        raise FrozenInstanceError(f"{name} cannot be deleted: a state is never changed")

    for name, method in {"__init__": make, "__setattr__": put, "__delattr__": take}.items():
        setattr(sealed, name, method)
