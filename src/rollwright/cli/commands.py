"""Typer's commands with our own help and our own words for what was typed wrongly."""

from __future__ import annotations

from typing import Any

from typer import _click

# Typer names its parser and the errors of it nowhere else; pyproject.toml pins its minor version.
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption, UsageError
from typer.core import TyperCommand, TyperGroup

from ..errors import InputError
from ..i18n import T, Text
from ..spec import nearest_first
from .help import command_help, group_help, meaning, shown_name

PROGRAM = "rollwright"


class Command(TyperCommand):
    """One command of the program."""

    allow_extra_args = True

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Read the arguments; `InputError` says what is wrong with them."""
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            raise InputError(_explain(error, ctx)) from error

    def invoke(self, ctx: _click.Context) -> Any:
        """Run the command, unless words are left that it does not know."""
        if ctx.args:
            raise InputError(
                T(
                    "“{words}” is too much here; see {command} --help.",
                    words=" ".join(ctx.args),
                    command=ctx.command_path,
                )
            )
        return super().invoke(ctx)

    def format_help(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """Write the help of this command."""
        formatter.write(command_help(self, ctx))


class Group(TyperGroup):
    """The program itself."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Read the arguments before the command; `InputError` says what is wrong with them."""
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            raise InputError(_explain(error, ctx)) from error

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        """The command that the first argument names."""
        name = args[0]
        if name not in self.commands:
            raise InputError(
                T(
                    "There is no command “{name}”; the commands are: {names}.",
                    name=name,
                    names=nearest_first(name, list(self.commands)),
                )
            )
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """Write the help of the program."""
        formatter.write(group_help(self, ctx))


def _explain(error: UsageError, ctx: _click.Context) -> Text:
    """What is wrong with the arguments, and what would be right."""
    command = ctx.command_path
    if isinstance(error, NoSuchOption):
        known = [name for param in ctx.command.get_params(ctx) for name in sorted(param.opts)]
        return T(
            "{command} has no option “{option}”; it has: {options}.",
            command=command,
            option=error.option_name,
            options=nearest_first(error.option_name, [n for n in known if n.startswith("--")]),
        )
    if isinstance(error, MissingParameter) and error.param is not None:
        return T(
            "{command} lacks {name}: {meaning}.",
            command=command,
            name=shown_name(error.param),
            meaning=meaning(error.param),
        )
    if isinstance(error, BadOptionUsage):
        takes_none = any(
            error.option_name in param.opts and getattr(param, "is_flag", False)
            for param in ctx.command.params
        )
        if takes_none:
            return T("The option {option} takes no value.", option=error.option_name)
        return T("The option {option} needs a value.", option=error.option_name)
    param = getattr(error, "param", None)
    name = command if param is None else shown_name(param)
    return T("{name} cannot be used like this: {reason}", name=name, reason=error.message)
