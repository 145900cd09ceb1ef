overview-title = 概览
overview-all-programs-time = { $from } 至 { $to }，所有程序
overview-program-time = { $from } 至 { $to }，{ $client }
overview-cut = 数字仅涉及最新的更改：日志内容超出此页面读取的范围。
overview-audit = 审计记录：{ $files }
overview-audit-lines = JSON 行
overview-audit-csv = CSV
overview-filter = 筛选
overview-time = 时间
overview-program = 程序
overview-all-programs = 所有程序
overview-show = 显示
overview-last-hours = { $count ->
   *[other] 最近 { $count } 小时
}
overview-last-days = { $count ->
   *[other] 最近 { $count } 天
}
overview-in-time = 及时回答
overview-percent = { $percent }%
overview-of = { $part } / { $count }
overview-half = 半数回答用时不超过
overview-nine = 九成回答用时不超过
overview-waiting-now = 正在等待
overview-due-hour = { $count ->
   *[other] { $count } 个一小时内到期
}
overview-expired = 已过期
overview-seconds = { $count ->
   *[other] { $count } 秒
}
overview-minutes = { $count ->
   *[other] { $count } 分钟
}
overview-hours = { $hours } 小时 { $minutes } 分
overview-days = { $count ->
   *[other] { $count } 天
}
overview-part-answered = 已回答或已决定
overview-part-declined = 已拒绝
overview-part-cancelled = 被程序撤回
overview-part-expired = 已过期
overview-expired-on = { $count ->
   *[other] { $day } 有 { $count } 个问题过期
}
overview-nothing-ended = 此期间没有结束的问题
overview-nothing-expired = 此期间没有过期的问题
overview-bar-expired = { $count ->
   *[other] { $count } 个过期
}
overview-by-day = 每日结果
overview-by-day-utc = 每日结果（UTC）。
overview-by-day-spoken = 每日结果：共 { $answered } 个已回答或已决定，{ $declined } 个已拒绝，{ $cancelled } 个已撤回，{ $expired } 个已过期。{ $heading }。
overview-as-table = 以表格显示
overview-day = 日期
overview-half-of-all = 半数回答在 { $time } 内到达
overview-no-answers = 此期间没有回答
overview-nine-of-all = 九成在 { $time } 内到达。
overview-answers-by-minutes = { $count ->
   *[other] { $count } 个回答，按所用分钟数排列。
}
overview-minutes-table = 按所用分钟数排列的回答
overview-minutes-head = 分钟
overview-answers-head = 回答
overview-under = 少于 { $number }
overview-between = { $from }–{ $to }
overview-over = 多于 { $number }
overview-asks-most = { $count ->
   *[other] { $client } 提问最多：{ $count } 个问题
}
overview-no-program = 此期间没有程序提问
overview-programs = 程序
overview-who-asks = 谁在提问
overview-asked = 提问
overview-answered = 回答
overview-waiting = 等待
overview-half-within = 半数用时
overview-most-waiting = { $name } 待处理最多：{ $number }
overview-none-waiting = 没有等待个人处理的内容
overview-no-person = 此期间没有人回答
overview-people = 人员
overview-who-answers = 谁在回答
overview-person-or-group = 个人或群组
overview-share = 占最大值的比例
overview-of-most = { $part }，最多 { $most }
overview-group = 群组 { $name }
