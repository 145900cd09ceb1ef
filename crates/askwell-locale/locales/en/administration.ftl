### The page for administrators: who is signed in, which people and API keys there are. Not for everybody: be exact.
###
### $name is the name of a provider, $time a date with a time. Words in code such as askwell sessions list stay as they are.

administration-title = Administration
administration-signed-in = Who is signed in
administration-nobody = Nobody is signed in.
administration-session = With { $name }. Last used { $time }.
administration-sign-out = Sign out
administration-more-sessions = There are more: askwell sessions list shows all of them.
administration-people = People known by sign-in
administration-people-about = They are told of questions like the people in the settings, until you remove them here. The next sign-in makes them known again.
administration-groups = In { $groups }.
administration-signed-in-with = Signed in with { $name } { $time }.
administration-remove = Remove
administration-more = There are more.
administration-keys = API keys
administration-no-keys = This service has no keys: every program that reaches it may ask.
# $scopes is a list of technical names.
administration-scopes = Only { $scopes }.
administration-ends = Ends { $time }.
administration-no-end = Has no end.
administration-last-used = Last used { $time }.
administration-not-used = Not used yet.
administration-revoke = Revoke
