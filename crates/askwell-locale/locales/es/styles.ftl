### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Estrellas: { $count } de { $total }
style-no-answer = Sin respuesta

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] Como máximo { $count } carácter.
   *[other] Como máximo { $count } caracteres.
}
style-counter = { $here } de { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: elegir un color

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = zona para firmar con el ratón, un lápiz o el dedo; debajo puede escribir su nombre en su lugar
style-sign-type = O escriba su nombre
style-sign-use = Usar esta firma
style-sign-clear = Borrar
style-sign-upload = O suba una imagen de su firma:

## What a text takes, in a list with other hints
term-hint-time = una hora, como 09:30
term-hint-colour = un color, como #1a7f4b
