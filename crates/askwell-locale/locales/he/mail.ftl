mail-asks = שאלה מאת { $client }: { $title }
mail-asks-untitled = שאלה מאת { $client }
mail-reminder = תזכורת: שאלה מאת { $client }: { $title }
mail-reminder-untitled = תזכורת: שאלה מאת { $client }
mail-escalated = הוסלמה אליך: שאלה מאת { $client }: { $title }
mail-escalated-untitled = הוסלמה אליך: שאלה מאת { $client }
mail-delegated = הועברה אליך: שאלה מאת { $client }: { $title }
mail-delegated-untitled = הועברה אליך: שאלה מאת { $client }
mail-waiting = { $count ->
    [1] שאלה אחת ממתינה לתשובה
    [2] שתי שאלות ממתינות לתשובה
    [one] { $count } שאלות ממתינות לתשובה
    [two] { $count } שאלות ממתינות לתשובה
   *[other] { $count } שאלות ממתינות לתשובה
}
mail-more = { $count ->
    [1] ועוד אחת: { $link }
    [2] ועוד שתיים: { $link }
    [one] ועוד { $count }: { $link }
    [two] ועוד { $count }: { $link }
   *[other] ועוד { $count }: { $link }
}
mail-more-short = { $count ->
    [1] ועוד אחת.
    [2] ועוד שתיים.
    [one] ועוד { $count }.
    [two] ועוד { $count }.
   *[other] ועוד { $count }.
}
mail-open-inbox-inline = פתיחת התיבה
mail-open-question = פתיחת השאלה
mail-open-inbox = פתיחת התיבה
mail-answer-by = נא לענות עד { $time }.
mail-settings = מתי ואיך מודיעים לך
mail-unsubscribe = בלי עוד הודעות כאלה
mail-settings-at = מתי ואיך מודיעים לך: { $link }
mail-unsubscribe-at = בלי עוד הודעות כאלה: { $link }
mail-code-subject = קוד הכניסה שלך אל { $site }
mail-code = הקוד שלך: { $code }
mail-code-works = { $count ->
    [1] הוא תקף פעם אחת, למשך דקה, באתר { $site } ובדפדפן שביקש אותו.
    [2] הוא תקף פעם אחת, למשך שתי דקות, באתר { $site } ובדפדפן שביקש אותו.
    [one] הוא תקף פעם אחת, למשך { $count } דקות, באתר { $site } ובדפדפן שביקש אותו.
    [two] הוא תקף פעם אחת, למשך { $count } דקות, באתר { $site } ובדפדפן שביקש אותו.
   *[other] הוא תקף פעם אחת, למשך { $count } דקות, באתר { $site } ובדפדפן שביקש אותו.
}
mail-code-warning = אם לא ביקשת אותו, אין צורך לעשות דבר: בלי הקוד איש אינו נכנס. אין למסור אותו לאיש.
