problem-quoted-label = „{ $label }”
problem-required = { $label } הוא שדה חובה.
problem-type-text = { $label } חייב להיות טקסט.
problem-type-number = { $label } חייב להיות מספר.
problem-type-number-digits = { $label } חייב להיות מספר של 38 ספרות לכל היותר.
problem-type-number-range = { $label } חייב להיות מספר בין -1e308 ל-1e308.
problem-type-boolean = { $label } חייב להיות אמת או שקר.
problem-type-list = { $label } חייב להיות רשימת אפשרויות.
problem-type-date = { $label } חייב להיות תאריך.
problem-type-option = { $label } חייב להיות אחת האפשרויות.
problem-type-file = { $label } חייב להיות קובץ.
problem-type-other = { $label } חייב להיות מסוג אחר.
problem-empty = { $label } לא יכול להיות ריק.
problem-min-length = { $count ->
    [one] { $label }: נדרש תו אחד ({ $count }) לפחות.
    [two] { $label }: נדרשים שני תווים ({ $count }) לפחות.
   *[other] { $label }: נדרשים { $count } תווים לפחות.
}
problem-max-length = { $count ->
    [one] { $label }: מותר תו אחד ({ $count }) לכל היותר.
    [two] { $label }: מותרים שני תווים ({ $count }) לכל היותר.
   *[other] { $label }: מותרים { $count } תווים לכל היותר.
}
problem-pattern = { $label } אינו בצורה הצפויה.
problem-characters = { $label } לא יכול להכיל תווי בקרה נסתרים.
problem-format-email = { $label } חייב להיות כתובת דוא״ל, למשל name@example.com.
problem-format-uri = { $label } חייב להיות כתובת אינטרנט מלאה, למשל https://example.com.
problem-format-uuid = { $label } חייב להיות UUID, למשל 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } חייב להיות כתובת IPv4, למשל 203.0.113.7.
problem-format-ipv6 = { $label } חייב להיות כתובת IPv6, למשל 2001:db8::7.
problem-format-hostname = { $label } חייב להיות שם מארח, למשל www.example.com.
problem-format-date = { $label } חייב להיות תאריך, למשל 2026-01-31.
problem-format-date-time = { $label } חייב להיות תאריך ושעה, למשל 2026-01-31T09:30:00Z.
problem-format-time = { $label } חייב להיות שעה, למשל 09:30.
problem-format-colour = { $label } חייב להיות צבע, למשל #1a7f4b.
problem-format-other = { $label } חייב להיות בתבנית אחרת.
problem-earliest = { $label } לא יכול להיות לפני { DATETIME($date) }.
problem-latest = { $label } לא יכול להיות אחרי { DATETIME($date) }.
problem-minimum = { $label } חייב להיות לפחות { $number }.
problem-maximum = { $label } חייב להיות לכל היותר { $number }.
problem-more-than = { $label } חייב להיות גדול מ-{ $number }.
problem-less-than = { $label } חייב להיות קטן מ-{ $number }.
problem-whole-number = { $label } חייב להיות מספר שלם.
problem-multiple = { $label } חייב להיות כפולה של { $number }.
problem-one-of = { $label } חייב להיות אחד מאלה: { $options }.
problem-option = { $label } חייב להיות אחת האפשרויות.
problem-min-items = { $count ->
    [one] { $label }: יש לבחור אפשרות אחת ({ $count }) לפחות.
    [two] { $label }: יש לבחור שתי אפשרויות ({ $count }) לפחות.
   *[other] { $label }: יש לבחור { $count } אפשרויות לפחות.
}
problem-max-items = { $count ->
    [one] { $label }: יש לבחור אפשרות אחת ({ $count }) לכל היותר.
    [two] { $label }: יש לבחור שתי אפשרויות ({ $count }) לכל היותר.
   *[other] { $label }: יש לבחור { $count } אפשרויות לכל היותר.
}
problem-twice = { $label } מכיל את אותה אפשרות פעמיים.
problem-schemes = { $label } חייב להתחיל ב-{ $schemes }.
problem-scheme = { $label } מתחיל בסכמה שאינה מותרת.
problem-private-network = { $label } לא יכול להוביל לרשת פרטית.
problem-local-machine = { $label } לא יכול להוביל אל המחשב המקומי.
problem-host = { $label } חייב להיות כתובת שהמארח שלה קיים.
problem-size = { $label }: הגודל המרבי הוא { $size }.
problem-file-type = { $label } חייב להיות קובץ מסוג { $types }.
problem-file-ending = { $label } חייב להיות קובץ ששמו מסתיים ב-{ $endings }.
problem-file-not-allowed = { $label } הוא סוג קובץ שאינו מותר.
problem-filename = { $label }: אי אפשר להשתמש בשם הקובץ; יש לשנות אותו.
problem-content = { $label }: אי אפשר להשתמש בתוכן.
problem-content-missing = { $label }: אין תוכן.
problem-content-not-type = { $label }: התוכן אינו { $expected }.
problem-content-broken = { $label }: אי אפשר לקרוא את התוכן בתור { $expected }.
problem-content-other-type = { $label }: התוכן הוא מסוג { $actual } ולא { $expected }.
problem-content-never-uploaded = { $label }: התוכן לא הועלה.
problem-no-field = בטופס הזה אין שדה „{ $label }”.
problem-no-field-meant = בטופס הזה אין שדה „{ $label }”; אולי הכוונה ל„{ $meant }”.
problem-answered-twice = { $label } נענה פעמיים.
problem-not-readable = אי אפשר לקרוא את התשובה.
problem-computed = הערך של { $label } מחושב מתשובות אחרות ואי אפשר לשנות אותו.
problem-not-computable = אי אפשר לחשב את { $label } מהתשובות האלה.
problem-not-accepted = { $label } לא התקבל.
problem-decide = נא להחליט.
size-bytes = { $count ->
    [one] בייט אחד ({ $count })
    [two] שני בייטים ({ $count })
   *[other] { $count } בייטים
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = המספר המזערי של רשומות ב־{ $label } הוא { $count }.
problem-max-rows = המספר המרבי של רשומות ב־{ $label } הוא { $count }.
problem-type-rows = { $label } חייב להיות רשימת רשומות.
problem-in-row = { $item } { $number }: { $sentence }
