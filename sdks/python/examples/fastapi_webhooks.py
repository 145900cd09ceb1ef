"""A FastAPI application that receives webhooks of Askwell.

WEBHOOK_SECRET=whsec_… uvicorn examples.fastapi_webhooks:app
"""

from __future__ import annotations

import os

from fastapi import FastAPI

from askwell import WebhookMessage
from askwell.fastapi import webhook_router


async def handle(message: WebhookMessage) -> None:
    print(message.type, message.elicitation_id, message.data.get("status", ""), flush=True)


app = FastAPI()
app.include_router(webhook_router(os.environ["WEBHOOK_SECRET"].split(), handle))
