### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Étoiles : { $count } sur { $total }
style-no-answer = Pas de réponse

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] Au plus { $count } caractère.
   *[other] Au plus { $count } caractères.
}
style-counter = { $here } sur { $total }

## The button that opens the colour picker
style-pick-colour = { $label } : choisir une couleur

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = zone pour signer avec la souris, un stylet ou le doigt ; vous pouvez aussi saisir votre nom ci-dessous
style-sign-type = Ou saisissez votre nom
style-sign-use = Utiliser cette signature
style-sign-clear = Effacer
style-sign-upload = Ou envoyez une image de votre signature :

## What a text takes, in a list with other hints
term-hint-time = une heure, comme 09:30
term-hint-colour = une couleur, comme #1a7f4b
