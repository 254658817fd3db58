#!/usr/bin/env python3
"""Run, test and check StrataGate from a checkout. Needs nothing but Python 3.11 or newer.

    python3 packaging/dev.py run [FILES...] [--db FILE]   the window; without a display, as text
    python3 packaging/dev.py test [PYTEST OPTIONS]        everything that has to hold
    python3 packaging/dev.py check                        format, lint, layers, types, translations
    python3 packaging/dev.py screens [--out FOLDER]       pictures of every page
    python3 packaging/dev.py translate                    collect texts, build translations

The first use makes `.venv`; later ones start at once.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import qt_system
import translations
from environment import ROOT, STAMP, SetupError, clean_environment, ensure, python_path, tool

QT_STAMP = STAMP.with_name("stratagate-qt-checked")
NO_TESTS = 5
# Longer than any test may take: what says nothing for so long has hung.
SILENCE_S = 420.0
# In this order the cheap ones fail first.
TEST_RUNS = ("not gui and not whole", "gui", "whole")


def main() -> int:
    """Do what the command line says; return the exit code."""
    # Ours is printed before what the programs we start print.
    sys.stdout.reconfigure(line_buffering=True)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="open the window; without a display, show it as text")
    run.add_argument("files", nargs="*", metavar="FILE", help="conversation exports to import")
    run.add_argument("--db", metavar="FILE", help="the memory file (default: your own)")
    commands.add_parser("test", help="everything that has to hold", add_help=False)
    commands.add_parser("check", help="format, lint, layers, types, translations")
    screens = commands.add_parser("screens", help="pictures of every page")
    screens.add_argument("--out", default=str(ROOT / "screens"), metavar="FOLDER")
    commands.add_parser("translate", help="collect the texts and build the translations")
    chosen, rest = parser.parse_known_args()
    if rest and chosen.command != "test":
        parser.error(f"unknown: {' '.join(rest)}")
    try:
        prepare()
        match chosen.command:
            case "run":
                return run_program(chosen.files, chosen.db)
            case "test":
                return test(rest)
            case "check":
                return check()
            case "screens":
                return start("-m", "stratagate_app.screens", "--out", chosen.out)
            case _:
                return translate()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"{error}\n{error.stderr or ''}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def prepare() -> None:
    """Make sure that the environment, Qt's libraries and the translations are there."""
    if ensure() or not QT_STAMP.exists():
        missing = qt_system.check()
        for sentence in missing:
            print(sentence, file=sys.stderr)
        if not missing:
            QT_STAMP.touch()
    translations.release()


def start(*arguments: str) -> int:
    """Run the environment's Python in the checkout; return its exit code."""
    command = [str(python_path()), *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode


def run_program(files: Sequence[str], db: str | None) -> int:
    """Start the program as a user does, from where the user is."""
    command = [str(python_path()), "-m", "stratagate_app", "gui", *files]
    if db is not None:
        command += ["--db", db]
    # The checkout is installed, so the working folder may stay the user's.
    if os.name == "posix":
        # The program takes this one's place: what ends this ends the window, and none is left over.
        os.execve(command[0], command, clean_environment())
    return subprocess.run(command, env=clean_environment(), check=False).returncode


def check() -> int:
    """Run every check, also after one failed; return 0 if all passed."""
    checks: tuple[tuple[str, Callable[[], int]], ...] = (
        ("format", lambda: run_tool("ruff", "format", "--check")),
        ("lint", lambda: run_tool("ruff", "check")),
        ("layers", lambda: run_tool("lint-imports")),
        ("types", lambda: run_tool("mypy")),
        ("translations", check_translations),
    )
    failed: list[str] = []
    for name, work in checks:
        print(f"== {name}")
        begun = time.monotonic()
        if work() != 0:
            failed.append(name)
        print(f"   {time.monotonic() - begun:.1f} s")
    print(f"Checks failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def run_tool(name: str, *arguments: str) -> int:
    """Run a program of the environment in the checkout; return its exit code."""
    command = [tool(name), *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode


def check_translations() -> int:
    """Print what is wrong with the translations; return 0 if nothing is."""
    found = translations.problems()
    print("\n".join(found) or "Complete.")
    return 1 if found else 0


def test(arguments: Sequence[str]) -> int:
    """Run the checks and then every test; with arguments, only what they choose of the tests.

    Returns:
        0 if all passed.
    """
    failed = not arguments and check() != 0
    begun = time.monotonic()
    environment = clean_environment() | {"QT_QPA_PLATFORM": "offscreen"}
    found_any = False
    closing: list[str] = []
    for mark in TEST_RUNS:
        print(f"== pytest -m {mark!r}")
        command = [str(python_path()), "-m", "pytest", "-p", "no:randomly", "-m", mark]
        command.append(f"--color={'yes' if sys.stdout.isatty() else 'no'}")
        if not arguments:
            # Every core. A few tests are done before helping processes have started.
            command += ["-n", "logical", "--dist", "worksteal"]
        code, last = run_shown([*command, *arguments], environment)
        found_any = found_any or code != NO_TESTS
        failed = failed or code not in (0, NO_TESTS)
        closing.append(
            f"{mark}: {last}" if code in (0, 1, NO_TESTS) else f"{mark}: code {code}, {last}"
        )
    print("== closing lines of pytest")
    print("\n".join(closing))
    print(f"Tests took {time.monotonic() - begun:.0f} s.")
    if not found_any:
        print("No test was chosen.")
    print("Failed." if failed or not found_any else "All passed.")
    return 1 if failed or not found_any else 0


def run_shown(
    command: Sequence[str], environment: dict[str, str], silence_s: float = SILENCE_S
) -> tuple[int, str]:
    """Run a program in the checkout while its output is shown; return exit code and last line.

    What says nothing for silence_s seconds is ended with all that it started.
    """
    tail = b""
    # A group of its own, so that its workers end with it: a pipe that they hold would never close.
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None  # noqa: S101  (it was asked for)
        heard, hung, over = time.monotonic(), False, threading.Event()

        def watch() -> None:
            nonlocal hung
            while not hung and not over.wait(min(1.0, silence_s / 4)):
                if time.monotonic() - heard > silence_s:
                    hung = True
                    _end(process)

        threading.Thread(target=watch, daemon=True).start()
        try:
            while chunk := process.stdout.read1():
                heard = time.monotonic()
                sys.stdout.buffer.write(chunk)
                sys.stdout.buffer.flush()
                tail = (tail + chunk)[-1000:]
        except BaseException:
            _end(process)
            raise
        finally:
            over.set()
    if hung:
        return process.returncode, f"ended after {silence_s:.0f} s without a word"
    lines = tail.decode("utf-8", "replace").split("\n")
    return process.returncode, next((line for line in reversed(lines) if line.strip()), "")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and, where the system knows groups, all that it started."""
    if os.name != "posix":
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def translate() -> int:
    """Collect the texts of the program and build the translations; return 0."""
    translations.FOLDER.mkdir(parents=True, exist_ok=True)
    for language in translations.LANGUAGES:
        translations.update(language, translations.ts_path(language))
    translations.release()
    for language in translations.LANGUAGES:
        for problem in translations.file_problems(translations.ts_path(language)):
            print(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
