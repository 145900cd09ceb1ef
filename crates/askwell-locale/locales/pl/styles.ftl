### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = Gwiazdki: { $count } z { $total }
style-no-answer = Bez odpowiedzi

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] Najwyżej { $count } znak.
    [few] Najwyżej { $count } znaki.
    [many] Najwyżej { $count } znaków.
   *[other] Najwyżej { $count } znaku.
}
style-counter = { $here } z { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: wybierz kolor

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = pole do podpisania się myszą, piórem lub palcem; poniżej można zamiast tego wpisać imię i nazwisko
style-sign-type = Lub wpisz imię i nazwisko
style-sign-use = Użyj tego podpisu
style-sign-clear = Wyczyść
style-sign-upload = Lub prześlij obraz podpisu:

## What a text takes, in a list with other hints
term-hint-time = godzina, np. 09:30
term-hint-colour = kolor, np. #1a7f4b
