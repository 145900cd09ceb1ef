"""A Django project in one file that receives webhooks of Askwell.

WEBHOOK_SECRET=whsec_… python examples/django_webhooks.py runserver --noreload 8000
"""

from __future__ import annotations

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.urls import path

from askwell import WebhookMessage

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1", "localhost"], ROOT_URLCONF=__name__, SECRET_KEY="not used", MIDDLEWARE=[]
)

from askwell.django import webhook_view  # noqa: E402 - the settings come first


def handle(message: WebhookMessage) -> None:
    print(message.type, message.elicitation_id, message.data.get("status", ""), flush=True)


urlpatterns = [path("askwell", webhook_view(os.environ["WEBHOOK_SECRET"].split(), handle))]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
