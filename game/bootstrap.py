"""Get the packages that Sifang needs on a machine with nothing but Python 3.11 and pip.

`main.py` and `python -m tests` call `ensure_packages()` before they import anything else. When every package can be
imported (an own environment, uv, pipx, a frozen program) it does nothing. Otherwise it makes `.venv` beside main.py,
installs the hashed list there and goes on in it.

Runs before any dependency and before any translation catalogue exists: standard library only, everything it says stands
here in both languages, and the syntax is that of Python 3.7, so that an old Python can say that it is too old.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
ENVIRONMENT = HOME / ".venv"
OLDEST_PYTHON = (3, 11)
ON_WINDOWS = os.name == "nt"

# The modules of the two requirement lists.
TO_PLAY = ("pygame", "zmq", "msgpack", "msgspec", "platformdirs", "tomli_w", "ifaddr")
TO_TEST = (*TO_PLAY, "pytest", "hypothesis", "xdist", "pytest_timeout", "coverage", "ruff", "mypy", "babel", "numpy",
           "fontTools", "soundfile")  # fmt: skip


def ensure_packages(testing: bool = False) -> None:
    """Return when all packages can be imported; before that, install them and start the same command again in `.venv`.

    Exits with status 1 and says what to do in Chinese and English when that cannot be done.
    """
    if getattr(sys, "frozen", False):
        return
    if sys.version_info < OLDEST_PYTHON:
        _stop("需要 Python 3.11 或更高版本。", "Python 3.11 or newer is needed.")
    modules = TO_TEST if testing else TO_PLAY
    missing = missing_modules(modules)
    if not missing:
        return
    requirements = HOME / ("requirements-dev.txt" if testing else "requirements.txt")
    if not requirements.is_file():
        names = ", ".join(missing)
        _stop(f"这份安装缺少 {names}，请重新安装。", f"This installation lacks {names}: please install it again.")
    if _inside_environment():
        _install(requirements, missing)
        _check_again(modules)
    else:
        _make_environment(requirements)
        _start_again()


def missing_modules(modules: tuple[str, ...]) -> list[str]:
    """The modules that cannot be imported here; the old `pygame` in place of pygame-ce counts as missing."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if "pygame" in modules and "pygame" not in missing and not _is_community_edition():
        missing.append("pygame")
    return missing


def _is_community_edition() -> bool:
    """Whether `pygame` is pygame-ce, told from its files: importing it here would cost every headless command 40 ms."""
    spec = importlib.util.find_spec("pygame")
    # Both distributions write into one folder; after uninstalling one of them an empty namespace is left.
    if spec is None or spec.origin is None:
        return False
    return b"pygame-ce" in Path(spec.origin).read_bytes()


def _environment_python() -> Path:
    return ENVIRONMENT / ("Scripts/python.exe" if ON_WINDOWS else "bin/python")


def _inside_environment() -> bool:
    return ENVIRONMENT.is_dir() and ENVIRONMENT.samefile(sys.prefix)


def _make_environment(requirements: Path) -> None:
    if _environment_python().exists() and (ENVIRONMENT / "pyvenv.cfg").is_file():
        return
    _say("首次启动：正在创建 .venv 虚拟环境……", "First start: making the environment .venv ...")
    # --clear: what lies there has no Python that runs, such as after an upgrade of the system.
    _run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], requirements)


def _install(requirements: Path, missing: list[str]) -> None:
    names = ", ".join(missing)
    _say(
        f"正在下载并安装 {names}，约需一分钟以内……",
        f"Downloading and installing {names}; this takes up to a minute ...",
    )
    if importlib.util.find_spec("pip") is None:
        _run([sys.executable, "-m", "ensurepip", "--default-pip"], requirements)
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--retries", "1", "--require-hashes"]
    _run([sys.executable, "-m", "pip", "install", *options, "-r", str(requirements)], requirements)
    _say("安装完成。", "Installed.")


def _check_again(modules: tuple[str, ...]) -> None:
    importlib.invalidate_caches()
    missing = missing_modules(modules)
    if missing == ["pygame"]:
        python = _shown(_environment_python())
        _stop(
            "装的是旧的 pygame，本游戏需要 pygame-ce。请运行：",
            "The old pygame is installed; this game needs pygame-ce. Please run:",
            f"{python} -m pip uninstall -y pygame pygame-ce",
            f"{python} -m pip install -r {_shown(HOME / 'requirements.txt')}",
        )
    if missing:
        names = ", ".join(missing)
        _stop(f"安装后仍缺少：{names}。请删除 .venv 再试。", f"Still missing: {names}. Delete .venv and try again.")


def _start_again() -> None:
    command = [str(_environment_python()), *sys.orig_argv[1:]]
    if ON_WINDOWS:  # there, exec leaves the console to two programs at once
        raise SystemExit(_call(command))
    os.execv(command[0], command)


def _run(command: list[str], requirements: Path) -> None:
    """Run one step of the set-up; when it fails, tell the likely reasons and the commands to type by hand."""
    if _call(command) == 0:
        return
    python = _shown(_environment_python())
    _stop(
        "无法自动安装。常见原因：没有网络；系统的 Python 不带 venv（Debian/Ubuntu：sudo apt install python3-venv）；"
        "此文件夹不可写。排除后可重新启动，或手动运行：",
        "The set-up failed; see above. Usual reasons: no network; a Python without venv (Debian, Ubuntu: "
        "sudo apt install python3-venv); this folder cannot be written. Then start again, or type:",
        f"{'py' if ON_WINDOWS else 'python3'} -m venv --clear {_shown(ENVIRONMENT)}",
        f"{python} -m pip install --require-hashes -r {_shown(requirements)}",
        f"{python} {' '.join(sys.orig_argv[1:])}",
    )


def _call(command: list[str]) -> int:
    import subprocess  # needed at the first start only, and slow to import

    return subprocess.call(command)


def _shown(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)


def _say(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr, flush=True)


def _stop(chinese: str, english: str, *commands: str) -> None:
    _say(chinese, english, *(f"    {command}" for command in commands))
    raise SystemExit(1)
