pages-title-error = エラー: { $title }
pages-skip = 本文へ移動
pages-footer = Askwell で回答
pages-language = 言語
pages-language-use = 使用
pages-error-mark = エラー:
pages-problem-title = 問題があります
pages-asks = { $client } からの質問
pages-asks-for = { $client } からの質問（{ $requester } の依頼）
pages-audience-you = あなただけに宛てた質問
pages-audience-person = { $name } 宛て
pages-audience-group = グループ { $name } 宛て
pages-audience-signed-in = サインインしている全員宛て
pages-audience-anyone = 誰でも回答可能
pages-audience-asked = { $audience } · 質問日時 { $time }
pages-unnamed-client = プログラム
pages-taken-by-you = あなたが担当しています。
pages-taken-by-other = { $name } が回答中です。
pages-send = 回答を送信
pages-review = 回答を確認
pages-continue = 続ける
pages-back = 戻る
pages-update = フォームを更新
pages-update-help = ほかの項目によって変わる項目があります。更新すると、必要な項目が表示されます。
pages-give-back = 担当を外れる
pages-take-over = 引き継ぐ
pages-kept = 質問が開いている間、このブラウザーに保持されます
pages-kept-without-secrets = 質問が開いている間、このブラウザーに保持されます（機密情報を除く）
pages-no-wish = 回答しませんか？
pages-decline = 辞退
pages-decline-help = 辞退することを { $client } に伝えます。回答なしで続行される場合があります。
pages-cancel = 依頼をキャンセル
pages-cancel-help = 回答せずに依頼を閉じます。
pages-why-not = 理由は何ですか？
pages-optional = （任意）
pages-external = これは別のページで行います。移動する前に行き先を確認してください:
pages-external-open = ページを開く
pages-external-no-wish = 行いませんか？
pages-external-decline-help = 辞退することを { $client } に伝えます。あなたなしで続行される場合があります。
pages-time-left = 残り時間: { $left }
pages-time-until = { $time } まで
pages-left-moment = 1分未満
pages-left-minutes = { $count ->
   *[other] 約{ $count }分
}
pages-left-hours = { $count ->
   *[other] 約{ $count }時間
}
pages-left-days = { $count ->
   *[other] 約{ $count }日
}
pages-add-minutes = { $count ->
   *[other] { $count }分延長
}
pages-add-seconds = { $count ->
   *[other] { $count }秒延長
}
pages-time-near = まもなく時間切れです: 残り{ $left }。
pages-more-time = 時間を延長しました。
pages-no-more-time = これ以上時間を延長できません。時間内に回答してください。
pages-time-up = 時間切れです。
pages-without-answer = 回答がない場合: { $words }
pages-without-answer-expires = 回答がない場合は期限切れとなり、プログラムに通知されます。
pages-without-approvals = { $count ->
   *[other] あと{ $count }件の承認がない場合: { $words }
}
pages-without-approvals-expires = { $count ->
   *[other] あと{ $count }件の承認がない場合は期限切れとなり、プログラムに通知されます。
}
pages-escalates-group = { $time } からは、グループ { $name } が代わりに回答します。
pages-escalates-person = { $time } からは、{ $name } が代わりに回答します。
pages-escalates-others = { $time } からは、ほかの人が代わりに回答します。
pages-steps = ステップ
pages-step = ステップ { $here } / { $total }: { $title }
pages-step-done = { $title }、入力済み: 変更する
pages-check-and-send = 確認して送信
pages-check = 送信前に確認してください
pages-check-title = 送信前の確認: { $title }
pages-check-all = { $client } に送られるのはこれだけです。
pages-fixed = フォームで決められています。
pages-change-for = 変更 { $label }
pages-back-to-form = フォームに戻る
pages-nothing = なし
pages-not-shown = 入力済み（非表示）
pages-your-decision = あなたの判断
pages-undo-hint = { $count ->
   *[other] { $count }秒間は何も送信されません。取り消すことができます。
}
pages-votes-title = 承認 { $approvals } / { $needed }
pages-votes-enough = 必要な承認がそろいました。
pages-votes-missing = { $count ->
   *[other] あと{ $count }件の承認が必要です。
}
pages-votes-ends = 却下が1件あれば終了します。
pages-votes-goes-on = 却下があっても終了しません。
pages-vote-approved = 承認済み
pages-vote-rejected = 却下済み
pages-you = あなた
pages-quote = 「{ $text }」
pages-own-request = あなた自身の依頼なので、判断できません。
pages-request-of = { $name } 自身の依頼なので、本人は判断できません。
pages-yes = はい
pages-no = いいえ
pages-no-answer = 回答なし
pages-no-choice = 選択なし
pages-choose-one = 1つ選択
pages-choose-some = 選択
pages-chosen = { $count ->
   *[other] { $count }個選択
}
pages-search = 検索
pages-search-in = { $label }内を検索
pages-find-for = 探す { $label }
pages-first-options = { $count ->
   *[other] { $count }個の選択肢のうち最初の部分です。検索するとほかの選択肢が表示されます。
}
pages-first-fitting = { $count ->
   *[other] 該当する最初の{ $count }個の選択肢です。
}
pages-options-fit = { $count ->
    [0] この検索に該当するものはありません。
   *[other] { $count }個の選択肢が該当します。
}
pages-steps-of = { $number }刻み。
pages-show = 表示
pages-hide = 非表示
pages-secret-kept = 前に入力した内容は保持されています。そのまま使う場合は空のままにし、変える場合は入力してください。
pages-secret-remove = 前に入力した内容を削除
pages-secret-again = { $label }をもう一度入力してください。前に入力した内容はここには残っていません。
pages-zone-of = { $label }のタイムゾーン
pages-zone-choose = タイムゾーンを選択
pages-zone-missing = { $label }のタイムゾーンを選択してください。
pages-clocks-forward = この日は時計が進み、この1時間は存在しません。{ $time } として扱われます。
pages-clocks-back = この日は時計が戻るため、この時刻は2回あります。最初は { $first }、次は { $second } です。どちらか選んでください。
pages-code = コード
pages-table = 表
pages-changes = 変更
pages-test-for = テスト { $label }
pages-testing = テスト中…
pages-test-fine = このアドレスは使用できます。アクセスはしていません。
pages-test-nothing = テストするものがまだありません。
pages-test-no-field = その項目はありません。
pages-leads-to = 行き先: { $host }
pages-mixed-scripts = この名前には異なる文字体系の文字が混在しています。偽装した名前によく見られます。よく確認してください。
pages-foreign-letters = この名前には a～z 以外の文字が含まれ、ほかの文字に似て見えることがあります。よく確認してください。
pages-size-bytes = { $count ->
   *[other] { $count }バイト
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = あらゆる種類のファイル、{ $size }以下。
pages-file-types = { $types }、{ $size }以下。
pages-file-certain = 特定の種類のファイルのみ、{ $size }以下。
pages-file-too-large = { $label }は{ $size }以下にしてください。
pages-file-remove-this = このファイルを削除
pages-file-remove = 削除
pages-file-another-for = 別のファイルを選択 { $label }
pages-file-drop = またはここにドロップ
pages-file-uploading = { $label }をアップロード中
pages-file-failed = このファイルを受け取れませんでした。もう一度お試しください。
pages-file-bad-name = { $label }: ファイル名「{ $name }」は使用できません。ファイル名を変更してください。
pages-file-no-type = { $label }: ブラウザーが「{ $name }」に無効な種類を付けました。別のファイルを選択してください。
pages-file-refused = { $label }: 「{ $name }」は受け取れません。別のファイルを選択してください。
pages-file-ending-and-browser = { $found ->
    [text] { $label }: 名前「{ $name }」は { $ending } で終わりますが、ブラウザーによるとファイルはプレーンテキストです。名前を変更するか、別のファイルを選択してください。
    [html] { $label }: 名前「{ $name }」は { $ending } で終わりますが、ブラウザーによるとファイルは HTML ページです。名前を変更するか、別のファイルを選択してください。
    [unknown] { $label }: 名前「{ $name }」は { $ending } で終わりますが、ブラウザーによるとファイルは既知の種類ではありません。名前を変更するか、別のファイルを選択してください。
   *[type] { $label }: 名前「{ $name }」は { $ending } で終わりますが、ブラウザーによるとファイルの種類は { $type } です。名前を変更するか、別のファイルを選択してください。
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: 名前「{ $name }」は { $ending } で終わりますが、内容はプレーンテキストです。別のファイルを選択してください。
    [html] { $label }: 名前「{ $name }」は { $ending } で終わりますが、内容は HTML ページです。別のファイルを選択してください。
    [unknown] { $label }: 名前「{ $name }」は { $ending } で終わりますが、内容は既知の種類ではありません。別のファイルを選択してください。
    [malformed] { $label }: 名前「{ $name }」は { $ending } で終わりますが、テキストがその形式になっていません。別のファイルを選択してください。
   *[type] { $label }: 名前「{ $name }」は { $ending } で終わりますが、内容の種類は { $type } です。別のファイルを選択してください。
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: ブラウザーによると「{ $name }」の種類は { $declared } ですが、内容はプレーンテキストです。別のファイルを選択してください。
    [html] { $label }: ブラウザーによると「{ $name }」の種類は { $declared } ですが、内容は HTML ページです。別のファイルを選択してください。
    [unknown] { $label }: ブラウザーによると「{ $name }」の種類は { $declared } ですが、内容は既知の種類ではありません。別のファイルを選択してください。
    [malformed] { $label }: ブラウザーによると「{ $name }」の種類は { $declared } ですが、テキストがその形式になっていません。別のファイルを選択してください。
   *[type] { $label }: ブラウザーによると「{ $name }」の種類は { $declared } ですが、内容の種類は { $type } です。別のファイルを選択してください。
}
pages-file-failed-field = { $label }を受け取れませんでした。もう一度お試しください。
pages-answer-too-long = 回答が長すぎます。全体で{ $size }以下にしてください。
pages-answer-own-request = あなた自身の依頼なので、判断できません。
pages-answer-sign-in = これは複数の人で判断します。票が数えられるように、サインインしてください。
pages-answer-no-votes = これ以上の票は受け付けていません。
pages-answer-unchecked = 現在、回答を確認できませんでした。何も送信していません。もう一度お試しください。
pages-connection-lost = 接続が切れました。入力した内容はこのページに残っています。再接続しています…
pages-unusable = このページはここではもう使用できません。
pages-see-why = 理由を見る
pages-see-what = 経過を見る
pages-live-answered = この質問はすでに回答されました。入力した内容は送信されていません。
pages-live-answered-by = この質問は { $name } がすでに回答しました。入力した内容は送信されていません。
pages-live-declined = この質問は辞退されました。入力した内容は送信されていません。
pages-live-declined-by = この質問は { $name } が辞退しました。入力した内容は送信されていません。
pages-live-timeout = 時間切れです。入力した内容は送信されていません。
pages-live-cancelled = この質問はキャンセルされました。入力した内容は送信されていません。
pages-approve = 承認
pages-reject = 却下
pages-comment = コメント
pages-decision = 判断
pages-rows-none = まだ何も追加されていません。
pages-rows-add = 追加: { $item }
pages-rows-most = 上限に達しました: { $count }。
pages-row-up = 上へ移動
pages-row-down = 下へ移動
pages-row-remove = 削除
pages-computed = ほかの回答から計算されます。
pages-source-none = 選択肢が見つかりませんでした。別の語で検索するか、後でもう一度お試しください。
pages-source-some = 選択肢の一部です。検索するとほかの選択肢が表示されます。
pages-not-accepted = 受け付けられませんでした。
