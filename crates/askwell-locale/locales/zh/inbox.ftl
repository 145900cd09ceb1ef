inbox-pages = 页面
inbox-page-inbox = 收件箱
inbox-page-notifications = 通知
inbox-page-overview = 概览
inbox-page-administration = 管理
inbox-you-are = 您是
inbox-offline = 您已离线。您可以继续阅读。决定会留在这里，不会自动发送。
inbox-connection-lost = 连接已断开；正在重试…
inbox-title-count = （{ $count }）收件箱
inbox-parts = 收件箱的各部分
inbox-tab-mine = 我的
inbox-tab-groups = 我的群组
inbox-tab-taken = 已认领
inbox-tab-done = 已完成
inbox-due-hour = 一小时内到期
inbox-due-today = 今天稍后
inbox-due-week = 本周
inbox-due-later = 以后
inbox-due-never = 无截止时间
inbox-today = 今天
inbox-left-moment = 剩余不到一分钟
inbox-left-minutes = { $count ->
   *[other] 剩余 { $count } 分钟
}
inbox-by = 截止 { $time }
inbox-due-in-moment = 不到一分钟后到期
inbox-due-in-minutes = { $count ->
   *[other] { $count } 分钟后到期
}
inbox-due-in-hours = { $count ->
   *[other] { $count } 小时后到期
}
inbox-due-in-days = { $count ->
   *[other] { $count } 天后到期
}
inbox-count-more = { $count }+
inbox-new = { $count ->
   *[other] { $count } 条新内容
}
inbox-snoozed-count = { $count ->
   *[other] { $count } 条已暂缓。
}
inbox-snoozed-show = 显示
inbox-stopped = 搜索只查看了一部分条目。
inbox-search-further = 继续搜索
inbox-first = 第一页
inbox-more = 更多
inbox-select = 选择：{ $title }
inbox-answer = 回答
inbox-continue = 继续
inbox-approvals = { $approvals } / { $needed } 已批准
inbox-client-for = { $client } 代表 { $name }
inbox-taken-by-you = 由您认领
inbox-taken-by = { $name } 正在回答
inbox-other-page = 在另一个页面上
inbox-no-longer = 已不在此处
inbox-fields = { $count ->
   *[other] { $count } 个字段
}
inbox-secrets = { $count ->
   *[other] { $count } 项机密
}
inbox-approved-by-you = 您刚刚批准
inbox-approved-by = { $name } 刚刚批准
inbox-rejected-by-you = 您刚刚拒绝
inbox-rejected-by = { $name } 刚刚拒绝
inbox-undo = 撤销
inbox-why = 为什么？
inbox-why-required = 会发给提问者
inbox-why-optional = 可选，会发给提问者
inbox-keep-open = 保持打开
inbox-was-approved = 已批准 · { $client }
inbox-was-rejected = 已拒绝 · { $client }
inbox-was-answered = 已回答 · { $client }
inbox-was-declined-because = 已拒绝回答：“{ $reason }”
inbox-was-declined = 已拒绝回答 · { $client }
inbox-was-called-off = 被 { $client } 撤回
inbox-was-expired = 已过期 · 无人回答
inbox-filter = 筛选
inbox-filter-in-use = 使用中
inbox-search = 搜索
inbox-search-help = 标题、说明或程序中的词语。
inbox-who-asks = 提问者
inbox-kind = 种类
inbox-outcome = 结果
inbox-any = 任意
inbox-show = 显示
inbox-show-everything = 显示全部
inbox-notify = 通知我
inbox-notify-stop = 停止通知我
inbox-state-completed = 已回答
inbox-state-declined = 已拒绝
inbox-state-cancelled = 已撤回
inbox-state-timeout = 已过期
inbox-mode-form = 表单
inbox-mode-inline = 简短问题
inbox-mode-url = 网页
inbox-mode-terminal = 终端
inbox-none-fits = 没有符合的内容
inbox-none-fits-about = 没有条目符合您要找的内容。
inbox-none-mine = 没有等待您处理的内容
inbox-none-mine-about = 新问题会自动出现在这里。
inbox-none-mine-groups = 我的群组（{ $count }）
inbox-none-mine-done = 已完成的内容
inbox-none-groups = 没有等待您的群组处理的内容
inbox-none-groups-about = 发给您所在群组的问题会出现在这里。
inbox-none-taken = 您没有认领任何问题
inbox-none-taken-about = 认领问题即可告知同事您正在回答。
inbox-none-done = 还没有完成的内容
inbox-none-done-about = 已回答、已拒绝、已撤回或已过期的问题会出现在这里。
inbox-gone = 此收件箱在这里已不能再显示。
inbox-question = 问题
inbox-question-none = 有问题到来时，您可以在这里阅读并回答。
inbox-list = 列表
inbox-before = 上一个问题
inbox-after = 下一个问题
inbox-place = { $here } / { $count }
inbox-what-happened = 经过
inbox-take = 认领
inbox-give-back = 退回
inbox-take-over = 接手
inbox-delegate = 转交
inbox-delegate-about = 由他人代您回答。截止时间不变；若无人回答，会在截止前退回给您。
inbox-delegate-to = 转交给
inbox-delegate-person = 个人
inbox-delegate-group = 群组
inbox-delegate-name = 名称
inbox-delegate-why = 为什么？
inbox-delegate-why-note = 可选，供同事阅读
inbox-delegated-by = { $name } 将此问题交给了您。若无人回答，将于 { $time } 退回。
inbox-delegated-return = 退回
inbox-delegated-count = { $count ->
   *[other] 已转交 { $count } 条
}
inbox-delegated-to = 您将此问题交给了 { $name }。若无人回答，将于 { $time } 退回。
inbox-take-back = 收回
inbox-delegate-impossible = 此问题无法转交：它已结束，或由多人共同决定。
inbox-delegate-no-name = 请说明转交给谁：个人或群组的名称，与登录时使用的一致。
inbox-delegate-with-you = 它已经在您这里。
inbox-delegate-note = 已转交给 { $name }。
inbox-delegate-note-why = 已转交给 { $name }：{ $reason }
inbox-snooze = 暂缓
inbox-snooze-about = 从您的列表中隐藏。最迟在截止前十分钟重新出现。
inbox-snooze-too-soon = 它很快就要到期，无法暂缓。
inbox-snooze-not = 不暂缓
inbox-snooze-hour = 一小时
inbox-snooze-afternoon = 四小时
inbox-snooze-day = 一天
inbox-notes = 同事间的备注
inbox-notes-private = { $client } 看不到这些备注。
inbox-note-yours = 您的备注
inbox-note-add = 添加备注
inbox-toast-approved = 已批准：{ $title } 将在 { $seconds } 秒后发出。
inbox-toast-rejected = 已拒绝：{ $title } 将在 { $seconds } 秒后发出。
inbox-toast-approved-short = 已批准。将在 { $seconds } 秒后发出。
inbox-toast-rejected-short = 已拒绝。将在 { $seconds } 秒后发出。
inbox-selected-entries = 所选条目
inbox-selected = 项已选
inbox-comment-all = 适用于全部的一条评论（可选）
inbox-approve-all = 全部批准
inbox-reject-all = 全部拒绝
inbox-clear = 清除
inbox-bulk-approved = { $count ->
   *[other] 已批准 { $count } 条。
}
inbox-bulk-rejected = { $count ->
   *[other] 已拒绝 { $count } 条。
}
inbox-bulk-snoozed = { $count ->
   *[other] 已暂缓 { $count } 条。
}
inbox-bulk-no-decision = { $count ->
   *[other] 跳过 { $count } 条：不是决定。
}
inbox-bulk-too-soon = { $count ->
   *[other] 跳过 { $count } 条：很快到期，无法暂缓。
}
inbox-bulk-not-approved = { $count ->
   *[other] { $count } 条未批准：已结束，或需要评论。
}
inbox-bulk-not-rejected = { $count ->
   *[other] { $count } 条未拒绝：已结束，或需要评论。
}
inbox-bulk-not-snoozed = { $count ->
   *[other] { $count } 条未暂缓：已结束，或需要评论。
}
inbox-hint-move = 移动
inbox-hint-approve = 批准
inbox-hint-reject = 拒绝
inbox-hint-select = 选择
inbox-hint-keys = 所有按键
inbox-keys = 键盘
inbox-key-move = 下一条，上一条
inbox-key-open = 打开
inbox-key-back = 返回列表
inbox-key-approve = 批准
inbox-key-reject = 拒绝并说明理由
inbox-key-select = 选择或取消选择
inbox-key-approve-selected = 批准所选内容
inbox-key-comment = 写评论
inbox-key-undo = 撤销上一个决定
inbox-key-take = 认领或退回
inbox-key-new = 显示新条目
inbox-key-help = 显示或隐藏此列表
inbox-keys-letters = 单个字母作为按键
inbox-keys-close = 关闭
inbox-offline-title = 离线
inbox-offline-missing = 此页面不在本设备上
inbox-offline-about = 列表和您最近打开的问题在本设备上。请在联机后重试。
inbox-offline-read = 阅读您的列表
inbox-app-about = 等待您处理的问题
