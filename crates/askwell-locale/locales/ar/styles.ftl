### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = النجوم: { $count } من { $total }
style-no-answer = بلا إجابة

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
    [zero] الحد الأقصى { $count } حرفًا.
    [one] الحد الأقصى حرف واحد ({ $count }).
    [two] الحد الأقصى حرفان ({ $count }).
    [few] الحد الأقصى { $count } أحرف.
    [many] الحد الأقصى { $count } حرفًا.
   *[other] الحد الأقصى { $count } حرف.
}
style-counter = { $here } من { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: اختر لونًا

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = مساحة للتوقيع بالفأرة أو القلم أو الإصبع؛ يمكنك كتابة اسمك أدناه بدلاً من ذلك
style-sign-type = أو اكتب اسمك
style-sign-use = استخدم هذا التوقيع
style-sign-clear = مسح
style-sign-upload = أو ارفع صورة لتوقيعك:

## What a text takes, in a list with other hints
term-hint-time = وقت، مثل 09:30
term-hint-colour = لون، مثل #1a7f4b
