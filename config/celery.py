"""The Celery application: Django's settings whose names start with CELERY_ configure it."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["filesystem"] = "config.embedded_broker:Transport"
app = Celery("concord")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotation.jobs", "calibration.rankings", "scoring"])
