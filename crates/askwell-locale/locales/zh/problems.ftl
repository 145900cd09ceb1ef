problem-quoted-label = “{ $label }”
problem-required = { $label }为必填项。
problem-type-text = { $label }必须是文本。
problem-type-number = { $label }必须是数字。
problem-type-number-digits = { $label }必须是不超过 38 位的数字。
problem-type-number-range = { $label }必须是 -1e308 到 1e308 之间的数字。
problem-type-boolean = { $label }必须是“是”或“否”。
problem-type-list = { $label }必须是选项列表。
problem-type-date = { $label }必须是日期。
problem-type-option = { $label }必须是所列选项之一。
problem-type-file = { $label }必须是文件。
problem-type-other = { $label }必须是其他类型。
problem-empty = { $label }不能为空。
problem-min-length = { $count ->
   *[other] { $label }至少需要 { $count } 个字符。
}
problem-max-length = { $count ->
   *[other] { $label }最多 { $count } 个字符。
}
problem-pattern = { $label }的格式不符合要求。
problem-characters = { $label }不能包含隐藏的控制字符。
problem-format-email = { $label }必须是电子邮件地址，例如 name@example.com。
problem-format-uri = { $label }必须是完整的网址，例如 https://example.com。
problem-format-uuid = { $label }必须是 UUID，例如 123e4567-e89b-12d3-a456-426614174000。
problem-format-ipv4 = { $label }必须是 IPv4 地址，例如 203.0.113.7。
problem-format-ipv6 = { $label }必须是 IPv6 地址，例如 2001:db8::7。
problem-format-hostname = { $label }必须是主机名，例如 www.example.com。
problem-format-date = { $label }必须是日期，例如 2026-01-31。
problem-format-date-time = { $label }必须是日期和时间，例如 2026-01-31T09:30:00Z。
problem-format-time = { $label }必须是时间，例如 09:30。
problem-format-colour = { $label }必须是颜色，例如 #1a7f4b。
problem-format-other = { $label }必须是其他格式。
problem-earliest = { $label }不能早于 { DATETIME($date) }。
problem-latest = { $label }不能晚于 { DATETIME($date) }。
problem-minimum = { $label }不能小于 { $number }。
problem-maximum = { $label }不能大于 { $number }。
problem-more-than = { $label }必须大于 { $number }。
problem-less-than = { $label }必须小于 { $number }。
problem-whole-number = { $label }必须是整数。
problem-multiple = { $label }必须是 { $number } 的倍数。
problem-one-of = { $label }必须是以下之一：{ $options }。
problem-option = { $label }必须是所列选项之一。
problem-min-items = { $count ->
   *[other] { $label }至少选择 { $count } 项。
}
problem-max-items = { $count ->
   *[other] { $label }最多选择 { $count } 项。
}
problem-twice = { $label }中有重复的选项。
problem-schemes = { $label }必须以 { $schemes } 开头。
problem-scheme = { $label }以不允许的协议开头。
problem-private-network = { $label }不能指向专用网络。
problem-local-machine = { $label }不能指向本机。
problem-host = { $label }必须是能找到主机的地址。
problem-size = { $label }不能超过 { $size }。
problem-file-type = { $label }必须是 { $types } 类型的文件。
problem-file-ending = { $label }必须是以 { $endings } 结尾的文件。
problem-file-not-allowed = { $label }是不允许的文件类型。
problem-filename = { $label }的文件名无法使用，请重命名文件。
problem-content = { $label }的内容无法使用。
problem-content-missing = { $label }没有内容。
problem-content-not-type = { $label }的内容不是 { $expected }。
problem-content-broken = { $label }的内容无法作为 { $expected } 使用。
problem-content-other-type = { $label }的内容类型是 { $actual }，而不是 { $expected }。
problem-content-never-uploaded = { $label }的内容从未上传。
problem-no-field = 此表单没有“{ $label }”字段。
problem-no-field-meant = 此表单没有“{ $label }”字段；您是否指“{ $meant }”？
problem-answered-twice = { $label }回答了两次。
problem-not-readable = 无法读取该回答。
problem-computed = { $label }由其他回答计算得出，无法更改。
problem-not-computable = 无法根据这些回答计算{ $label }。
problem-not-accepted = { $label }未被接受。
problem-decide = 请作出决定。
size-bytes = { $count ->
   *[other] { $count } 字节
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label }的条目数至少为 { $count }。
problem-max-rows = { $label }的条目数最多为 { $count }。
problem-type-rows = { $label }必须是条目列表。
problem-in-row = { $item } { $number }：{ $sentence }
