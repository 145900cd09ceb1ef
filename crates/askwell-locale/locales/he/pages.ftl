pages-title-error = שגיאה: { $title }
pages-skip = דילוג לתוכן
pages-footer = נענה באמצעות Askwell
pages-language = שפה
pages-language-use = שימוש
pages-error-mark = שגיאה:
pages-problem-title = יש בעיה
pages-asks = שאלה מאת { $client }
pages-asks-for = שאלה מאת { $client }, עבור { $requester }
pages-audience-you = רק בשבילך
pages-audience-person = עבור { $name }
pages-audience-group = עבור הקבוצה { $name }
pages-audience-signed-in = לכל מי שנכנס לחשבון
pages-audience-anyone = לכולם
pages-audience-asked = { $audience } · נשאל { $time }
pages-unnamed-client = תוכנה
pages-taken-by-you = לקחת את השאלה הזו לטיפולך.
pages-taken-by-other = השאלה בטיפול של { $name }.
pages-send = שליחת התשובה
pages-review = סקירת התשובה
pages-continue = המשך
pages-back = חזרה
pages-update = עדכון הטופס
pages-update-help = יש שדות שתלויים באחרים. עדכון יראה אילו מהם נחוצים.
pages-give-back = החזרה
pages-take-over = העברה לטיפולי
pages-kept = נשמר בדפדפן הזה כל עוד השאלה פתוחה
pages-kept-without-secrets = נשמר בדפדפן הזה כל עוד השאלה פתוחה, חוץ מסודות
pages-no-wish = לא רוצים לענות?
pages-decline = סירוב
pages-decline-help = הודעה אל { $client } על הסירוב. ייתכן שהתוכנה תמשיך בלי תשובה.
pages-cancel = ביטול הבקשה
pages-cancel-help = סוגר את הבקשה בלי תשובה.
pages-why-not = למה לא?
pages-optional = (רשות)
pages-external = זה נעשה בדף אחר. כדאי לבדוק לאן הוא מוביל לפני שעוברים אליו:
pages-external-open = פתיחת הדף
pages-external-no-wish = לא רוצים לעשות את זה?
pages-external-decline-help = הודעה אל { $client } על הסירוב. ייתכן שהתוכנה תמשיך בלעדיך.
pages-time-left = הזמן שנותר: { $left }
pages-time-until = עד { $time }
pages-left-moment = פחות מדקה
pages-left-minutes = { $count ->
    [1] כדקה
    [2] כשתי דקות
    [one] כ-{ $count } דקות
    [two] כ-{ $count } דקות
   *[other] כ-{ $count } דקות
}
pages-left-hours = { $count ->
    [1] כשעה
    [2] כשעתיים
    [one] כ-{ $count } שעות
    [two] כ-{ $count } שעות
   *[other] כ-{ $count } שעות
}
pages-left-days = { $count ->
    [1] כיום
    [2] כיומיים
    [one] כ-{ $count } ימים
    [two] כ-{ $count } ימים
   *[other] כ-{ $count } ימים
}
pages-add-minutes = { $count ->
    [1] הוספת דקה
    [2] הוספת שתי דקות
    [one] הוספת { $count } דקות
    [two] הוספת { $count } דקות
   *[other] הוספת { $count } דקות
}
pages-add-seconds = { $count ->
    [1] הוספת שנייה
    [2] הוספת שתי שניות
    [one] הוספת { $count } שניות
    [two] הוספת { $count } שניות
   *[other] הוספת { $count } שניות
}
pages-time-near = הזמן כמעט תם: נותרו { $left }.
pages-more-time = יש לך עכשיו עוד זמן.
pages-no-more-time = אי אפשר להוסיף עוד זמן. נא לענות לפני שהזמן יתום.
pages-time-up = הזמן תם.
pages-without-answer = בלי תשובה: { $words }
pages-without-answer-expires = בלי תשובה תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
pages-without-approvals = { $count ->
    [1] בלי עוד אישור אחד: { $words }
    [2] בלי עוד שני אישורים: { $words }
    [one] בלי עוד { $count } אישורים: { $words }
    [two] בלי עוד { $count } אישורים: { $words }
   *[other] בלי עוד { $count } אישורים: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] בלי עוד אישור אחד תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
    [2] בלי עוד שני אישורים תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
    [one] בלי עוד { $count } אישורים תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
    [two] בלי עוד { $count } אישורים תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
   *[other] בלי עוד { $count } אישורים תוקף השאלה יפוג, והתוכנה תקבל על כך הודעה.
}
pages-escalates-group = החל מ-{ $time }, הקבוצה { $name } עונה במקום.
pages-escalates-person = החל מ-{ $time }, השאלה עוברת אל { $name }.
pages-escalates-others = החל מ-{ $time }, אנשים אחרים עונים במקום.
pages-steps = שלבים
pages-step = שלב { $here } מתוך { $total }: { $title }
pages-step-done = { $title }, הושלם: שינוי
pages-check-and-send = בדיקה ושליחה
pages-check = בדיקה לפני השליחה
pages-check-title = בדיקה לפני השליחה: { $title }
pages-check-all = זה כל מה שיישלח אל { $client }.
pages-fixed = נקבע בטופס.
pages-change-for = שינוי { $label }
pages-back-to-form = חזרה לטופס
pages-nothing = כלום
pages-not-shown = מולא, לא מוצג
pages-your-decision = ההחלטה שלך
pages-undo-hint = { $count ->
    [1] במשך שנייה אחת לא נשלח דבר: אפשר לבטל.
    [2] במשך שתי שניות לא נשלח דבר: אפשר לבטל.
    [one] במשך { $count } שניות לא נשלח דבר: אפשר לבטל.
    [two] במשך { $count } שניות לא נשלח דבר: אפשר לבטל.
   *[other] במשך { $count } שניות לא נשלח דבר: אפשר לבטל.
}
pages-votes-title = { $approvals } מתוך { $needed } אישרו
pages-votes-enough = מספיק אנשים אישרו.
pages-votes-missing = { $count ->
    [1] נדרש עוד אישור אחד.
    [2] נדרשים עוד שני אישורים.
    [one] נדרשים עוד { $count } אישורים.
    [two] נדרשים עוד { $count } אישורים.
   *[other] נדרשים עוד { $count } אישורים.
}
pages-votes-ends = דחייה אחת מסיימת את העניין.
pages-votes-goes-on = דחייה אינה מסיימת את העניין.
pages-vote-approved = אושר
pages-vote-rejected = נדחה
pages-you = את/ה
pages-quote = „{ $text }”
pages-own-request = הבקשה שלך, ולכן אין לך אפשרות להחליט.
pages-request-of = הבקשה של { $name }, ולכן ההחלטה בידי אחרים.
pages-yes = כן
pages-no = לא
pages-no-answer = אין תשובה
pages-no-choice = אין בחירה
pages-choose-one = יש לבחור אפשרות
pages-choose-some = יש לבחור אפשרויות
pages-chosen = { $count ->
    [one] נבחרו { $count }
    [two] נבחרו { $count }
   *[other] נבחרו { $count }
}
pages-search = חיפוש
pages-search-in = חיפוש בתוך { $label }
pages-find-for = חיפוש { $label }
pages-first-options = { $count ->
    [1] הראשונות מתוך אפשרות אחת. חיפוש יציג אחרות.
    [2] הראשונות מתוך שתי אפשרויות. חיפוש יציג אחרות.
    [one] הראשונות מתוך { $count } אפשרויות. חיפוש יציג אחרות.
    [two] הראשונות מתוך { $count } אפשרויות. חיפוש יציג אחרות.
   *[other] הראשונות מתוך { $count } אפשרויות. חיפוש יציג אחרות.
}
pages-first-fitting = { $count ->
    [1] האפשרות המתאימה הראשונה.
    [2] שתי האפשרויות המתאימות הראשונות.
    [one] { $count } האפשרויות המתאימות הראשונות.
    [two] { $count } האפשרויות המתאימות הראשונות.
   *[other] { $count } האפשרויות המתאימות הראשונות.
}
pages-options-fit = { $count ->
    [0] אין התאמה לחיפוש הזה.
    [1] אפשרות אחת מתאימה.
    [2] שתי אפשרויות מתאימות.
    [one] { $count } אפשרויות מתאימות.
    [two] { $count } אפשרויות מתאימות.
   *[other] { $count } אפשרויות מתאימות.
}
pages-steps-of = בצעדים של { $number }.
pages-show = הצגה
pages-hide = הסתרה
pages-secret-kept = מה שהוקלד קודם נשמר. אפשר להשאיר ריק כדי להשתמש בו, או להקליד משהו אחר.
pages-secret-remove = מחיקת מה שהקלדתי קודם
pages-secret-again = יש להקליד שוב: { $label }. מה שהוקלד קודם כבר אינו ידוע כאן.
pages-zone-of = אזור הזמן של { $label }
pages-zone-choose = יש לבחור אזור זמן
pages-zone-missing = יש לבחור את אזור הזמן של { $label }.
pages-clocks-forward = ביום הזה השעון זז קדימה ומדלג על השעה הזו. היא נחשבת { $time }.
pages-clocks-back = ביום הזה השעון זז אחורה, ולכן השעה הזו מופיעה פעמיים: תחילה כ-{ $first }, ואחר כך כ-{ $second }. יש לבחור את השעה הרצויה.
pages-code = קוד
pages-table = טבלה
pages-changes = שינויים
pages-test-for = בדיקה { $label }
pages-testing = בבדיקה…
pages-test-fine = הכתובת הזו תתקבל. לא נערך בה ביקור.
pages-test-nothing = אין עדיין מה לבדוק.
pages-test-no-field = אין שדה כזה.
pages-leads-to = מוביל אל { $host }.
pages-mixed-scripts = השם הזה מערבב אותיות מכתבים שונים, כמו שעושים שמות שמתחזים לאחרים. כדאי להסתכל היטב.
pages-foreign-letters = בשם הזה יש אותיות מעבר ל-a עד z, שעלולות להיראות כמו אחרות. כדאי להסתכל היטב.
pages-size-bytes = { $count ->
    [1] בית אחד
    [2] שני בתים
    [one] { $count } בתים
    [two] { $count } בתים
   *[other] { $count } בתים
}
pages-size-kb = { $number } ק״ב
pages-size-mb = { $number } מ״ב
pages-size-gb = { $number } ג״ב
pages-file-any = כל סוג של קובץ, { $size } לכל היותר.
pages-file-types = { $types }, { $size } לכל היותר.
pages-file-certain = רק סוגים מסוימים של קבצים, { $size } לכל היותר.
pages-file-too-large = { $label }: הגודל המרבי הוא { $size }.
pages-file-remove-this = הסרת הקובץ הזה
pages-file-remove = הסרה
pages-file-another-for = בחירת קובץ אחר { $label }
pages-file-drop = או גרירה לכאן
pages-file-uploading = בהעלאה: { $label }
pages-file-failed = אי אפשר היה לקבל את הקובץ הזה. נא לנסות שוב.
pages-file-bad-name = { $label }: אי אפשר להשתמש בשם הקובץ „{ $name }”. יש לשנות את שם הקובץ.
pages-file-no-type = { $label }: הדפדפן שלך נתן ל„{ $name }” סוג שאינו קיים. יש לבחור קובץ אחר.
pages-file-refused = { $label }: אי אפשר לקבל את „{ $name }”. יש לבחור קובץ אחר.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל לפי הדפדפן שלך הקובץ הוא טקסט פשוט. יש לשנות את שם הקובץ או לבחור אחר.
    [html] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל לפי הדפדפן שלך הקובץ הוא דף HTML. יש לשנות את שם הקובץ או לבחור אחר.
    [unknown] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל לפי הדפדפן שלך הקובץ אינו מאף סוג מוכר. יש לשנות את שם הקובץ או לבחור אחר.
   *[type] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל לפי הדפדפן שלך הקובץ הוא מסוג { $type }. יש לשנות את שם הקובץ או לבחור אחר.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל התוכן הוא טקסט פשוט. יש לבחור קובץ אחר.
    [html] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל התוכן הוא דף HTML. יש לבחור קובץ אחר.
    [unknown] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל התוכן אינו מאף סוג מוכר. יש לבחור קובץ אחר.
    [malformed] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל הטקסט שבו אינו במבנה הזה. יש לבחור קובץ אחר.
   *[type] { $label }: השם „{ $name }” מסתיים ב-{ $ending }, אבל התוכן הוא מסוג { $type }. יש לבחור קובץ אחר.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: לפי הדפדפן שלך „{ $name }” הוא מסוג { $declared }, אבל התוכן הוא טקסט פשוט. יש לבחור קובץ אחר.
    [html] { $label }: לפי הדפדפן שלך „{ $name }” הוא מסוג { $declared }, אבל התוכן הוא דף HTML. יש לבחור קובץ אחר.
    [unknown] { $label }: לפי הדפדפן שלך „{ $name }” הוא מסוג { $declared }, אבל התוכן אינו מאף סוג מוכר. יש לבחור קובץ אחר.
    [malformed] { $label }: לפי הדפדפן שלך „{ $name }” הוא מסוג { $declared }, אבל הטקסט שבו אינו במבנה הזה. יש לבחור קובץ אחר.
   *[type] { $label }: לפי הדפדפן שלך „{ $name }” הוא מסוג { $declared }, אבל התוכן הוא מסוג { $type }. יש לבחור קובץ אחר.
}
pages-file-failed-field = { $label }: אי אפשר היה לקבל את הקובץ. נא לנסות שוב.
pages-answer-too-long = התשובה שלך ארוכה מדי: כולה יחד יכולה להיות { $size } לכל היותר.
pages-answer-own-request = הבקשה שלך, ולכן אין לך אפשרות להחליט עליה.
pages-answer-sign-in = כמה אנשים מחליטים על כך. נא להיכנס לחשבון כדי שהקול שלך ייספר.
pages-answer-no-votes = לא מתקבלים קולות נוספים.
pages-answer-unchecked = אי אפשר היה לבדוק את התשובה שלך כרגע. לא נשלח דבר. נא לנסות שוב.
pages-connection-lost = החיבור נותק. מה שהוקלד עדיין בדף הזה; מתבצע ניסיון נוסף…
pages-unusable = אי אפשר עוד להשתמש בדף הזה כאן.
pages-see-why = הצגת הסיבה
pages-see-what = מה קרה
pages-live-answered = כבר התקבלה תשובה. מה שמילאת לא נשלח.
pages-live-answered-by = כבר התקבלה תשובה מאת { $name }. מה שמילאת לא נשלח.
pages-live-declined = השאלה סורבה. מה שמילאת לא נשלח.
pages-live-declined-by = השאלה סורבה על ידי { $name }. מה שמילאת לא נשלח.
pages-live-timeout = הזמן תם. מה שמילאת לא נשלח.
pages-live-cancelled = השאלה בוטלה. מה שמילאת לא נשלח.
pages-approve = אישור
pages-reject = דחייה
pages-comment = הערה
pages-decision = החלטה
pages-rows-none = עדיין לא נוסף דבר.
pages-rows-add = הוספה: { $item }
pages-rows-most = זה המספר המרבי: { $count }.
pages-row-up = הזזה למעלה
pages-row-down = הזזה למטה
pages-row-remove = הסרה
pages-computed = חושב מתשובותיך האחרות.
pages-source-none = לא נמצאו אפשרויות. אפשר לחפש משהו אחר או לנסות שוב מאוחר יותר.
pages-source-some = אלה חלק מהאפשרויות. אפשר לחפש כדי לראות אחרות.
pages-not-accepted = זה לא התקבל.
