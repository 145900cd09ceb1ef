### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Stelle: { $count } su { $total }
style-no-answer = Nessuna risposta

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] Al massimo { $count } carattere.
   *[other] Al massimo { $count } caratteri.
}
style-counter = { $here } di { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: scegli un colore

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = area per firmare con il mouse, una penna o il dito; sotto puoi invece scrivere il tuo nome
style-sign-type = Oppure scrivi il tuo nome
style-sign-use = Usa questa firma
style-sign-clear = Cancella
style-sign-upload = Oppure carica un’immagine della tua firma:

## What a text takes, in a list with other hints
term-hint-time = un’ora, come 09:30
term-hint-colour = un colore, come #1a7f4b
