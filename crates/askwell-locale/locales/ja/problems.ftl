problem-quoted-label = 「{ $label }」
problem-required = { $label }は必須です。
problem-type-text = { $label }にはテキストを入力してください。
problem-type-number = { $label }には数値を入力してください。
problem-type-number-digits = { $label }には38桁以内の数値を入力してください。
problem-type-number-range = { $label }には-1e308から1e308までの数値を入力してください。
problem-type-boolean = { $label }には「はい」か「いいえ」を指定してください。
problem-type-list = { $label }には選択肢のリストを指定してください。
problem-type-date = { $label }には日付を入力してください。
problem-type-option = { $label }は選択肢の中から選んでください。
problem-type-file = { $label }にはファイルを指定してください。
problem-type-other = { $label }には別の種類の値を指定してください。
problem-empty = { $label }を空にすることはできません。
problem-min-length = { $count ->
   *[other] { $label }は{ $count }文字以上で入力してください。
}
problem-max-length = { $count ->
   *[other] { $label }は{ $count }文字以内で入力してください。
}
problem-pattern = { $label }の形式が正しくありません。
problem-characters = { $label }に非表示の制御文字を含めることはできません。
problem-format-email = { $label }にはメールアドレスを入力してください（例: name@example.com）。
problem-format-uri = { $label }には完全なウェブアドレスを入力してください（例: https://example.com）。
problem-format-uuid = { $label }にはUUIDを入力してください（例: 123e4567-e89b-12d3-a456-426614174000）。
problem-format-ipv4 = { $label }にはIPv4アドレスを入力してください（例: 203.0.113.7）。
problem-format-ipv6 = { $label }にはIPv6アドレスを入力してください（例: 2001:db8::7）。
problem-format-hostname = { $label }にはホスト名を入力してください（例: www.example.com）。
problem-format-date = { $label }には日付を入力してください（例: 2026-01-31）。
problem-format-date-time = { $label }には日時を入力してください（例: 2026-01-31T09:30:00Z）。
problem-format-time = { $label }には時刻を入力してください（例: 09:30）。
problem-format-colour = { $label }には色を入力してください（例: #1a7f4b）。
problem-format-other = { $label }は別の形式で入力してください。
problem-earliest = { $label }は{ DATETIME($date) }以降にしてください。
problem-latest = { $label }は{ DATETIME($date) }以前にしてください。
problem-minimum = { $label }は{ $number }以上にしてください。
problem-maximum = { $label }は{ $number }以下にしてください。
problem-more-than = { $label }は{ $number }より大きくしてください。
problem-less-than = { $label }は{ $number }より小さくしてください。
problem-whole-number = { $label }は整数で入力してください。
problem-multiple = { $label }は{ $number }の倍数にしてください。
problem-one-of = { $label }は次のいずれかにしてください: { $options }。
problem-option = { $label }は選択肢の中から選んでください。
problem-min-items = { $count ->
   *[other] { $label }は{ $count }個以上選んでください。
}
problem-max-items = { $count ->
   *[other] { $label }は{ $count }個以内で選んでください。
}
problem-twice = { $label }で同じ選択肢が2回選ばれています。
problem-schemes = { $label }は{ $schemes }で始めてください。
problem-scheme = { $label }は許可されていないスキームで始まっています。
problem-private-network = { $label }にプライベートネットワークのアドレスは使えません。
problem-local-machine = { $label }にこのコンピューター自身のアドレスは使えません。
problem-host = { $label }にはホストが見つかるアドレスを入力してください。
problem-size = { $label }は{ $size }以下にしてください。
problem-file-type = { $label }には{ $types }形式のファイルを指定してください。
problem-file-ending = { $label }には{ $endings }で終わるファイルを指定してください。
problem-file-not-allowed = { $label }は許可されていない種類のファイルです。
problem-filename = { $label }のファイル名は使えません。ファイル名を変更してください。
problem-content = { $label }の内容は使えません。
problem-content-missing = { $label }に内容がありません。
problem-content-not-type = { $label }の内容は{ $expected }ではありません。
problem-content-broken = { $label }の内容を{ $expected }として読み込めません。
problem-content-other-type = { $label }の内容は{ $expected }ではなく{ $actual }です。
problem-content-never-uploaded = { $label }の内容がアップロードされていません。
problem-no-field = このフォームに「{ $label }」という項目はありません。
problem-no-field-meant = このフォームに「{ $label }」という項目はありません。「{ $meant }」のことかもしれません。
problem-answered-twice = { $label }に2回回答されています。
problem-not-readable = 回答を読み取れません。
problem-computed = { $label }は他の回答から計算されるため、変更できません。
problem-not-computable = これらの回答からは{ $label }を計算できません。
problem-not-accepted = { $label }は受け付けられませんでした。
problem-decide = どちらかを選んでください。
size-bytes = { $count ->
   *[other] { $count }バイト
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label }の項目数は { $count } 以上にしてください。
problem-max-rows = { $label }の項目数は { $count } 以下にしてください。
problem-type-rows = { $label }には項目のリストを指定してください。
problem-in-row = { $item } { $number }：{ $sentence }
