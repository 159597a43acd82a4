"""Concord's settings as the tests want them: no .env file, nothing left behind, quick passwords."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ["ENV_FILE"] = os.devnull
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="concord-tests-")
os.environ["CELERY_BROKER_URL"] = "memory://"
os.environ["DATABASE_POOL"] = "false"
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)

from config.settings import *  # noqa: E402, F403
from config.settings import DATA_DIR, DATABASES  # noqa: E402

# A file, not memory: the live server answers from other threads, and one shared connection would lock.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(Path(DATA_DIR) / "tests.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SENDS_MAIL = True
ACCOUNT_RATE_LIMITS = False  # the tests about them set them
SIGN_IN_LIMITS: dict[str, str] = {}
MFA_TOTP_TOLERANCE = 1  # the half minute may end between making a code and sending it
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
HISTORY_MAY_BE_UNGUARDED = True  # tables are emptied after a test that commits
