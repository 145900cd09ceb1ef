"""Wrong use: both type checkers report every line that ends with `# wrong`."""

import askwell


def use(client: askwell.Client) -> None:
    outcome = client.ask("?", bool)
    print(outcome.value)  # wrong
    print(outcome.reason)  # wrong
    number: int = client.ask("?", str).unwrap()  # wrong
    client.ask("?", 3)  # wrong
    client.ask("?", {"id": "form"})  # wrong
    client.ask("?", bool, timeout="soon")  # wrong
    client.ask("?", bool, colour="red")  # wrong
    client.ask("?", bool, mode="letter")  # wrong
    client.ask("?", bool, form={})  # wrong
    client.ask("?", bool, schema={})  # wrong
    client.ask("?", bool, reminders="30m")  # wrong
    client.ask("?", bool, escalate={"group": "ops"})  # wrong
    client.ask("?", bool, quorum={"votes": 2})  # wrong
    client.submit("elic_", True)  # wrong
    client.wait(7)  # wrong
    if isinstance(outcome, askwell.Declined):
        print(outcome.value)  # wrong
    if outcome.status == "refused":  # wrong
        print(number)


async def use_async(client: askwell.AsyncClient) -> None:
    client.ask("?", bool).unwrap()  # wrong
    for _ in client.events():  # wrong
        break
    webhook = askwell.Webhook(b"secret")  # wrong
    webhook.verify({}, "text")  # wrong
