gate-title = אישור קריאה לכלי
gate-intro = תוכנה רוצה לקרוא לכלי. שום דבר לא יקרה עד להחלטה שלך.
gate-server = שרת: { $server }
gate-tool = כלי: { $tool }
gate-description = השרת אומר: „{ $description }”
gate-no-description = השרת לא מתאר אותו.
gate-hints = לפי השרת: { $hints }
gate-reads-only = הוא רק קורא.
gate-destroys = הוא עלול להרוס משהו.
gate-changes = הוא משנה משהו בלי להרוס אותו.
gate-open-world = הוא פועל מחוץ למערכת שלו.
gate-idempotent = לחזרה עליו אין השפעה נוספת.
gate-warning = אזהרה: { $warning }
gate-changed = השרת שינה את הכלי מאז שאושרה קריאה אליו ב־{ $time }: { $parts }.
gate-part-description = תיאור
gate-part-arguments = ארגומנטים
gate-part-annotations = הערות
gate-part-other = חלקים אחרים של ההגדרה
gate-change-unknown = לא ידוע אם הכלי השתנה מאז שאושר.
gate-server-name = בשם השרת יש אותיות שאינן ASCII. ייתכן שהוא מחקה שם אחר.
gate-tool-name = בשם הכלי יש אותיות שאינן ASCII. ייתכן שהוא מחקה שם אחר.
gate-hidden-characters = בארגומנטים יש תווים שאינם נראים. הם מוצגים בצורה \u….
gate-mixed-scripts = „{ $word }” מערבב אותיות של כמה כתבים ({ $letters }).
gate-left-out = { $count } תווים הושמטו
gate-arguments = ארגומנטים:
gate-arguments-in-part = ארגומנטים, מוצגים בחלקם ({ $bytes } בתים בסך הכול; התקציר כולל את כולם):
gate-digest = תקציר: { $digest }
gate-decision = החלטה
gate-approve = אישור הקריאה הזאת
gate-approve-again = אישור הקריאה הזאת, ושוב אותה קריאה למשך { $duration }
gate-approve-tool = אישור הקריאה הזאת, וכל קריאה לכלי הזה למשך { $duration }
gate-edit = תחילה לשנות את הארגומנטים
gate-comment-about = אם הקריאה תידחה, התוכנה תקרא את זה.
gate-change-title = שינוי הארגומנטים
gate-change-label = ארגומנטים
gate-change-about = אובייקט JSON.
gate-change-intro = נא לשנות את הארגומנטים של הכלי { $tool } בשרת { $server }. הם יוצגו שוב לפני ההחלטה.
gate-change-problem = אי אפשר להשתמש בשינוי האחרון: { $problem }.
gate-days = { $count ->
    [1] יום
    [2] יומיים
    [one] { $count } ימים
    [two] { $count } ימים
   *[other] { $count } ימים
}
gate-hours = { $count ->
    [1] שעה
    [2] שעתיים
    [one] { $count } שעות
    [two] { $count } שעות
   *[other] { $count } שעות
}
gate-minutes = { $count ->
    [1] דקה
    [2] שתי דקות
    [one] { $count } דקות
    [two] { $count } דקות
   *[other] { $count } דקות
}
gate-seconds = { $count ->
    [1] שנייה
    [2] שתי שניות
    [one] { $count } שניות
    [two] { $count } שניות
   *[other] { $count } שניות
}
gate-lost-call = השער הופעל מחדש בזמן ש־`{ $tool }` המתין לתשובה. ייתכן שהשרת כבר ביצע חלק מהעבודה. לקרוא לו שוב?
acp-open-title = לפתוח דף?
acp-open = פתיחת הדף הזה
acp-page-host = הדף הזה שייך אל { $host }.
acp-open-page = כדי להמשיך יש לפתוח את הדף הזה: { $url }
acp-answer = לענות כאן: { $url }
acp-answer-code = לענות כאן: { $url } (קוד { $code })
