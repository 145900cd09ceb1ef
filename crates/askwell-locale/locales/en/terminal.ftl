### Texts of forms in the terminal. Words for keys on the bottom line are one or two words, in small letters.
### Leave commands such as !more and !decline, and names of keys, as they are.

## Results of a form
term-sent = Sent. Thank you.
term-declined = Declined. Nothing was sent.
term-cancelled = Cancelled. Nothing was sent.
term-aborted = Left. Nothing was sent.
term-timed-out = Time is up. Nothing was sent.
term-sending = Sending …
term-kept = Your answers are kept; you can try again.

## Words beside answers. "nothing" stands for a missing answer.
term-nothing = (nothing)
term-required = required
term-optional = optional
term-yes = yes
term-no = no
term-chosen = { $count ->
    [one] { $count } chosen
   *[other] { $count } chosen
}
# The number of the current question and how many there are.
term-position = { $here } of { $total }
# $time is a time such as 4:59.
term-time-left = { $time } left
term-review = Review
# The same word as a part of a line, in small letters where your language does so.
term-review-position = review
term-send = Send the answers
term-problems-left = { $count ->
    [one] { $count } problem to fix.
   *[other] { $count } problems to fix.
}
# $typed is what the person typed.
term-no-such-option = There is no option “{ $typed }”.

## Leaving a form
term-leave = Leave this form?
term-why-decline = Why do you decline?
term-decline = Decline: tell the sender that you will not answer.
term-why = The sender reads the reason. You can leave it empty.
term-cancel = Cancel: close the form without an answer; the sender may ask again.
term-continue = Continue with the form.
term-not-kept = Your entries are not kept.
term-no-more-time = No more time can be added.
term-time-asked = You asked for more time.
term-read-all = … F2 shows all of it.

## What a field takes, in a few words that begin in small letters. They also follow "Takes".
term-hint-email = an email address
term-hint-uri = a web address
term-hint-uuid = a UUID
term-hint-ipv4 = an IPv4 address
term-hint-ipv6 = an IPv6 address
term-hint-hostname = a host name
term-hint-date = a date, like 2026-01-31
term-hint-date-time-text = a date and time, like 2026-01-31T09:30:00Z
term-hint-date-time = a date and time, like 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } character
   *[other] { $count } characters
}
term-hint-characters-at-most = { $count ->
    [one] at most { $count } character
   *[other] at most { $count } characters
}
term-hint-characters-at-least = { $count ->
    [one] at least { $count } character
   *[other] at least { $count } characters
}
term-hint-characters-between = { $count ->
    [one] { $least } to { $count } character
   *[other] { $least } to { $count } characters
}
term-hint-number = a number
term-hint-whole-number = a whole number
term-hint-multiple = a multiple of { $number }
term-hint-more-than = more than { $number }
term-hint-less-than = less than { $number }
# $what is one of the hints above; $least and $most are numbers, dates, or "more than 3".
term-hint-from = { $what }, from { $least }
term-hint-up-to = { $what }, up to { $most }
term-hint-between = { $what }, from { $least } to { $most }
# How many options can be chosen.
term-hint-any = any number of them
term-hint-at-most = at most { $count }
term-hint-at-least = at least { $count }
term-hint-exactly = exactly { $count }
term-hint-some = { $least } to { $most } of them
term-hint-url = a web address that begins with { $schemes }
term-hint-file = a file, at most { $size }
term-hint-file-ending = a file ending in { $endings }, at most { $size }

## Where a web address leads
term-leads-to = Leads to { $host }, port { $port }.
term-leads-to-doubtful = Leads to { $host }, port { $port }. The name has letters of other scripts: look twice.

## Plain mode: a form in lines
term-plain-mode = Plain mode: one question at a time. ? shows more, < goes back, ! lists all commands.
term-plain-more = !more asks for more.
term-plain-question = Question { $position }: { $label } ({ $need })
term-plain-takes = Takes { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } option. Type a part of a name to see which fit.
   *[other] { $count } options. Type a part of a name to see which fit.
}
term-plain-now = Now: { $value }. An empty line keeps it.
term-plain-leave-out = An empty line leaves it out.
# These two stand before what the person types.
term-plain-answer = Answer:
term-plain-secret = Answer (not shown):
term-plain-decide = Answer with a number, or with approve or reject.
term-plain-yes-no = Answer yes or no.
term-plain-number-or-name = Answer with a number or a name.
term-plain-numbers-or-names = Answer with numbers or names, with commas between them.
term-plain-path = Answer with the path of a file.
term-plain-lines = You can enter several lines; end with a line that contains only a dot.
term-plain-problem = Problem: { $sentence }
term-plain-warning = Warning: { $sentence }
term-plain-send = Send? Enter y to send, a number to change that answer, < to go back, ! to leave.
term-plain-emptied = Emptied.
term-plain-fixed = This answer cannot be changed.
term-plain-no-such-number = There is no such number.
term-plain-not-sent = Not sent. !decline REASON says no to the whole form, !cancel leaves it.
term-plain-unclear = Please answer with y, a number, < or !.
term-plain-please-yes-no = Please answer yes or no.
# $approve and $reject are the author's words for the two buttons.
term-plain-please-decide = Please answer 1 for “{ $approve }” or 2 for “{ $reject }”.
term-plain-several = Several options fit:
term-plain-and-more = { $count ->
    [one] … and { $count } more. Type more of the name.
   *[other] … and { $count } more. Type more of the name.
}
term-plain-commands = Commands:
term-plain-backslash = Put a \ before an answer that looks like a command.
term-command-back = go back to the question before
term-command-help = say more about this question
term-command-menu = list these commands
term-command-clear = empty this answer
term-command-review = look over all answers
term-command-more = ask for more time

## Files. $name is what the person typed.
term-file-missing = There is no file “{ $name }”.
term-file-denied = “{ $name }” cannot be read: permission denied.
term-file-unreadable = “{ $name }” cannot be read: { $reason }.
term-file-folder = “{ $name }” is a folder; pick a file in it.
term-file-other = “{ $name }” is not a file.
term-file-large = “{ $name }” is larger than { $size }.

## Only the argument, with the marks of your language. $items lists hints such as "an email address, at most 60 characters".
term-list = { $items }
term-number = { $number }
# Follows the time left, in brackets.
term-plain-short-more = ; !more asks for more

## The wizard: words for keys on the bottom line and in the help
term-keys = Keys
term-key-next = next
term-key-back = back
term-key-leave = leave
term-key-help = help
term-key-decline = decline
term-key-cancel = cancel
term-key-go-on = go on
term-key-scroll = scroll
term-key-back-to-form = back to the form
term-key-pick = pick
term-key-move = move
term-key-more-time = more time
term-key-day = day
term-key-month = month
term-key-type = type
term-key-replace = replace
term-key-calendar = calendar
term-key-new-line = new line
term-key-step = step
term-key-change = change
term-key-approve-reject = approve/reject
term-key-yes-no = yes/no
term-key-search = search
term-key-choose = choose
term-key-complete = complete
term-key-answer = answer
# Names of keys: any key, the space bar, and letters that are typed.
term-key-name-any = any key
term-key-name-space = space
term-key-name-type = type
# The help lists what each key does.
term-help-enter = go on
term-help-back = go back
term-help-later = go on, fix it later
term-help-review = to the review
term-help-empty = empty the line
term-help-read = read all of the text
term-help-leave = decline or cancel
term-help-abort = leave without an answer

## Inputs of the wizard
term-search = Search:
term-options = { $count ->
    [one] { $count } option
   *[other] { $count } options
}
term-nothing-fits = nothing fits
term-path = path of a file
term-unseen = typed unseen
# $count lines lie beyond the edge of the screen.
term-more = { $count ->
    [one] { $count } more
   *[other] { $count } more
}
# The twelve months, separated by spaces, as they stand above a calendar before the year.
term-months = January February March April May June July August September October November December
# The seven days of the week from Monday, each at most two columns wide, separated by spaces.
term-weekdays = Mo Tu We Th Fr Sa Su
term-picture = [picture: { $description }]

## The list of forms that wait for an answer
term-inbox-empty = No forms are waiting for an answer.
term-inbox-choose = Enter a number to answer that form, an empty line to refresh, ! to leave.

## The heading of a step of the form. $title is its name.
term-step = Step { $here } of { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Entries: { $count }
term-rows-add = Add: { $item }
term-rows-done = Continue
term-key-add = add
term-key-remove = remove
term-key-move-entry = move entry
term-plain-rows = + adds an entry, a number changes one; -2 removes entry 2, ^2 moves it up, v2 moves it down. An empty line continues.
term-rows-full = There is no room for more entries.
