### Display styles of fields: counters, stars, colours, signatures.
### $label is the name of the field, from the author of the form. Do not inflect it.

## What a screen reader says of one of several stars. $count and $total are whole numbers.
style-stars = 별 { $total }개 중 { $count }개
style-no-answer = 답변 없음

## Below a text: how long it may be, and while it is typed, how long it is. $here and $total are whole numbers.
style-at-most = { $count ->
   *[other] 최대 { $count }자.
}
style-counter = { $here } / { $total }

## The button that opens the colour picker
style-pick-colour = { $label }: 색 선택

## Signing: the area to draw on, the input for a name, and the buttons below
style-sign-pad = 마우스, 펜 또는 손가락으로 서명하는 영역입니다. 대신 아래에 이름을 입력할 수 있습니다
style-sign-type = 또는 이름 입력
style-sign-use = 이 서명 사용
style-sign-clear = 지우기
style-sign-upload = 또는 서명 이미지 업로드:

## What a text takes, in a list with other hints
term-hint-time = 시각(예: 09:30)
term-hint-colour = 색(예: #1a7f4b)
