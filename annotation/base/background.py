"""Background tasks are declared with `shared_task` from here.

Only modules of tasks import this, where work is sent or done: it loads Celery. A page that sends work
thereby has the site's own Celery application, with its broker, and not Celery's default one.
"""

from importlib import import_module

from celery import shared_task
from django.conf import settings

import_module(settings.TASKS_APPLICATION)

__all__ = ["shared_task"]
