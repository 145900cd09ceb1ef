### Signing in, the code by mail, personal links, and the page about a person's account.
###
### $name is the name of a person, a provider or a browser. Do not inflect it.

## The page on which people sign in
sign-in-title = Sign in
sign-in-title-question = Sign in to answer
sign-in-not = You are not signed in
sign-in-signed-out = You have signed out.
sign-in-about-question = You followed a link to a question. You will see it once we know that it is you.
sign-in-about = You will see what waits for you once we know that it is you.
# Between two ways to sign in.
sign-in-or = or
sign-in-safety = The link alone lets nobody answer. This site never asks for your password; only your sign-in provider does.
sign-in-personal-link = Use the personal link that you were given. If you have none, ask the operator of this service.
# Stands above a list of providers such as Google.
sign-in-with = Continue with
sign-in-mail = Mail address
sign-in-mail-code = Mail me a code

## What went wrong
sign-in-problem-flow = This sign-in was not started in this browser, or it took too long. Nobody was signed in. Start again here.
sign-in-problem-unfinished = The sign-in was not finished at the provider. Try again, or use another way.
sign-in-problem-unreachable = The provider cannot be reached right now. Wait a moment and try again, or use another way.
sign-in-problem-refused = The answer of the provider could not be accepted. Nobody was signed in. Try again; if it happens again, tell the operator of this service.
sign-in-problem-nobody = The provider did not say who you are, or has not verified your mail address. Tell the operator of this service.
sign-in-problem-not-admitted = This account may not sign in here. Use another account, or ask the operator of this service.
sign-in-problem-address = Enter one mail address, such as ada@example.com.
sign-in-problem-code = That code no longer works: it was used, was wrong too often, or is older than ten minutes. Ask for a new one here.

## On the way to a provider and back. $link is the link with the text of the message after it.
sign-in-leaving = On the way to your sign-in
sign-in-signing-out = Signing out
sign-in-nothing-happens = If nothing happens: { $link }
sign-in-continue-to = continue to { $name }

## A code by mail. $address is a mail address of which only a part is shown.
sign-in-check-mail = Check your mail
sign-in-check-mail-about = If { $address } belongs to a person who may sign in here, we have sent eight digits to it. They work for 10 minutes, in this browser only.
sign-in-code = Code
sign-in-enter = Sign in
sign-in-new-code = Send a new code
sign-in-other-ways = Other ways to sign in
sign-in-no-mail = No mail? Look in the junk folder, or ask the operator of this service whether they know your address.

## A personal link
sign-in-link-about = You got this link and a code of eight letters and digits on different ways. Together they sign you in, once.

## How a person signed in, in place of the name of a provider
sign-in-via-code = a mailed code
sign-in-via-link = a personal link

## The account
sign-in-account = Your account
sign-in-account-nav = Account
sign-in-who = Who you are here
sign-in-name = Name
sign-in-signed-in-with = Signed in with
sign-in-groups = Groups
sign-in-no-groups = none
sign-in-out = Sign out
sign-in-where = Where you are signed in
sign-in-out-others = Sign out everywhere but here
sign-in-out-there = Sign out there
sign-in-no-browser = A browser without a name
sign-in-this-browser = (this browser)
# $since and $seen are dates with times.
sign-in-session = With { $name }, since { $since }. Last used { $seen }.
