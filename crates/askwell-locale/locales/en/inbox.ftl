### The inbox: the list of questions that wait for a person, and what they can do with them.
###
### $client is the name of a program, $name the name of a person or group, $title the title of a question.
### Do not inflect them. They become bold names or links on the page: use each argument once.
### Words on buttons and tabs are one or two words.

## The bar of every page
inbox-pages = Pages
inbox-page-inbox = Inbox
inbox-page-notifications = Notifications
inbox-page-overview = Overview
inbox-page-administration = Administration
# Read out by screen readers before the person's name.
inbox-you-are = You are
inbox-offline = You are offline. You can read on. Decisions wait here and are not sent by themselves.
inbox-connection-lost = The connection is lost; trying again…
# The title in the browser, with how many questions wait.
inbox-title-count = ({ $count }) Inbox

## Parts of the inbox
inbox-parts = Parts of the inbox
inbox-tab-mine = For me
inbox-tab-groups = My groups
inbox-tab-taken = Taken
inbox-tab-done = Done

## The list. The headings group questions by the time until which they have to be answered.
inbox-due-hour = Due within the hour
inbox-due-today = Later today
inbox-due-week = This week
inbox-due-later = Later
inbox-due-never = No deadline
inbox-today = Today
# Beside a question: how soon it is due. As short as you can.
inbox-left-moment = less than a minute left
inbox-left-minutes = { $count ->
    [one] { $count } min left
   *[other] { $count } min left
}
# $time is a time such as 16:30.
inbox-by = by { $time }
# In a sentence: how soon something is due.
inbox-due-in-moment = due in less than a minute
inbox-due-in-minutes = { $count ->
    [one] due in { $count } minute
   *[other] due in { $count } minutes
}
inbox-due-in-hours = { $count ->
    [one] due in { $count } hour
   *[other] due in { $count } hours
}
inbox-due-in-days = { $count ->
    [one] due in { $count } day
   *[other] due in { $count } days
}
# A count that stops at a limit, such as 999+.
inbox-count-more = { $count }+
# On a button that shows questions that have come since.
inbox-new = { $count ->
    [one] { $count } new
   *[other] { $count } new
}
inbox-snoozed-count = { $count ->
    [one] { $count } snoozed.
   *[other] { $count } snoozed.
}
inbox-snoozed-show = Show them
inbox-stopped = The search looked through a part of the entries only.
inbox-search-further = Search further
inbox-first = First
inbox-more = More

## A row of the list. Parts of a line are separated by a dot in the middle; each is a few words in small letters.
inbox-select = Select: { $title }
inbox-answer = Answer
inbox-continue = Continue
inbox-approvals = { $approvals } of { $needed } approved
inbox-client-for = { $client } for { $name }
inbox-taken-by-you = taken by you
inbox-taken-by = { $name } is answering this
inbox-other-page = on another page
inbox-no-longer = no longer here
inbox-fields = { $count ->
    [one] { $count } field
   *[other] { $count } fields
}
inbox-secrets = { $count ->
    [one] { $count } secret
   *[other] { $count } secrets
}
inbox-approved-by-you = Approved by you just now
inbox-approved-by = Approved by { $name } just now
inbox-rejected-by-you = Rejected by you just now
inbox-rejected-by = Rejected by { $name } just now
inbox-undo = Undo
# Beside the label of the reason for a rejection.
inbox-why = Why?
inbox-why-required = goes to the asker
inbox-why-optional = optional, goes to the asker
inbox-keep-open = Keep it open
# How a question ended.
inbox-was-approved = Approved · { $client }
inbox-was-rejected = Rejected · { $client }
inbox-was-answered = Answered · { $client }
inbox-was-declined-because = Declined: “{ $reason }”
inbox-was-declined = Declined · { $client }
inbox-was-called-off = Called off by { $client }
inbox-was-expired = Expired · nobody answered

## The filter
inbox-filter = Filter
# Read out by screen readers after the word above, when a filter is in use.
inbox-filter-in-use = in use
inbox-search = Search
inbox-search-help = Words of the title, the description or the program.
inbox-who-asks = Who asks
inbox-kind = Kind
inbox-outcome = Outcome
inbox-any = Any
inbox-show = Show
inbox-show-everything = Show everything
inbox-notify = Notify me
inbox-notify-stop = Stop notifying me
inbox-state-completed = Answered
inbox-state-declined = Declined
inbox-state-cancelled = Called off
inbox-state-timeout = Expired
inbox-mode-form = Form
inbox-mode-inline = Short question
inbox-mode-url = Web page
inbox-mode-terminal = Terminal

## Nothing to show
inbox-none-fits = Nothing fits
inbox-none-fits-about = No entry fits what you are looking for.
inbox-none-mine = Nothing waits for you
inbox-none-mine-about = New questions show up here by themselves.
inbox-none-mine-groups = My groups ({ $count })
inbox-none-mine-done = What is done
inbox-none-groups = Nothing waits for your groups
inbox-none-groups-about = Questions for a group that you are in show up here.
inbox-none-taken = You have taken nothing
inbox-none-taken-about = Take a question to tell your colleagues that you are answering it.
inbox-none-done = Nothing is done yet
inbox-none-done-about = Questions that were answered, declined, called off or expired show up here.
inbox-gone = This inbox can no longer be shown here.

## The question beside the list
inbox-question = Question
inbox-question-none = When a question comes, you read and answer it here.
# Back to the list, on a phone.
inbox-list = List
inbox-before = The question before
inbox-after = The next question
inbox-place = { $here } of { $count }
inbox-what-happened = What happened
inbox-take = Take
inbox-give-back = Give back
inbox-take-over = Take over

## Passing a question on
inbox-delegate = Delegate
inbox-delegate-about = Asks someone else in your place. The deadline stays; without an answer it comes back before.
inbox-delegate-to = To
inbox-delegate-person = A person
inbox-delegate-group = A group
inbox-delegate-name = Name
inbox-delegate-why = Why?
inbox-delegate-why-note = optional, for your colleagues
# $time is a date with a time.
inbox-delegated-by = { $name } gave this to you. Without an answer it goes back at { $time }.
inbox-delegated-return = Give it back
inbox-delegated-count = { $count ->
    [one] { $count } passed on
   *[other] { $count } passed on
}
inbox-delegated-to = You gave this to { $name }. Without an answer it comes back at { $time }.
inbox-take-back = Take it back
inbox-delegate-impossible = This question cannot be passed on: it is over, or several people decide it together.
inbox-delegate-no-name = Say to whom: the name of a person or a group, as it is used when they sign in.
inbox-delegate-with-you = It is with you already.
# Notes that colleagues read.
inbox-delegate-note = Passed on to { $name }.
inbox-delegate-note-why = Passed on to { $name }: { $reason }

## Hiding a question for a while
inbox-snooze = Snooze
inbox-snooze-about = Hides it from your list. It returns ten minutes before its deadline at the latest.
inbox-snooze-too-soon = It is due too soon to be snoozed.
inbox-snooze-not = Don’t snooze it
inbox-snooze-hour = For an hour
inbox-snooze-afternoon = For four hours
inbox-snooze-day = For a day

## Notes among colleagues
inbox-notes = Notes among colleagues
inbox-notes-private = { $client } does not see them.
inbox-note-yours = Your note
inbox-note-add = Add the note

## Decisions that can be undone. $seconds is a number that counts down.
inbox-toast-approved = Approved: { $title } It leaves in { $seconds } seconds.
inbox-toast-rejected = Rejected: { $title } It leaves in { $seconds } seconds.
inbox-toast-approved-short = Approved. It leaves in { $seconds } seconds.
inbox-toast-rejected-short = Rejected. It leaves in { $seconds } seconds.

## Several questions at once
inbox-selected-entries = Selected entries
# Follows the number of selected entries, which the browser counts.
inbox-selected = selected
inbox-comment-all = One comment for all (optional)
inbox-approve-all = Approve all
inbox-reject-all = Reject all
inbox-clear = Clear
inbox-bulk-approved = { $count ->
    [one] { $count } approved.
   *[other] { $count } approved.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } rejected.
   *[other] { $count } rejected.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } snoozed.
   *[other] { $count } snoozed.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } skipped: no decision.
   *[other] { $count } skipped: no decision.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } skipped: due too soon to be snoozed.
   *[other] { $count } skipped: due too soon to be snoozed.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } not approved: over already, or a comment is needed.
   *[other] { $count } not approved: over already, or a comment is needed.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } not rejected: over already, or a comment is needed.
   *[other] { $count } not rejected: over already, or a comment is needed.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } not snoozed: over already, or a comment is needed.
   *[other] { $count } not snoozed: over already, or a comment is needed.
}

## Keys. The first five follow the names of keys at the foot of the list; one word each, in small letters.
inbox-hint-move = move
inbox-hint-approve = approve
inbox-hint-reject = reject
inbox-hint-select = select
inbox-hint-keys = all keys
inbox-keys = Keyboard
inbox-key-move = The next entry, the one before
inbox-key-open = Open it
inbox-key-back = Back to the list
inbox-key-approve = Approve
inbox-key-reject = Reject, with a reason
inbox-key-select = Select, or not
inbox-key-approve-selected = Approve what is selected
inbox-key-comment = Write a comment
inbox-key-undo = Undo the last decision
inbox-key-take = Take it, or give it back
inbox-key-new = Show new entries
inbox-key-help = Show or hide this list
inbox-keys-letters = Single letters are keys
inbox-keys-close = Close

## Without a connection
inbox-offline-title = Offline
inbox-offline-missing = This page is not on this device
inbox-offline-about = The list and the questions that you opened last are. Try again when you are online.
inbox-offline-read = Read your list
# What the installed app is for.
inbox-app-about = Questions that wait for you
