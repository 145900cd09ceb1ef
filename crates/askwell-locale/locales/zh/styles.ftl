### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = { $count } 星，共 { $total } 星
style-no-answer = 不回答

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
   *[other] 最多 { $count } 个字符。
}
style-counter = { $here } / { $total }

## The button that opens the colour picker
style-pick-colour = { $label }：选择颜色

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = 用鼠标、手写笔或手指签名的区域；也可以在下方输入姓名
style-sign-type = 或输入您的姓名
style-sign-use = 使用此签名
style-sign-clear = 清除
style-sign-upload = 或上传签名图片：

## What a text takes, in a list with other hints
term-hint-time = 时间，例如 09:30
term-hint-colour = 颜色，例如 #1a7f4b
