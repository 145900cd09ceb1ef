### Pages without a form: the question is over, or the request is rejected. Also the receipt, the code of a link and the
### history of a question.
###
### $client is the name of the program that asked; $name is the name of a person or group. Do not inflect them.
### They become bold names on the page: use each argument once, in any place of the sentence.

## Titles
final-title-sent = Sent
final-title-answered-by-other = Someone else answered first
final-title-you-declined = You declined
final-title-declined = This was declined
final-title-cancelled = This request was cancelled
final-title-expired = The time is up
final-title-nothing = There is nothing here
final-title-other-browser = This link is in use in another browser
final-title-somebody-else = This request is for someone else
final-title-sign-in = Please sign in
final-title-locked = Too many wrong codes
final-title-attempts = Too many attempts
final-title-too-much = Too much at once
final-title-refused = That did not work
final-title-trouble = Something went wrong here
final-title-no-inbox = There is no inbox here

## The question is over
final-has-answer = { $client } has your answer. You can close this page.
final-answered-by = This was already answered by { $name }. { $client } has got what it asked for.
final-not-sent = What you filled in was not sent. You can close this page.
final-you-declined = { $client } knows that you declined.
final-declined-by = { $client } knows that { $name } declined.
final-reason = The reason given: { $reason }
final-close = You can close this page.
final-no-longer-waits = { $client } no longer waits for an answer.
final-expired = There was no answer in time, and { $client } no longer waits.
final-expired-next = Nothing was sent. If the answer still matters, ask { $client } to ask again: you will get a new link.
# Who or what did something, in place of a name.
final-someone = someone
final-someone-mcp = someone in another program
final-someone-terminal = someone in a terminal
final-service = the service
final-program = a program
# Why a question was cancelled.
final-cancelled-by-you = You cancelled it.
final-cancelled-by-someone = Someone cancelled it.
final-cancelled-client-gone = The program that asked went away.
final-cancelled-session = The session that it belonged to ended.
final-cancelled-form = The form was withdrawn.
final-cancelled-retries = The last try with an answer that was not accepted was used up.
final-cancelled = It was cancelled.

## The link or the page does not work
final-not-found = The link may be incomplete, or what it led to is long over and forgotten.
final-not-found-next = Copy the whole link and try again, or go back to the program that gave it to you and let it ask again.
final-no-page = No page has this address. Check how it is spelled, or open the link that you were given again.
# A link to the first page.
final-home = What there is
final-other-browser = An answer was started in another browser or window, and a link works in one browser only.
final-other-browser-next = Go back to that browser. If it was not you, tell the program that gave you the link to ask again.
final-somebody-else = You are signed in, but this request is for another person.
final-somebody-else-next = Sign in as the person who got the link, or pass it on to them.
final-unknown = This page needs to know who you are. The sign-in in front of it did not send your name.
final-unknown-next = Sign in and open the link again. If you are signed in, tell the operator of this service that it does not receive the user’s name.
final-locked = The code was wrong too often, so this link no longer works.
final-locked-next = Go back to the program that gave you the link and let it ask again.
final-no-inbox = People are identified here by the code of each link, so there are no inboxes.
final-no-inbox-next = Open the link that you were given.
final-trouble = Nothing was sent.
final-trouble-next = Wait a moment, go back and try again.

## Too much
final-attempts-address = Too many attempts to sign in or to enter a code came from your network. Nothing was checked, and no try was used up.
final-attempts-service = Too many people or programs try to sign in here right now. Nothing was checked, and no try was used up.
final-attempts-mailbox = Too many codes were asked for with this mail address. Nothing was checked, and no try was used up.
final-work-action = You answered, decided or changed more in the last minute than one person may here. All your browsers count together. Nothing was sent.
final-work-draft = You typed faster in the last minute than one person may here. All your browsers count together. Nothing was sent.
final-work-upload = You uploaded more files in the last minute than one person may here. All your browsers count together. Nothing was sent.
final-work-search = You searched more often in the last minute than one person may here. All your browsers count together. Nothing was sent.
final-work-view = You opened more pages in the last minute than one person may here. All your browsers count together. Nothing was sent.
final-wait = { $count ->
    [one] Wait { $count } second, then go back and try again.
   *[other] Wait { $count } seconds, then go back and try again.
}

## The request is rejected
final-refused-next = Nothing was sent. Go back, reload the page and try again.
final-refused-other-site = Another site tried to act in your name. Nothing was done.
final-refused-stale = This page was open for too long, or your browser keeps no cookies.
final-refused-too-long = This page was open for too long.
final-refused-busy = Too much is going on here at once. Nothing was done. Wait a moment, then try again.
final-refused-too-large = More was sent than this form takes. Choose smaller files or write less.
final-refused-no-form = What arrived here is not a form.
final-refused-incomplete = What was sent did not arrive completely.
final-refused-wrong-form = What was sent is no form of this page.
final-refused-too-many = These are too many at once.
final-refused-undo = Too late to undo: the program has your decision.
final-refused-answer = Your groups do not let you answer here. Ask the operator of this service to add you to one that does.
final-refused-operate = This page is for operators.
final-refused-administer = This page is for administrators.
final-refused-preferences = This form is too large, or came too slowly. Nothing was changed.

## The code that belongs to a link
final-code-title = Enter the code
final-code-about = The program that gave you this link shows a code of eight letters and digits. It proves that the link is yours.
final-code-label = Code
final-code-wrong = { $count ->
    [1] This is not the code. You can try once more.
    [one] This is not the code. You can try { $count } more time.
   *[other] This is not the code. You can try { $count } more times.
}

## The receipt of an answer
final-receipt = Receipt
final-receipt-print = Print
final-receipt-asked = What was asked
final-receipt-sent = What you sent
final-receipt-reason = Reason
final-receipt-who-when = Who got it, and when
final-receipt-sent-by = Sent by
final-receipt-declined-by = Declined by
final-receipt-closed-by = Closed by
final-receipt-who = Who got it
# $time is a date with a time.
final-receipt-client-time = { $client }, { $time }
final-receipt-got = { $client }, { $time }.
final-receipt-taken = Taken over { $time }.
final-receipt-colleagues = Colleagues see that you answered, not what.
# The number by which the question is known.
final-receipt-number = Number
final-back-to-inbox = Back to the inbox
final-back-to-question = Back to the question
# $due is such as "due in 9 minutes".
final-next = Next, { $due }
final-next-button = { $count ->
    [one] Next question ({ $count })
   *[other] Next question ({ $count })
}

## What happened to a question: a list of events, each with its time
final-history = What happened
final-history-title = What happened: { $title }
final-event-asked = Asked by { $client }
# $surface is one of the words below.
final-event-opened = Opened by { $name }, through { $surface }
final-event-rejected = Try { $try } of { $limit } by { $name }, through { $surface }, was not accepted
final-event-warned = The time was nearly up
final-event-extended = { $count ->
    [one] Time was added by { $name }, through { $surface }; { $count } more extension
   *[other] Time was added by { $name }, through { $surface }; { $count } more extensions
}
final-event-taken-by = Taken by { $name }
final-event-given-back = Given back by { $name }, through { $surface }
final-event-approved = Approved by { $name }: { $approvals } of { $needed } approved
final-event-voted-against = Rejected by { $name }: { $approvals } of { $needed } approved
final-event-reminded = People were reminded
final-event-escalated = Not answered in time, passed on to { $name }
final-event-delegated = Passed on to { $to } by { $name }, through { $surface }
final-event-answered = Answered by { $name }, through { $surface }
final-event-declined = Declined by { $name }, through { $surface }
final-event-cancelled = Cancelled by { $name }, through { $surface }
final-event-expired = Expired
final-event-delivered = The answer was delivered
# Others than one person or group.
final-others = others
# $surface: the way by which someone acted.
final-surface-web = a web page
final-surface-mcp = an MCP client
final-surface-terminal = a terminal
final-surface-api = the API
final-surface-library = a program
final-surface-service = the service

## The first page of the service
final-home-title = Home
final-home-about = Programs ask people here. If you were given a link, open it.
final-home-inbox = Open the inbox
# $link is the link with the text of the message after it.
final-home-api = For programs: { $link }.
final-home-methods = every method of the API
