problem-quoted-label = “{ $label }”
problem-required = { $label } 항목은 필수입니다.
problem-type-text = { $label } 항목에는 텍스트를 입력하세요.
problem-type-number = { $label } 항목에는 숫자를 입력하세요.
problem-type-number-digits = { $label } 항목에는 38자리 이하의 숫자를 입력하세요.
problem-type-number-range = { $label } 항목에는 -1e308에서 1e308 사이의 숫자를 입력하세요.
problem-type-boolean = { $label } 항목에는 참 또는 거짓을 지정하세요.
problem-type-list = { $label } 항목에는 선택지 목록을 지정하세요.
problem-type-date = { $label } 항목에는 날짜를 입력하세요.
problem-type-option = { $label } 항목은 선택지 중 하나여야 합니다.
problem-type-file = { $label } 항목에는 파일을 지정하세요.
problem-type-other = { $label } 항목에는 다른 종류의 값을 지정하세요.
problem-empty = { $label } 항목은 비워 둘 수 없습니다.
problem-min-length = { $count ->
   *[other] { $label } 항목은 { $count }자 이상이어야 합니다.
}
problem-max-length = { $count ->
   *[other] { $label } 항목은 { $count }자 이하여야 합니다.
}
problem-pattern = { $label } 항목의 형식이 올바르지 않습니다.
problem-characters = { $label } 항목에는 숨은 제어 문자를 넣을 수 없습니다.
problem-format-email = { $label } 항목에는 이메일 주소를 입력하세요. 예: name@example.com.
problem-format-uri = { $label } 항목에는 전체 웹 주소를 입력하세요. 예: https://example.com.
problem-format-uuid = { $label } 항목에는 UUID를 입력하세요. 예: 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } 항목에는 IPv4 주소를 입력하세요. 예: 203.0.113.7.
problem-format-ipv6 = { $label } 항목에는 IPv6 주소를 입력하세요. 예: 2001:db8::7.
problem-format-hostname = { $label } 항목에는 호스트 이름을 입력하세요. 예: www.example.com.
problem-format-date = { $label } 항목에는 날짜를 입력하세요. 예: 2026-01-31.
problem-format-date-time = { $label } 항목에는 날짜와 시간을 입력하세요. 예: 2026-01-31T09:30:00Z.
problem-format-time = { $label } 항목에는 시각을 입력하세요. 예: 09:30.
problem-format-colour = { $label } 항목에는 색을 입력하세요. 예: #1a7f4b.
problem-format-other = { $label } 항목은 다른 형식이어야 합니다.
problem-earliest = { $label } 항목은 { DATETIME($date) } 이후여야 합니다.
problem-latest = { $label } 항목은 { DATETIME($date) } 이전이어야 합니다.
problem-minimum = { $label } 항목은 { $number } 이상이어야 합니다.
problem-maximum = { $label } 항목은 { $number } 이하여야 합니다.
problem-more-than = { $label } 항목은 { $number }보다 커야 합니다.
problem-less-than = { $label } 항목은 { $number }보다 작아야 합니다.
problem-whole-number = { $label } 항목은 정수여야 합니다.
problem-multiple = { $label } 항목은 { $number }의 배수여야 합니다.
problem-one-of = { $label } 항목은 다음 중 하나여야 합니다: { $options }.
problem-option = { $label } 항목은 선택지 중 하나여야 합니다.
problem-min-items = { $count ->
   *[other] { $label } 항목에서 { $count }개 이상 선택하세요.
}
problem-max-items = { $count ->
   *[other] { $label } 항목에서 { $count }개 이하로 선택하세요.
}
problem-twice = { $label } 항목에 같은 선택지가 두 번 있습니다.
problem-schemes = { $label } 항목은 { $schemes }(으)로 시작해야 합니다.
problem-scheme = { $label } 항목이 허용되지 않는 스킴으로 시작합니다.
problem-private-network = { $label } 항목은 사설 네트워크로 연결될 수 없습니다.
problem-local-machine = { $label } 항목은 로컬 컴퓨터로 연결될 수 없습니다.
problem-host = { $label } 항목에는 호스트를 찾을 수 있는 주소를 입력하세요.
problem-size = { $label } 항목은 { $size } 이하여야 합니다.
problem-file-type = { $label } 항목은 { $types } 형식의 파일이어야 합니다.
problem-file-ending = { $label } 항목은 { $endings }(으)로 끝나는 파일이어야 합니다.
problem-file-not-allowed = { $label } 항목은 허용되지 않는 파일 형식입니다.
problem-filename = { $label } 항목의 파일 이름을 사용할 수 없습니다. 파일 이름을 바꾸세요.
problem-content = { $label } 항목의 내용을 사용할 수 없습니다.
problem-content-missing = { $label } 항목에 내용이 없습니다.
problem-content-not-type = { $label } 항목의 내용이 { $expected }이(가) 아닙니다.
problem-content-broken = { $label } 항목의 내용을 { $expected }(으)로 읽을 수 없습니다.
problem-content-other-type = { $label } 항목의 내용 형식이 { $expected }이(가) 아니라 { $actual }입니다.
problem-content-never-uploaded = { $label } 항목의 내용이 업로드되지 않았습니다.
problem-no-field = 이 양식에는 “{ $label }” 항목이 없습니다.
problem-no-field-meant = 이 양식에는 “{ $label }” 항목이 없습니다. “{ $meant }”을(를) 뜻하셨나요?
problem-answered-twice = { $label } 항목에 두 번 답했습니다.
problem-not-readable = 답변을 읽을 수 없습니다.
problem-computed = { $label }: 다른 답변에서 계산되므로 변경할 수 없습니다.
problem-not-computable = { $label }: 이 답변들로는 계산할 수 없습니다.
problem-not-accepted = { $label } 항목이 받아들여지지 않았습니다.
problem-decide = 결정해 주세요.
size-bytes = { $count ->
   *[other] { $count }바이트
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label }의 최소 항목 수는 { $count }입니다.
problem-max-rows = { $label }의 최대 항목 수는 { $count }입니다.
problem-type-rows = { $label } 항목에는 항목 목록을 지정하세요.
problem-in-row = { $item } { $number }: { $sentence }
