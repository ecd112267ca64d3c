"""Completion in a shell: the script is run as the shell runs it."""

from __future__ import annotations

import subprocess

import pytest

from pyengine.cli.main import main


@pytest.fixture(scope="module")
def script() -> str:
    import contextlib
    import io

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main(["completion", "bash"]) == 0
    return printed.getvalue()


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["ch"], {"check"}),
        (["co"], {"compare", "completion", "conform"}),
        (["check", "board.yaml", "--tim"], {"--timeout"}),
        (["legal", "board.yaml", "--action", "act"], {"activate"}),
        (["solve", "p.yaml", "--fewest", "m"], {"mana"}),
        (["show", "pyproj"], {"pyproject.toml"}),
        (["schema", "ans"], {"answer"}),
    ],
)
def test_words_are_completed(script: str, words: list[str], completed: set[str]) -> None:
    typed = " ".join(f"'{word}'" for word in ["pyengine", *words])
    shell = f"{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words)}; _pyengine; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert set(done.stdout.split()) == completed


def test_the_script_for_zsh_makes_the_words_of_bash_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "zsh"]) == 0
    assert "bashcompinit" in capsys.readouterr().out
