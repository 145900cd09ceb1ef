inbox-pages = 페이지
inbox-page-inbox = 받은 편지함
inbox-page-notifications = 알림
inbox-page-overview = 개요
inbox-page-administration = 관리
inbox-you-are = 사용자:
inbox-offline = 오프라인입니다. 계속 읽을 수 있습니다. 결정은 여기에 남아 있으며 자동으로 전송되지 않습니다.
inbox-connection-lost = 연결이 끊어졌습니다. 다시 시도하는 중…
inbox-title-count = ({ $count }) 받은 편지함
inbox-parts = 받은 편지함의 구분
inbox-tab-mine = 내 질문
inbox-tab-groups = 내 그룹
inbox-tab-taken = 맡음
inbox-tab-done = 완료
inbox-due-hour = 1시간 이내 마감
inbox-due-today = 오늘 중
inbox-due-week = 이번 주
inbox-due-later = 나중
inbox-due-never = 마감 없음
inbox-today = 오늘
inbox-left-moment = 1분 미만 남음
inbox-left-minutes = { $count ->
   *[other] { $count }분 남음
}
inbox-by = { $time }까지
inbox-due-in-moment = 마감까지 1분 미만
inbox-due-in-minutes = { $count ->
   *[other] 마감까지 { $count }분
}
inbox-due-in-hours = { $count ->
   *[other] 마감까지 { $count }시간
}
inbox-due-in-days = { $count ->
   *[other] 마감까지 { $count }일
}
inbox-count-more = { $count }+
inbox-new = { $count ->
   *[other] 새 질문 { $count }건
}
inbox-snoozed-count = { $count ->
   *[other] { $count }건 다시 알림 대기 중.
}
inbox-snoozed-show = 표시
inbox-stopped = 항목의 일부만 검색했습니다.
inbox-search-further = 더 검색
inbox-first = 처음
inbox-more = 더 보기
inbox-select = 선택: { $title }
inbox-answer = 답변
inbox-continue = 계속
inbox-approvals = 승인 { $approvals }/{ $needed }
inbox-client-for = { $client }({ $name }의 요청)
inbox-taken-by-you = 내가 맡음
inbox-taken-by = { $name } 님이 답변 중
inbox-other-page = 다른 페이지에서
inbox-no-longer = 더 이상 없음
inbox-fields = { $count ->
   *[other] 항목 { $count }개
}
inbox-secrets = { $count ->
   *[other] 비밀 { $count }개
}
inbox-approved-by-you = 방금 내가 승인함
inbox-approved-by = 방금 { $name } 님이 승인함
inbox-rejected-by-you = 방금 내가 반려함
inbox-rejected-by = 방금 { $name } 님이 반려함
inbox-undo = 실행 취소
inbox-why = 이유
inbox-why-required = 질문한 쪽에 전달됨
inbox-why-optional = 선택, 질문한 쪽에 전달됨
inbox-keep-open = 열어 두기
inbox-was-approved = 승인됨 · { $client }
inbox-was-rejected = 반려됨 · { $client }
inbox-was-answered = 답변됨 · { $client }
inbox-was-declined-because = 거절됨: “{ $reason }”
inbox-was-declined = 거절됨 · { $client }
inbox-was-called-off = { $client }에서 철회함
inbox-was-expired = 만료됨 · 답변 없음
inbox-filter = 필터
inbox-filter-in-use = 사용 중
inbox-search = 검색
inbox-search-help = 제목, 설명 또는 프로그램의 단어.
inbox-who-asks = 질문한 쪽
inbox-kind = 종류
inbox-outcome = 결과
inbox-any = 전체
inbox-show = 표시
inbox-show-everything = 모두 표시
inbox-notify = 알림 받기
inbox-notify-stop = 알림 중지
inbox-state-completed = 답변됨
inbox-state-declined = 거절됨
inbox-state-cancelled = 철회됨
inbox-state-timeout = 만료됨
inbox-mode-form = 양식
inbox-mode-inline = 짧은 질문
inbox-mode-url = 웹 페이지
inbox-mode-terminal = 터미널
inbox-none-fits = 일치하는 항목 없음
inbox-none-fits-about = 찾는 조건에 맞는 항목이 없습니다.
inbox-none-mine = 기다리는 질문이 없습니다
inbox-none-mine-about = 새 질문은 여기에 자동으로 표시됩니다.
inbox-none-mine-groups = 내 그룹({ $count })
inbox-none-mine-done = 완료된 질문
inbox-none-groups = 그룹에 온 질문이 없습니다
inbox-none-groups-about = 속한 그룹에 온 질문이 여기에 표시됩니다.
inbox-none-taken = 맡은 질문이 없습니다
inbox-none-taken-about = 질문을 맡으면 답변 중임을 동료가 알 수 있습니다.
inbox-none-done = 아직 완료된 질문이 없습니다
inbox-none-done-about = 답변, 거절, 철회되거나 만료된 질문이 여기에 표시됩니다.
inbox-gone = 이 받은 편지함은 여기서 더 이상 표시할 수 없습니다.
inbox-question = 질문
inbox-question-none = 질문이 오면 여기서 읽고 답변합니다.
inbox-list = 목록
inbox-before = 이전 질문
inbox-after = 다음 질문
inbox-place = { $here }/{ $count }
inbox-what-happened = 경과
inbox-take = 맡기
inbox-give-back = 되돌리기
inbox-take-over = 넘겨받기
inbox-delegate = 넘기기
inbox-delegate-about = 다른 사람에게 대신 질문합니다. 마감은 그대로이며, 답변이 없으면 마감 전에 돌아옵니다.
inbox-delegate-to = 받는 쪽
inbox-delegate-person = 사람
inbox-delegate-group = 그룹
inbox-delegate-name = 이름
inbox-delegate-why = 이유
inbox-delegate-why-note = 선택, 동료에게 표시
inbox-delegated-by = { $name } 님이 넘긴 질문입니다. 답변이 없으면 { $time }에 돌아갑니다.
inbox-delegated-return = 되돌리기
inbox-delegated-count = { $count ->
   *[other] { $count }건 넘김
}
inbox-delegated-to = { $name }에게 넘긴 질문입니다. 답변이 없으면 { $time }에 돌아옵니다.
inbox-take-back = 다시 가져오기
inbox-delegate-impossible = 이 질문은 넘길 수 없습니다. 이미 끝났거나 여러 사람이 함께 결정합니다.
inbox-delegate-no-name = 받는 쪽을 입력하세요. 로그인할 때 쓰는 사람 또는 그룹의 이름입니다.
inbox-delegate-with-you = 이미 귀하에게 있습니다.
inbox-delegate-note = { $name }에게 넘겼습니다.
inbox-delegate-note-why = { $name }에게 넘겼습니다: { $reason }
inbox-snooze = 다시 알림
inbox-snooze-about = 목록에서 숨깁니다. 늦어도 마감 10분 전에 다시 나타납니다.
inbox-snooze-too-soon = 마감이 가까워 다시 알림을 설정할 수 없습니다.
inbox-snooze-not = 다시 알림 해제
inbox-snooze-hour = 1시간
inbox-snooze-afternoon = 4시간
inbox-snooze-day = 하루
inbox-notes = 동료 간 메모
inbox-notes-private = { $client }에는 보이지 않습니다.
inbox-note-yours = 내 메모
inbox-note-add = 메모 추가
inbox-toast-approved = 승인: { $title } { $seconds }초 후 전송됩니다.
inbox-toast-rejected = 반려: { $title } { $seconds }초 후 전송됩니다.
inbox-toast-approved-short = 승인했습니다. { $seconds }초 후 전송됩니다.
inbox-toast-rejected-short = 반려했습니다. { $seconds }초 후 전송됩니다.
inbox-selected-entries = 선택한 항목
inbox-selected = 개 선택됨
inbox-comment-all = 전체에 적용할 의견(선택)
inbox-approve-all = 모두 승인
inbox-reject-all = 모두 반려
inbox-clear = 해제
inbox-bulk-approved = { $count ->
   *[other] { $count }건을 승인했습니다.
}
inbox-bulk-rejected = { $count ->
   *[other] { $count }건을 반려했습니다.
}
inbox-bulk-snoozed = { $count ->
   *[other] { $count }건의 다시 알림을 설정했습니다.
}
inbox-bulk-no-decision = { $count ->
   *[other] { $count }건 건너뜀: 결정이 아닙니다.
}
inbox-bulk-too-soon = { $count ->
   *[other] { $count }건 건너뜀: 마감이 가까워 다시 알림을 설정할 수 없습니다.
}
inbox-bulk-not-approved = { $count ->
   *[other] { $count }건은 승인하지 못했습니다. 이미 끝났거나 의견이 필요합니다.
}
inbox-bulk-not-rejected = { $count ->
   *[other] { $count }건은 반려하지 못했습니다. 이미 끝났거나 의견이 필요합니다.
}
inbox-bulk-not-snoozed = { $count ->
   *[other] { $count }건은 다시 알림을 설정하지 못했습니다. 이미 끝났거나 의견이 필요합니다.
}
inbox-hint-move = 이동
inbox-hint-approve = 승인
inbox-hint-reject = 반려
inbox-hint-select = 선택
inbox-hint-keys = 모든 키
inbox-keys = 키보드
inbox-key-move = 다음 항목, 이전 항목
inbox-key-open = 열기
inbox-key-back = 목록으로 돌아가기
inbox-key-approve = 승인
inbox-key-reject = 이유를 적어 반려
inbox-key-select = 선택 또는 해제
inbox-key-approve-selected = 선택한 항목 승인
inbox-key-comment = 의견 쓰기
inbox-key-undo = 마지막 결정 실행 취소
inbox-key-take = 맡기 또는 되돌리기
inbox-key-new = 새 항목 표시
inbox-key-help = 이 목록 표시 또는 숨기기
inbox-keys-letters = 한 글자를 단축키로 사용
inbox-keys-close = 닫기
inbox-offline-title = 오프라인
inbox-offline-missing = 이 페이지는 이 기기에 없습니다
inbox-offline-about = 목록과 마지막으로 연 질문은 있습니다. 온라인 상태에서 다시 시도하세요.
inbox-offline-read = 목록 읽기
inbox-app-about = 답변을 기다리는 질문
