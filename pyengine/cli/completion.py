"""`pyengine completion`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pyengine.cli.commands import COMMANDS
from pyengine.cli.common import LEGAL, Commands

SCRIPT = """# Completion of pyengine. bash: source <(pyengine completion bash); zsh: source <(pyengine completion zsh)
{first}_pyengine() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" options="" choices=""
    if [[ $COMP_CWORD == 1 ]]; then
        COMPREPLY=($(compgen -W "{commands} --help --version" -- "$current"))
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{options}
    esac
    case "${{COMP_WORDS[1]}} $before" in
{choices}
    esac
    if [[ -n $choices ]]; then
        COMPREPLY=($(compgen -W "$choices" -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -F _pyengine pyengine"""
"""A script for bash, which zsh runs too. It names commands, options and choices; anything else may be a file."""

ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    completion = commands.add_parser(
        "completion", help=COMMANDS["completion"], description=f"{COMMANDS['completion']}, to be sourced by it"
    )
    completion.set_defaults(command=run)
    completion.add_argument("shell", choices=["bash", "zsh"])


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    parsers = dict(_parsers())
    by_command = [f'    {name}) options="{" ".join(_options(parser))}" ;;' for name, parser in parsers.items()]
    choices = [
        f'    "{name} {before}") choices="{" ".join(map(str, action.choices or ()))}" ;;'
        for name, parser in parsers.items()
        for action in parser._actions
        if action.choices
        for before in (action.option_strings or [name])
    ]
    print(
        SCRIPT.format(
            first=ZSH if options.shell == "zsh" else "",
            commands=" ".join(COMMANDS),
            options="\n".join(by_command),
            choices="\n".join(choices),
        )
    )
    return LEGAL


def _parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parser of each command."""
    for name in COMMANDS:
        commands: Any = argparse.ArgumentParser(prog="pyengine").add_subparsers()
        import_module(f"pyengine.cli.{name}").add(commands)
        yield name, commands.choices[name]


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    return (option for option in parser._option_string_actions if option.startswith("--"))
