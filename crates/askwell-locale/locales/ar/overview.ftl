overview-title = نظرة عامة
overview-all-programs-time = { $from } إلى { $to }، كل البرامج
overview-program-time = { $from } إلى { $to }، { $client }
overview-cut = الأرقام لأحدث التغييرات فقط: في السجل أكثر مما تقرؤه هذه الصفحة.
overview-audit = سجل التدقيق: { $files }
overview-audit-lines = أسطر JSON
overview-audit-csv = CSV
overview-filter = تصفية
overview-time = المدة
overview-program = البرنامج
overview-all-programs = كل البرامج
overview-show = عرض
overview-last-hours = { $count ->
    [1] آخر ساعة
    [2] آخر ساعتين
    [zero] آخر { $count } ساعة
    [one] آخر { $count } ساعة
    [two] آخر { $count } ساعة
    [few] آخر { $count } ساعات
    [many] آخر { $count } ساعة
   *[other] آخر { $count } ساعة
}
overview-last-days = { $count ->
    [1] آخر يوم
    [2] آخر يومين
    [zero] آخر { $count } يوم
    [one] آخر { $count } يوم
    [two] آخر { $count } يوم
    [few] آخر { $count } أيام
    [many] آخر { $count } يومًا
   *[other] آخر { $count } يوم
}
overview-in-time = أُجيب في الوقت المحدد
overview-percent = { $percent }%
overview-of = { $part } من { $count }
overview-half = أُجيب عن النصف خلال
overview-nine = تسعة من عشرة خلال
overview-waiting-now = تنتظر الآن
overview-due-hour = { $count ->
    [zero] موعد { $count } خلال ساعة
    [one] موعد { $count } خلال ساعة
    [two] موعد { $count } خلال ساعة
    [few] موعد { $count } خلال ساعة
    [many] موعد { $count } خلال ساعة
   *[other] موعد { $count } خلال ساعة
}
overview-expired = انتهت صلاحيتها
overview-seconds = { $count ->
    [zero] { $count } ث
    [one] { $count } ث
    [two] { $count } ث
    [few] { $count } ث
    [many] { $count } ث
   *[other] { $count } ث
}
overview-minutes = { $count ->
    [zero] { $count } د
    [one] { $count } د
    [two] { $count } د
    [few] { $count } د
    [many] { $count } د
   *[other] { $count } د
}
overview-hours = { $hours } س { $minutes }
overview-days = { $count ->
    [1] يوم واحد
    [2] يومان
    [zero] { $count } يوم
    [one] { $count } يوم
    [two] { $count } يوم
    [few] { $count } أيام
    [many] { $count } يومًا
   *[other] { $count } يوم
}
overview-part-answered = أُجيب عنها أو تقررت
overview-part-declined = رُفضت الإجابة
overview-part-cancelled = سحبها البرنامج
overview-part-expired = انتهت صلاحيتها
overview-expired-on = { $count ->
    [1] انتهت صلاحية سؤال واحد في { $day }
    [2] انتهت صلاحية سؤالين في { $day }
    [zero] انتهت صلاحية { $count } سؤال في { $day }
    [one] انتهت صلاحية { $count } سؤال في { $day }
    [two] انتهت صلاحية { $count } سؤال في { $day }
    [few] انتهت صلاحية { $count } أسئلة في { $day }
    [many] انتهت صلاحية { $count } سؤالًا في { $day }
   *[other] انتهت صلاحية { $count } سؤال في { $day }
}
overview-nothing-ended = لم ينتهِ شيء في هذه المدة
overview-nothing-expired = لم تنتهِ صلاحية شيء في هذه المدة
overview-bar-expired = { $count ->
    [zero] انتهت صلاحية { $count }
    [one] انتهت صلاحية { $count }
    [two] انتهت صلاحية { $count }
    [few] انتهت صلاحية { $count }
    [many] انتهت صلاحية { $count }
   *[other] انتهت صلاحية { $count }
}
overview-by-day = النتائج حسب اليوم
overview-by-day-utc = النتائج حسب اليوم، بتوقيت UTC.
overview-by-day-spoken = النتائج حسب اليوم، إجمالًا: أُجيب عن { $answered } أو تقررت، رُفضت { $declined }، سُحبت { $cancelled }، انتهت صلاحية { $expired }. { $heading }.
overview-as-table = عرض كجدول
overview-day = اليوم
overview-half-of-all = يصل نصف الإجابات خلال { $time }
overview-no-answers = لا إجابات في هذه المدة
overview-nine-of-all = تصل تسع من عشر خلال { $time }.
overview-answers-by-minutes = { $count ->
    [1] إجابة واحدة حسب الدقائق التي استغرقتها.
    [2] إجابتان حسب الدقائق التي استغرقتاها.
    [zero] { $count } إجابة حسب الدقائق التي استغرقتها.
    [one] { $count } إجابة حسب الدقائق التي استغرقتها.
    [two] { $count } إجابة حسب الدقائق التي استغرقتها.
    [few] { $count } إجابات حسب الدقائق التي استغرقتها.
    [many] { $count } إجابة حسب الدقائق التي استغرقتها.
   *[other] { $count } إجابة حسب الدقائق التي استغرقتها.
}
overview-minutes-table = الإجابات حسب الدقائق التي استغرقتها
overview-minutes-head = الدقائق
overview-answers-head = الإجابات
overview-under = أقل من { $number }
overview-between = { $from }–{ $to }
overview-over = أكثر من { $number }
overview-asks-most = { $count ->
    [1] الأكثر سؤالًا { $client }: سؤال واحد
    [2] الأكثر سؤالًا { $client }: سؤالان
    [zero] الأكثر سؤالًا { $client }: { $count } سؤال
    [one] الأكثر سؤالًا { $client }: { $count } سؤال
    [two] الأكثر سؤالًا { $client }: { $count } سؤال
    [few] الأكثر سؤالًا { $client }: { $count } أسئلة
    [many] الأكثر سؤالًا { $client }: { $count } سؤالًا
   *[other] الأكثر سؤالًا { $client }: { $count } سؤال
}
overview-no-program = لم يسأل أي برنامج في هذه المدة
overview-programs = البرامج
overview-who-asks = من يسأل
overview-asked = سُئلت
overview-answered = أُجيب عنها
overview-waiting = تنتظر
overview-half-within = النصف خلال
overview-most-waiting = لدى { $name } أكثر ما ينتظر: { $number }
overview-none-waiting = لا شيء ينتظر شخصًا بعينه
overview-no-person = لم يجب أحد في هذه المدة
overview-people = الأشخاص
overview-who-answers = من يجيب
overview-person-or-group = شخص أو مجموعة
overview-share = النسبة من الأكبر
overview-of-most = { $part } من { $most } على الأكثر
overview-group = المجموعة { $name }
