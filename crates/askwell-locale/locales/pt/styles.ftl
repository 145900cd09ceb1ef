### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Estrelas: { $count } de { $total }
style-no-answer = Sem resposta

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] No máximo { $count } caractere.
   *[other] No máximo { $count } caracteres.
}
style-counter = { $here } de { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: escolher uma cor

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = área para assinar com o mouse, uma caneta ou o dedo; abaixo, é possível digitar o nome em vez disso
style-sign-type = Ou digite o seu nome
style-sign-use = Usar esta assinatura
style-sign-clear = Limpar
style-sign-upload = Ou envie uma imagem da sua assinatura:

## What a text takes, in a list with other hints
term-hint-time = uma hora, como 09:30
term-hint-colour = uma cor, como #1a7f4b
