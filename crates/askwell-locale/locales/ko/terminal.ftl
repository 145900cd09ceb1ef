term-sent = 보냈습니다. 감사합니다.
term-declined = 거절했습니다. 아무것도 보내지 않았습니다.
term-cancelled = 취소했습니다. 아무것도 보내지 않았습니다.
term-aborted = 나갔습니다. 아무것도 보내지 않았습니다.
term-timed-out = 시간이 다 되었습니다. 아무것도 보내지 않았습니다.
term-sending = 보내는 중…
term-kept = 답변은 보관되어 있습니다. 다시 시도할 수 있습니다.
term-nothing = (없음)
term-required = 필수
term-optional = 선택
term-yes = 예
term-no = 아니요
term-chosen = { $count ->
   *[other] { $count }개 선택
}
term-position = { $total }개 중 { $here }
term-time-left = { $time } 남음
term-review = 검토
term-review-position = 검토
term-send = 답변 보내기
term-problems-left = { $count ->
   *[other] 고칠 문제가 { $count }개 있습니다.
}
term-no-such-option = “{ $typed }” 선택지가 없습니다.
term-leave = 이 양식을 나가시겠습니까?
term-why-decline = 거절하는 이유는 무엇입니까?
term-decline = 거절: 답하지 않겠다고 보낸 사람에게 알립니다.
term-why = 보낸 사람이 이유를 읽습니다. 비워 둘 수 있습니다.
term-cancel = 취소: 답하지 않고 양식을 닫습니다. 보낸 사람이 다시 물을 수 있습니다.
term-continue = 양식을 계속합니다.
term-not-kept = 입력한 내용은 보관되지 않습니다.
term-no-more-time = 시간을 더 늘릴 수 없습니다.
term-time-asked = 시간 연장을 요청했습니다.
term-read-all = … F2를 누르면 모두 보입니다.
term-hint-email = 이메일 주소
term-hint-uri = 웹 주소
term-hint-uuid = UUID
term-hint-ipv4 = IPv4 주소
term-hint-ipv6 = IPv6 주소
term-hint-hostname = 호스트 이름
term-hint-date = 날짜(예: 2026-01-31)
term-hint-date-time-text = 날짜와 시간(예: 2026-01-31T09:30:00Z)
term-hint-date-time = 날짜와 시간(예: 2026-01-31 09:30, UTC)
term-hint-characters = { $count ->
   *[other] { $count }자
}
term-hint-characters-at-most = { $count ->
   *[other] { $count }자 이하
}
term-hint-characters-at-least = { $count ->
   *[other] { $count }자 이상
}
term-hint-characters-between = { $count ->
   *[other] { $least }~{ $count }자
}
term-hint-number = 숫자
term-hint-whole-number = 정수
term-hint-multiple = { $number }의 배수
term-hint-more-than = { $number } 초과
term-hint-less-than = { $number } 미만
term-hint-from = { $what }, { $least }부터
term-hint-up-to = { $what }, { $most }까지
term-hint-between = { $what }, { $least }부터 { $most }까지
term-hint-any = 몇 개든지
term-hint-at-most = { $count }개 이하
term-hint-at-least = { $count }개 이상
term-hint-exactly = 정확히 { $count }개
term-hint-some = { $least }~{ $most }개
term-hint-url = { $schemes }(으)로 시작하는 웹 주소
term-hint-file = 파일, { $size } 이하
term-hint-file-ending = { $endings }(으)로 끝나는 파일, { $size } 이하
term-leads-to = { $host }, 포트 { $port }(으)로 연결됩니다.
term-leads-to-doubtful = { $host }, 포트 { $port }(으)로 연결됩니다. 이름에 다른 문자 체계의 글자가 있으니 잘 살펴보세요.
term-plain-mode = 간단 모드: 한 번에 한 질문씩 묻습니다. ?는 자세히, <는 뒤로, !는 명령 목록입니다.
term-plain-more = !more로 시간을 더 요청합니다.
term-plain-question = 질문 { $position }: { $label } ({ $need })
term-plain-takes = 입력할 것: { $hint }.
term-plain-many-options = { $count ->
   *[other] 선택지가 { $count }개 있습니다. 이름의 일부를 입력하면 맞는 것을 보여 줍니다.
}
term-plain-now = 현재: { $value }. 빈 줄을 입력하면 그대로 둡니다.
term-plain-leave-out = 빈 줄을 입력하면 건너뜁니다.
term-plain-answer = 답변:
term-plain-secret = 답변(숨김):
term-plain-decide = 번호로, 또는 approve나 reject로 답하세요.
term-plain-yes-no = 예 또는 아니요로 답하세요.
term-plain-number-or-name = 번호나 이름으로 답하세요.
term-plain-numbers-or-names = 번호나 이름을 쉼표로 구분해 답하세요.
term-plain-path = 파일 경로로 답하세요.
term-plain-lines = 여러 줄을 입력할 수 있습니다. 마침표만 있는 줄로 끝내세요.
term-plain-problem = 문제: { $sentence }
term-plain-warning = 경고: { $sentence }
term-plain-send = 보낼까요? y는 보내기, 번호는 그 답변 바꾸기, <는 뒤로, !는 나가기입니다.
term-plain-emptied = 비웠습니다.
term-plain-fixed = 이 답변은 바꿀 수 없습니다.
term-plain-no-such-number = 그런 번호가 없습니다.
term-plain-not-sent = 보내지 않았습니다. !decline 이유 는 양식 전체를 거절하고, !cancel은 양식을 나갑니다.
term-plain-unclear = y, 번호, <, ! 중 하나로 답하세요.
term-plain-please-yes-no = 예 또는 아니요로 답하세요.
term-plain-please-decide = “{ $approve }”은(는) 1, “{ $reject }”은(는) 2로 답하세요.
term-plain-several = 여러 선택지가 맞습니다:
term-plain-and-more = { $count ->
   *[other] … 외 { $count }개. 이름을 더 입력하세요.
}
term-plain-commands = 명령:
term-plain-backslash = 명령처럼 보이는 답변 앞에는 \ 를 붙이세요.
term-command-back = 이전 질문으로 돌아가기
term-command-help = 이 질문 자세히 보기
term-command-menu = 명령 목록 보기
term-command-clear = 이 답변 비우기
term-command-review = 모든 답변 검토
term-command-more = 시간 연장 요청
term-file-missing = “{ $name }” 파일이 없습니다.
term-file-denied = “{ $name }”을(를) 읽을 수 없습니다: 권한이 없습니다.
term-file-unreadable = “{ $name }”을(를) 읽을 수 없습니다: { $reason }.
term-file-folder = “{ $name }”은(는) 폴더입니다. 그 안의 파일을 고르세요.
term-file-other = “{ $name }”은(는) 파일이 아닙니다.
term-file-large = “{ $name }”이(가) { $size }보다 큽니다.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more로 시간을 더 요청합니다
term-keys = 키
term-key-next = 다음
term-key-back = 뒤로
term-key-leave = 나가기
term-key-help = 도움말
term-key-decline = 거절
term-key-cancel = 취소
term-key-go-on = 계속
term-key-scroll = 스크롤
term-key-back-to-form = 양식으로
term-key-pick = 고르기
term-key-move = 이동
term-key-more-time = 시간 연장
term-key-day = 일
term-key-month = 월
term-key-type = 입력
term-key-replace = 바꾸기
term-key-calendar = 달력
term-key-new-line = 줄 바꿈
term-key-step = 증감
term-key-change = 변경
term-key-approve-reject = 승인/반려
term-key-yes-no = 예/아니요
term-key-search = 검색
term-key-choose = 선택
term-key-complete = 완성
term-key-answer = 답하기
term-key-name-any = 아무 키
term-key-name-space = 스페이스
term-key-name-type = 입력
term-help-enter = 계속
term-help-back = 뒤로
term-help-later = 계속, 나중에 고치기
term-help-review = 검토로
term-help-empty = 줄 비우기
term-help-read = 전체 글 읽기
term-help-leave = 거절 또는 취소
term-help-abort = 답하지 않고 나가기
term-search = 검색:
term-options = { $count ->
   *[other] 선택지 { $count }개
}
term-nothing-fits = 맞는 것 없음
term-path = 파일 경로
term-unseen = 숨은 입력
term-more = { $count ->
   *[other] { $count }개 더
}
term-months = 1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월
term-weekdays = 월 화 수 목 금 토 일
term-picture = [그림: { $description }]
term-inbox-empty = 답을 기다리는 양식이 없습니다.
term-inbox-choose = 번호를 입력하면 그 양식에 답하고, 빈 줄은 새로 고침, !는 나가기입니다.
term-step = { $total }단계 중 { $here }단계: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = 항목: { $count }
term-rows-add = 추가: { $item }
term-rows-done = 계속
term-key-add = 추가
term-key-remove = 삭제
term-key-move-entry = 항목 이동
term-plain-rows = + 는 항목을 추가하고 번호는 항목을 변경합니다. -2 는 항목 2 삭제, ^2 는 위로, v2 는 아래로 이동합니다. 빈 줄은 계속합니다.
term-rows-full = 더 추가할 자리가 없습니다.
