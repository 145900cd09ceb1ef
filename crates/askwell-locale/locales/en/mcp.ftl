### Texts in MCP clients: the form that a client shows beside a tool's result, and sentences in its dialogs.

## The form in the client
mcp-send = Send
mcp-decline = Decline
mcp-optional = (optional)
mcp-choose = Choose…
mcp-title = Form
mcp-open = Open the form
mcp-on-page = This form is answered on a page of its own.
mcp-open-page = Open it as a page
mcp-page-code = The page will ask for this code: { $code }
mcp-failed = This did not work. Please try again.
mcp-check = Please check the marked answers.
# $link is a web address.
mcp-page-refused = The page could not be opened. Its address: { $link }
mcp-answered = Your answer was sent.
mcp-declined = You declined.
mcp-cancelled = This question was closed.
mcp-timeout = The time for an answer is over.
# Errors in place of the form.
mcp-not-yours = This form does not belong to an open question of this client.
mcp-too-fast = This came faster than a person can answer. Please try again.
mcp-gone = This question is no longer there.

## What the form tells the conversation, as the person. $title is the title of the form, $id its number.
mcp-say-answered = I have answered the form “{ $title }” ({ $id }).
mcp-say-declined = I declined to answer the form “{ $title }” ({ $id }).
mcp-say-closed = The form “{ $title }” was closed ({ $id }).

## Dialogs of the client
# When the dialog opens again. $problems are sentences, each about one answer.
mcp-correct = Please correct this: { $problems }
# A form to confirm something: its title and its one box.
mcp-confirm = Please confirm
mcp-go-on = Go on
# The result of a tool until the person has answered, read by people and models. $link is a web address.
mcp-link = A person has to answer a question first. Show them this link and ask them to open it: { $link }
mcp-link-code = A person has to answer a question first. Show them this link and ask them to open it: { $link } The page will ask for this code: { $code }.
# Progress that clients show.
mcp-waiting = Waiting for the person to answer.
mcp-task-waiting = The person has to answer.

## Forms of the tools with which a model asks
# The title of a form with several questions, if the model gave none.
mcp-questions = A few questions
# The title of a form whose question is too long for a title.
mcp-question = A question
# The label of the only field: the question is in the title.
mcp-your-answer = Your answer
# The label of the only box, under a question that is answered with yes or no.
mcp-yes = Yes
