mail-asks = { $client } 提问：{ $title }
mail-asks-untitled = { $client } 提出了一个问题
mail-reminder = 提醒：{ $client } 提问：{ $title }
mail-reminder-untitled = 提醒：{ $client } 提出了一个问题
mail-escalated = 已升级给您：{ $client } 提问：{ $title }
mail-escalated-untitled = 已升级给您：{ $client } 提出了一个问题
mail-delegated = 已转交给您：{ $client } 提问：{ $title }
mail-delegated-untitled = 已转交给您：{ $client } 提出了一个问题
mail-waiting = { $count ->
   *[other] { $count } 个问题等待回答
}
mail-more = { $count ->
   *[other] 还有 { $count } 个：{ $link }
}
mail-more-short = { $count ->
   *[other] 还有 { $count } 个。
}
mail-open-inbox-inline = 打开收件箱
mail-open-question = 打开问题
mail-open-inbox = 打开收件箱
mail-answer-by = 请在 { $time } 之前回答。
mail-settings = 何时以及如何通知您
mail-unsubscribe = 不再接收此类邮件
mail-settings-at = 何时以及如何通知您：{ $link }
mail-unsubscribe-at = 不再接收此类邮件：{ $link }
mail-code-subject = 您在 { $site } 的登录代码
mail-code = 您的代码：{ $code }
mail-code-works = { $count ->
   *[other] 它可使用一次，{ $count } 分钟内有效，仅限在请求它的浏览器中用于 { $site }。
}
mail-code-warning = 如果不是您请求的，请不要理会：没有代码，任何人都无法登录。请勿将其告诉任何人。
