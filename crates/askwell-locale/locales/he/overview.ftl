overview-title = סקירה
overview-all-programs-time = { $from } עד { $to }, כל התוכנות
overview-program-time = { $from } עד { $to }, { $client }
overview-cut = המספרים הם של השינויים החדשים בלבד: ביומן יש יותר ממה שהדף הזה קורא.
overview-audit = יומן ביקורת: { $files }
overview-audit-lines = שורות JSON
overview-audit-csv = CSV
overview-filter = סינון
overview-time = זמן
overview-program = תוכנה
overview-all-programs = כל התוכנות
overview-show = הצגה
overview-last-hours = { $count ->
    [1] השעה האחרונה
    [2] השעתיים האחרונות
    [one] { $count } השעות האחרונות
    [two] { $count } השעות האחרונות
   *[other] { $count } השעות האחרונות
}
overview-last-days = { $count ->
    [1] היום האחרון
    [2] היומיים האחרונים
    [one] { $count } הימים האחרונים
    [two] { $count } הימים האחרונים
   *[other] { $count } הימים האחרונים
}
overview-in-time = נענו בזמן
overview-percent = { $percent }%
overview-of = { $part } מתוך { $count }
overview-half = מחצית נענו בתוך
overview-nine = תשע מעשר בתוך
overview-waiting-now = ממתינות כעת
overview-due-hour = { $count ->
    [1] המועד של אחת בתוך שעה
    [2] המועד של שתיים בתוך שעה
    [one] המועד של { $count } בתוך שעה
    [two] המועד של { $count } בתוך שעה
   *[other] המועד של { $count } בתוך שעה
}
overview-expired = פג תוקפן
overview-seconds = { $count ->
    [one] { $count } שנ׳
    [two] { $count } שנ׳
   *[other] { $count } שנ׳
}
overview-minutes = { $count ->
    [one] { $count } דק׳
    [two] { $count } דק׳
   *[other] { $count } דק׳
}
overview-hours = { $hours } שע׳ { $minutes }
overview-days = { $count ->
    [1] יום אחד
    [2] יומיים
    [one] { $count } ימים
    [two] { $count } ימים
   *[other] { $count } ימים
}
overview-part-answered = נענו או הוחלטו
overview-part-declined = סורבו
overview-part-cancelled = נמשכו על ידי התוכנה
overview-part-expired = פג תוקפן
overview-expired-on = { $count ->
    [1] תוקפה של שאלה אחת פג ב-{ $day }
    [2] תוקפן של שתי שאלות פג ב-{ $day }
    [one] תוקפן של { $count } שאלות פג ב-{ $day }
    [two] תוקפן של { $count } שאלות פג ב-{ $day }
   *[other] תוקפן של { $count } שאלות פג ב-{ $day }
}
overview-nothing-ended = דבר לא הסתיים בזמן הזה
overview-nothing-expired = דבר לא פג בזמן הזה
overview-bar-expired = { $count ->
    [1] אחת פגה
    [2] שתיים פגו
    [one] { $count } פגו
    [two] { $count } פגו
   *[other] { $count } פגו
}
overview-by-day = תוצאות לפי יום
overview-by-day-utc = תוצאות לפי יום, ב-UTC.
overview-by-day-spoken = תוצאות לפי יום, בסך הכול: { $answered } נענו או הוחלטו, { $declined } סורבו, { $cancelled } נמשכו חזרה, { $expired } פג תוקפן. { $heading }.
overview-as-table = הצגה כטבלה
overview-day = יום
overview-half-of-all = מחצית התשובות מגיעות בתוך { $time }
overview-no-answers = אין תשובות בזמן הזה
overview-nine-of-all = תשע מעשר מגיעות בתוך { $time }.
overview-answers-by-minutes = { $count ->
    [1] תשובה אחת לפי משך בדקות.
    [2] שתי תשובות לפי משך בדקות.
    [one] { $count } תשובות לפי משך בדקות.
    [two] { $count } תשובות לפי משך בדקות.
   *[other] { $count } תשובות לפי משך בדקות.
}
overview-minutes-table = תשובות לפי משך בדקות
overview-minutes-head = דקות
overview-answers-head = תשובות
overview-under = פחות מ-{ $number }
overview-between = { $from }–{ $to }
overview-over = יותר מ-{ $number }
overview-asks-most = { $count ->
    [1] הכי הרבה שאלות מאת { $client }: שאלה אחת
    [2] הכי הרבה שאלות מאת { $client }: שתי שאלות
    [one] הכי הרבה שאלות מאת { $client }: { $count } שאלות
    [two] הכי הרבה שאלות מאת { $client }: { $count } שאלות
   *[other] הכי הרבה שאלות מאת { $client }: { $count } שאלות
}
overview-no-program = אף תוכנה לא שאלה בזמן הזה
overview-programs = תוכנות
overview-who-asks = מי שואל
overview-asked = נשאלו
overview-answered = נענו
overview-waiting = ממתינות
overview-half-within = מחצית בתוך
overview-most-waiting = הכי הרבה ממתינות אצל { $name }: { $number }
overview-none-waiting = דבר אינו ממתין לאדם יחיד
overview-no-person = איש לא ענה בזמן הזה
overview-people = אנשים
overview-who-answers = מי עונה
overview-person-or-group = אדם או קבוצה
overview-share = חלק מהמרבי
overview-of-most = { $part } מתוך { $most } לכל היותר
overview-group = קבוצה { $name }
