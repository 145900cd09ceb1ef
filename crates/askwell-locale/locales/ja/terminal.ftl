term-sent = 送信しました。ありがとうございました。
term-declined = 辞退しました。何も送信していません。
term-cancelled = キャンセルしました。何も送信していません。
term-aborted = 終了しました。何も送信していません。
term-timed-out = 時間切れです。何も送信していません。
term-sending = 送信中…
term-kept = 回答は保持されています。もう一度お試しください。
term-nothing = （なし）
term-required = 必須
term-optional = 任意
term-yes = はい
term-no = いいえ
term-chosen = { $count ->
   *[other] { $count }個選択
}
term-position = { $here } / { $total }
term-time-left = 残り{ $time }
term-review = 確認
term-review-position = 確認
term-send = 回答を送信
term-problems-left = { $count ->
   *[other] 修正が必要な項目が{ $count }件あります。
}
term-no-such-option = 「{ $typed }」という選択肢はありません。
term-leave = このフォームを離れますか？
term-why-decline = 辞退する理由は何ですか？
term-decline = 辞退: 回答しないことを送信者に伝えます。
term-why = 送信者が理由を読みます。空のままでもかまいません。
term-cancel = キャンセル: 回答せずにフォームを閉じます。送信者が再度尋ねることがあります。
term-continue = フォームを続けます。
term-not-kept = 入力内容は保持されません。
term-no-more-time = これ以上時間を延長できません。
term-time-asked = 時間の延長を依頼しました。
term-read-all = … F2で全文を表示します。
term-hint-email = メールアドレス
term-hint-uri = ウェブアドレス
term-hint-uuid = UUID
term-hint-ipv4 = IPv4アドレス
term-hint-ipv6 = IPv6アドレス
term-hint-hostname = ホスト名
term-hint-date = 日付（例: 2026-01-31）
term-hint-date-time-text = 日時（例: 2026-01-31T09:30:00Z）
term-hint-date-time = 日時（例: 2026-01-31 09:30、UTC）
term-hint-characters = { $count ->
   *[other] { $count }文字
}
term-hint-characters-at-most = { $count ->
   *[other] { $count }文字以内
}
term-hint-characters-at-least = { $count ->
   *[other] { $count }文字以上
}
term-hint-characters-between = { $count ->
   *[other] { $least }～{ $count }文字
}
term-hint-number = 数値
term-hint-whole-number = 整数
term-hint-multiple = { $number }の倍数
term-hint-more-than = { $number }より大きい値
term-hint-less-than = { $number }より小さい値
term-hint-from = { $what }、{ $least }から
term-hint-up-to = { $what }、{ $most }まで
term-hint-between = { $what }、{ $least }から{ $most }まで
term-hint-any = いくつでも
term-hint-at-most = { $count }個以内
term-hint-at-least = { $count }個以上
term-hint-exactly = ちょうど{ $count }個
term-hint-some = { $least }～{ $most }個
term-hint-url = { $schemes }で始まるウェブアドレス
term-hint-file = ファイル（{ $size }以下）
term-hint-file-ending = { $endings }で終わるファイル（{ $size }以下）
term-leads-to = { $host }、ポート{ $port }につながります。
term-leads-to-doubtful = { $host }、ポート{ $port }につながります。名前に別の文字体系の文字が含まれています。よく確認してください。
term-plain-mode = 簡易モード: 質問を1つずつ表示します。?で詳細、<で戻る、!でコマンド一覧。
term-plain-more = !moreで延長を依頼できます。
term-plain-question = 質問 { $position }: { $label }（{ $need }）
term-plain-takes = 入力するもの: { $hint }。
term-plain-many-options = { $count ->
   *[other] 選択肢は{ $count }個です。名前の一部を入力すると候補を表示します。
}
term-plain-now = 現在: { $value }。空行でそのままにします。
term-plain-leave-out = 空行で省略します。
term-plain-answer = 回答:
term-plain-secret = 回答（非表示）:
term-plain-decide = 番号、またはapproveかrejectで答えてください。
term-plain-yes-no = 「はい」か「いいえ」で答えてください。
term-plain-number-or-name = 番号か名前で答えてください。
term-plain-numbers-or-names = 番号か名前をコンマで区切って答えてください。
term-plain-path = ファイルのパスで答えてください。
term-plain-lines = 複数行を入力できます。ピリオドだけの行で終了します。
term-plain-problem = 問題: { $sentence }
term-plain-warning = 警告: { $sentence }
term-plain-send = 送信しますか？ yで送信、番号でその回答を変更、<で戻る、!で離れます。
term-plain-emptied = 空にしました。
term-plain-fixed = この回答は変更できません。
term-plain-no-such-number = その番号はありません。
term-plain-not-sent = 送信していません。!decline 理由 でフォーム全体を辞退、!cancelで離れます。
term-plain-unclear = y、番号、<、!のいずれかで答えてください。
term-plain-please-yes-no = 「はい」か「いいえ」で答えてください。
term-plain-please-decide = 「{ $approve }」は1、「{ $reject }」は2で答えてください。
term-plain-several = 複数の選択肢が当てはまります:
term-plain-and-more = { $count ->
   *[other] … ほか{ $count }個。名前をさらに入力してください。
}
term-plain-commands = コマンド:
term-plain-backslash = コマンドのように見える回答の前には \ を付けてください。
term-command-back = 前の質問に戻る
term-command-help = この質問の詳細
term-command-menu = コマンドの一覧
term-command-clear = この回答を空にする
term-command-review = すべての回答を確認する
term-command-more = 時間の延長を依頼する
term-file-missing = ファイル「{ $name }」はありません。
term-file-denied = 「{ $name }」を読み取れません: 権限がありません。
term-file-unreadable = 「{ $name }」を読み取れません: { $reason }。
term-file-folder = 「{ $name }」はフォルダーです。中のファイルを選んでください。
term-file-other = 「{ $name }」はファイルではありません。
term-file-large = 「{ $name }」は{ $size }を超えています。
term-list = { $items }
term-number = { $number }
term-plain-short-more = 、!moreで延長を依頼できます
term-keys = キー
term-key-next = 次へ
term-key-back = 戻る
term-key-leave = 離れる
term-key-help = ヘルプ
term-key-decline = 辞退
term-key-cancel = キャンセル
term-key-go-on = 続ける
term-key-scroll = スクロール
term-key-back-to-form = フォームに戻る
term-key-pick = 選ぶ
term-key-move = 移動
term-key-more-time = 時間延長
term-key-day = 日
term-key-month = 月
term-key-type = 入力
term-key-replace = 置き換え
term-key-calendar = カレンダー
term-key-new-line = 改行
term-key-step = 増減
term-key-change = 変更
term-key-approve-reject = 承認/却下
term-key-yes-no = はい/いいえ
term-key-search = 検索
term-key-choose = 選択
term-key-complete = 補完
term-key-answer = 回答
term-key-name-any = 任意のキー
term-key-name-space = スペース
term-key-name-type = 入力
term-help-enter = 進む
term-help-back = 戻る
term-help-later = 進む（後で修正）
term-help-review = 確認へ
term-help-empty = 行を空にする
term-help-read = 全文を読む
term-help-leave = 辞退またはキャンセル
term-help-abort = 回答せずに離れる
term-search = 検索:
term-options = { $count ->
   *[other] 選択肢{ $count }個
}
term-nothing-fits = 該当なし
term-path = ファイルのパス
term-unseen = 入力は非表示
term-more = { $count ->
   *[other] ほか{ $count }件
}
term-months = 1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
term-weekdays = 月 火 水 木 金 土 日
term-picture = [画像: { $description }]
term-inbox-empty = 回答待ちのフォームはありません。
term-inbox-choose = 番号でそのフォームに回答、空行で更新、!で離れます。
term-step = ステップ { $here } / { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = 項目：{ $count }
term-rows-add = 追加：{ $item }
term-rows-done = 続ける
term-key-add = 追加
term-key-remove = 削除
term-key-move-entry = 項目を移動
term-plain-rows = + で項目を追加、番号で変更します。-2 は項目 2 を削除、^2 は上へ、v2 は下へ移動します。空行で続けます。
term-rows-full = これ以上項目を追加できません。
