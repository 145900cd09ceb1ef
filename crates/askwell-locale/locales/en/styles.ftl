### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = { $count } of { $total } stars
style-no-answer = No answer

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] At most { $count } character.
   *[other] At most { $count } characters.
}
style-counter = { $here } of { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: pick a colour

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = area to sign on with a mouse, pen or finger; below it you can type your name instead
style-sign-type = Or type your name
style-sign-use = Use this signature
style-sign-clear = Clear
style-sign-upload = Or upload a picture of your signature:

## What a text takes, in a list with other hints
term-hint-time = a time of day, like 09:30
term-hint-colour = a colour, like #1a7f4b
