### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = { $total } में से { $count } तारे
style-no-answer = कोई उत्तर नहीं

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [one] अधिकतम { $count } वर्ण।
   *[other] अधिकतम { $count } वर्ण।
}
style-counter = { $total } में से { $here }

## The button that opens the colour picker
style-pick-colour = { $label }: रंग चुनें

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = माउस, पेन या उंगली से हस्ताक्षर करने की जगह; इसके बजाय आप नीचे अपना नाम लिख सकते हैं
style-sign-type = या अपना नाम लिखें
style-sign-use = इस हस्ताक्षर का उपयोग करें
style-sign-clear = मिटाएँ
style-sign-upload = या अपने हस्ताक्षर की तस्वीर अपलोड करें:

## What a text takes, in a list with other hints
term-hint-time = समय, जैसे 09:30
term-hint-colour = रंग, जैसे #1a7f4b
