term-sent = נשלח. תודה.
term-declined = סורב. לא נשלח דבר.
term-cancelled = בוטל. לא נשלח דבר.
term-aborted = יצאת. לא נשלח דבר.
term-timed-out = הזמן תם. לא נשלח דבר.
term-sending = שולח…
term-kept = התשובות שלך נשמרו; אפשר לנסות שוב.
term-nothing = (כלום)
term-required = חובה
term-optional = רשות
term-yes = כן
term-no = לא
term-chosen = { $count ->
    [one] נבחרו { $count }
    [two] נבחרו { $count }
   *[other] נבחרו { $count }
}
term-position = { $here } מתוך { $total }
term-time-left = נותרו { $time }
term-review = סקירה
term-review-position = סקירה
term-send = שליחת התשובות
term-problems-left = { $count ->
    [one] בעיה אחת ({ $count }) לתיקון.
    [two] שתי בעיות ({ $count }) לתיקון.
   *[other] { $count } בעיות לתיקון.
}
term-no-such-option = אין אפשרות „{ $typed }”.
term-leave = לעזוב את הטופס?
term-why-decline = מדוע הסירוב?
term-decline = סירוב: להודיע לשולח שלא תהיה תשובה.
term-why = השולח קורא את הסיבה. אפשר להשאיר אותה ריקה.
term-cancel = ביטול: לסגור את הטופס בלי תשובה; השולח יכול לשאול שוב.
term-continue = להמשיך בטופס.
term-not-kept = מה שהוזן לא יישמר.
term-no-more-time = אי אפשר להוסיף זמן.
term-time-asked = ביקשת עוד זמן.
term-read-all = … F2 מציג הכול.
term-hint-email = כתובת דוא״ל
term-hint-uri = כתובת אינטרנט
term-hint-uuid = UUID
term-hint-ipv4 = כתובת IPv4
term-hint-ipv6 = כתובת IPv6
term-hint-hostname = שם מארח
term-hint-date = תאריך, למשל 2026-01-31
term-hint-date-time-text = תאריך ושעה, למשל 2026-01-31T09:30:00Z
term-hint-date-time = תאריך ושעה, למשל 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] תו אחד ({ $count })
    [two] שני תווים ({ $count })
   *[other] { $count } תווים
}
term-hint-characters-at-most = { $count ->
    [one] תו אחד ({ $count }) לכל היותר
    [two] שני תווים ({ $count }) לכל היותר
   *[other] { $count } תווים לכל היותר
}
term-hint-characters-at-least = { $count ->
    [one] תו אחד ({ $count }) לפחות
    [two] שני תווים ({ $count }) לפחות
   *[other] { $count } תווים לפחות
}
term-hint-characters-between = { $count ->
    [one] { $least } עד תו אחד ({ $count })
    [two] { $least } עד שני תווים ({ $count })
   *[other] { $least } עד { $count } תווים
}
term-hint-number = מספר
term-hint-whole-number = מספר שלם
term-hint-multiple = כפולה של { $number }
term-hint-more-than = יותר מ-{ $number }
term-hint-less-than = פחות מ-{ $number }
term-hint-from = { $what }, החל מ-{ $least }
term-hint-up-to = { $what }, עד { $most }
term-hint-between = { $what }, מ-{ $least } עד { $most }
term-hint-any = כל מספר מהן
term-hint-at-most = לכל היותר { $count }
term-hint-at-least = לפחות { $count }
term-hint-exactly = בדיוק { $count }
term-hint-some = { $least } עד { $most } מהן
term-hint-url = כתובת אינטרנט שמתחילה ב-{ $schemes }
term-hint-file = קובץ בגודל { $size } לכל היותר
term-hint-file-ending = קובץ שמסתיים ב-{ $endings }, בגודל { $size } לכל היותר
term-leads-to = מוביל אל { $host }, פורט { $port }.
term-leads-to-doubtful = מוביל אל { $host }, פורט { $port }. בשם יש אותיות מכתבים אחרים: כדאי להסתכל היטב.
term-plain-mode = מצב פשוט: שאלה אחת בכל פעם. ? מציג עוד, < חוזר, ! מציג את כל הפקודות.
term-plain-more = !more מבקש עוד.
term-plain-question = שאלה { $position }: { $label } ({ $need })
term-plain-takes = נדרש: { $hint }.
term-plain-many-options = { $count ->
    [one] אפשרות אחת ({ $count }). יש להקליד חלק מהשם כדי לראות מה מתאים.
    [two] שתי אפשרויות ({ $count }). יש להקליד חלק מהשם כדי לראות מה מתאים.
   *[other] { $count } אפשרויות. יש להקליד חלק מהשם כדי לראות מה מתאים.
}
term-plain-now = כעת: { $value }. שורה ריקה משאירה זאת.
term-plain-leave-out = שורה ריקה מדלגת.
term-plain-answer = תשובה:
term-plain-secret = תשובה (מוסתרת):
term-plain-decide = יש לענות במספר, או ב-approve או reject.
term-plain-yes-no = יש לענות כן או לא.
term-plain-number-or-name = יש לענות במספר או בשם.
term-plain-numbers-or-names = יש לענות במספרים או בשמות, מופרדים בפסיקים.
term-plain-path = יש לענות בנתיב של קובץ.
term-plain-lines = אפשר להזין כמה שורות; יש לסיים בשורה שיש בה נקודה בלבד.
term-plain-problem = בעיה: { $sentence }
term-plain-warning = אזהרה: { $sentence }
term-plain-send = לשלוח? y שולח, מספר משנה את התשובה הזו, < חוזר, ! יוצא.
term-plain-emptied = רוקן.
term-plain-fixed = אי אפשר לשנות את התשובה הזו.
term-plain-no-such-number = אין מספר כזה.
term-plain-not-sent = לא נשלח. !decline עם סיבה מסרב לכל הטופס, !cancel יוצא ממנו.
term-plain-unclear = נא לענות ב-y, במספר, ב-< או ב-!.
term-plain-please-yes-no = נא לענות כן או לא.
term-plain-please-decide = נא לענות 1 עבור „{ $approve }” או 2 עבור „{ $reject }”.
term-plain-several = כמה אפשרויות מתאימות:
term-plain-and-more = { $count ->
    [one] … ועוד { $count }. יש להקליד עוד מהשם.
    [two] … ועוד { $count }. יש להקליד עוד מהשם.
   *[other] … ועוד { $count }. יש להקליד עוד מהשם.
}
term-plain-commands = פקודות:
term-plain-backslash = יש לשים \ לפני תשובה שנראית כמו פקודה.
term-command-back = חזרה לשאלה הקודמת
term-command-help = עוד על השאלה הזו
term-command-menu = רשימת הפקודות
term-command-clear = ריקון התשובה הזו
term-command-review = סקירת כל התשובות
term-command-more = בקשה לעוד זמן
term-file-missing = אין קובץ „{ $name }”.
term-file-denied = אי אפשר לקרוא את „{ $name }”: אין הרשאה.
term-file-unreadable = אי אפשר לקרוא את „{ $name }”: { $reason }.
term-file-folder = „{ $name }” היא תיקייה; יש לבחור קובץ בתוכה.
term-file-other = „{ $name }” אינו קובץ.
term-file-large = „{ $name }” גדול מ-{ $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more מבקש עוד
term-keys = מקשים
term-key-next = הבא
term-key-back = חזרה
term-key-leave = יציאה
term-key-help = עזרה
term-key-decline = סירוב
term-key-cancel = ביטול
term-key-go-on = המשך
term-key-scroll = גלילה
term-key-back-to-form = חזרה לטופס
term-key-pick = בחירה
term-key-move = תזוזה
term-key-more-time = עוד זמן
term-key-day = יום
term-key-month = חודש
term-key-type = הקלדה
term-key-replace = החלפה
term-key-calendar = לוח שנה
term-key-new-line = שורה חדשה
term-key-step = צעד
term-key-change = שינוי
term-key-approve-reject = אישור/דחייה
term-key-yes-no = כן/לא
term-key-search = חיפוש
term-key-choose = בחירה
term-key-complete = השלמה
term-key-answer = תשובה
term-key-name-any = מקש כלשהו
term-key-name-space = רווח
term-key-name-type = הקלדה
term-help-enter = המשך
term-help-back = חזרה
term-help-later = המשך, תיקון אחר כך
term-help-review = לסקירה
term-help-empty = ריקון השורה
term-help-read = קריאת כל הטקסט
term-help-leave = סירוב או ביטול
term-help-abort = יציאה בלי תשובה
term-search = חיפוש:
term-options = { $count ->
    [one] אפשרות אחת ({ $count })
    [two] שתי אפשרויות ({ $count })
   *[other] { $count } אפשרויות
}
term-nothing-fits = אין התאמה
term-path = נתיב של קובץ
term-unseen = הקלדה מוסתרת
term-more = { $count ->
    [one] עוד { $count }
    [two] עוד { $count }
   *[other] עוד { $count }
}
term-months = ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
term-weekdays = ב׳ ג׳ ד׳ ה׳ ו׳ ש׳ א׳
term-picture = [תמונה: { $description }]
term-inbox-empty = אין טפסים שממתינים לתשובה.
term-inbox-choose = מספר פותח את הטופס, שורה ריקה מרעננת, ! יוצא.
term-step = שלב { $here } מתוך { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = רשומות: { $count }
term-rows-add = הוספה: { $item }
term-rows-done = המשך
term-key-add = הוספה
term-key-remove = הסרה
term-key-move-entry = הזזת רשומה
term-plain-rows = + מוסיף רשומה, מספר משנה רשומה; ‎-2‎ מסיר את רשומה 2, ‎^2‎ מעלה אותה, ‎v2‎ מוריד אותה. שורה ריקה ממשיכה.
term-rows-full = אין מקום לרשומות נוספות.
