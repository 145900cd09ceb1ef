term-sent = 已发送。谢谢。
term-declined = 已拒绝。未发送任何内容。
term-cancelled = 已取消。未发送任何内容。
term-aborted = 已离开。未发送任何内容。
term-timed-out = 时间已到。未发送任何内容。
term-sending = 正在发送…
term-kept = 您的回答已保留，可以重试。
term-nothing = （无）
term-required = 必填
term-optional = 选填
term-yes = 是
term-no = 否
term-chosen = { $count ->
   *[other] 已选 { $count } 项
}
term-position = 第 { $here } 项，共 { $total } 项
term-time-left = 剩余 { $time }
term-review = 检查
term-review-position = 检查
term-send = 发送回答
term-problems-left = { $count ->
   *[other] 有 { $count } 个问题需要修正。
}
term-no-such-option = 没有“{ $typed }”这个选项。
term-leave = 要离开此表单吗？
term-why-decline = 您为什么拒绝？
term-decline = 拒绝：告诉发送者您不会回答。
term-why = 发送者会看到原因。可以留空。
term-cancel = 取消：不回答并关闭表单；发送者可能再次询问。
term-continue = 继续填写表单。
term-not-kept = 您输入的内容不会保留。
term-no-more-time = 无法再延长时间。
term-time-asked = 您已请求更多时间。
term-read-all = … 按 F2 查看全文。
term-hint-email = 电子邮件地址
term-hint-uri = 网址
term-hint-uuid = UUID
term-hint-ipv4 = IPv4 地址
term-hint-ipv6 = IPv6 地址
term-hint-hostname = 主机名
term-hint-date = 日期，例如 2026-01-31
term-hint-date-time-text = 日期和时间，例如 2026-01-31T09:30:00Z
term-hint-date-time = 日期和时间，例如 2026-01-31 09:30（UTC）
term-hint-characters = { $count ->
   *[other] { $count } 个字符
}
term-hint-characters-at-most = { $count ->
   *[other] 最多 { $count } 个字符
}
term-hint-characters-at-least = { $count ->
   *[other] 至少 { $count } 个字符
}
term-hint-characters-between = { $count ->
   *[other] { $least } 到 { $count } 个字符
}
term-hint-number = 数字
term-hint-whole-number = 整数
term-hint-multiple = { $number } 的倍数
term-hint-more-than = 大于 { $number }
term-hint-less-than = 小于 { $number }
term-hint-from = { $what }，从 { $least } 起
term-hint-up-to = { $what }，到 { $most } 为止
term-hint-between = { $what }，从 { $least } 到 { $most }
term-hint-any = 任意多项
term-hint-at-most = 最多 { $count } 项
term-hint-at-least = 至少 { $count } 项
term-hint-exactly = 正好 { $count } 项
term-hint-some = { $least } 到 { $most } 项
term-hint-url = 以 { $schemes } 开头的网址
term-hint-file = 文件，最大 { $size }
term-hint-file-ending = 以 { $endings } 结尾的文件，最大 { $size }
term-leads-to = 指向 { $host }，端口 { $port }。
term-leads-to-doubtful = 指向 { $host }，端口 { $port }。名称中含有其他文字的字母，请仔细查看。
term-plain-mode = 简明模式：一次一个问题。? 显示更多，< 返回，! 列出所有命令。
term-plain-more = !more 请求更多时间。
term-plain-question = 问题 { $position }：{ $label }（{ $need }）
term-plain-takes = 应填写：{ $hint }。
term-plain-many-options = { $count ->
   *[other] { $count } 个选项。输入名称的一部分以查看匹配项。
}
term-plain-now = 当前：{ $value }。空行保持不变。
term-plain-leave-out = 空行表示跳过。
term-plain-answer = 回答：
term-plain-secret = 回答（不显示）：
term-plain-decide = 用编号回答，或用 approve 或 reject。
term-plain-yes-no = 请回答是或否。
term-plain-number-or-name = 用编号或名称回答。
term-plain-numbers-or-names = 用编号或名称回答，以逗号分隔。
term-plain-path = 用文件路径回答。
term-plain-lines = 可以输入多行；用只含一个句点的行结束。
term-plain-problem = 问题：{ $sentence }
term-plain-warning = 警告：{ $sentence }
term-plain-send = 发送吗？y 发送，编号修改该回答，< 返回，! 离开。
term-plain-emptied = 已清空。
term-plain-fixed = 此回答不能更改。
term-plain-no-such-number = 没有这个编号。
term-plain-not-sent = 未发送。!decline 原因 拒绝整个表单，!cancel 离开。
term-plain-unclear = 请用 y、编号、< 或 ! 回答。
term-plain-please-yes-no = 请回答是或否。
term-plain-please-decide = “{ $approve }”请答 1，“{ $reject }”请答 2。
term-plain-several = 有多个选项匹配：
term-plain-and-more = { $count ->
   *[other] … 还有 { $count } 项。请输入更多名称。
}
term-plain-commands = 命令：
term-plain-backslash = 回答看起来像命令时，在前面加 \。
term-command-back = 返回上一个问题
term-command-help = 了解此问题的更多信息
term-command-menu = 列出这些命令
term-command-clear = 清空此回答
term-command-review = 查看所有回答
term-command-more = 请求更多时间
term-file-missing = 没有文件“{ $name }”。
term-file-denied = 无法读取“{ $name }”：没有权限。
term-file-unreadable = 无法读取“{ $name }”：{ $reason }。
term-file-folder = “{ $name }”是文件夹，请选择其中的文件。
term-file-other = “{ $name }”不是文件。
term-file-large = “{ $name }”超过 { $size }。
term-list = { $items }
term-number = { $number }
term-plain-short-more = ；!more 请求更多时间
term-keys = 按键
term-key-next = 下一步
term-key-back = 返回
term-key-leave = 离开
term-key-help = 帮助
term-key-decline = 拒绝
term-key-cancel = 取消
term-key-go-on = 继续
term-key-scroll = 滚动
term-key-back-to-form = 返回表单
term-key-pick = 选择
term-key-move = 移动
term-key-more-time = 更多时间
term-key-day = 日
term-key-month = 月
term-key-type = 输入
term-key-replace = 替换
term-key-calendar = 日历
term-key-new-line = 换行
term-key-step = 步进
term-key-change = 更改
term-key-approve-reject = 批准/拒绝
term-key-yes-no = 是/否
term-key-search = 搜索
term-key-choose = 选择
term-key-complete = 补全
term-key-answer = 回答
term-key-name-any = 任意键
term-key-name-space = 空格
term-key-name-type = 输入
term-help-enter = 继续
term-help-back = 返回
term-help-later = 继续，稍后修正
term-help-review = 去检查
term-help-empty = 清空该行
term-help-read = 阅读全文
term-help-leave = 拒绝或取消
term-help-abort = 不回答并离开
term-search = 搜索：
term-options = { $count ->
   *[other] { $count } 个选项
}
term-nothing-fits = 没有匹配项
term-path = 文件路径
term-unseen = 输入不显示
term-more = { $count ->
   *[other] 还有 { $count } 项
}
term-months = 1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
term-weekdays = 一 二 三 四 五 六 日
term-picture = [图片：{ $description }]
term-inbox-empty = 没有等待回答的表单。
term-inbox-choose = 输入编号回答该表单，空行刷新，! 离开。
term-step = 第 { $here } 步，共 { $total } 步：{ $title }

## Repeating groups. $item is what one entry is called.
term-rows = 条目：{ $count }
term-rows-add = 添加：{ $item }
term-rows-done = 继续
term-key-add = 添加
term-key-remove = 删除
term-key-move-entry = 移动条目
term-plain-rows = + 添加条目，输入编号可修改；-2 删除条目 2，^2 上移，v2 下移。空行表示继续。
term-rows-full = 没有空间再添加条目。
