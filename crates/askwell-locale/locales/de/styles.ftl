### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = { $count } von { $total } Sternen
style-no-answer = Keine Angabe

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] Höchstens { $count } Zeichen.
   *[other] Höchstens { $count } Zeichen.
}
style-counter = { $here } von { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: Farbe auswählen

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = Fläche zum Unterschreiben mit Maus, Stift oder Finger; darunter können Sie stattdessen Ihren Namen eingeben
style-sign-type = Oder geben Sie Ihren Namen ein
style-sign-use = Diese Unterschrift verwenden
style-sign-clear = Löschen
style-sign-upload = Oder laden Sie ein Bild Ihrer Unterschrift hoch:

## What a text takes, in a list with other hints
term-hint-time = eine Uhrzeit wie 09:30
term-hint-colour = eine Farbe wie #1a7f4b
