### The page on which a person answers a question: the form, its controls, the review, a decision.
###
### $client is the name of the program that asks, such as "Deploy bot". $label is the name of a field.
### Both come from others: do not inflect them and do not put an article before them.
### Some arguments become links, bold names or times on the page. Use each one once, in any place of the sentence.

## The frame of every page
# Stands before the title of a page that shows problems. $title is the title.
pages-title-error = Error: { $title }
pages-skip = Skip to the content
pages-footer = Answered with Askwell
# The list from which a person chooses the language of the pages, and its button.
pages-language = Language
pages-language-use = Use
# Read out by screen readers before a problem.
pages-error-mark = Error:
pages-problem-title = There is a problem

## Who asks what
pages-asks = { $client } asks
pages-asks-for = { $client } asks, for { $requester }
pages-audience-you = For you alone
pages-audience-person = For { $name }
pages-audience-group = For the group { $name }
pages-audience-signed-in = For everyone who is signed in
pages-audience-anyone = For anyone
# One of the five lines above, and when it was asked. $time is a date with a time.
pages-audience-asked = { $audience } · asked { $time }
# The name of a program that has none.
pages-unnamed-client = A program
pages-taken-by-you = You have taken this.
pages-taken-by-other = { $name } is answering this.

## Buttons
pages-send = Send answer
pages-review = Review your answer
pages-continue = Continue
pages-back = Back
pages-update = Update the form
pages-update-help = Some fields depend on others. Update to see which you need.
pages-give-back = Give it back
pages-take-over = Take over
# Beside the buttons, once the browser keeps what was typed.
pages-kept = Kept in this browser while the question is open
pages-kept-without-secrets = Kept in this browser while the question is open, secrets aside

## Ending a question without an answer
pages-no-wish = Don’t want to answer?
pages-decline = Decline
pages-decline-help = Tells { $client } that you decline. It may continue without an answer.
pages-cancel = Cancel the request
pages-cancel-help = Closes the request without an answer.
pages-why-not = Why not?
# Stands beside the label of a field that may stay empty.
pages-optional = (optional)

## A question that is answered on a page of another site
pages-external = This is done on another page. Look at where it leads before you go there:
pages-external-open = Open the page
pages-external-no-wish = Don’t want to do this?
pages-external-decline-help = Tells { $client } that you decline. It may continue without you.

## Time. $left is one of the amounts below, or a clock such as 4:59. $time is a date with a time.
pages-time-left = Time left: { $left }
pages-time-until = until { $time }
pages-left-moment = less than a minute
pages-left-minutes = { $count ->
    [1] about a minute
    [one] about { $count } minute
   *[other] about { $count } minutes
}
pages-left-hours = { $count ->
    [one] about { $count } hour
   *[other] about { $count } hours
}
pages-left-days = { $count ->
    [one] about { $count } day
   *[other] about { $count } days
}
# The button that adds time.
pages-add-minutes = { $count ->
    [1] Add a minute
    [one] Add { $count } minute
   *[other] Add { $count } minutes
}
pages-add-seconds = { $count ->
    [1] Add a second
    [one] Add { $count } second
   *[other] Add { $count } seconds
}
# Read out when little time is left. $left is a clock such as 0:59.
pages-time-near = The time is nearly up: { $left } left.
pages-more-time = You have more time now.
pages-no-more-time = There is no more time to add. Please answer before it runs out.
pages-time-up = The time is up.

## What happens without an answer. $words come from the program, such as "not deployed"; put them at the end.
pages-without-answer = Without an answer: { $words }
pages-without-answer-expires = Without an answer it expires, and the program is told so.
pages-without-approvals = { $count ->
    [1] Without one more approval: { $words }
    [one] Without { $count } more approval: { $words }
   *[other] Without { $count } more approvals: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Without one more approval it expires, and the program is told so.
    [one] Without { $count } more approval it expires, and the program is told so.
   *[other] Without { $count } more approvals it expires, and the program is told so.
}
pages-escalates-group = From { $time } on, the group { $name } answers instead.
pages-escalates-person = From { $time } on, { $name } answers instead.
pages-escalates-others = From { $time } on, other people answer instead.

## A form in steps
pages-steps = Steps
pages-step = Step { $here } of { $total }: { $title }
pages-step-done = { $title }, done: change it
pages-check-and-send = Check and send

## The review before sending
pages-check = Check before you send
# The title of the page in the browser. $title is the title of the form.
pages-check-title = Check before you send: { $title }
pages-check-all = This is all that { $client } will get.
pages-fixed = Set by the form.
# Only screen readers read $label: the words have to make sense without it, too. So it is in every "…-for" below.
pages-change-for = Change { $label }
pages-back-to-form = Back to the form
pages-nothing = Nothing
pages-not-shown = Filled in, not shown

## A decision
pages-your-decision = Your decision
pages-undo-hint = { $count ->
    [one] Nothing leaves for { $count } second: you can undo.
   *[other] Nothing leaves for { $count } seconds: you can undo.
}
pages-votes-title = { $approvals } of { $needed } approved
pages-votes-enough = Enough people approve.
pages-votes-missing = { $count ->
    [1] One more approval is needed.
    [one] { $count } more approval is needed.
   *[other] { $count } more approvals are needed.
}
pages-votes-ends = One rejection ends it.
pages-votes-goes-on = A rejection does not end it.
pages-vote-approved = Approved
pages-vote-rejected = Rejected
# In place of the person's own name, in a list of people.
pages-you = You
# What a person wrote about their vote.
pages-quote = “{ $text }”
pages-own-request = You asked for it, so you can’t decide.
pages-request-of = { $name } asked for it, so they can’t decide.

## Controls
pages-yes = Yes
pages-no = No
pages-no-answer = No answer
pages-no-choice = No choice
pages-choose-one = Choose one
pages-choose-some = Choose some
pages-chosen = { $count ->
    [one] { $count } chosen
   *[other] { $count } chosen
}
pages-search = Search
pages-search-in = Search in { $label }
pages-find-for = Find { $label }
pages-first-options = { $count ->
    [one] The first of { $count } option. Search to see others.
   *[other] The first of { $count } options. Search to see others.
}
# When more options fit than are listed.
pages-first-fitting = { $count ->
    [one] The first { $count } option that fits.
   *[other] The first { $count } options that fit.
}
pages-options-fit = { $count ->
    [0] Nothing fits this search.
    [1] One option fits.
    [one] { $count } option fits.
   *[other] { $count } options fit.
}
pages-steps-of = In steps of { $number }.
pages-show = Show
pages-hide = Hide
pages-secret-kept = What you typed before is kept. Leave this empty to use it, or type something else.
pages-secret-remove = Remove what I typed before
pages-secret-again = { $label } has to be typed again. What you typed before is no longer known here.
pages-zone-of = Time zone of { $label }
pages-zone-choose = Choose the time zone
pages-zone-missing = Choose the time zone of { $label }.
# $time is a time such as 03:30; $first and $second are offsets such as UTC +2:00.
pages-clocks-forward = Clocks go forward and skip this hour on that day. It counts as { $time }.
pages-clocks-back = Clocks go back on that day, so this hour comes twice: first as { $first }, then as { $second }. Choose the one you mean.
pages-code = Code
pages-table = Table
pages-changes = Changes

## Web addresses
pages-test-for = Test { $label }
pages-testing = Testing…
pages-test-fine = This address would be accepted. It was not visited.
pages-test-nothing = There is nothing to test yet.
pages-test-no-field = There is no such field.
pages-leads-to = Leads to { $host }.
pages-mixed-scripts = This name mixes letters of different scripts, as names do that pose as others. Look at it closely.
pages-foreign-letters = This name has letters beyond a to z, which can look like others. Look at it closely.

## Files. $size is a size such as 2 MB; $types are endings such as .json, .yaml or .toml.
pages-size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Any type of file, at most { $size }.
pages-file-types = { $types }, at most { $size }.
pages-file-certain = Only certain types of file, at most { $size }.
pages-file-too-large = { $label } must be at most { $size }.
pages-file-remove-this = Remove this file
pages-file-remove = Remove
pages-file-another-for = Choose another file { $label }
pages-file-drop = or drop it here
pages-file-uploading = Uploading { $label }
pages-file-failed = This file could not be taken. Please try again.
# $name is the name of the file.
pages-file-bad-name = { $label }: the file name “{ $name }” cannot be used. Rename the file.
pages-file-no-type = { $label }: your browser gave “{ $name }” a type that is none. Choose another file.
pages-file-refused = { $label }: “{ $name }” cannot be taken. Choose another file.
# The name ends in $ending, such as .png, but the browser says that the file is of $type, such as text/csv. The variants
# are what the browser says.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: the name “{ $name }” ends in { $ending }, but your browser says that the file is plain text. Rename the file, or choose another.
    [html] { $label }: the name “{ $name }” ends in { $ending }, but your browser says that the file is an HTML page. Rename the file, or choose another.
    [unknown] { $label }: the name “{ $name }” ends in { $ending }, but your browser says that the file is none of the known types. Rename the file, or choose another.
   *[type] { $label }: the name “{ $name }” ends in { $ending }, but your browser says that the file is of type { $type }. Rename the file, or choose another.
}
# The name ends in $ending, but the content is something else.
pages-file-ending-and-content = { $found ->
    [text] { $label }: the name “{ $name }” ends in { $ending }, but the content is plain text. Choose another file.
    [html] { $label }: the name “{ $name }” ends in { $ending }, but the content is an HTML page. Choose another file.
    [unknown] { $label }: the name “{ $name }” ends in { $ending }, but the content is none of the known types. Choose another file.
    [malformed] { $label }: the name “{ $name }” ends in { $ending }, but its text does not have that form. Choose another file.
   *[type] { $label }: the name “{ $name }” ends in { $ending }, but the content is of type { $type }. Choose another file.
}
# The browser says that the file is of $declared, but the content is something else.
pages-file-browser-and-content = { $found ->
    [text] { $label }: your browser says that “{ $name }” is of type { $declared }, but the content is plain text. Choose another file.
    [html] { $label }: your browser says that “{ $name }” is of type { $declared }, but the content is an HTML page. Choose another file.
    [unknown] { $label }: your browser says that “{ $name }” is of type { $declared }, but the content is none of the known types. Choose another file.
    [malformed] { $label }: your browser says that “{ $name }” is of type { $declared }, but its text does not have that form. Choose another file.
   *[type] { $label }: your browser says that “{ $name }” is of type { $declared }, but the content is of type { $type }. Choose another file.
}
pages-file-failed-field = { $label } could not be taken. Please try again.

## Problems with the answer as a whole
pages-answer-too-long = Your answer is too long: all of it together must be at most { $size }.
pages-answer-own-request = You asked for this, so you can’t decide it.
pages-answer-sign-in = Several people decide this. Please sign in, so that your vote can be counted.
pages-answer-no-votes = No further votes are taken.
pages-answer-unchecked = Your answer could not be checked just now. Nothing was sent. Please try again.

## What the page says while it is open
pages-connection-lost = The connection is lost. What you typed is still on this page; trying again…
pages-unusable = This page can no longer be used here.
pages-see-why = See why
pages-see-what = See what happened
pages-live-answered = This was already answered. What you filled in was not sent.
pages-live-answered-by = This was already answered by { $name }. What you filled in was not sent.
pages-live-declined = This was declined. What you filled in was not sent.
pages-live-declined-by = This was declined by { $name }. What you filled in was not sent.
pages-live-timeout = The time is up. What you filled in was not sent.
pages-live-cancelled = This was cancelled. What you filled in was not sent.

## Words for decisions and rows
# Two buttons and the label of a text, if the author of the decision has no words for them.
pages-approve = Approve
pages-reject = Reject
pages-comment = Comment
# Stands before what was decided, in the receipt.
pages-decision = Decision
# Entries of a list that a person makes: $item is what one entry is called, such as "Host". It comes from the author.
pages-rows-none = Nothing added yet.
pages-rows-add = Add: { $item }
pages-rows-most = That is as many as this takes: { $count }.
pages-row-up = Move up
pages-row-down = Move down
pages-row-remove = Remove

## Values and options that come from elsewhere
pages-computed = Computed from your other answers.
# A search in the options of a service.
pages-source-none = No options were found. Search for something else, or try again later.
pages-source-some = These are some of the options. Search to see others.
# In place of the reason why a service did not accept an answer.
pages-not-accepted = This was not accepted.
