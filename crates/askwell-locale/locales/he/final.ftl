final-title-sent = נשלח
final-title-answered-by-other = מישהו אחר ענה קודם
final-title-you-declined = סירבת
final-title-declined = השאלה סורבה
final-title-cancelled = הבקשה הזו בוטלה
final-title-expired = הזמן תם
final-title-nothing = אין כאן דבר
final-title-other-browser = הקישור הזה בשימוש בדפדפן אחר
final-title-somebody-else = הבקשה הזו מיועדת למישהו אחר
final-title-sign-in = נא להיכנס לחשבון
final-title-locked = יותר מדי קודים שגויים
final-title-attempts = יותר מדי ניסיונות
final-title-too-much = יותר מדי בבת אחת
final-title-refused = זה לא הצליח
final-title-trouble = משהו השתבש כאן
final-title-no-inbox = אין כאן תיבת שאלות
final-has-answer = התשובה שלך התקבלה אצל { $client }. אפשר לסגור את הדף.
final-answered-by = כבר התקבלה תשובה מאת { $name }. מה שהתבקש כבר נמצא אצל { $client }.
final-not-sent = מה שמילאת לא נשלח. אפשר לסגור את הדף.
final-you-declined = נמסר אל { $client } שסירבת.
final-declined-by = נמסר אל { $client } על הסירוב של { $name }.
final-reason = הסיבה שניתנה: { $reason }
final-close = אפשר לסגור את הדף.
final-no-longer-waits = אין עוד המתנה לתשובה מצד { $client }.
final-expired = לא התקבלה תשובה בזמן, ואין עוד המתנה מצד { $client }.
final-expired-next = לא נשלח דבר. אם התשובה עדיין חשובה, יש לבקש מאת { $client } לשאול שוב: יתקבל קישור חדש.
final-someone = מישהו
final-someone-mcp = מישהו בתוכנה אחרת
final-someone-terminal = מישהו במסוף
final-service = השירות
final-program = תוכנה
final-cancelled-by-you = ביטלת אותה.
final-cancelled-by-someone = מישהו ביטל אותה.
final-cancelled-client-gone = התוכנה ששאלה כבר לא כאן.
final-cancelled-session = ההפעלה שאליה השתייכה הסתיימה.
final-cancelled-form = הטופס נמשך חזרה.
final-cancelled-retries = הניסיון האחרון נוצל בתשובה שלא התקבלה.
final-cancelled = היא בוטלה.
final-not-found = ייתכן שהקישור אינו שלם, או שמה שהוביל אליו הסתיים מזמן ונשכח.
final-not-found-next = יש להעתיק את כל הקישור ולנסות שוב, או לחזור לתוכנה שנתנה אותו ולתת לה לשאול שוב.
final-no-page = אין דף בכתובת הזו. יש לבדוק את האיות, או לפתוח שוב את הקישור שקיבלת.
final-home = מה יש כאן
final-other-browser = התשובה הותחלה בדפדפן או בחלון אחר, וקישור פועל בדפדפן אחד בלבד.
final-other-browser-next = יש לחזור לדפדפן ההוא. אם זה היה מישהו אחר, יש לבקש מהתוכנה שנתנה את הקישור לשאול שוב.
final-somebody-else = נכנסת לחשבון, אבל הבקשה הזו מיועדת לאדם אחר.
final-somebody-else-next = יש להיכנס לחשבון של מי שקיבל את הקישור, או להעביר אליו את הקישור.
final-unknown = הדף הזה צריך לדעת את זהותך. הכניסה שלפניו לא מסרה את שמך.
final-unknown-next = יש להיכנס לחשבון ולפתוח שוב את הקישור. אם כבר נכנסת, יש לומר למפעיל השירות ששם המשתמש אינו מתקבל.
final-locked = הקוד היה שגוי יותר מדי פעמים, ולכן הקישור הזה כבר אינו פועל.
final-locked-next = יש לחזור לתוכנה שנתנה את הקישור ולתת לה לשאול שוב.
final-no-inbox = כאן מזהים אנשים לפי הקוד של כל קישור, ולכן אין תיבות שאלות.
final-no-inbox-next = יש לפתוח את הקישור שקיבלת.
final-trouble = לא נשלח דבר.
final-trouble-next = יש להמתין רגע, לחזור ולנסות שוב.
final-attempts-address = יותר מדי ניסיונות כניסה או הזנת קוד הגיעו מהרשת שלך. לא נבדק דבר, ולא נוצל ניסיון.
final-attempts-service = יותר מדי אנשים או תוכנות מנסים להיכנס כאן כרגע. לא נבדק דבר, ולא נוצל ניסיון.
final-attempts-mailbox = יותר מדי קודים התבקשו עם כתובת הדוא״ל הזו. לא נבדק דבר, ולא נוצל ניסיון.
final-work-action = בדקה האחרונה ענית, החלטת או שינית יותר ממה שמותר כאן לאדם אחד. כל הדפדפנים שלך נספרים יחד. לא נשלח דבר.
final-work-draft = בדקה האחרונה הקלדת מהר יותר ממה שמותר כאן לאדם אחד. כל הדפדפנים שלך נספרים יחד. לא נשלח דבר.
final-work-upload = בדקה האחרונה העלית יותר קבצים ממה שמותר כאן לאדם אחד. כל הדפדפנים שלך נספרים יחד. לא נשלח דבר.
final-work-search = בדקה האחרונה חיפשת יותר פעמים ממה שמותר כאן לאדם אחד. כל הדפדפנים שלך נספרים יחד. לא נשלח דבר.
final-work-view = בדקה האחרונה פתחת יותר דפים ממה שמותר כאן לאדם אחד. כל הדפדפנים שלך נספרים יחד. לא נשלח דבר.
final-wait = { $count ->
    [1] יש להמתין שנייה אחת, ואז לחזור ולנסות שוב.
    [2] יש להמתין שתי שניות, ואז לחזור ולנסות שוב.
    [one] יש להמתין { $count } שניות, ואז לחזור ולנסות שוב.
    [two] יש להמתין { $count } שניות, ואז לחזור ולנסות שוב.
   *[other] יש להמתין { $count } שניות, ואז לחזור ולנסות שוב.
}
final-refused-next = לא נשלח דבר. יש לחזור, לטעון את הדף מחדש ולנסות שוב.
final-refused-other-site = אתר אחר ניסה לפעול בשמך. לא נעשה דבר.
final-refused-stale = הדף הזה היה פתוח זמן רב מדי, או שהדפדפן שלך אינו שומר קובצי Cookie.
final-refused-too-long = הדף הזה היה פתוח זמן רב מדי.
final-refused-busy = קורים כאן יותר מדי דברים בבת אחת. לא נעשה דבר. יש להמתין רגע ולנסות שוב.
final-refused-too-large = נשלח יותר ממה שהטופס הזה מקבל. יש לבחור קבצים קטנים יותר או לכתוב פחות.
final-refused-no-form = מה שהגיע לכאן אינו טופס.
final-refused-incomplete = מה שנשלח לא הגיע במלואו.
final-refused-wrong-form = מה שנשלח אינו טופס של הדף הזה.
final-refused-too-many = אלה יותר מדי בבת אחת.
final-refused-undo = מאוחר מדי לביטול: ההחלטה שלך כבר הגיעה לתוכנה.
final-refused-answer = הקבוצות שלך אינן מאפשרות לך לענות כאן. יש לבקש ממפעיל השירות לצרף אותך לקבוצה שמאפשרת זאת.
final-refused-operate = הדף הזה מיועד למפעילים.
final-refused-administer = הדף הזה מיועד למנהלי מערכת.
final-refused-preferences = הטופס הזה גדול מדי, או שהגיע לאט מדי. לא שונה דבר.
final-code-title = הזנת הקוד
final-code-about = התוכנה שנתנה את הקישור הזה מציגה קוד של שמונה אותיות וספרות. הוא מוכיח שהקישור שלך.
final-code-label = קוד
final-code-wrong = { $count ->
    [1] זה לא הקוד. נותר לך עוד ניסיון אחד.
    [2] זה לא הקוד. נותרו לך עוד שני ניסיונות.
    [one] זה לא הקוד. נותרו לך עוד { $count } ניסיונות.
    [two] זה לא הקוד. נותרו לך עוד { $count } ניסיונות.
   *[other] זה לא הקוד. נותרו לך עוד { $count } ניסיונות.
}
final-receipt = אישור קבלה
final-receipt-print = הדפסה
final-receipt-asked = מה נשאל
final-receipt-sent = מה ששלחת
final-receipt-reason = סיבה
final-receipt-who-when = מי קיבל, ומתי
final-receipt-sent-by = נשלח על ידי
final-receipt-declined-by = סורב על ידי
final-receipt-closed-by = נסגר על ידי
final-receipt-who = מי קיבל
final-receipt-client-time = { $client }, { $time }
final-receipt-got = { $client }, { $time }.
final-receipt-taken = התקבל { $time }.
final-receipt-colleagues = עמיתים רואים שענית, לא מה ענית.
final-receipt-number = מספר
final-back-to-inbox = חזרה לתיבה
final-back-to-question = חזרה לשאלה
final-next = הבאה, { $due }
final-next-button = { $count ->
    [one] השאלה הבאה ({ $count })
    [two] השאלה הבאה ({ $count })
   *[other] השאלה הבאה ({ $count })
}
final-history = מה קרה
final-history-title = מה קרה: { $title }
final-event-asked = נשאל על ידי { $client }
final-event-opened = נפתח על ידי { $name }, דרך { $surface }
final-event-rejected = ניסיון { $try } מתוך { $limit } של { $name }, דרך { $surface }, לא התקבל
final-event-warned = הזמן כמעט תם
final-event-extended = { $count ->
    [1] נוסף זמן על ידי { $name }, דרך { $surface }; עוד הארכה אחת
    [2] נוסף זמן על ידי { $name }, דרך { $surface }; עוד שתי הארכות
    [one] נוסף זמן על ידי { $name }, דרך { $surface }; עוד { $count } הארכות
    [two] נוסף זמן על ידי { $name }, דרך { $surface }; עוד { $count } הארכות
   *[other] נוסף זמן על ידי { $name }, דרך { $surface }; עוד { $count } הארכות
}
final-event-taken-by = נלקח על ידי { $name }
final-event-given-back = הוחזר על ידי { $name }, דרך { $surface }
final-event-approved = אושר על ידי { $name }: { $approvals } מתוך { $needed } אישרו
final-event-voted-against = נדחה על ידי { $name }: { $approvals } מתוך { $needed } אישרו
final-event-reminded = נשלחה תזכורת
final-event-escalated = לא נענה בזמן, הועבר אל { $name }
final-event-delegated = הועבר אל { $to } על ידי { $name }, דרך { $surface }
final-event-answered = נענה על ידי { $name }, דרך { $surface }
final-event-declined = סורב על ידי { $name }, דרך { $surface }
final-event-cancelled = בוטל על ידי { $name }, דרך { $surface }
final-event-expired = פג תוקף
final-event-delivered = התשובה נמסרה
final-others = אחרים
final-surface-web = דף אינטרנט
final-surface-mcp = לקוח MCP
final-surface-terminal = מסוף
final-surface-api = ה-API
final-surface-library = תוכנה
final-surface-service = השירות
final-home-title = דף הבית
final-home-about = כאן תוכנות שואלות אנשים. אם קיבלת קישור, יש לפתוח אותו.
final-home-inbox = פתיחת התיבה
final-home-api = לתוכנות: { $link }.
final-home-methods = כל השיטות של ה-API
