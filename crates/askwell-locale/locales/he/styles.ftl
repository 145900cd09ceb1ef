### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = כוכבים: { $count } מתוך { $total }
style-no-answer = ללא תשובה

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] תו אחד ({ $count }) לכל היותר.
    [two] שני תווים ({ $count }) לכל היותר.
   *[other] { $count } תווים לכל היותר.
}
style-counter = { $here } מתוך { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: בחירת צבע

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = אזור לחתימה בעכבר, בעט או באצבע; אפשר במקום זאת להקליד את השם למטה
style-sign-type = או הקלדת השם
style-sign-use = שימוש בחתימה זו
style-sign-clear = ניקוי
style-sign-upload = או העלאת תמונה של החתימה:

## What a text takes, in a list with other hints
term-hint-time = שעה, למשל 09:30
term-hint-colour = צבע, למשל #1a7f4b
