"""Webhook receivers for Django.

urlpatterns = [path("askwell", webhook_view(settings.WEBHOOK_SECRET, handle))]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.csrf import csrf_exempt

from .errors import WebhookRejected
from .webhooks import SeenIds, Webhook, WebhookMessage


def webhook_view(
    secret: str | Sequence[str], handler: Callable[[WebhookMessage], None]
) -> Callable[[HttpRequest], HttpResponse]:
    """Returns a view that verifies messages and hands each of them to `handler` once.

    It needs no CSRF token, because the signature proves who sent the message. An exception of the handler is
    answered with status 500; the service sends the message again. `DATA_UPLOAD_MAX_MEMORY_SIZE` limits the body.
    """
    webhook, is_new = Webhook(secret), SeenIds()

    def view(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            message = webhook.verify(dict(request.headers), request.body)
        except RequestDataTooBig:
            return HttpResponse("the message is too large", status=413)
        except WebhookRejected as error:
            return HttpResponse(str(error), status=400, content_type="text/plain")
        if is_new(message.id):
            try:
                handler(message)
            except BaseException:
                is_new.forget(message.id)
                raise
        return HttpResponse(status=204)

    return csrf_exempt(view)
