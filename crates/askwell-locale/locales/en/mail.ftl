### Notifications by mail, push, Slack, Teams, Telegram and ntfy, and mails with a code to sign in.
###
### $client is the name of the program that asks, $title the title of the question. Do not inflect them.

## One question in one line: the subject of a mail, the first line of a message. Without a title if the channel may not
## carry it.
mail-asks = { $client } asks: { $title }
mail-asks-untitled = { $client } asks a question
mail-reminder = Reminder: { $client } asks: { $title }
mail-reminder-untitled = Reminder: { $client } asks a question
mail-escalated = Escalated to you: { $client } asks: { $title }
mail-escalated-untitled = Escalated to you: { $client } asks a question
mail-delegated = Passed on to you: { $client } asks: { $title }
mail-delegated-untitled = Passed on to you: { $client } asks a question

## Several questions
mail-waiting = { $count ->
    [one] { $count } question waits for an answer
   *[other] { $count } questions wait for an answer
}
# $link is the address of the inbox, or a link with the words "open the inbox".
mail-more = { $count ->
    [one] And { $count } more: { $link }
   *[other] And { $count } more: { $link }
}
mail-more-short = { $count ->
    [one] And { $count } more.
   *[other] And { $count } more.
}
mail-open-inbox-inline = open the inbox

## Buttons and links
mail-open-question = Open the question
mail-open-inbox = Open the inbox

## The deadline. $time is a date with a time in UTC.
mail-answer-by = Answer by { $time }.

## The last lines of a mail
mail-settings = When and how you are told
mail-unsubscribe = No more mails like this
# The same with an address, in plain text.
mail-settings-at = When and how you are told: { $link }
mail-unsubscribe-at = No more mails like this: { $link }

## A code to sign in. $site is the name of a host, $code has eight digits.
mail-code-subject = Your sign-in code for { $site }
mail-code = Your code: { $code }
mail-code-works = { $count ->
    [one] It works once, for { $count } minute, on { $site } in the browser that asked for it.
   *[other] It works once, for { $count } minutes, on { $site } in the browser that asked for it.
}
mail-code-warning = If you did not ask for it, do nothing: without the code nobody is signed in. Give it to no one.
