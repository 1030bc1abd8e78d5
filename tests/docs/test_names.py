"""Public names are those that are announced, in order."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import rollwright


def modules_with_all() -> list[str]:
    names = ["rollwright"]
    for info in pkgutil.walk_packages(rollwright.__path__, "rollwright."):
        leaf = info.name.split(".")[1]
        if leaf in {"cli", "tui", "web", "train", "fast", "solve", "__main__"}:
            continue
        if hasattr(importlib.import_module(info.name), "__all__"):
            names.append(info.name)
    return names


def order(name: str) -> tuple[int, str]:
    """Constants first, then classes, then all others; each group in alphabetical order."""
    if name.isupper():
        return 0, name
    return (1 if name[:1].isupper() else 2), name


@pytest.mark.parametrize("name", modules_with_all())
def test_all_is_sorted_and_without_doubles(name: str) -> None:
    announced = list(importlib.import_module(name).__all__)
    assert announced == sorted(set(announced), key=order)


@pytest.mark.parametrize("name", modules_with_all())
def test_all_names_exist_and_a_package_announces_all_its_public_ones(name: str) -> None:
    module = importlib.import_module(name)
    assert all(hasattr(module, key) for key in module.__all__)
    if not hasattr(module, "__path__"):
        return
    public = {
        key
        for key, value in vars(module).items()
        if not key.startswith("_") and not isinstance(value, ModuleType) and key != "annotations"
    }
    announced = {key for key in module.__all__ if not key.startswith("_")}
    assert announced == public


def test_every_public_name_has_a_docstring() -> None:
    for key in rollwright.__all__:
        value = getattr(rollwright, key)
        if callable(value):
            assert value.__doc__, key
