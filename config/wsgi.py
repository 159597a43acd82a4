"""What a production server loads: `gunicorn config.wsgi`."""

import gc
import logging
import os

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from config.logs import SupportIsPrivate

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# gunicorn writes its access log through handlers of its own, which Django's settings do not reach.
logging.getLogger("gunicorn.access").addFilter(SupportIsPrivate())

application = get_wsgi_application()

reverse("home")  # loads every page's view now; the first request would wait for it
gc.freeze()  # what is loaded stays: the collector need not look through it again and again
