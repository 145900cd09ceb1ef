"""A real SMTP server on loopback. Prints its port, then every mail as one line of JSON."""

import asyncio
import email
import email.policy
import json
import sys

from aiosmtpd.smtp import SMTP


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if address.startswith("nobody@"):
            return "550 no such mailbox"
        if address.startswith("full@"):
            return "452 mailbox full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        part = lambda kind: message.get_body((kind,)).get_content()
        seen = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "raw_head": envelope.content.split(b"\r\n\r\n")[0].decode("ascii"),
            "text": part("plain"),
            "html": part("html"),
        }
        print(json.dumps(seen), flush=True)
        return "250 accepted"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler(), hostname="test", loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Ends with the test, which holds the other end of the standard input.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
