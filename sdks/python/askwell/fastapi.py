"""Webhook receivers for FastAPI and Starlette applications.

app.include_router(webhook_router(os.environ["WEBHOOK_SECRET"], handle))
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool

from .errors import WebhookRejected
from .webhooks import MAX_BODY_BYTES, SeenIds, Webhook, WebhookMessage

Handler = Callable[[WebhookMessage], Awaitable[None] | None]


async def receive(request: Request, webhook: Webhook) -> WebhookMessage:
    """Returns the verified message of a request, or raises `HTTPException` with status 400 or 413."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise HTTPException(413, f"a message has at most {MAX_BODY_BYTES} bytes")
    try:
        return webhook.verify(dict(request.headers), bytes(body))
    except WebhookRejected as error:
        raise HTTPException(400, str(error)) from error


def webhook_router(secret: str | Sequence[str], handler: Handler, *, path: str = "/askwell") -> APIRouter:
    """Returns a router that verifies messages and hands each of them to `handler` once.

    An exception of the handler is answered with status 500; the service sends the message again.
    """
    webhook, is_new, router = Webhook(secret), SeenIds(), APIRouter()

    async def endpoint(request: Request) -> Response:
        message = await receive(request, webhook)
        if is_new(message.id):
            try:
                if inspect.iscoroutinefunction(handler):
                    await handler(message)
                else:
                    await run_in_threadpool(handler, message)
            except BaseException:
                is_new.forget(message.id)
                raise
        return Response(status_code=204)

    router.add_api_route(path, endpoint, methods=["POST"], status_code=204, response_class=Response)
    return router
