mail-asks = سؤال من { $client }: { $title }
mail-asks-untitled = سؤال من { $client }
mail-reminder = تذكير: سؤال من { $client }: { $title }
mail-reminder-untitled = تذكير: سؤال من { $client }
mail-escalated = صُعّد إليك: سؤال من { $client }: { $title }
mail-escalated-untitled = صُعّد إليك: سؤال من { $client }
mail-delegated = حُوّل إليك: سؤال من { $client }: { $title }
mail-delegated-untitled = حُوّل إليك: سؤال من { $client }
mail-waiting = { $count ->
    [1] سؤال واحد ينتظر إجابة
    [2] سؤالان ينتظران إجابة
    [zero] { $count } سؤال ينتظر إجابة
    [one] { $count } سؤال ينتظر إجابة
    [two] { $count } سؤال ينتظر إجابة
    [few] { $count } أسئلة تنتظر إجابة
    [many] { $count } سؤالًا ينتظر إجابة
   *[other] { $count } سؤال ينتظر إجابة
}
mail-more = { $count ->
    [zero] و{ $count } غيرها: { $link }
    [one] و{ $count } غيرها: { $link }
    [two] و{ $count } غيرها: { $link }
    [few] و{ $count } غيرها: { $link }
    [many] و{ $count } غيرها: { $link }
   *[other] و{ $count } غيرها: { $link }
}
mail-more-short = { $count ->
    [zero] و{ $count } غيرها.
    [one] و{ $count } غيرها.
    [two] و{ $count } غيرها.
    [few] و{ $count } غيرها.
    [many] و{ $count } غيرها.
   *[other] و{ $count } غيرها.
}
mail-open-inbox-inline = فتح الوارد
mail-open-question = فتح السؤال
mail-open-inbox = فتح الوارد
mail-answer-by = أجب قبل { $time }.
mail-settings = متى وكيف يتم إبلاغك
mail-unsubscribe = لا مزيد من هذه الرسائل
mail-settings-at = متى وكيف يتم إبلاغك: { $link }
mail-unsubscribe-at = لا مزيد من هذه الرسائل: { $link }
mail-code-subject = رمز تسجيل دخولك إلى { $site }
mail-code = رمزك: { $code }
mail-code-works = { $count ->
    [1] يعمل مرة واحدة، لمدة دقيقة، على { $site } في المتصفح الذي طلبه.
    [2] يعمل مرة واحدة، لمدة دقيقتين، على { $site } في المتصفح الذي طلبه.
    [zero] يعمل مرة واحدة، لمدة { $count } دقيقة، على { $site } في المتصفح الذي طلبه.
    [one] يعمل مرة واحدة، لمدة { $count } دقيقة، على { $site } في المتصفح الذي طلبه.
    [two] يعمل مرة واحدة، لمدة { $count } دقيقة، على { $site } في المتصفح الذي طلبه.
    [few] يعمل مرة واحدة، لمدة { $count } دقائق، على { $site } في المتصفح الذي طلبه.
    [many] يعمل مرة واحدة، لمدة { $count } دقيقة، على { $site } في المتصفح الذي طلبه.
   *[other] يعمل مرة واحدة، لمدة { $count } دقيقة، على { $site } في المتصفح الذي طلبه.
}
mail-code-warning = إن لم تطلبه فلا تفعل شيئًا: دون الرمز لا يُسجَّل دخول أحد. لا تعطه لأحد.
