### Problems of an answer: full sentences for the person who answered. Polite, short, ending with a full stop.
###
### $label is the name of the field, such as "Port" or "Your name". It comes from the author of the form.
### Do not inflect it and do not put an article before it. Where a sentence needs it, begin with it.

## What a field's name becomes if it is a question, such as "Restart at night?": put it in your quotation marks.
problem-quoted-label = “{ $label }”

problem-required = { $label } is required.

## The wrong type of value
problem-type-text = { $label } must be a text.
problem-type-number = { $label } must be a number.
problem-type-number-digits = { $label } must be a number of at most 38 digits.
problem-type-number-range = { $label } must be a number between -1e308 and 1e308.
problem-type-boolean = { $label } must be true or false.
problem-type-list = { $label } must be a list of choices.
problem-type-date = { $label } must be a date.
problem-type-option = { $label } must be one of the options.
problem-type-file = { $label } must be a file.
problem-type-other = { $label } must be of another type.

## Texts. $count is a whole number.
problem-empty = { $label } must not be empty.
problem-min-length = { $count ->
    [one] { $label } must have at least { $count } character.
   *[other] { $label } must have at least { $count } characters.
}
problem-max-length = { $count ->
    [one] { $label } must have at most { $count } character.
   *[other] { $label } must have at most { $count } characters.
}
problem-pattern = { $label } does not have the expected form.
problem-characters = { $label } must not contain hidden control characters.

## Formats. Leave the examples as they are.
problem-format-email = { $label } must be an email address, like name@example.com.
problem-format-uri = { $label } must be a full web address, like https://example.com.
problem-format-uuid = { $label } must be a UUID, like 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } must be an IPv4 address, like 203.0.113.7.
problem-format-ipv6 = { $label } must be an IPv6 address, like 2001:db8::7.
problem-format-hostname = { $label } must be a host name, like www.example.com.
problem-format-date = { $label } must be a date, like 2026-01-31.
problem-format-date-time = { $label } must be a date and time, like 2026-01-31T09:30:00Z.
problem-format-time = { $label } must be a time of day, like 09:30.
problem-format-colour = { $label } must be a colour, like #1a7f4b.
problem-format-other = { $label } must be in another format.

## Numbers and dates. $date is a date, possibly with a time; write DATETIME($date) to spell it in your language.
problem-earliest = { $label } must be { $date } or later.
problem-latest = { $label } must be { $date } or earlier.
problem-minimum = { $label } must be at least { $number }.
problem-maximum = { $label } must be at most { $number }.
problem-more-than = { $label } must be more than { $number }.
problem-less-than = { $label } must be less than { $number }.
problem-whole-number = { $label } must be a whole number.
problem-multiple = { $label } must be a multiple of { $number }.

## Options. $options lists the names of the options.
problem-one-of = { $label } must be one of: { $options }.
problem-option = { $label } must be one of the options.
problem-min-items = { $count ->
    [one] { $label } needs at least { $count } choice.
   *[other] { $label } needs at least { $count } choices.
}
problem-max-items = { $count ->
    [one] { $label } takes at most { $count } choice.
   *[other] { $label } takes at most { $count } choices.
}
problem-twice = { $label } has the same choice twice.

## Web addresses. $schemes lists beginnings such as "http:// or https://".
problem-schemes = { $label } must begin with { $schemes }.
problem-scheme = { $label } begins with a scheme that is not allowed.
problem-private-network = { $label } must not lead into a private network.
problem-local-machine = { $label } must not lead back to the local machine.
problem-host = { $label } must be an address whose host can be found.

## Files. $size is a size such as "10 MiB"; $types lists media types such as "image/png", $endings such as ".png".
problem-size = { $label } must be at most { $size }.
problem-file-type = { $label } must be a file of type { $types }.
problem-file-ending = { $label } must be a file that ends in { $endings }.
problem-file-not-allowed = { $label } is a type of file that is not allowed.
problem-filename = { $label } has a file name that cannot be used; rename the file.
problem-content = { $label } has content that cannot be used.
problem-content-missing = { $label } has no content.
problem-content-not-type = { $label } has content that is not { $expected }.
problem-content-broken = { $label } has content that cannot be used as { $expected }.
problem-content-other-type = { $label } has content of the type { $actual }, not { $expected }.
problem-content-never-uploaded = { $label } has content that was never uploaded.

## The answer as a whole. $meant is the id of another field.
problem-no-field = This form has no field “{ $label }”.
problem-no-field-meant = This form has no field “{ $label }”; perhaps “{ $meant }” was meant.
problem-answered-twice = { $label } was answered twice.
problem-not-readable = The answer is not readable.
problem-computed = { $label } is computed from other answers and cannot be changed.
problem-not-computable = { $label } cannot be computed from these answers.
problem-not-accepted = { $label } was not accepted.
problem-decide = Please decide.

## Sizes of files. $number is a number, possibly with a decimal, in the unit named.
size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = The minimum number of entries in { $label } is { $count }.
problem-max-rows = The maximum number of entries in { $label } is { $count }.
problem-type-rows = { $label } must be a list of entries.
problem-in-row = { $item } { $number }: { $sentence }
