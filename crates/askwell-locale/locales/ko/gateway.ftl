gate-title = 도구 호출 승인
gate-intro = 프로그램이 도구를 호출하려고 합니다. 결정하기 전에는 아무 일도 일어나지 않습니다.
gate-server = 서버: { $server }
gate-tool = 도구: { $tool }
gate-description = 서버의 설명: “{ $description }”
gate-no-description = 서버가 이 도구를 설명하지 않습니다.
gate-hints = 서버에 따르면: { $hints }
gate-reads-only = 읽기만 합니다.
gate-destroys = 무언가를 파괴할 수 있습니다.
gate-changes = 무언가를 파괴하지 않고 변경합니다.
gate-open-world = 자체 시스템 밖까지 영향을 미칩니다.
gate-idempotent = 반복해도 추가 효과가 없습니다.
gate-warning = 경고: { $warning }
gate-changed = { $time }에 이 도구의 호출이 승인된 뒤 서버가 도구를 변경했습니다: { $parts }.
gate-part-description = 설명
gate-part-arguments = 인수
gate-part-annotations = 주석
gate-part-other = 정의의 다른 부분
gate-change-unknown = 승인된 뒤 도구가 변경되었는지 알 수 없습니다.
gate-server-name = 서버 이름에 ASCII가 아닌 글자가 있습니다. 다른 이름을 흉내 낸 것일 수 있습니다.
gate-tool-name = 도구 이름에 ASCII가 아닌 글자가 있습니다. 다른 이름을 흉내 낸 것일 수 있습니다.
gate-hidden-characters = 인수에 보이지 않는 문자가 있습니다. \u…로 표시됩니다.
gate-mixed-scripts = “{ $word }”에 여러 문자 체계의 글자가 섞여 있습니다({ $letters }).
gate-left-out = { $count }자 생략됨
gate-arguments = 인수:
gate-arguments-in-part = 인수, 일부만 표시됨(전체 { $bytes }바이트, 다이제스트는 전체를 포함):
gate-digest = 다이제스트: { $digest }
gate-decision = 결정
gate-approve = 이 호출 승인
gate-approve-again = 이 호출과 { $duration } 동안 같은 호출 승인
gate-approve-tool = 이 호출과 { $duration } 동안 이 도구의 모든 호출 승인
gate-edit = 먼저 인수 변경
gate-comment-about = 호출을 반려하면 프로그램이 이 내용을 읽습니다.
gate-change-title = 인수 변경
gate-change-label = 인수
gate-change-about = JSON 객체.
gate-change-intro = 서버 { $server }의 도구 { $tool }의 인수를 변경하세요. 결정하기 전에 다시 표시됩니다.
gate-change-problem = 마지막 변경을 사용할 수 없습니다: { $problem }.
gate-days = { $count ->
   *[other] { $count }일
}
gate-hours = { $count ->
   *[other] { $count }시간
}
gate-minutes = { $count ->
   *[other] { $count }분
}
gate-seconds = { $count ->
   *[other] { $count }초
}
gate-lost-call = `{ $tool }`이(가) 답변을 기다리는 동안 게이트웨이가 다시 시작되었습니다. 서버가 작업의 일부를 이미 수행했을 수 있습니다. 다시 호출할까요?
acp-open-title = 페이지를 열까요?
acp-open = 이 페이지 열기
acp-page-host = 이 페이지는 { $host }에 속합니다.
acp-open-page = 계속하려면 이 페이지를 여세요: { $url }
acp-answer = 여기에서 답변하세요: { $url }
acp-answer-code = 여기에서 답변하세요: { $url } (코드 { $code })
