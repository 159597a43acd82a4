"""Concord's settings as the tests want them: no .env file, nothing left behind, quick passwords."""

import os
import tempfile
from pathlib import Path

os.environ["ENV_FILE"] = os.devnull
os.environ["DATA_DIR"] = os.environ.get("TEST_DATA_DIR") or tempfile.mkdtemp(prefix="concord-tests-")
os.environ["CELERY_BROKER_URL"] = "memory://"
os.environ["DATABASE_POOL"] = "false"

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR, DATABASES

# A file, not memory: the live server answers from other threads, and one shared connection would lock.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(Path(DATA_DIR) / "tests.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_STORE_EAGER_RESULT = False
