pages-title-error = 오류: { $title }
pages-skip = 본문으로 건너뛰기
pages-footer = Askwell로 답변
pages-language = 언어
pages-language-use = 사용
pages-error-mark = 오류:
pages-problem-title = 문제가 있습니다
pages-asks = { $client }의 질문
pages-asks-for = { $client }의 질문({ $requester }의 요청)
pages-audience-you = 귀하에게만 온 질문
pages-audience-person = 받는 사람: { $name }
pages-audience-group = 받는 그룹: { $name }
pages-audience-signed-in = 로그인한 모든 사람
pages-audience-anyone = 누구나
pages-audience-asked = { $audience } · 질문 시각 { $time }
pages-unnamed-client = 프로그램
pages-taken-by-you = 귀하가 맡은 질문입니다.
pages-taken-by-other = { $name } 님이 답변 중입니다.
pages-send = 답변 보내기
pages-review = 답변 검토
pages-continue = 계속
pages-back = 뒤로
pages-update = 양식 새로 고침
pages-update-help = 다른 항목에 따라 달라지는 항목이 있습니다. 새로 고치면 필요한 항목이 표시됩니다.
pages-give-back = 되돌리기
pages-take-over = 넘겨받기
pages-kept = 질문이 열려 있는 동안 이 브라우저에 보관됩니다
pages-kept-without-secrets = 질문이 열려 있는 동안 이 브라우저에 보관됩니다(비밀 정보 제외)
pages-no-wish = 답변하지 않으시겠습니까?
pages-decline = 거절
pages-decline-help = 거절한다는 사실을 { $client }에 알립니다. 답변 없이 계속될 수 있습니다.
pages-cancel = 요청 취소
pages-cancel-help = 답변 없이 요청을 닫습니다.
pages-why-not = 이유가 무엇입니까?
pages-optional = (선택)
pages-external = 이 작업은 다른 페이지에서 합니다. 이동하기 전에 어디로 연결되는지 확인하세요:
pages-external-open = 페이지 열기
pages-external-no-wish = 하지 않으시겠습니까?
pages-external-decline-help = 거절한다는 사실을 { $client }에 알립니다. 귀하 없이 계속될 수 있습니다.
pages-time-left = 남은 시간: { $left }
pages-time-until = { $time }까지
pages-left-moment = 1분 미만
pages-left-minutes = { $count ->
   *[other] 약 { $count }분
}
pages-left-hours = { $count ->
   *[other] 약 { $count }시간
}
pages-left-days = { $count ->
   *[other] 약 { $count }일
}
pages-add-minutes = { $count ->
   *[other] { $count }분 추가
}
pages-add-seconds = { $count ->
   *[other] { $count }초 추가
}
pages-time-near = 시간이 거의 다 되었습니다: { $left } 남음.
pages-more-time = 시간이 추가되었습니다.
pages-no-more-time = 더 이상 시간을 추가할 수 없습니다. 시간이 다 되기 전에 답변해 주세요.
pages-time-up = 시간이 다 되었습니다.
pages-without-answer = 답변이 없으면: { $words }
pages-without-answer-expires = 답변이 없으면 만료되고 프로그램에 알려집니다.
pages-without-approvals = { $count ->
   *[other] 승인 { $count }건이 더 없으면: { $words }
}
pages-without-approvals-expires = { $count ->
   *[other] 승인 { $count }건이 더 없으면 만료되고 프로그램에 알려집니다.
}
pages-escalates-group = { $time }부터는 { $name } 그룹이 대신 답변합니다.
pages-escalates-person = { $time }부터는 { $name } 님이 대신 답변합니다.
pages-escalates-others = { $time }부터는 다른 사람이 대신 답변합니다.
pages-steps = 단계
pages-step = { $here }/{ $total }단계: { $title }
pages-step-done = { $title }, 완료: 변경
pages-check-and-send = 확인 후 보내기
pages-check = 보내기 전에 확인하세요
pages-check-title = 보내기 전 확인: { $title }
pages-check-all = { $client }에 전달되는 내용은 이것이 전부입니다.
pages-fixed = 양식에서 정한 값입니다.
pages-change-for = 변경 { $label }
pages-back-to-form = 양식으로 돌아가기
pages-nothing = 없음
pages-not-shown = 입력됨, 표시하지 않음
pages-your-decision = 귀하의 결정
pages-undo-hint = { $count ->
   *[other] { $count }초 동안은 아무것도 전송되지 않습니다. 실행 취소할 수 있습니다.
}
pages-votes-title = 승인 { $approvals }/{ $needed }
pages-votes-enough = 충분한 사람이 승인했습니다.
pages-votes-missing = { $count ->
   *[other] 승인이 { $count }건 더 필요합니다.
}
pages-votes-ends = 한 건의 반려로 종료됩니다.
pages-votes-goes-on = 반려가 있어도 종료되지 않습니다.
pages-vote-approved = 승인함
pages-vote-rejected = 반려함
pages-you = 나
pages-quote = “{ $text }”
pages-own-request = 직접 요청한 사항이므로 결정할 수 없습니다.
pages-request-of = { $name } 님이 요청한 사항이므로 본인은 결정할 수 없습니다.
pages-yes = 예
pages-no = 아니요
pages-no-answer = 답변 없음
pages-no-choice = 선택 안 함
pages-choose-one = 하나를 선택하세요
pages-choose-some = 선택하세요
pages-chosen = { $count ->
   *[other] { $count }개 선택됨
}
pages-search = 검색
pages-search-in = { $label }에서 검색
pages-find-for = 찾기 { $label }
pages-first-options = { $count ->
   *[other] 선택지 { $count }개 중 처음 일부입니다. 검색하면 나머지를 볼 수 있습니다.
}
pages-first-fitting = { $count ->
   *[other] 일치하는 선택지 중 처음 { $count }개입니다.
}
pages-options-fit = { $count ->
    [0] 이 검색과 일치하는 것이 없습니다.
   *[other] 선택지 { $count }개가 일치합니다.
}
pages-steps-of = { $number } 단위.
pages-show = 표시
pages-hide = 숨기기
pages-secret-kept = 이전에 입력한 내용이 보관되어 있습니다. 그대로 사용하려면 비워 두고, 바꾸려면 새로 입력하세요.
pages-secret-remove = 이전에 입력한 내용 삭제
pages-secret-again = { $label }: 다시 입력해야 합니다. 이전에 입력한 내용은 여기에 더 이상 없습니다.
pages-zone-of = { $label }의 시간대
pages-zone-choose = 시간대를 선택하세요
pages-zone-missing = { $label }의 시간대를 선택하세요.
pages-clocks-forward = 이날은 시계를 앞당겨 이 한 시간이 없습니다. { $time }(으)로 처리됩니다.
pages-clocks-back = 이날은 시계를 늦춰 이 시각이 두 번 있습니다. 먼저 { $first }, 그다음 { $second }입니다. 해당하는 것을 선택하세요.
pages-code = 코드
pages-table = 표
pages-changes = 변경 사항
pages-test-for = 테스트 { $label }
pages-testing = 테스트 중…
pages-test-fine = 이 주소는 사용할 수 있습니다. 방문하지는 않았습니다.
pages-test-nothing = 아직 테스트할 것이 없습니다.
pages-test-no-field = 그런 항목이 없습니다.
pages-leads-to = 연결 대상: { $host }.
pages-mixed-scripts = 이 이름에는 서로 다른 문자 체계의 글자가 섞여 있습니다. 다른 이름을 사칭할 때 흔히 쓰이므로 자세히 확인하세요.
pages-foreign-letters = 이 이름에는 a부터 z 이외의 글자가 있어 다른 글자처럼 보일 수 있습니다. 자세히 확인하세요.
pages-size-bytes = { $count ->
   *[other] { $count }바이트
}
pages-size-kb = { $number }KB
pages-size-mb = { $number }MB
pages-size-gb = { $number }GB
pages-file-any = 모든 종류의 파일, 최대 { $size }.
pages-file-types = { $types }, 최대 { $size }.
pages-file-certain = 특정 종류의 파일만, 최대 { $size }.
pages-file-too-large = { $label }: 최대 크기는 { $size }입니다.
pages-file-remove-this = 이 파일 제거
pages-file-remove = 제거
pages-file-another-for = 다른 파일 선택 { $label }
pages-file-drop = 또는 여기에 놓기
pages-file-uploading = { $label } 업로드 중
pages-file-failed = 이 파일을 받을 수 없었습니다. 다시 시도해 주세요.
pages-file-bad-name = { $label }: 파일 이름 “{ $name }”은(는) 사용할 수 없습니다. 파일 이름을 바꾸세요.
pages-file-no-type = { $label }: 브라우저가 “{ $name }”에 잘못된 유형을 지정했습니다. 다른 파일을 선택하세요.
pages-file-refused = { $label }: “{ $name }”을(를) 받을 수 없습니다. 다른 파일을 선택하세요.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 브라우저에 따르면 파일은 일반 텍스트입니다. 이름을 바꾸거나 다른 파일을 선택하세요.
    [html] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 브라우저에 따르면 파일은 HTML 페이지입니다. 이름을 바꾸거나 다른 파일을 선택하세요.
    [unknown] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 브라우저에 따르면 파일은 알려진 유형이 아닙니다. 이름을 바꾸거나 다른 파일을 선택하세요.
   *[type] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 브라우저에 따르면 파일 유형은 { $type }입니다. 이름을 바꾸거나 다른 파일을 선택하세요.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 내용은 일반 텍스트입니다. 다른 파일을 선택하세요.
    [html] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 내용은 HTML 페이지입니다. 다른 파일을 선택하세요.
    [unknown] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 내용은 알려진 유형이 아닙니다. 다른 파일을 선택하세요.
    [malformed] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 텍스트가 그 형식이 아닙니다. 다른 파일을 선택하세요.
   *[type] { $label }: 이름 “{ $name }”은(는) { $ending }(으)로 끝나지만, 내용의 유형은 { $type }입니다. 다른 파일을 선택하세요.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: 브라우저에 따르면 “{ $name }”의 유형은 { $declared }이지만, 내용은 일반 텍스트입니다. 다른 파일을 선택하세요.
    [html] { $label }: 브라우저에 따르면 “{ $name }”의 유형은 { $declared }이지만, 내용은 HTML 페이지입니다. 다른 파일을 선택하세요.
    [unknown] { $label }: 브라우저에 따르면 “{ $name }”의 유형은 { $declared }이지만, 내용은 알려진 유형이 아닙니다. 다른 파일을 선택하세요.
    [malformed] { $label }: 브라우저에 따르면 “{ $name }”의 유형은 { $declared }이지만, 텍스트가 그 형식이 아닙니다. 다른 파일을 선택하세요.
   *[type] { $label }: 브라우저에 따르면 “{ $name }”의 유형은 { $declared }이지만, 내용의 유형은 { $type }입니다. 다른 파일을 선택하세요.
}
pages-file-failed-field = { $label }: 받을 수 없었습니다. 다시 시도해 주세요.
pages-answer-too-long = 답변이 너무 깁니다. 전체를 합해 최대 { $size }여야 합니다.
pages-answer-own-request = 직접 요청한 사항이므로 결정할 수 없습니다.
pages-answer-sign-in = 여러 사람이 함께 결정하는 사항입니다. 투표가 집계되도록 로그인해 주세요.
pages-answer-no-votes = 더 이상 투표를 받지 않습니다.
pages-answer-unchecked = 지금은 답변을 확인할 수 없었습니다. 아무것도 전송되지 않았습니다. 다시 시도해 주세요.
pages-connection-lost = 연결이 끊어졌습니다. 입력한 내용은 이 페이지에 남아 있습니다. 다시 시도하는 중…
pages-unusable = 이 페이지는 여기서 더 이상 사용할 수 없습니다.
pages-see-why = 이유 보기
pages-see-what = 경과 보기
pages-live-answered = 이미 답변된 질문입니다. 입력한 내용은 전송되지 않았습니다.
pages-live-answered-by = { $name } 님이 이미 답변했습니다. 입력한 내용은 전송되지 않았습니다.
pages-live-declined = 거절된 질문입니다. 입력한 내용은 전송되지 않았습니다.
pages-live-declined-by = { $name } 님이 거절했습니다. 입력한 내용은 전송되지 않았습니다.
pages-live-timeout = 시간이 다 되었습니다. 입력한 내용은 전송되지 않았습니다.
pages-live-cancelled = 취소된 질문입니다. 입력한 내용은 전송되지 않았습니다.
pages-approve = 승인
pages-reject = 반려
pages-comment = 의견
pages-decision = 결정
pages-rows-none = 아직 추가된 것이 없습니다.
pages-rows-add = 추가: { $item }
pages-rows-most = 최대 개수에 도달했습니다: { $count }.
pages-row-up = 위로 이동
pages-row-down = 아래로 이동
pages-row-remove = 제거
pages-computed = 다른 답변에서 계산되었습니다.
pages-source-none = 선택지를 찾지 못했습니다. 다른 말로 검색하거나 나중에 다시 시도하세요.
pages-source-some = 선택지의 일부입니다. 검색하면 나머지를 볼 수 있습니다.
pages-not-accepted = 승인되지 않았습니다.
