inbox-pages = ページ
inbox-page-inbox = 受信トレイ
inbox-page-notifications = 通知
inbox-page-overview = 概要
inbox-page-administration = 管理
inbox-you-are = 利用者:
inbox-offline = オフラインです。続けて読むことはできます。判断はここに残り、自動では送信されません。
inbox-connection-lost = 接続が切れました。再接続しています…
inbox-title-count = ({ $count }) 受信トレイ
inbox-parts = 受信トレイの区分
inbox-tab-mine = 自分宛て
inbox-tab-groups = グループ
inbox-tab-taken = 担当中
inbox-tab-done = 完了
inbox-due-hour = 1時間以内
inbox-due-today = 今日中
inbox-due-week = 今週
inbox-due-later = それ以降
inbox-due-never = 期限なし
inbox-today = 今日
inbox-left-moment = 残り1分未満
inbox-left-minutes = { $count ->
   *[other] 残り{ $count }分
}
inbox-by = { $time } まで
inbox-due-in-moment = 期限まで1分未満
inbox-due-in-minutes = { $count ->
   *[other] 期限まで{ $count }分
}
inbox-due-in-hours = { $count ->
   *[other] 期限まで{ $count }時間
}
inbox-due-in-days = { $count ->
   *[other] 期限まで{ $count }日
}
inbox-count-more = { $count }+
inbox-new = { $count ->
   *[other] 新着{ $count }件
}
inbox-snoozed-count = { $count ->
   *[other] { $count }件をスヌーズ中。
}
inbox-snoozed-show = 表示
inbox-stopped = 検索したのは項目の一部だけです。
inbox-search-further = さらに検索
inbox-first = 先頭
inbox-more = さらに表示
inbox-select = 選択: { $title }
inbox-answer = 回答
inbox-continue = 続ける
inbox-approvals = 承認 { $approvals } / { $needed }
inbox-client-for = { $client }（{ $name } の依頼）
inbox-taken-by-you = あなたが担当
inbox-taken-by = { $name } が回答中
inbox-other-page = 別のページで
inbox-no-longer = もうありません
inbox-fields = { $count ->
   *[other] { $count }項目
}
inbox-secrets = { $count ->
   *[other] 機密{ $count }件
}
inbox-approved-by-you = たった今あなたが承認
inbox-approved-by = たった今 { $name } が承認
inbox-rejected-by-you = たった今あなたが却下
inbox-rejected-by = たった今 { $name } が却下
inbox-undo = 元に戻す
inbox-why = 理由
inbox-why-required = 質問者に届きます
inbox-why-optional = 任意、質問者に届きます
inbox-keep-open = 開いたままにする
inbox-was-approved = 承認 · { $client }
inbox-was-rejected = 却下 · { $client }
inbox-was-answered = 回答済み · { $client }
inbox-was-declined-because = 辞退: 「{ $reason }」
inbox-was-declined = 辞退 · { $client }
inbox-was-called-off = { $client } が取り下げ
inbox-was-expired = 期限切れ · 回答なし
inbox-filter = 絞り込み
inbox-filter-in-use = 使用中
inbox-search = 検索
inbox-search-help = タイトル、説明、プログラムの語句。
inbox-who-asks = 質問者
inbox-kind = 種類
inbox-outcome = 結果
inbox-any = すべて
inbox-show = 表示
inbox-show-everything = すべて表示
inbox-notify = 通知する
inbox-notify-stop = 通知を止める
inbox-state-completed = 回答済み
inbox-state-declined = 辞退
inbox-state-cancelled = 取り下げ
inbox-state-timeout = 期限切れ
inbox-mode-form = フォーム
inbox-mode-inline = 短い質問
inbox-mode-url = ウェブページ
inbox-mode-terminal = 端末
inbox-none-fits = 該当なし
inbox-none-fits-about = 条件に合う項目はありません。
inbox-none-mine = 待っている質問はありません
inbox-none-mine-about = 新しい質問は自動的にここに表示されます。
inbox-none-mine-groups = グループ（{ $count }）
inbox-none-mine-done = 完了した質問
inbox-none-groups = グループ宛ての質問はありません
inbox-none-groups-about = 所属するグループ宛ての質問がここに表示されます。
inbox-none-taken = 担当中の質問はありません
inbox-none-taken-about = 質問を担当すると、回答中であることが同僚に伝わります。
inbox-none-done = 完了した質問はまだありません
inbox-none-done-about = 回答、辞退、取り下げ、期限切れとなった質問がここに表示されます。
inbox-gone = この受信トレイはここではもう表示できません。
inbox-question = 質問
inbox-question-none = 質問が届くと、ここで読んで回答できます。
inbox-list = 一覧
inbox-before = 前の質問
inbox-after = 次の質問
inbox-place = { $here } / { $count }
inbox-what-happened = 経過
inbox-take = 担当する
inbox-give-back = 外れる
inbox-take-over = 引き継ぐ
inbox-delegate = 任せる
inbox-delegate-about = 代わりにほかの人に質問します。期限は変わりません。回答がなければ、期限前に戻ってきます。
inbox-delegate-to = 宛先
inbox-delegate-person = 個人
inbox-delegate-group = グループ
inbox-delegate-name = 名前
inbox-delegate-why = 理由
inbox-delegate-why-note = 任意、同僚向け
inbox-delegated-by = { $name } があなたに任せました。回答がなければ { $time } に戻ります。
inbox-delegated-return = 返す
inbox-delegated-count = { $count ->
   *[other] { $count }件を任せました
}
inbox-delegated-to = { $name } に任せました。回答がなければ { $time } に戻ってきます。
inbox-take-back = 取り戻す
inbox-delegate-impossible = この質問は任せられません。終了しているか、複数の人で判断するものです。
inbox-delegate-no-name = 宛先を入力してください。サインインで使われる個人またはグループの名前です。
inbox-delegate-with-you = すでにあなたの手元にあります。
inbox-delegate-note = { $name } に任せました。
inbox-delegate-note-why = { $name } に任せました: { $reason }
inbox-snooze = スヌーズ
inbox-snooze-about = 一覧から隠します。遅くとも期限の10分前に再び表示されます。
inbox-snooze-too-soon = 期限が近いため、スヌーズできません。
inbox-snooze-not = スヌーズしない
inbox-snooze-hour = 1時間
inbox-snooze-afternoon = 4時間
inbox-snooze-day = 1日
inbox-notes = 同僚間のメモ
inbox-notes-private = { $client } には見えません。
inbox-note-yours = あなたのメモ
inbox-note-add = メモを追加
inbox-toast-approved = 承認: { $title } { $seconds }秒後に送信されます。
inbox-toast-rejected = 却下: { $title } { $seconds }秒後に送信されます。
inbox-toast-approved-short = 承認しました。{ $seconds }秒後に送信されます。
inbox-toast-rejected-short = 却下しました。{ $seconds }秒後に送信されます。
inbox-selected-entries = 選択した項目
inbox-selected = 件を選択中
inbox-comment-all = 全件共通のコメント（任意）
inbox-approve-all = すべて承認
inbox-reject-all = すべて却下
inbox-clear = 解除
inbox-bulk-approved = { $count ->
   *[other] { $count }件を承認しました。
}
inbox-bulk-rejected = { $count ->
   *[other] { $count }件を却下しました。
}
inbox-bulk-snoozed = { $count ->
   *[other] { $count }件をスヌーズしました。
}
inbox-bulk-no-decision = { $count ->
   *[other] { $count }件は判断ではないため飛ばしました。
}
inbox-bulk-too-soon = { $count ->
   *[other] { $count }件は期限が近くスヌーズできないため飛ばしました。
}
inbox-bulk-not-approved = { $count ->
   *[other] { $count }件は承認できませんでした。終了しているか、コメントが必要です。
}
inbox-bulk-not-rejected = { $count ->
   *[other] { $count }件は却下できませんでした。終了しているか、コメントが必要です。
}
inbox-bulk-not-snoozed = { $count ->
   *[other] { $count }件はスヌーズできませんでした。終了しているか、コメントが必要です。
}
inbox-hint-move = 移動
inbox-hint-approve = 承認
inbox-hint-reject = 却下
inbox-hint-select = 選択
inbox-hint-keys = キー一覧
inbox-keys = キーボード
inbox-key-move = 次の項目、前の項目
inbox-key-open = 開く
inbox-key-back = 一覧に戻る
inbox-key-approve = 承認
inbox-key-reject = 理由を付けて却下
inbox-key-select = 選択または解除
inbox-key-approve-selected = 選択した項目を承認
inbox-key-comment = コメントを書く
inbox-key-undo = 直前の判断を元に戻す
inbox-key-take = 担当する、または外れる
inbox-key-new = 新着を表示
inbox-key-help = この一覧の表示と非表示
inbox-keys-letters = 1文字のキーを使う
inbox-keys-close = 閉じる
inbox-offline-title = オフライン
inbox-offline-missing = このページはこの端末にありません
inbox-offline-about = 一覧と、最後に開いた質問はあります。オンラインになってからもう一度お試しください。
inbox-offline-read = 一覧を読む
inbox-app-about = あなたを待っている質問
