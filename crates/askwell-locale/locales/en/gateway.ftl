### Texts of the gateway: the questions whether a tool may be called, and those of a coding agent.

## The question of a gate: a person approves a call of a tool. Each text of the message is a line of its own.
# The title of the form.
gate-title = Approve a tool call
# The first line of the message.
gate-intro = A program wants to call a tool. Nothing happens until you decide.
gate-server = Server: { $server }
gate-tool = Tool: { $tool }
# $description is what the server says about the tool.
gate-description = The server says: “{ $description }”
gate-no-description = The server does not describe it.
# $hints are some of the next five sentences. "It" is the tool.
gate-hints = According to the server: { $hints }
gate-reads-only = It reads only.
gate-destroys = It may destroy something.
gate-changes = It changes something without destroying it.
gate-open-world = It reaches beyond its own system.
gate-idempotent = It has no further effect if it is repeated.
# $warning is one of the warnings below.
gate-warning = Warning: { $warning }
# $time is such as 2026-11-01T09:30:00Z, $parts a list of what follows.
gate-changed = The server changed the tool since a call of it was approved at { $time }: { $parts }.
gate-part-description = description
gate-part-arguments = arguments
gate-part-annotations = annotations
gate-part-other = other parts of its definition
gate-change-unknown = It is not known whether the tool has changed since it was approved.
# Names that look like others.
gate-server-name = The server's name has letters beyond ASCII. It may imitate another name.
gate-tool-name = The tool's name has letters beyond ASCII. It may imitate another name.
# \u… is how the characters are shown: leave it as it is.
gate-hidden-characters = The arguments have characters that cannot be seen. They are shown as \u….
# $letters are such as U+0430.
gate-mixed-scripts = “{ $word }” mixes letters of several scripts ({ $letters }).
# Within a long text of the arguments.
gate-left-out = { $count } characters left out
gate-arguments = Arguments:
# $bytes is the size of all arguments.
gate-arguments-in-part = Arguments, shown in part ({ $bytes } bytes in full; the digest covers all of them):
# $digest identifies the call, such as sha256:b6e0….
gate-digest = Digest: { $digest }
# The label of the choice, and its options. $duration is such as "15 minutes", see below.
gate-decision = Decision
gate-approve = Approve this call
gate-approve-again = Approve this call, and the same call again for { $duration }
gate-approve-tool = Approve this call, and every call of this tool for { $duration }
gate-edit = Change the arguments first
# Beside the comment.
gate-comment-about = If you reject the call, the program reads this.

## The form in which a person changes the arguments
gate-change-title = Change the arguments
# The only field, if the arguments are changed as JSON.
gate-change-label = Arguments
gate-change-about = A JSON object.
gate-change-intro = Change the arguments of the tool { $tool } of the server { $server }. You see them again before you decide.
# $problem is technical, and in English.
gate-change-problem = Your last change cannot be used: { $problem }.

## How long an approval holds. $count is a whole number.
gate-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
gate-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
gate-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
gate-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}

## A call that was lost when the gateway was restarted. $tool is its name.
gate-lost-call = The gateway was restarted while `{ $tool }` waited for an answer. The server may have done a part of its work already. Call it again?

## Questions of a coding agent
# The form that asks whether to open a page, and its box.
acp-open-title = Open a page?
acp-open = Open this page
# $host is the name of a host.
acp-page-host = This page belongs to { $host }.
# In the conversation of the editor. $url is a web address.
acp-open-page = Open this page to go on: { $url }
acp-answer = Answer here: { $url }
acp-answer-code = Answer here: { $url } (code { $code })
