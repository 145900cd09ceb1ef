notifications-title = התראות
notifications-about = מתי ואיך מודיעים לך ששאלה ממתינה לך.
notifications-none = מפעיל השירות לא הגדיר עבורך התראות.
notifications-by = להודיע לי באמצעות
notifications-save = שמירה
notifications-language = שפה
notifications-language-hint = השפה של ההתראות והדפים שלך.
notifications-language-browser = לפי הדפדפן שלי
notifications-quiet = שעות שקט
notifications-quiet-hint = שתי שעות כמו 22:00-07:00. אפשר להשאיר ריק כדי לקבל הודעות בכל עת.
notifications-quiet-wrong = יש לכתוב שתי שעות שונות כמו 22:00-07:00.
notifications-zone = אזור זמן
notifications-zone-hint = למשל Europe/Berlin. ריק פירושו UTC.
notifications-zone-wrong = יש לציין אזור זמן, למשל Europe/Berlin או America/New_York.
notifications-digest = תקצירים
notifications-digest-hint = שעות כמו 09:00 15:00, שבהן ההתראות מגיעות יחד. ריק פירושו כל אחת מיד.
notifications-digest-wrong = { $count ->
    [1] יש לרשום לכל היותר שעה אחת, כמו 09:00.
    [2] יש לרשום לכל היותר שתי שעות, כמו 09:00.
    [one] יש לרשום לכל היותר { $count } שעות, כמו 09:00.
    [two] יש לרשום לכל היותר { $count } שעות, כמו 09:00.
   *[other] יש לרשום לכל היותר { $count } שעות, כמו 09:00.
}
notifications-away = לשאול במקומי
notifications-away-hint = שם של אדם או קבוצה בזמן היעדרותך.
notifications-until = עד
notifications-until-hint = היום האחרון של היעדרותך, למשל 2026-12-24.
notifications-until-wrong = יש לכתוב את היום האחרון של היעדרותך כך: 2026-12-24.
notifications-until-whom = יש לציין את מי לשאול במקומך.
notifications-browser = הדפדפן הזה
notifications-browser-on = הצגת התראות בדפדפן הזה
notifications-browser-off = הפסקת התראות בדפדפן הזה
notifications-browser-is-on = הדפדפן הזה מציג עכשיו התראות.
notifications-browser-is-off = הדפדפן הזה כבר אינו מציג התראות.
notifications-browser-denied = הדפדפן שלך אינו מאפשר התראות מהאתר הזה.
notifications-browser-failed = זה לא הצליח.
notifications-browser-waits = שאלה ממתינה לך
notifications-stop-title = להפסיק את ההתראות האלה?
notifications-stop-about = לא יישלחו אליך עוד הודעות על שאלות באמצעות { $channel }. השאלות עדיין יופיעו בתיבה שלך.
notifications-stop = הפסקה
notifications-stopped = ההתראות הופסקו
notifications-stopped-about = אפשר להפעיל אותן שוב בתיבה שלך, תחת התראות.
notifications-away-unknown = אין אדם או קבוצה בשם זה.
notifications-language-wrong = יש לבחור באחת השפות שברשימה.
notifications-browser-too-many = נרשמו דפדפנים רבים מדי. יש להסיר אחד תחילה.
