gate-title = 批准工具调用
gate-intro = 有程序想要调用一个工具。在您决定之前不会执行任何操作。
gate-server = 服务器：{ $server }
gate-tool = 工具：{ $tool }
gate-description = 服务器的说明：“{ $description }”
gate-no-description = 服务器没有说明此工具。
gate-hints = 据服务器称：{ $hints }
gate-reads-only = 它只读取。
gate-destroys = 它可能会破坏内容。
gate-changes = 它会更改内容，但不会破坏。
gate-open-world = 它会涉及自身系统之外。
gate-idempotent = 重复执行没有进一步的影响。
gate-warning = 警告：{ $warning }
gate-changed = 自 { $time } 批准此工具的调用以来，服务器更改了该工具：{ $parts }。
gate-part-description = 说明
gate-part-arguments = 参数
gate-part-annotations = 注解
gate-part-other = 定义的其他部分
gate-change-unknown = 不知道该工具自批准以来是否有变化。
gate-server-name = 服务器名称含有 ASCII 之外的字母，可能在模仿其他名称。
gate-tool-name = 工具名称含有 ASCII 之外的字母，可能在模仿其他名称。
gate-hidden-characters = 参数中有看不见的字符，显示为 \u…。
gate-mixed-scripts = “{ $word }”混用了多种文字的字母（{ $letters }）。
gate-left-out = 省略了 { $count } 个字符
gate-arguments = 参数：
gate-arguments-in-part = 参数，仅显示一部分（共 { $bytes } 字节；摘要涵盖全部参数）：
gate-digest = 摘要：{ $digest }
gate-decision = 决定
gate-approve = 批准此次调用
gate-approve-again = 批准此次调用，并在{ $duration }内批准相同的调用
gate-approve-tool = 批准此次调用，并在{ $duration }内批准此工具的所有调用
gate-edit = 先更改参数
gate-comment-about = 如果您拒绝此次调用，程序会读到这段内容。
gate-change-title = 更改参数
gate-change-label = 参数
gate-change-about = 一个 JSON 对象。
gate-change-intro = 请更改服务器 { $server } 的工具 { $tool } 的参数。在您决定之前会再次显示。
gate-change-problem = 您上次的更改无法使用：{ $problem }。
gate-days = { $count ->
   *[other] { $count } 天
}
gate-hours = { $count ->
   *[other] { $count } 小时
}
gate-minutes = { $count ->
   *[other] { $count } 分钟
}
gate-seconds = { $count ->
   *[other] { $count } 秒
}
gate-lost-call = `{ $tool }` 等待回答时，网关重新启动了。服务器可能已完成部分工作。要再次调用吗？
acp-open-title = 打开页面？
acp-open = 打开此页面
acp-page-host = 此页面属于 { $host }。
acp-open-page = 打开此页面以继续： { $url }
acp-answer = 在此回答： { $url }
acp-answer-code = 在此回答： { $url } （代码 { $code }）
