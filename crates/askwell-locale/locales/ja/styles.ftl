### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = 星{ $total }つ中{ $count }つ
style-no-answer = 回答しない

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
   *[other] { $count }文字以内。
}
style-counter = { $here } / { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: 色を選択

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = マウス、ペン、指で署名する領域。代わりに下で名前を入力することもできます
style-sign-type = または名前を入力
style-sign-use = この署名を使う
style-sign-clear = 消去
style-sign-upload = または署名の画像をアップロード:

## What a text takes, in a list with other hints
term-hint-time = 時刻（例: 09:30）
term-hint-colour = 色（例: #1a7f4b）
