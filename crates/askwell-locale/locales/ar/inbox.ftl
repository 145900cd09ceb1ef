inbox-pages = الصفحات
inbox-page-inbox = الوارد
inbox-page-notifications = الإشعارات
inbox-page-overview = نظرة عامة
inbox-page-administration = الإدارة
inbox-you-are = أنت
inbox-offline = أنت غير متصل. يمكنك متابعة القراءة. تنتظر القرارات هنا ولا تُرسل من تلقاء نفسها.
inbox-connection-lost = انقطع الاتصال؛ جارٍ إعادة المحاولة…
inbox-title-count = ({ $count }) الوارد
inbox-parts = أقسام الوارد
inbox-tab-mine = لي
inbox-tab-groups = مجموعاتي
inbox-tab-taken = توليتها
inbox-tab-done = منتهية
inbox-due-hour = خلال ساعة
inbox-due-today = لاحقًا اليوم
inbox-due-week = هذا الأسبوع
inbox-due-later = لاحقًا
inbox-due-never = بلا موعد
inbox-today = اليوم
inbox-left-moment = بقي أقل من دقيقة
inbox-left-minutes = { $count ->
    [zero] بقي { $count } د
    [one] بقي { $count } د
    [two] بقي { $count } د
    [few] بقي { $count } د
    [many] بقي { $count } د
   *[other] بقي { $count } د
}
inbox-by = قبل { $time }
inbox-due-in-moment = الموعد خلال أقل من دقيقة
inbox-due-in-minutes = { $count ->
    [1] الموعد خلال دقيقة
    [2] الموعد خلال دقيقتين
    [zero] الموعد خلال { $count } دقيقة
    [one] الموعد خلال { $count } دقيقة
    [two] الموعد خلال { $count } دقيقة
    [few] الموعد خلال { $count } دقائق
    [many] الموعد خلال { $count } دقيقة
   *[other] الموعد خلال { $count } دقيقة
}
inbox-due-in-hours = { $count ->
    [1] الموعد خلال ساعة
    [2] الموعد خلال ساعتين
    [zero] الموعد خلال { $count } ساعة
    [one] الموعد خلال { $count } ساعة
    [two] الموعد خلال { $count } ساعة
    [few] الموعد خلال { $count } ساعات
    [many] الموعد خلال { $count } ساعة
   *[other] الموعد خلال { $count } ساعة
}
inbox-due-in-days = { $count ->
    [1] الموعد خلال يوم
    [2] الموعد خلال يومين
    [zero] الموعد خلال { $count } يوم
    [one] الموعد خلال { $count } يوم
    [two] الموعد خلال { $count } يوم
    [few] الموعد خلال { $count } أيام
    [many] الموعد خلال { $count } يومًا
   *[other] الموعد خلال { $count } يوم
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [zero] جديد: { $count }
    [one] جديد: { $count }
    [two] جديد: { $count }
    [few] جديد: { $count }
    [many] جديد: { $count }
   *[other] جديد: { $count }
}
inbox-snoozed-count = { $count ->
    [zero] مؤجّل: { $count }.
    [one] مؤجّل: { $count }.
    [two] مؤجّل: { $count }.
    [few] مؤجّل: { $count }.
    [many] مؤجّل: { $count }.
   *[other] مؤجّل: { $count }.
}
inbox-snoozed-show = عرض
inbox-stopped = شمل البحث جزءًا من المدخلات فقط.
inbox-search-further = متابعة البحث
inbox-first = البداية
inbox-more = المزيد
inbox-select = تحديد: { $title }
inbox-answer = إجابة
inbox-continue = متابعة
inbox-approvals = الموافقات: { $approvals } من { $needed }
inbox-client-for = { $client } لصالح { $name }
inbox-taken-by-you = توليته أنت
inbox-taken-by = يتولى { $name } الإجابة
inbox-other-page = في صفحة أخرى
inbox-no-longer = لم يعد هنا
inbox-fields = { $count ->
    [1] حقل واحد
    [2] حقلان
    [zero] { $count } حقل
    [one] { $count } حقل
    [two] { $count } حقل
    [few] { $count } حقول
    [many] { $count } حقلًا
   *[other] { $count } حقل
}
inbox-secrets = { $count ->
    [1] سر واحد
    [2] سران
    [zero] { $count } سر
    [one] { $count } سر
    [two] { $count } سر
    [few] { $count } أسرار
    [many] { $count } سرًا
   *[other] { $count } سر
}
inbox-approved-by-you = وافقت عليه للتو
inbox-approved-by = وافق عليه { $name } للتو
inbox-rejected-by-you = رفضته للتو
inbox-rejected-by = رفضه { $name } للتو
inbox-undo = تراجع
inbox-why = لماذا؟
inbox-why-required = يصل إلى السائل
inbox-why-optional = اختياري، يصل إلى السائل
inbox-keep-open = إبقاؤه مفتوحًا
inbox-was-approved = تمت الموافقة · { $client }
inbox-was-rejected = تم الرفض · { $client }
inbox-was-answered = تمت الإجابة · { $client }
inbox-was-declined-because = تم رفض الإجابة: «{ $reason }»
inbox-was-declined = تم رفض الإجابة · { $client }
inbox-was-called-off = تم السحب من قِبل { $client }
inbox-was-expired = انتهت الصلاحية · لم يجب أحد
inbox-filter = تصفية
inbox-filter-in-use = مفعّلة
inbox-search = بحث
inbox-search-help = كلمات من العنوان أو الوصف أو البرنامج.
inbox-who-asks = السائل
inbox-kind = النوع
inbox-outcome = النتيجة
inbox-any = الكل
inbox-show = عرض
inbox-show-everything = عرض الكل
inbox-notify = إشعاري
inbox-notify-stop = إيقاف إشعاري
inbox-state-completed = تمت الإجابة
inbox-state-declined = تم رفض الإجابة
inbox-state-cancelled = تم السحب
inbox-state-timeout = انتهت الصلاحية
inbox-mode-form = نموذج
inbox-mode-inline = سؤال قصير
inbox-mode-url = صفحة ويب
inbox-mode-terminal = طرفية
inbox-none-fits = لا شيء مطابق
inbox-none-fits-about = لا توجد مدخلة تطابق ما تبحث عنه.
inbox-none-mine = لا شيء ينتظرك
inbox-none-mine-about = تظهر الأسئلة الجديدة هنا من تلقاء نفسها.
inbox-none-mine-groups = مجموعاتي ({ $count })
inbox-none-mine-done = ما انتهى
inbox-none-groups = لا شيء ينتظر مجموعاتك
inbox-none-groups-about = تظهر هنا الأسئلة الموجهة إلى مجموعة تنتمي إليها.
inbox-none-taken = لم تتولَّ شيئًا
inbox-none-taken-about = تولَّ سؤالًا ليعرف زملاؤك أنك تجيب عنه.
inbox-none-done = لم ينتهِ شيء بعد
inbox-none-done-about = تظهر هنا الأسئلة التي تمت الإجابة عنها أو رُفضت أو سُحبت أو انتهت صلاحيتها.
inbox-gone = لم يعد بالإمكان عرض هذا الوارد هنا.
inbox-question = السؤال
inbox-question-none = عندما يصل سؤال، تقرؤه وتجيب عنه هنا.
inbox-list = القائمة
inbox-before = السؤال السابق
inbox-after = السؤال التالي
inbox-place = { $here } من { $count }
inbox-what-happened = ما حدث
inbox-take = تولٍّ
inbox-give-back = إعادة
inbox-take-over = استلام
inbox-delegate = تفويض
inbox-delegate-about = يسأل شخصًا آخر مكانك. يبقى الموعد كما هو؛ ودون إجابة يعود السؤال قبله.
inbox-delegate-to = إلى
inbox-delegate-person = شخص
inbox-delegate-group = مجموعة
inbox-delegate-name = الاسم
inbox-delegate-why = لماذا؟
inbox-delegate-why-note = اختياري، لزملائك
inbox-delegated-by = حوّل { $name } هذا إليك. دون إجابة يعود في { $time }.
inbox-delegated-return = إعادة
inbox-delegated-count = { $count ->
    [zero] محوّل: { $count }
    [one] محوّل: { $count }
    [two] محوّل: { $count }
    [few] محوّل: { $count }
    [many] محوّل: { $count }
   *[other] محوّل: { $count }
}
inbox-delegated-to = حوّلت هذا إلى { $name }. دون إجابة يعود في { $time }.
inbox-take-back = استرجاع
inbox-delegate-impossible = لا يمكن تحويل هذا السؤال: لقد انتهى، أو يقرره عدة أشخاص معًا.
inbox-delegate-no-name = اذكر لمن: اسم شخص أو مجموعة كما يُستخدم عند تسجيل الدخول.
inbox-delegate-with-you = هو لديك بالفعل.
inbox-delegate-note = حُوّل إلى { $name }.
inbox-delegate-note-why = حُوّل إلى { $name }: { $reason }
inbox-snooze = تأجيل
inbox-snooze-about = يخفيه من قائمتك. ويعود قبل موعده بعشر دقائق على الأكثر.
inbox-snooze-too-soon = موعده أقرب من أن يُؤجَّل.
inbox-snooze-not = عدم التأجيل
inbox-snooze-hour = لساعة
inbox-snooze-afternoon = لأربع ساعات
inbox-snooze-day = ليوم
inbox-notes = ملاحظات بين الزملاء
inbox-notes-private = لا يراها { $client }.
inbox-note-yours = ملاحظتك
inbox-note-add = إضافة الملاحظة
inbox-toast-approved = تمت الموافقة: { $title } يُرسل خلال { $seconds } ث.
inbox-toast-rejected = تم الرفض: { $title } يُرسل خلال { $seconds } ث.
inbox-toast-approved-short = تمت الموافقة. يُرسل خلال { $seconds } ث.
inbox-toast-rejected-short = تم الرفض. يُرسل خلال { $seconds } ث.
inbox-selected-entries = المدخلات المحددة
inbox-selected = محدد
inbox-comment-all = تعليق واحد للكل (اختياري)
inbox-approve-all = موافقة على الكل
inbox-reject-all = رفض الكل
inbox-clear = مسح
inbox-bulk-approved = { $count ->
    [zero] تمت الموافقة على { $count }.
    [one] تمت الموافقة على { $count }.
    [two] تمت الموافقة على { $count }.
    [few] تمت الموافقة على { $count }.
    [many] تمت الموافقة على { $count }.
   *[other] تمت الموافقة على { $count }.
}
inbox-bulk-rejected = { $count ->
    [zero] تم رفض { $count }.
    [one] تم رفض { $count }.
    [two] تم رفض { $count }.
    [few] تم رفض { $count }.
    [many] تم رفض { $count }.
   *[other] تم رفض { $count }.
}
inbox-bulk-snoozed = { $count ->
    [zero] تم تأجيل { $count }.
    [one] تم تأجيل { $count }.
    [two] تم تأجيل { $count }.
    [few] تم تأجيل { $count }.
    [many] تم تأجيل { $count }.
   *[other] تم تأجيل { $count }.
}
inbox-bulk-no-decision = { $count ->
    [zero] تم تخطي { $count }: ليس قرارًا.
    [one] تم تخطي { $count }: ليس قرارًا.
    [two] تم تخطي { $count }: ليس قرارًا.
    [few] تم تخطي { $count }: ليس قرارًا.
    [many] تم تخطي { $count }: ليس قرارًا.
   *[other] تم تخطي { $count }: ليس قرارًا.
}
inbox-bulk-too-soon = { $count ->
    [zero] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
    [one] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
    [two] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
    [few] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
    [many] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
   *[other] تم تخطي { $count }: الموعد أقرب من أن يُؤجَّل.
}
inbox-bulk-not-approved = { $count ->
    [zero] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
    [one] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
    [two] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
    [few] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
    [many] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
   *[other] لم تتم الموافقة على { $count }: انتهى بالفعل، أو يلزم تعليق.
}
inbox-bulk-not-rejected = { $count ->
    [zero] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
    [one] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
    [two] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
    [few] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
    [many] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
   *[other] لم يتم رفض { $count }: انتهى بالفعل، أو يلزم تعليق.
}
inbox-bulk-not-snoozed = { $count ->
    [zero] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
    [one] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
    [two] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
    [few] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
    [many] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
   *[other] لم يتم تأجيل { $count }: انتهى بالفعل، أو يلزم تعليق.
}
inbox-hint-move = تحريك
inbox-hint-approve = موافقة
inbox-hint-reject = رفض
inbox-hint-select = تحديد
inbox-hint-keys = كل المفاتيح
inbox-keys = لوحة المفاتيح
inbox-key-move = المدخلة التالية، السابقة
inbox-key-open = فتح
inbox-key-back = العودة إلى القائمة
inbox-key-approve = موافقة
inbox-key-reject = رفض مع ذكر السبب
inbox-key-select = تحديد أو إلغاء التحديد
inbox-key-approve-selected = الموافقة على المحدد
inbox-key-comment = كتابة تعليق
inbox-key-undo = التراجع عن القرار الأخير
inbox-key-take = تولٍّ أو إعادة
inbox-key-new = عرض المدخلات الجديدة
inbox-key-help = إظهار هذه القائمة أو إخفاؤها
inbox-keys-letters = الحروف المفردة مفاتيح
inbox-keys-close = إغلاق
inbox-offline-title = غير متصل
inbox-offline-missing = هذه الصفحة ليست على هذا الجهاز
inbox-offline-about = القائمة وآخر الأسئلة التي فتحتها موجودة عليه. حاول مرة أخرى عند الاتصال.
inbox-offline-read = قراءة قائمتك
inbox-app-about = الأسئلة التي تنتظرك
