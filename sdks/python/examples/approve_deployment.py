"""Asks whether to deploy, with a link for the person. Run it again after a crash: it finds its question.

askwell serve &
python examples/approve_deployment.py 1.4.2
"""

from __future__ import annotations

import sys
from typing import Literal

from pydantic import BaseModel, Field

import askwell


class Deployment(BaseModel):
    environment: Literal["staging", "production"] = "staging"
    replicas: int = Field(default=2, ge=1, le=20)
    note: str = ""


def main(version: str) -> None:
    outcome = askwell.ask(
        f"Deploy {version}?",
        Deployment,
        key=f"deploy-{version}",
        mode="url",
        timeout=600,
        on_created=lambda created: print("answer here:", created.url, flush=True),
    )
    match outcome:
        case askwell.Accepted(value=deployment):
            print(f"deploying {version} to {deployment.environment}, {deployment.replicas} replicas")
        case askwell.Declined(reason=reason):
            print("declined:", reason or "no reason given")
        case askwell.Cancelled() | askwell.TimedOut():
            print("no answer")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "1.4.2")
