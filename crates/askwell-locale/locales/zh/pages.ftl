pages-title-error = 错误：{ $title }
pages-skip = 跳到内容
pages-footer = 通过 Askwell 作答
pages-language = 语言
pages-language-use = 使用
pages-error-mark = 错误：
pages-problem-title = 存在问题
pages-asks = { $client } 提问
pages-asks-for = { $client } 代表 { $requester } 提问
pages-audience-you = 仅发给您
pages-audience-person = 发给 { $name }
pages-audience-group = 发给群组 { $name }
pages-audience-signed-in = 发给所有已登录的人
pages-audience-anyone = 任何人都可以回答
pages-audience-asked = { $audience } · 提问时间 { $time }
pages-unnamed-client = 某个程序
pages-taken-by-you = 您已认领此问题。
pages-taken-by-other = { $name } 正在回答此问题。
pages-send = 发送回答
pages-review = 检查您的回答
pages-continue = 继续
pages-back = 返回
pages-update = 更新表单
pages-update-help = 有些字段取决于其他字段。更新后即可看到需要填写哪些。
pages-give-back = 退回
pages-take-over = 接手
pages-kept = 问题未关闭期间，内容保存在此浏览器中
pages-kept-without-secrets = 问题未关闭期间，内容保存在此浏览器中（机密内容除外）
pages-no-wish = 不想回答？
pages-decline = 拒绝
pages-decline-help = 告知 { $client } 您拒绝回答。它可能会在没有回答的情况下继续。
pages-cancel = 取消请求
pages-cancel-help = 不作答并关闭该请求。
pages-why-not = 为什么不？
pages-optional = （可选）
pages-external = 这需要在另一个页面上完成。前往之前，请先查看它通向哪里：
pages-external-open = 打开页面
pages-external-no-wish = 不想这样做？
pages-external-decline-help = 告知 { $client } 您拒绝。它可能会在没有您参与的情况下继续。
pages-time-left = 剩余时间：{ $left }
pages-time-until = 截止 { $time }
pages-left-moment = 不到一分钟
pages-left-minutes = { $count ->
   *[other] 约 { $count } 分钟
}
pages-left-hours = { $count ->
   *[other] 约 { $count } 小时
}
pages-left-days = { $count ->
   *[other] 约 { $count } 天
}
pages-add-minutes = { $count ->
   *[other] 增加 { $count } 分钟
}
pages-add-seconds = { $count ->
   *[other] 增加 { $count } 秒
}
pages-time-near = 时间即将用完：还剩 { $left }。
pages-more-time = 您现在有更多时间了。
pages-no-more-time = 无法再增加时间。请在时间用完之前作答。
pages-time-up = 时间已到。
pages-without-answer = 若无人回答：{ $words }
pages-without-answer-expires = 若无人回答，该问题将过期，并会告知程序。
pages-without-approvals = { $count ->
   *[other] 若再没有 { $count } 个批准：{ $words }
}
pages-without-approvals-expires = { $count ->
   *[other] 若再没有 { $count } 个批准，该问题将过期，并会告知程序。
}
pages-escalates-group = 自 { $time } 起，改由群组 { $name } 回答。
pages-escalates-person = 自 { $time } 起，改由 { $name } 回答。
pages-escalates-others = 自 { $time } 起，改由其他人回答。
pages-steps = 步骤
pages-step = 第 { $here } 步，共 { $total } 步：{ $title }
pages-step-done = { $title }，已完成：修改
pages-check-and-send = 检查并发送
pages-check = 发送前请检查
pages-check-title = 发送前请检查：{ $title }
pages-check-all = { $client } 只会收到以下内容。
pages-fixed = 由表单设定。
pages-change-for = 修改 { $label }
pages-back-to-form = 返回表单
pages-nothing = 无
pages-not-shown = 已填写，不显示
pages-your-decision = 您的决定
pages-undo-hint = { $count ->
   *[other] { $count } 秒内不会发出任何内容：您可以撤销。
}
pages-votes-title = { $approvals } / { $needed } 已批准
pages-votes-enough = 批准人数已足够。
pages-votes-missing = { $count ->
   *[other] 还需要 { $count } 个批准。
}
pages-votes-ends = 一票拒绝即告结束。
pages-votes-goes-on = 一票拒绝不会使其结束。
pages-vote-approved = 已批准
pages-vote-rejected = 已拒绝
pages-you = 您
pages-quote = “{ $text }”
pages-own-request = 这是您提出的请求，因此您不能作决定。
pages-request-of = 这是 { $name } 提出的请求，因此该人不能作决定。
pages-yes = 是
pages-no = 否
pages-no-answer = 不回答
pages-no-choice = 不选择
pages-choose-one = 请选择一项
pages-choose-some = 请选择若干项
pages-chosen = { $count ->
   *[other] 已选 { $count } 项
}
pages-search = 搜索
pages-search-in = 在 { $label } 中搜索
pages-find-for = 查找 { $label }
pages-first-options = { $count ->
   *[other] 共 { $count } 个选项，此处只显示前面一部分。搜索可查看其他选项。
}
pages-first-fitting = { $count ->
   *[other] 符合条件的前 { $count } 个选项。
}
pages-options-fit = { $count ->
    [0] 没有符合此搜索的选项。
   *[other] 有 { $count } 个选项符合。
}
pages-steps-of = 步长为 { $number }。
pages-show = 显示
pages-hide = 隐藏
pages-secret-kept = 您之前输入的内容已保留。留空即可继续使用，或输入新的内容。
pages-secret-remove = 删除我之前输入的内容
pages-secret-again = 需要重新输入{ $label }。此处已不再保存您之前输入的内容。
pages-zone-of = { $label } 的时区
pages-zone-choose = 请选择时区
pages-zone-missing = 请选择 { $label } 的时区。
pages-clocks-forward = 当天时钟拨快，会跳过这一小时。此时间按 { $time } 计。
pages-clocks-back = 当天时钟拨慢，因此这一小时会出现两次：先是 { $first }，后是 { $second }。请选择您指的是哪一个。
pages-code = 代码
pages-table = 表格
pages-changes = 更改
pages-test-for = 测试 { $label }
pages-testing = 正在测试…
pages-test-fine = 此地址可以接受。系统没有访问该地址。
pages-test-nothing = 目前没有可测试的内容。
pages-test-no-field = 没有这样的字段。
pages-leads-to = 通向 { $host }。
pages-mixed-scripts = 此名称混用了不同文字的字母，冒充他人的名称常常如此。请仔细查看。
pages-foreign-letters = 此名称含有 a 到 z 以外的字母，可能与其他字母相似。请仔细查看。
pages-size-bytes = { $count ->
   *[other] { $count } 字节
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = 任何类型的文件，最大 { $size }。
pages-file-types = { $types }，最大 { $size }。
pages-file-certain = 仅限特定类型的文件，最大 { $size }。
pages-file-too-large = { $label } 最大为 { $size }。
pages-file-remove-this = 移除此文件
pages-file-remove = 移除
pages-file-another-for = 选择另一个文件 { $label }
pages-file-drop = 或拖放到此处
pages-file-uploading = 正在上传 { $label }
pages-file-failed = 无法接收此文件。请重试。
pages-file-bad-name = { $label }：不能使用文件名“{ $name }”。请重命名文件。
pages-file-no-type = { $label }：您的浏览器为“{ $name }”给出了无效的类型。请选择其他文件。
pages-file-refused = { $label }：无法接收“{ $name }”。请选择其他文件。
pages-file-ending-and-browser = { $found ->
    [text] { $label }：文件名“{ $name }”以 { $ending } 结尾，但您的浏览器认为该文件是纯文本。请重命名文件或选择其他文件。
    [html] { $label }：文件名“{ $name }”以 { $ending } 结尾，但您的浏览器认为该文件是 HTML 页面。请重命名文件或选择其他文件。
    [unknown] { $label }：文件名“{ $name }”以 { $ending } 结尾，但您的浏览器认为该文件不属于任何已知类型。请重命名文件或选择其他文件。
   *[type] { $label }：文件名“{ $name }”以 { $ending } 结尾，但您的浏览器认为该文件的类型是 { $type }。请重命名文件或选择其他文件。
}
pages-file-ending-and-content = { $found ->
    [text] { $label }：文件名“{ $name }”以 { $ending } 结尾，但内容是纯文本。请选择其他文件。
    [html] { $label }：文件名“{ $name }”以 { $ending } 结尾，但内容是 HTML 页面。请选择其他文件。
    [unknown] { $label }：文件名“{ $name }”以 { $ending } 结尾，但内容不属于任何已知类型。请选择其他文件。
    [malformed] { $label }：文件名“{ $name }”以 { $ending } 结尾，但其文本不符合该格式。请选择其他文件。
   *[type] { $label }：文件名“{ $name }”以 { $ending } 结尾，但内容的类型是 { $type }。请选择其他文件。
}
pages-file-browser-and-content = { $found ->
    [text] { $label }：您的浏览器认为“{ $name }”的类型是 { $declared }，但内容是纯文本。请选择其他文件。
    [html] { $label }：您的浏览器认为“{ $name }”的类型是 { $declared }，但内容是 HTML 页面。请选择其他文件。
    [unknown] { $label }：您的浏览器认为“{ $name }”的类型是 { $declared }，但内容不属于任何已知类型。请选择其他文件。
    [malformed] { $label }：您的浏览器认为“{ $name }”的类型是 { $declared }，但其文本不符合该格式。请选择其他文件。
   *[type] { $label }：您的浏览器认为“{ $name }”的类型是 { $declared }，但内容的类型是 { $type }。请选择其他文件。
}
pages-file-failed-field = 无法接收 { $label }。请重试。
pages-answer-too-long = 您的回答太长：全部内容合计最大为 { $size }。
pages-answer-own-request = 这是您提出的请求，因此您不能作决定。
pages-answer-sign-in = 此事由多人决定。请登录，以便计入您的投票。
pages-answer-no-votes = 不再接受投票。
pages-answer-unchecked = 目前无法检查您的回答。没有发送任何内容。请重试。
pages-connection-lost = 连接已断开。您输入的内容仍在此页面上；正在重试…
pages-unusable = 此页面在这里已不能再使用。
pages-see-why = 查看原因
pages-see-what = 查看经过
pages-live-answered = 此问题已有人回答。您填写的内容没有发送。
pages-live-answered-by = 此问题已由 { $name } 回答。您填写的内容没有发送。
pages-live-declined = 此问题已被拒绝。您填写的内容没有发送。
pages-live-declined-by = 此问题已被 { $name } 拒绝。您填写的内容没有发送。
pages-live-timeout = 时间已到。您填写的内容没有发送。
pages-live-cancelled = 此问题已取消。您填写的内容没有发送。
pages-approve = 批准
pages-reject = 拒绝
pages-comment = 评论
pages-decision = 决定
pages-rows-none = 尚未添加任何内容。
pages-rows-add = 添加：{ $item }
pages-rows-most = 已达到上限：{ $count }。
pages-row-up = 上移
pages-row-down = 下移
pages-row-remove = 移除
pages-computed = 根据您的其他回答计算得出。
pages-source-none = 没有找到选项。请搜索其他内容，或稍后再试。
pages-source-some = 这是部分选项。搜索可查看其他选项。
pages-not-accepted = 这未被接受。
