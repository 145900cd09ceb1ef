overview-title = 개요
overview-all-programs-time = { $from } ~ { $to }, 모든 프로그램
overview-program-time = { $from } ~ { $to }, { $client }
overview-cut = 수치는 최신 변경 사항만 반영합니다. 로그에는 이 페이지가 읽는 것보다 더 많은 기록이 있습니다.
overview-audit = 감사 기록: { $files }
overview-audit-lines = JSON 행
overview-audit-csv = CSV
overview-filter = 필터
overview-time = 기간
overview-program = 프로그램
overview-all-programs = 모든 프로그램
overview-show = 표시
overview-last-hours = { $count ->
   *[other] 지난 { $count }시간
}
overview-last-days = { $count ->
   *[other] 지난 { $count }일
}
overview-in-time = 제시간 답변
overview-percent = { $percent }%
overview-of = { $part }/{ $count }
overview-half = 절반이 답변된 시간
overview-nine = 90%가 답변된 시간
overview-waiting-now = 현재 대기
overview-due-hour = { $count ->
   *[other] { $count }건 1시간 이내 마감
}
overview-expired = 만료됨
overview-seconds = { $count ->
   *[other] { $count }초
}
overview-minutes = { $count ->
   *[other] { $count }분
}
overview-hours = { $hours }시간 { $minutes }분
overview-days = { $count ->
   *[other] { $count }일
}
overview-part-answered = 답변 또는 결정됨
overview-part-declined = 거절됨
overview-part-cancelled = 프로그램이 철회함
overview-part-expired = 만료됨
overview-expired-on = { $count ->
   *[other] { $day }에 질문 { $count }건 만료
}
overview-nothing-ended = 이 기간에 끝난 질문이 없습니다
overview-nothing-expired = 이 기간에 만료된 질문이 없습니다
overview-bar-expired = { $count ->
   *[other] { $count }건 만료
}
overview-by-day = 일별 결과
overview-by-day-utc = 일별 결과(UTC).
overview-by-day-spoken = 일별 결과: 총 { $answered }건 답변 또는 결정, { $declined }건 거절, { $cancelled }건 철회, { $expired }건 만료. { $heading }.
overview-as-table = 표로 표시
overview-day = 날짜
overview-half-of-all = 답변의 절반은 { $time } 이내
overview-no-answers = 이 기간에 답변이 없습니다
overview-nine-of-all = 90%는 { $time } 이내입니다.
overview-answers-by-minutes = { $count ->
   *[other] 걸린 시간(분)별 답변 { $count }건.
}
overview-minutes-table = 걸린 시간(분)별 답변
overview-minutes-head = 분
overview-answers-head = 답변
overview-under = { $number } 미만
overview-between = { $from }~{ $to }
overview-over = { $number } 초과
overview-asks-most = { $count ->
   *[other] 가장 많이 질문: { $client }, 질문 { $count }건
}
overview-no-program = 이 기간에 질문한 프로그램이 없습니다
overview-programs = 프로그램
overview-who-asks = 질문한 쪽
overview-asked = 질문
overview-answered = 답변
overview-waiting = 대기
overview-half-within = 절반 시간
overview-most-waiting = 대기가 가장 많음: { $name }, { $number }
overview-none-waiting = 한 사람을 기다리는 질문이 없습니다
overview-no-person = 이 기간에 답변한 사람이 없습니다
overview-people = 사람
overview-who-answers = 답변한 사람
overview-person-or-group = 사람 또는 그룹
overview-share = 최댓값 대비 비율
overview-of-most = { $part }, 최대 { $most }
overview-group = 그룹 { $name }
