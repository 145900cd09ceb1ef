### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Yıldız: { $count } / { $total }
style-no-answer = Yanıt yok

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] En fazla { $count } karakter.
   *[other] En fazla { $count } karakter.
}
style-counter = { $here } / { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: renk seç

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = fare, kalem veya parmakla imza alanı; bunun yerine aşağıya adınızı yazabilirsiniz
style-sign-type = Ya da adınızı yazın
style-sign-use = Bu imzayı kullan
style-sign-clear = Temizle
style-sign-upload = Ya da imzanızın bir resmini yükleyin:

## What a text takes, in a list with other hints
term-hint-time = bir saat, örneğin 09:30
term-hint-colour = bir renk, örneğin #1a7f4b
