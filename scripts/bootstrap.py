"""From a bare Python to an environment in .venv that holds Concord's requirements. Standard library only.

    bootstrap.py install           what the site needs
    bootstrap.py install-dev       that, and what the tests and checks need
    bootstrap.py run [OPTIONS]     install, then `manage.py serve OPTIONS` in place of this process

Even an old Python must be able to read this file and say that it is too old: no f-strings, no annotations.
"""

import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys

OLDEST = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, "bin", "python")
REQUIREMENTS = {"install": "requirements.txt", "install-dev": "requirements-dev.txt"}
PR_SET_PDEATHSIG = 1


def main(words):
    """Do what the first word says; every failure ends in a sentence and exit code 1."""
    verb = words[0] if words else ""
    if verb not in ("install", "install-dev", "run"):
        sys.exit(__doc__)
    # With it every start would compile everything again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    use_a_new_enough_python(words)
    install("install" if verb == "run" else verb)
    if verb == "run":
        end_with_parent()
        os.chdir(ROOT)
        os.execv(VENV_PYTHON, [VENV_PYTHON, "manage.py", "serve"] + words[1:])


def use_a_new_enough_python(words):
    """Go on in this Python, or in a newer one of this machine, or say that there is none."""
    if sys.version_info >= OLDEST:
        return
    for name in NEWER_NAMES if hasattr(shutil, "which") else ():
        path = shutil.which(name)
        if path and runs(path):
            os.execv(path, [path, os.path.abspath(__file__)] + words)
    sys.exit(
        "Concord needs Python {0}.{1} or newer, and this is {2}.{3} ({4}). "
        "Install a newer one, or name it: make run PYTHON=/path/to/python3".format(
            OLDEST[0], OLDEST[1], sys.version_info[0], sys.version_info[1], sys.executable
        )
    )


def runs(python):
    """Whether `python` starts and is new enough; a version manager's shim may do neither."""
    check = "import sys; sys.exit(sys.version_info < {0!r})".format(OLDEST)
    with open(os.devnull, "w") as nowhere:
        return subprocess.call([python, "-c", check], stdout=nowhere, stderr=nowhere) == 0


def install(verb):
    """Bring .venv up to date with the requirements of `verb`; it costs nothing when they have not changed."""
    stamp = os.path.join(VENV, "concord-" + verb + ".sha256")
    wanted = checksum(REQUIREMENTS[verb])
    if os.path.exists(VENV_PYTHON) and runs(VENV_PYTHON) and read(stamp) == wanted:
        return
    make_venv()
    say("Installing the requirements.")
    options = ["install", "--quiet", "--require-hashes", "-r", os.path.join(ROOT, REQUIREMENTS[verb])]
    if not (bring_uv() and succeeds([VENV_PYTHON, "-m", "uv", "pip"] + options + ["--python", VENV_PYTHON])):
        say("Trying again with pip, which takes a few minutes.")
        if not succeeds([VENV_PYTHON, "-m", "pip"] + options):
            sys.exit(
                "The requirements could not be installed; the lines above say why. Is there a connection?"
            )
    with open(stamp, "w") as file:
        file.write(wanted)


def make_venv():
    """Create .venv if it is missing or its Python no longer runs."""
    if os.path.exists(VENV_PYTHON) and runs(VENV_PYTHON):
        return
    say("Creating .venv.")
    try:
        import ensurepip  # noqa: F401 - Debian leaves it out of its plain python3
        import venv

        venv.EnvBuilder(with_pip=True, clear=True, symlinks=True).create(VENV)
    except ImportError:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(
            "This Python lacks the module that makes virtual environments. "
            "On Debian or Ubuntu: apt-get install python3-venv"
        )
    except (OSError, subprocess.CalledProcessError) as problem:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(".venv could not be created: {0}".format(problem))


def bring_uv():
    """Install uv into .venv with pip unless it is there, and return whether it is there now."""
    if os.path.exists(os.path.join(VENV, "bin", "uv")):
        return True
    file = os.path.join(ROOT, "requirements-uv.txt")
    return succeeds([VENV_PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", file])


def succeeds(command):
    """Run `command` and return whether it exited with 0; what it says goes to the terminal."""
    return subprocess.call(command) == 0


def checksum(name):
    """SHA-256 of a requirements file and of the Python that would use it."""
    with open(os.path.join(ROOT, name), "rb") as file:
        return hashlib.sha256(file.read() + repr(sys.version_info[:2]).encode()).hexdigest()


def read(path):
    """The text of `path`, or None."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None


def end_with_parent():
    """Have Linux stop the site when `make` is gone, however it went. It outlasts the change of program."""
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("The command that started Concord is gone already.")


def say(sentence):
    """Print at once, so that the order is right when a child prints too."""
    print(sentence)
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit("Stopped.")
