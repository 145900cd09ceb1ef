gate-title = ツールの呼び出しを承認
gate-intro = プログラムがツールを呼び出そうとしています。あなたが決定するまで何も起こりません。
gate-server = サーバー: { $server }
gate-tool = ツール: { $tool }
gate-description = サーバーの説明: 「{ $description }」
gate-no-description = サーバーはこのツールを説明していません。
gate-hints = サーバーによると: { $hints }
gate-reads-only = 読み取りだけを行います。
gate-destroys = 何かを破壊する可能性があります。
gate-changes = 何かを破壊せずに変更します。
gate-open-world = 自身のシステムの外に及びます。
gate-idempotent = 繰り返しても追加の影響はありません。
gate-warning = 警告: { $warning }
gate-changed = { $time } にこのツールの呼び出しが承認されてから、サーバーがツールを変更しました: { $parts }。
gate-part-description = 説明
gate-part-arguments = 引数
gate-part-annotations = 注釈
gate-part-other = 定義のその他の部分
gate-change-unknown = 承認されてからツールが変更されたかどうかは不明です。
gate-server-name = サーバーの名前にASCII以外の文字があります。別の名前を装っている可能性があります。
gate-tool-name = ツールの名前にASCII以外の文字があります。別の名前を装っている可能性があります。
gate-hidden-characters = 引数に見えない文字があります。\u… として表示しています。
gate-mixed-scripts = 「{ $word }」には複数の文字体系の文字が混在しています（{ $letters }）。
gate-left-out = { $count }文字を省略
gate-arguments = 引数:
gate-arguments-in-part = 引数（一部を表示。全体は{ $bytes }バイトで、ダイジェストはすべてを含みます）:
gate-digest = ダイジェスト: { $digest }
gate-decision = 決定
gate-approve = この呼び出しを承認
gate-approve-again = この呼び出しを承認し、同じ呼び出しも{ $duration }承認
gate-approve-tool = この呼び出しを承認し、このツールのすべての呼び出しも{ $duration }承認
gate-edit = 先に引数を変更
gate-comment-about = 呼び出しを却下すると、プログラムがこれを読みます。
gate-change-title = 引数を変更
gate-change-label = 引数
gate-change-about = JSONオブジェクト。
gate-change-intro = サーバー { $server } のツール { $tool } の引数を変更してください。決定する前にもう一度表示されます。
gate-change-problem = 前回の変更は使用できません: { $problem }。
gate-days = { $count ->
   *[other] { $count }日間
}
gate-hours = { $count ->
   *[other] { $count }時間
}
gate-minutes = { $count ->
   *[other] { $count }分間
}
gate-seconds = { $count ->
   *[other] { $count }秒間
}
gate-lost-call = `{ $tool }` が回答を待っている間にゲートウェイが再起動しました。サーバーは作業の一部をすでに終えている可能性があります。もう一度呼び出しますか？
acp-open-title = ページを開きますか？
acp-open = このページを開く
acp-page-host = このページは { $host } のものです。
acp-open-page = 続けるにはこのページを開いてください: { $url }
acp-answer = ここで回答してください: { $url }
acp-answer-code = ここで回答してください: { $url } （コード { $code }）
