overview-title = 概要
overview-all-programs-time = { $from } ～ { $to }、すべてのプログラム
overview-program-time = { $from } ～ { $to }、{ $client }
overview-cut = 数値は最新の変更のみです。ログにはこのページが読む範囲を超える記録があります。
overview-audit = 監査記録: { $files }
overview-audit-lines = JSON 行
overview-audit-csv = CSV
overview-filter = 絞り込み
overview-time = 期間
overview-program = プログラム
overview-all-programs = すべてのプログラム
overview-show = 表示
overview-last-hours = { $count ->
   *[other] 過去{ $count }時間
}
overview-last-days = { $count ->
   *[other] 過去{ $count }日
}
overview-in-time = 時間内に回答
overview-percent = { $percent }%
overview-of = { $part } / { $count }
overview-half = 半数の回答までの時間
overview-nine = 9割の回答までの時間
overview-waiting-now = 現在待機中
overview-due-hour = { $count ->
   *[other] { $count }件が1時間以内に期限
}
overview-expired = 期限切れ
overview-seconds = { $count ->
   *[other] { $count }秒
}
overview-minutes = { $count ->
   *[other] { $count }分
}
overview-hours = { $hours }時間{ $minutes }分
overview-days = { $count ->
   *[other] { $count }日
}
overview-part-answered = 回答または判断
overview-part-declined = 辞退
overview-part-cancelled = プログラムが取り下げ
overview-part-expired = 期限切れ
overview-expired-on = { $count ->
   *[other] { $day } に{ $count }件の質問が期限切れ
}
overview-nothing-ended = この期間に終了した質問はありません
overview-nothing-expired = この期間に期限切れの質問はありません
overview-bar-expired = { $count ->
   *[other] 期限切れ{ $count }件
}
overview-by-day = 日ごとの結果
overview-by-day-utc = 日ごとの結果（UTC）。
overview-by-day-spoken = 日ごとの結果: 合計で回答または判断 { $answered } 件、辞退 { $declined } 件、取り下げ { $cancelled } 件、期限切れ { $expired } 件。{ $heading }。
overview-as-table = 表で表示
overview-day = 日
overview-half-of-all = 半数の回答は { $time } 以内
overview-no-answers = この期間に回答はありません
overview-nine-of-all = 9割は { $time } 以内です。
overview-answers-by-minutes = { $count ->
   *[other] 所要時間（分）ごとの回答{ $count }件。
}
overview-minutes-table = 所要時間（分）ごとの回答
overview-minutes-head = 分
overview-answers-head = 回答
overview-under = { $number } 未満
overview-between = { $from }～{ $to }
overview-over = { $number } 超
overview-asks-most = { $count ->
   *[other] 最も多く質問: { $client }（{ $count }件）
}
overview-no-program = この期間に質問したプログラムはありません
overview-programs = プログラム
overview-who-asks = 質問者
overview-asked = 質問
overview-answered = 回答
overview-waiting = 待機中
overview-half-within = 半数の時間
overview-most-waiting = 待機が最も多い: { $name }（{ $number }）
overview-none-waiting = 個人を待っている質問はありません
overview-no-person = この期間に回答した人はいません
overview-people = 人
overview-who-answers = 回答者
overview-person-or-group = 個人またはグループ
overview-share = 最多に対する割合
overview-of-most = { $part }（最多 { $most }）
overview-group = グループ { $name }
