mail-asks = { $client }의 질문: { $title }
mail-asks-untitled = { $client }에서 질문이 있습니다
mail-reminder = 다시 알림: { $client }의 질문: { $title }
mail-reminder-untitled = 다시 알림: { $client }에서 질문이 있습니다
mail-escalated = 귀하에게 넘어옴: { $client }의 질문: { $title }
mail-escalated-untitled = 귀하에게 넘어옴: { $client }에서 질문이 있습니다
mail-delegated = 귀하에게 위임됨: { $client }의 질문: { $title }
mail-delegated-untitled = 귀하에게 위임됨: { $client }에서 질문이 있습니다
mail-waiting = { $count ->
   *[other] 질문 { $count }건이 답변을 기다립니다
}
mail-more = { $count ->
   *[other] 그 밖에 { $count }건: { $link }
}
mail-more-short = { $count ->
   *[other] 그 밖에 { $count }건.
}
mail-open-inbox-inline = 받은 편지함 열기
mail-open-question = 질문 열기
mail-open-inbox = 받은 편지함 열기
mail-answer-by = { $time }까지 답변해 주세요.
mail-settings = 알림 시간과 방법
mail-unsubscribe = 이런 메일 받지 않기
mail-settings-at = 알림 시간과 방법: { $link }
mail-unsubscribe-at = 이런 메일 받지 않기: { $link }
mail-code-subject = { $site } 로그인 코드
mail-code = 코드: { $code }
mail-code-works = { $count ->
   *[other] { $site }에서, 요청한 브라우저에서만, { $count }분 동안 한 번 사용할 수 있습니다.
}
mail-code-warning = 요청하지 않았다면 아무것도 하지 마세요. 코드가 없으면 누구도 로그인할 수 없습니다. 누구에게도 알려 주지 마세요.
