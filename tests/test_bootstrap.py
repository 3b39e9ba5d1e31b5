"""The first start on a bare Python: making `.venv`, going on in it, or saying why not. Nothing is downloaded."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from game import bootstrap

HOME = bootstrap.HOME
PROGRAM = """
from game.bootstrap import ensure_packages
ensure_packages()
import sys, pygame, tomli_w
print(sys.prefix, sys.argv[1:])
"""
STUBS = {
    **{f"{name}.py": "" for name in bootstrap.TO_PLAY if name != "pygame"},
    "pygame/__init__.py": "# pygame-ce",
}


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with nothing but the standard library."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=os.name != "nt")
    return python_of(folder)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A program that needs the packages, in a folder with a space in its name."""
    folder = tmp_path / "si fang"
    (folder / "game").mkdir(parents=True)
    (folder / "game/__init__.py").touch()
    shutil.copy(HOME / "game/bootstrap.py", folder / "game")
    (folder / "main.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "requirements.txt").touch()
    return folder


def start(python: Path, checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program the way a player would, where pip knows no index and no other setting than the given ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    offline = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PYTHONUTF8": "1"}
    command = [str(python), "main.py", "play", "a b"]
    everything = {**kept, **offline, **environment}
    return subprocess.run(
        command, cwd=checkout, env=everything, capture_output=True, encoding="utf-8", timeout=110, check=False
    )


def stub_wheel(folder: Path) -> str:
    """Put a wheel with all modules into `folder`; the line of a hashed requirement list that asks for it."""
    path = folder / "stubs-1-py3-none-any.whl"
    records = {
        "stubs-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: stubs\nVersion: 1\n",
        "stubs-1.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "stubs-1.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**STUBS, **records}.items():
            wheel.writestr(name, text)
    return f"stubs==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def test_a_bare_python_makes_the_environment_installs_and_goes_on_in_it(bare_python: Path, checkout: Path) -> None:
    (checkout / "requirements.txt").write_text(stub_wheel(checkout), encoding="utf-8")
    done = start(bare_python, checkout, PIP_FIND_LINKS=str(checkout.as_uri()))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{checkout / '.venv'} ['play', 'a b']"
    assert "正在创建 .venv" in done.stderr
    assert "making the environment .venv" in done.stderr


def test_a_later_start_goes_on_in_the_environment_without_a_word(bare_python: Path, checkout: Path) -> None:
    venv.create(checkout / ".venv", symlinks=os.name != "nt")
    [packages] = (checkout / ".venv").rglob("site-packages")
    for name, text in STUBS.items():
        (packages / name).parent.mkdir(exist_ok=True)
        (packages / name).write_text(text, encoding="utf-8")
    done = start(bare_python, checkout)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == f"{checkout / '.venv'} ['play', 'a b']"


def test_without_a_network_both_languages_say_what_to_do(bare_python: Path, checkout: Path) -> None:
    (checkout / "requirements.txt").write_text(f"stubs==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    done = start(bare_python, checkout)
    assert done.returncode == 1
    assert "没有网络" in done.stderr
    assert "no network" in done.stderr
    assert f'-m pip install --require-hashes -r "{checkout / "requirements.txt"}"' in done.stderr
    assert "Traceback" not in done.stderr


def test_a_python_without_venv_is_told_what_to_install(bare_python: Path, checkout: Path) -> None:
    (checkout / "broken").mkdir()
    (checkout / "broken/venv.py").write_text("raise SystemExit('ensurepip is not available')", encoding="utf-8")
    done = start(bare_python, checkout, PYTHONPATH=str(checkout / "broken"))
    assert done.returncode == 1
    assert "系统的 Python 不带 venv" in done.stderr
    assert "sudo apt install python3-venv" in done.stderr


def test_an_installed_copy_without_its_packages_makes_no_environment(bare_python: Path, checkout: Path) -> None:
    (checkout / "requirements.txt").unlink()
    done = start(bare_python, checkout)
    assert done.returncode == 1
    assert "please install it again" in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(("text", "missing"), [("# pygame-ce", []), ("# pygame", ["pygame"])])
def test_the_old_pygame_counts_as_missing(
    text: str, missing: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame/__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pygame", raising=False)
    assert bootstrap.missing_modules(("pygame", "json")) == missing


def test_where_everything_can_be_imported_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "call", lambda command: pytest.fail(f"ran {command}"))
    bootstrap.ensure_packages(testing=True)
    assert capfd.readouterr() == ("", "")


def test_a_python_that_is_too_old_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(SystemExit):
        bootstrap.ensure_packages()
    assert "Python 3.11 or newer" in capsys.readouterr().err


def declared(*extras: str) -> set[str]:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return {re.split("[<>=]", line)[0] for line in lines}


def test_the_modules_looked_for_are_those_of_the_declared_packages() -> None:
    found = packages_distributions()
    for modules, names in ((bootstrap.TO_PLAY, declared()), (bootstrap.TO_TEST, declared("dev"))):
        assert {found[module][0].lower().replace("_", "-") for module in modules} == names


@pytest.mark.parametrize(("file", "extras"), [("requirements.txt", ()), ("requirements-dev.txt", ("dev",))])
def test_the_hashed_list_has_every_declared_package_and_names_no_host(file: str, extras: tuple[str, ...]) -> None:
    text = (HOME / file).read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==\S+.*\\\n +--hash=sha256:", text, re.MULTILINE)
    assert declared(*extras) <= set(pinned)
    assert len(pinned) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert "://" not in text
