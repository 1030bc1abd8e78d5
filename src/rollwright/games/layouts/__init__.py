"""The printed sheets, one TOML file each."""

from functools import cache
from importlib.resources import files

from ...sheet import SheetSpec, parse_sheet_spec


@cache
def load_sheet(name: str) -> SheetSpec:
    """The sheet in the file ``NAME.toml`` of this folder."""
    return parse_sheet_spec((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


def layouts(family: str) -> tuple[str, ...]:
    """The names of all sheets ``FAMILY_NAME.toml``, sorted."""
    names = (file.name for file in files(__package__).iterdir())
    prefix, suffix = f"{family}_", ".toml"
    return tuple(
        sorted(
            name.removeprefix(prefix).removesuffix(suffix)
            for name in names
            if name.startswith(prefix) and name.endswith(suffix)
        )
    )
