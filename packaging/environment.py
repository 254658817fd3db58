"""The private Python environment of a checkout: made once, checked in milliseconds afterwards."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
STAMP = VENV / "stratagate-installed"
OLDEST_PYTHON = (3, 11)
NEWEST_PYTHON = (3, 14)
# What pip reads of pyproject.toml; a change of lint rules installs nothing anew.
_INSTALLED_PARTS = ("build-system", "project", "tool.hatch")


class SetupError(Exception):
    """The environment cannot be made; the text says why and what to do."""


def python_path() -> Path:
    """Return the environment's Python."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def tool(name: str) -> str:
    """Return the path of a program in the environment."""
    return str(python_path().parent / (f"{name}.exe" if os.name == "nt" else name))


def ensure() -> bool:
    """Make or renew the environment where it is not what the checkout asks for.

    Returns:
        Whether anything was installed.

    Raises:
        SetupError: It could not be made.
    """
    wanted = _digest()
    if _stamped() == wanted and python_path().exists():
        return False
    python = _suitable_python()
    print(f"Setting up {VENV} with {python} (once; takes a minute) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    if not _works():
        _make(python)
    command = [str(python_path()), "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--quiet", "--constraint", str(CONSTRAINTS), "--editable", f"{ROOT}[test]"]
    if subprocess.run(command, check=False).returncode != 0:
        raise SetupError(
            "The packages could not be installed; what pip said is above. "
            "Check the network, then run the same command again."
        )
    STAMP.write_text(wanted, "utf-8")
    return True


def clean_environment() -> dict[str, str]:
    """Return the variables for programs of the environment: nothing of another one."""
    dropped = {"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"}
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return kept | {"PYTHONUTF8": "1"}


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages where we are root on Debian or Ubuntu; return whether that worked."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = [apt, "install", "-y", "-qq", "--no-install-recommends", *packages]
    print(f"Installing {', '.join(packages)} ...", flush=True)
    for command in ([apt, "update", "-qq"], install):
        done = subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            return False
    return True


def _digest() -> str:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    parts = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    used = [part for part in parts if part.lstrip("[").startswith(_INSTALLED_PARTS)]
    content = json.dumps([used, CONSTRAINTS.read_text("utf-8"), str(ROOT)])
    return hashlib.sha256(content.encode()).hexdigest()


def _stamped() -> str:
    try:
        return STAMP.read_text("utf-8")
    except OSError:
        return ""


def _works() -> bool:
    """Return whether the environment has a Python that runs and has pip."""
    if not python_path().exists():
        return False
    check = f"import pip, sys; sys.exit(sys.version_info[:2] < {OLDEST_PYTHON})"
    done = subprocess.run([str(python_path()), "-c", check], check=False, capture_output=True)
    return done.returncode == 0


def _make(python: str) -> None:
    command = [python, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, check=False, capture_output=True).returncode == 0:
        return
    # Debian keeps venv in a package of its own.
    if apt_install(["python3-venv"]) and subprocess.run(command, check=False).returncode == 0:
        return
    raise SetupError(
        f"{python} cannot make an environment. On Debian and Ubuntu: apt-get install python3-venv"
    )


def _suitable_python() -> str:
    """Return a Python that the program runs on: this one, or another that is installed."""
    if OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        # The one an environment was made from: environments do not nest.
        return getattr(sys, "_base_executable", None) or sys.executable
    for minor in range(NEWEST_PYTHON[1], OLDEST_PYTHON[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found and subprocess.run([found, "-c", ""], check=False).returncode == 0:
            return found
    raise SetupError(
        f"StrataGate needs Python 3.{OLDEST_PYTHON[1]} to 3.{NEWEST_PYTHON[1]}; "
        f"this is {sys.version.split()[0]}, and no other was found."
    )
