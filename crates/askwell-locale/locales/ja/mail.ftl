mail-asks = { $client } からの質問: { $title }
mail-asks-untitled = { $client } から質問があります
mail-reminder = リマインダー: { $client } からの質問: { $title }
mail-reminder-untitled = リマインダー: { $client } から質問があります
mail-escalated = 引き継ぎ: { $client } からの質問: { $title }
mail-escalated-untitled = 引き継ぎ: { $client } から質問があります
mail-delegated = 任されました: { $client } からの質問: { $title }
mail-delegated-untitled = 任されました: { $client } から質問があります
mail-waiting = { $count ->
   *[other] { $count }件の質問が回答を待っています
}
mail-more = { $count ->
   *[other] ほか{ $count }件: { $link }
}
mail-more-short = { $count ->
   *[other] ほか{ $count }件。
}
mail-open-inbox-inline = 受信トレイを開く
mail-open-question = 質問を開く
mail-open-inbox = 受信トレイを開く
mail-answer-by = { $time } までに回答してください。
mail-settings = 通知の時間と方法
mail-unsubscribe = このようなメールを停止
mail-settings-at = 通知の時間と方法: { $link }
mail-unsubscribe-at = このようなメールを停止: { $link }
mail-code-subject = { $site } のサインインコード
mail-code = コード: { $code }
mail-code-works = { $count ->
   *[other] このコードは { $site } で、要求したブラウザーでのみ、{ $count }分間、1回だけ使えます。
}
mail-code-warning = 心当たりがない場合は何もしないでください。コードがなければ誰もサインインできません。誰にも教えないでください。
