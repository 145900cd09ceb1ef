inbox-pages = דפים
inbox-page-inbox = תיבה
inbox-page-notifications = התראות
inbox-page-overview = סקירה
inbox-page-administration = ניהול
inbox-you-are = המשתמש:
inbox-offline = אין חיבור. אפשר להמשיך לקרוא. החלטות ממתינות כאן ואינן נשלחות מעצמן.
inbox-connection-lost = החיבור נותק; מתבצע ניסיון נוסף…
inbox-title-count = ({ $count }) תיבה
inbox-parts = חלקי התיבה
inbox-tab-mine = בשבילי
inbox-tab-groups = הקבוצות שלי
inbox-tab-taken = נלקחו
inbox-tab-done = הסתיימו
inbox-due-hour = בתוך שעה
inbox-due-today = בהמשך היום
inbox-due-week = השבוע
inbox-due-later = מאוחר יותר
inbox-due-never = ללא מועד
inbox-today = היום
inbox-left-moment = נותרה פחות מדקה
inbox-left-minutes = { $count ->
    [one] נותרו { $count } דק׳
    [two] נותרו { $count } דק׳
   *[other] נותרו { $count } דק׳
}
inbox-by = עד { $time }
inbox-due-in-moment = המועד בעוד פחות מדקה
inbox-due-in-minutes = { $count ->
    [1] המועד בעוד דקה
    [2] המועד בעוד שתי דקות
    [one] המועד בעוד { $count } דקות
    [two] המועד בעוד { $count } דקות
   *[other] המועד בעוד { $count } דקות
}
inbox-due-in-hours = { $count ->
    [1] המועד בעוד שעה
    [2] המועד בעוד שעתיים
    [one] המועד בעוד { $count } שעות
    [two] המועד בעוד { $count } שעות
   *[other] המועד בעוד { $count } שעות
}
inbox-due-in-days = { $count ->
    [1] המועד בעוד יום
    [2] המועד בעוד יומיים
    [one] המועד בעוד { $count } ימים
    [two] המועד בעוד { $count } ימים
   *[other] המועד בעוד { $count } ימים
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [1] אחת חדשה
    [2] שתיים חדשות
    [one] { $count } חדשות
    [two] { $count } חדשות
   *[other] { $count } חדשות
}
inbox-snoozed-count = { $count ->
    [1] אחת בהשהיה.
    [2] שתיים בהשהיה.
    [one] { $count } בהשהיה.
    [two] { $count } בהשהיה.
   *[other] { $count } בהשהיה.
}
inbox-snoozed-show = הצגה
inbox-stopped = החיפוש עבר רק על חלק מהרשומות.
inbox-search-further = המשך חיפוש
inbox-first = להתחלה
inbox-more = עוד
inbox-select = בחירה: { $title }
inbox-answer = מענה
inbox-continue = המשך
inbox-approvals = { $approvals } מתוך { $needed } אישרו
inbox-client-for = { $client } עבור { $name }
inbox-taken-by-you = בטיפולך
inbox-taken-by = בטיפול של { $name }
inbox-other-page = בדף אחר
inbox-no-longer = כבר לא כאן
inbox-fields = { $count ->
    [1] שדה אחד
    [2] שני שדות
    [one] { $count } שדות
    [two] { $count } שדות
   *[other] { $count } שדות
}
inbox-secrets = { $count ->
    [1] סוד אחד
    [2] שני סודות
    [one] { $count } סודות
    [two] { $count } סודות
   *[other] { $count } סודות
}
inbox-approved-by-you = אושר על ידך הרגע
inbox-approved-by = אושר על ידי { $name } הרגע
inbox-rejected-by-you = נדחה על ידך הרגע
inbox-rejected-by = נדחה על ידי { $name } הרגע
inbox-undo = ביטול
inbox-why = למה?
inbox-why-required = נשלח לשואל
inbox-why-optional = רשות, נשלח לשואל
inbox-keep-open = להשאיר פתוח
inbox-was-approved = אושר · { $client }
inbox-was-rejected = נדחה · { $client }
inbox-was-answered = נענה · { $client }
inbox-was-declined-because = סורב: „{ $reason }”
inbox-was-declined = סורב · { $client }
inbox-was-called-off = נמשך חזרה על ידי { $client }
inbox-was-expired = פג תוקף · איש לא ענה
inbox-filter = סינון
inbox-filter-in-use = פעיל
inbox-search = חיפוש
inbox-search-help = מילים מהכותרת, מהתיאור או משם התוכנה.
inbox-who-asks = מי שואל
inbox-kind = סוג
inbox-outcome = תוצאה
inbox-any = הכול
inbox-show = הצגה
inbox-show-everything = הצגת הכול
inbox-notify = קבלת התראות
inbox-notify-stop = הפסקת התראות
inbox-state-completed = נענה
inbox-state-declined = סורב
inbox-state-cancelled = נמשך חזרה
inbox-state-timeout = פג תוקף
inbox-mode-form = טופס
inbox-mode-inline = שאלה קצרה
inbox-mode-url = דף אינטרנט
inbox-mode-terminal = מסוף
inbox-none-fits = אין התאמה
inbox-none-fits-about = אין רשומה שמתאימה לחיפוש.
inbox-none-mine = דבר אינו ממתין לך
inbox-none-mine-about = שאלות חדשות מופיעות כאן מעצמן.
inbox-none-mine-groups = הקבוצות שלי ({ $count })
inbox-none-mine-done = מה שהסתיים
inbox-none-groups = דבר אינו ממתין לקבוצות שלך
inbox-none-groups-about = כאן מופיעות שאלות לקבוצות שלך.
inbox-none-taken = לא לקחת דבר
inbox-none-taken-about = לקיחת שאלה מודיעה לעמיתים שהיא בטיפולך.
inbox-none-done = עדיין לא הסתיים דבר
inbox-none-done-about = כאן מופיעות שאלות שנענו, סורבו, נמשכו חזרה או שתוקפן פג.
inbox-gone = אי אפשר עוד להציג את התיבה הזו כאן.
inbox-question = שאלה
inbox-question-none = כשתגיע שאלה, אפשר יהיה לקרוא אותה ולענות עליה כאן.
inbox-list = רשימה
inbox-before = השאלה הקודמת
inbox-after = השאלה הבאה
inbox-place = { $here } מתוך { $count }
inbox-what-happened = מה קרה
inbox-take = לקיחה
inbox-give-back = החזרה
inbox-take-over = העברה לטיפולי
inbox-delegate = העברה
inbox-delegate-about = שואל מישהו אחר במקומך. המועד נשאר; בלי תשובה השאלה חוזרת לפניו.
inbox-delegate-to = אל
inbox-delegate-person = אדם
inbox-delegate-group = קבוצה
inbox-delegate-name = שם
inbox-delegate-why = למה?
inbox-delegate-why-note = רשות, לעמיתים
inbox-delegated-by = השאלה הועברה אליך מאת { $name }. בלי תשובה היא תוחזר ב-{ $time }.
inbox-delegated-return = החזרה
inbox-delegated-count = { $count ->
    [1] אחת הועברה
    [2] שתיים הועברו
    [one] { $count } הועברו
    [two] { $count } הועברו
   *[other] { $count } הועברו
}
inbox-delegated-to = העברת את השאלה אל { $name }. בלי תשובה היא תחזור ב-{ $time }.
inbox-take-back = לקיחה חזרה
inbox-delegate-impossible = אי אפשר להעביר את השאלה הזו: היא הסתיימה, או שכמה אנשים מחליטים עליה יחד.
inbox-delegate-no-name = יש לציין למי: שם של אדם או של קבוצה, כפי שמשמש בכניסה לחשבון.
inbox-delegate-with-you = השאלה כבר אצלך.
inbox-delegate-note = הועבר אל { $name }.
inbox-delegate-note-why = הועבר אל { $name }: { $reason }
inbox-snooze = השהיה
inbox-snooze-about = מסתיר את השאלה מהרשימה שלך. היא תחזור לכל המאוחר עשר דקות לפני המועד.
inbox-snooze-too-soon = המועד קרוב מדי להשהיה.
inbox-snooze-not = בלי השהיה
inbox-snooze-hour = לשעה
inbox-snooze-afternoon = לארבע שעות
inbox-snooze-day = ליום
inbox-notes = הערות בין עמיתים
inbox-notes-private = ההערות אינן גלויות אל { $client }.
inbox-note-yours = ההערה שלך
inbox-note-add = הוספת ההערה
inbox-toast-approved = אושר: { $title } יישלח בעוד { $seconds } שניות.
inbox-toast-rejected = נדחה: { $title } יישלח בעוד { $seconds } שניות.
inbox-toast-approved-short = אושר. יישלח בעוד { $seconds } שניות.
inbox-toast-rejected-short = נדחה. יישלח בעוד { $seconds } שניות.
inbox-selected-entries = רשומות נבחרות
inbox-selected = נבחרו
inbox-comment-all = הערה אחת לכולן (רשות)
inbox-approve-all = אישור הכול
inbox-reject-all = דחיית הכול
inbox-clear = ניקוי
inbox-bulk-approved = { $count ->
    [1] אחת אושרה.
    [2] שתיים אושרו.
    [one] { $count } אושרו.
    [two] { $count } אושרו.
   *[other] { $count } אושרו.
}
inbox-bulk-rejected = { $count ->
    [1] אחת נדחתה.
    [2] שתיים נדחו.
    [one] { $count } נדחו.
    [two] { $count } נדחו.
   *[other] { $count } נדחו.
}
inbox-bulk-snoozed = { $count ->
    [1] אחת הושהתה.
    [2] שתיים הושהו.
    [one] { $count } הושהו.
    [two] { $count } הושהו.
   *[other] { $count } הושהו.
}
inbox-bulk-no-decision = { $count ->
    [1] על אחת דילגנו: אינה החלטה.
    [2] על שתיים דילגנו: אינן החלטות.
    [one] על { $count } דילגנו: אינן החלטות.
    [two] על { $count } דילגנו: אינן החלטות.
   *[other] על { $count } דילגנו: אינן החלטות.
}
inbox-bulk-too-soon = { $count ->
    [1] על אחת דילגנו: המועד קרוב מדי.
    [2] על שתיים דילגנו: המועד קרוב מדי.
    [one] על { $count } דילגנו: המועד קרוב מדי.
    [two] על { $count } דילגנו: המועד קרוב מדי.
   *[other] על { $count } דילגנו: המועד קרוב מדי.
}
inbox-bulk-not-approved = { $count ->
    [1] אחת לא אושרה: כבר הסתיימה, או שנדרשת הערה.
    [2] שתיים לא אושרו: כבר הסתיימו, או שנדרשת הערה.
    [one] { $count } לא אושרו: כבר הסתיימו, או שנדרשת הערה.
    [two] { $count } לא אושרו: כבר הסתיימו, או שנדרשת הערה.
   *[other] { $count } לא אושרו: כבר הסתיימו, או שנדרשת הערה.
}
inbox-bulk-not-rejected = { $count ->
    [1] אחת לא נדחתה: כבר הסתיימה, או שנדרשת הערה.
    [2] שתיים לא נדחו: כבר הסתיימו, או שנדרשת הערה.
    [one] { $count } לא נדחו: כבר הסתיימו, או שנדרשת הערה.
    [two] { $count } לא נדחו: כבר הסתיימו, או שנדרשת הערה.
   *[other] { $count } לא נדחו: כבר הסתיימו, או שנדרשת הערה.
}
inbox-bulk-not-snoozed = { $count ->
    [1] אחת לא הושהתה: כבר הסתיימה, או שנדרשת הערה.
    [2] שתיים לא הושהו: כבר הסתיימו, או שנדרשת הערה.
    [one] { $count } לא הושהו: כבר הסתיימו, או שנדרשת הערה.
    [two] { $count } לא הושהו: כבר הסתיימו, או שנדרשת הערה.
   *[other] { $count } לא הושהו: כבר הסתיימו, או שנדרשת הערה.
}
inbox-hint-move = תזוזה
inbox-hint-approve = אישור
inbox-hint-reject = דחייה
inbox-hint-select = בחירה
inbox-hint-keys = כל המקשים
inbox-keys = מקלדת
inbox-key-move = הרשומה הבאה, הקודמת
inbox-key-open = פתיחה
inbox-key-back = חזרה לרשימה
inbox-key-approve = אישור
inbox-key-reject = דחייה, עם סיבה
inbox-key-select = בחירה או ביטולה
inbox-key-approve-selected = אישור הנבחרות
inbox-key-comment = כתיבת הערה
inbox-key-undo = ביטול ההחלטה האחרונה
inbox-key-take = לקיחה או החזרה
inbox-key-new = הצגת רשומות חדשות
inbox-key-help = הצגה או הסתרה של הרשימה הזו
inbox-keys-letters = אותיות בודדות כמקשים
inbox-keys-close = סגירה
inbox-offline-title = אין חיבור
inbox-offline-missing = הדף הזה אינו במכשיר הזה
inbox-offline-about = הרשימה והשאלות האחרונות שפתחת נמצאות בו. אפשר לנסות שוב כשיהיה חיבור.
inbox-offline-read = קריאת הרשימה
inbox-app-about = שאלות שממתינות לך
