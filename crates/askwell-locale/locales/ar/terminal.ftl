term-sent = تم الإرسال. شكرًا لك.
term-declined = تم الرفض. لم يُرسل شيء.
term-cancelled = تم الإلغاء. لم يُرسل شيء.
term-aborted = تم الخروج. لم يُرسل شيء.
term-timed-out = انتهى الوقت. لم يُرسل شيء.
term-sending = جارٍ الإرسال…
term-kept = إجاباتك محفوظة؛ يمكنك المحاولة مرة أخرى.
term-nothing = (لا شيء)
term-required = مطلوب
term-optional = اختياري
term-yes = نعم
term-no = لا
term-chosen = { $count ->
    [zero] تم اختيار { $count }
    [one] تم اختيار { $count }
    [two] تم اختيار { $count }
    [few] تم اختيار { $count }
    [many] تم اختيار { $count }
   *[other] تم اختيار { $count }
}
term-position = { $here } من { $total }
term-time-left = بقي { $time }
term-review = المراجعة
term-review-position = المراجعة
term-send = إرسال الإجابات
term-problems-left = { $count ->
    [zero] { $count } مشكلة يجب إصلاحها
    [one] مشكلة واحدة يجب إصلاحها ({ $count })
    [two] مشكلتان يجب إصلاحهما ({ $count })
    [few] { $count } مشكلات يجب إصلاحها
    [many] { $count } مشكلة يجب إصلاحها
   *[other] { $count } مشكلة يجب إصلاحها
}
term-no-such-option = لا يوجد خيار «{ $typed }».
term-leave = هل تريد مغادرة هذا النموذج؟
term-why-decline = لماذا ترفض؟
term-decline = رفض: إبلاغ المرسل بأنك لن تجيب.
term-why = يقرأ المرسل السبب. يمكنك تركه فارغًا.
term-cancel = إلغاء: إغلاق النموذج دون إجابة؛ قد يسأل المرسل مرة أخرى.
term-continue = متابعة النموذج.
term-not-kept = لا تُحفظ مدخلاتك.
term-no-more-time = لا يمكن إضافة مزيد من الوقت.
term-time-asked = لقد طلبت مزيدًا من الوقت.
term-read-all = … يعرض F2 النص كاملًا.
term-hint-email = عنوان بريد إلكتروني
term-hint-uri = عنوان ويب
term-hint-uuid = معرّف UUID
term-hint-ipv4 = عنوان IPv4
term-hint-ipv6 = عنوان IPv6
term-hint-hostname = اسم مضيف
term-hint-date = تاريخ، مثل 2026-01-31
term-hint-date-time-text = تاريخ ووقت، مثل 2026-01-31T09:30:00Z
term-hint-date-time = تاريخ ووقت، مثل 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [zero] { $count } حرفًا
    [one] حرف واحد ({ $count })
    [two] حرفان ({ $count })
    [few] { $count } أحرف
    [many] { $count } حرفًا
   *[other] { $count } حرف
}
term-hint-characters-at-most = { $count ->
    [zero] بحد أقصى { $count } حرفًا
    [one] بحد أقصى حرف واحد ({ $count })
    [two] بحد أقصى حرفان ({ $count })
    [few] بحد أقصى { $count } أحرف
    [many] بحد أقصى { $count } حرفًا
   *[other] بحد أقصى { $count } حرف
}
term-hint-characters-at-least = { $count ->
    [zero] بحد أدنى { $count } حرفًا
    [one] بحد أدنى حرف واحد ({ $count })
    [two] بحد أدنى حرفان ({ $count })
    [few] بحد أدنى { $count } أحرف
    [many] بحد أدنى { $count } حرفًا
   *[other] بحد أدنى { $count } حرف
}
term-hint-characters-between = { $count ->
    [zero] من { $least } إلى { $count } حرفًا
    [one] من { $least } إلى حرف واحد ({ $count })
    [two] من { $least } إلى حرفان ({ $count })
    [few] من { $least } إلى { $count } أحرف
    [many] من { $least } إلى { $count } حرفًا
   *[other] من { $least } إلى { $count } حرف
}
term-hint-number = رقم
term-hint-whole-number = عدد صحيح
term-hint-multiple = مضاعف { $number }
term-hint-more-than = أكثر من { $number }
term-hint-less-than = أقل من { $number }
term-hint-from = { $what }، من { $least }
term-hint-up-to = { $what }، حتى { $most }
term-hint-between = { $what }، من { $least } إلى { $most }
term-hint-any = أي عدد منها
term-hint-at-most = { $count } على الأكثر
term-hint-at-least = { $count } على الأقل
term-hint-exactly = { $count } بالضبط
term-hint-some = من { $least } إلى { $most } منها
term-hint-url = عنوان ويب يبدأ بـ { $schemes }
term-hint-file = ملف لا يزيد حجمه على { $size }
term-hint-file-ending = ملف ينتهي بـ { $endings } ولا يزيد حجمه على { $size }
term-leads-to = يؤدي إلى { $host }، المنفذ { $port }.
term-leads-to-doubtful = يؤدي إلى { $host }، المنفذ { $port }. يحتوي الاسم على حروف من كتابات أخرى: دقّق النظر.
term-plain-mode = الوضع البسيط: سؤال واحد في كل مرة. ? يعرض المزيد، < يعود، ! يعرض الأوامر.
term-plain-more = !more يطلب المزيد.
term-plain-question = السؤال { $position }: { $label } ({ $need })
term-plain-takes = المتوقع: { $hint }.
term-plain-many-options = { $count ->
    [zero] { $count } خيارًا. اكتب جزءًا من الاسم لعرض المطابق.
    [one] خيار واحد ({ $count }). اكتب جزءًا من الاسم لعرض المطابق.
    [two] خياران ({ $count }). اكتب جزءًا من الاسم لعرض المطابق.
    [few] { $count } خيارات. اكتب جزءًا من الاسم لعرض المطابق.
    [many] { $count } خيارًا. اكتب جزءًا من الاسم لعرض المطابق.
   *[other] { $count } خيار. اكتب جزءًا من الاسم لعرض المطابق.
}
term-plain-now = الآن: { $value }. السطر الفارغ يبقيه.
term-plain-leave-out = السطر الفارغ يتجاوزه.
term-plain-answer = الإجابة:
term-plain-secret = الإجابة (مخفية):
term-plain-decide = أجب برقم، أو بـ approve أو reject.
term-plain-yes-no = أجب بنعم أو لا.
term-plain-number-or-name = أجب برقم أو اسم.
term-plain-numbers-or-names = أجب بأرقام أو أسماء تفصل بينها فواصل.
term-plain-path = أجب بمسار ملف.
term-plain-lines = يمكنك إدخال عدة أسطر؛ اختم بسطر لا يحتوي إلا على نقطة.
term-plain-problem = مشكلة: { $sentence }
term-plain-warning = تحذير: { $sentence }
term-plain-send = إرسال؟ y للإرسال، رقم لتغيير تلك الإجابة، < للعودة، ! للمغادرة.
term-plain-emptied = تم الإفراغ.
term-plain-fixed = لا يمكن تغيير هذه الإجابة.
term-plain-no-such-number = لا يوجد رقم كهذا.
term-plain-not-sent = لم يُرسل. !decline مع السبب يرفض النموذج كله، !cancel يغادره.
term-plain-unclear = يُرجى الإجابة بـ y أو رقم أو < أو !.
term-plain-please-yes-no = يُرجى الإجابة بنعم أو لا.
term-plain-please-decide = أجب بـ 1 لاختيار «{ $approve }» أو 2 لاختيار «{ $reject }».
term-plain-several = عدة خيارات مطابقة:
term-plain-and-more = { $count ->
    [zero] … و{ $count } غيرها. اكتب المزيد من الاسم.
    [one] … و{ $count } غيرها. اكتب المزيد من الاسم.
    [two] … و{ $count } غيرها. اكتب المزيد من الاسم.
    [few] … و{ $count } غيرها. اكتب المزيد من الاسم.
    [many] … و{ $count } غيرها. اكتب المزيد من الاسم.
   *[other] … و{ $count } غيرها. اكتب المزيد من الاسم.
}
term-plain-commands = الأوامر:
term-plain-backslash = ضع \ قبل الإجابة التي تشبه أمرًا.
term-command-back = العودة إلى السؤال السابق
term-command-help = المزيد عن هذا السؤال
term-command-menu = عرض هذه الأوامر
term-command-clear = إفراغ هذه الإجابة
term-command-review = مراجعة كل الإجابات
term-command-more = طلب مزيد من الوقت
term-file-missing = لا يوجد ملف «{ $name }».
term-file-denied = لا يمكن قراءة «{ $name }»: لا يوجد إذن.
term-file-unreadable = لا يمكن قراءة «{ $name }»: { $reason }.
term-file-folder = «{ $name }» مجلد؛ اختر ملفًا داخله.
term-file-other = «{ $name }» ليس ملفًا.
term-file-large = «{ $name }» أكبر من { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ؛ !more يطلب المزيد
term-keys = المفاتيح
term-key-next = التالي
term-key-back = رجوع
term-key-leave = مغادرة
term-key-help = مساعدة
term-key-decline = رفض
term-key-cancel = إلغاء
term-key-go-on = متابعة
term-key-scroll = تمرير
term-key-back-to-form = العودة إلى النموذج
term-key-pick = اختيار
term-key-move = تحريك
term-key-more-time = وقت إضافي
term-key-day = يوم
term-key-month = شهر
term-key-type = كتابة
term-key-replace = استبدال
term-key-calendar = التقويم
term-key-new-line = سطر جديد
term-key-step = خطوة
term-key-change = تغيير
term-key-approve-reject = موافقة/رفض
term-key-yes-no = نعم/لا
term-key-search = بحث
term-key-choose = اختيار
term-key-complete = إكمال
term-key-answer = إجابة
term-key-name-any = أي مفتاح
term-key-name-space = مسافة
term-key-name-type = الكتابة
term-help-enter = متابعة
term-help-back = رجوع
term-help-later = متابعة والتصحيح لاحقًا
term-help-review = إلى المراجعة
term-help-empty = إفراغ السطر
term-help-read = قراءة النص كاملًا
term-help-leave = رفض أو إلغاء
term-help-abort = مغادرة دون إجابة
term-search = بحث:
term-options = { $count ->
    [zero] { $count } خيارًا
    [one] خيار واحد ({ $count })
    [two] خياران ({ $count })
    [few] { $count } خيارات
    [many] { $count } خيارًا
   *[other] { $count } خيار
}
term-nothing-fits = لا شيء مطابق
term-path = مسار ملف
term-unseen = كتابة مخفية
term-more = { $count ->
    [zero] { $count } غيرها
    [one] { $count } غيرها
    [two] { $count } غيرها
    [few] { $count } غيرها
    [many] { $count } غيرها
   *[other] { $count } غيرها
}
term-months = يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
term-weekdays = ن ث ر خ ج س ح
term-picture = [صورة: { $description }]
term-inbox-empty = لا توجد نماذج تنتظر إجابة.
term-inbox-choose = أدخل رقمًا للإجابة عن ذلك النموذج، أو سطرًا فارغًا للتحديث، أو ! للمغادرة.
term-step = الخطوة { $here } من { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = المدخلات: { $count }
term-rows-add = إضافة: { $item }
term-rows-done = متابعة
term-key-add = إضافة
term-key-remove = إزالة
term-key-move-entry = تحريك المدخل
term-plain-rows = + يضيف مدخلاً، والرقم يغيّر مدخلاً؛ ‎-2‎ يزيل المدخل 2، ‎^2‎ ينقله إلى أعلى، ‎v2‎ إلى أسفل. السطر الفارغ يتابع.
term-rows-full = لا مكان لمزيد من المدخلات.
