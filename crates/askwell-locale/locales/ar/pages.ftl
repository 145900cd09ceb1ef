pages-title-error = خطأ: { $title }
pages-skip = الانتقال إلى المحتوى
pages-footer = تمت الإجابة باستخدام Askwell
pages-language = اللغة
pages-language-use = استخدام
pages-error-mark = خطأ:
pages-problem-title = توجد مشكلة
pages-asks = سؤال من { $client }
pages-asks-for = سؤال من { $client }، لصالح { $requester }
pages-audience-you = لك وحدك
pages-audience-person = إلى { $name }
pages-audience-group = إلى المجموعة { $name }
pages-audience-signed-in = لكل من سجّل الدخول
pages-audience-anyone = للجميع
pages-audience-asked = { $audience } · تاريخ السؤال { $time }
pages-unnamed-client = برنامج
pages-taken-by-you = لقد توليت هذا السؤال.
pages-taken-by-other = يتولى { $name } الإجابة الآن.
pages-send = إرسال الإجابة
pages-review = مراجعة إجابتك
pages-continue = متابعة
pages-back = رجوع
pages-update = تحديث النموذج
pages-update-help = بعض الحقول يعتمد على غيره. حدّث النموذج لمعرفة الحقول المطلوبة.
pages-give-back = إعادة
pages-take-over = استلام
pages-kept = محفوظ في هذا المتصفح ما دام السؤال مفتوحًا
pages-kept-without-secrets = محفوظ في هذا المتصفح ما دام السؤال مفتوحًا، باستثناء الأسرار
pages-no-wish = لا تريد الإجابة؟
pages-decline = رفض
pages-decline-help = يبلّغ { $client } بأنك ترفض. قد يتابع البرنامج دون إجابة.
pages-cancel = إلغاء الطلب
pages-cancel-help = يغلق الطلب دون إجابة.
pages-why-not = لمَ لا؟
pages-optional = (اختياري)
pages-external = يتم هذا في صفحة أخرى. انظر إلى أين تؤدي قبل الانتقال إليها:
pages-external-open = فتح الصفحة
pages-external-no-wish = لا تريد القيام بذلك؟
pages-external-decline-help = يبلّغ { $client } بأنك ترفض. قد يتابع البرنامج من دونك.
pages-time-left = الوقت المتبقي: { $left }
pages-time-until = حتى { $time }
pages-left-moment = أقل من دقيقة
pages-left-minutes = { $count ->
    [1] نحو دقيقة
    [2] نحو دقيقتين
    [zero] نحو { $count } دقيقة
    [one] نحو { $count } دقيقة
    [two] نحو { $count } دقيقة
    [few] نحو { $count } دقائق
    [many] نحو { $count } دقيقة
   *[other] نحو { $count } دقيقة
}
pages-left-hours = { $count ->
    [1] نحو ساعة
    [2] نحو ساعتين
    [zero] نحو { $count } ساعة
    [one] نحو { $count } ساعة
    [two] نحو { $count } ساعة
    [few] نحو { $count } ساعات
    [many] نحو { $count } ساعة
   *[other] نحو { $count } ساعة
}
pages-left-days = { $count ->
    [1] نحو يوم
    [2] نحو يومين
    [zero] نحو { $count } يوم
    [one] نحو { $count } يوم
    [two] نحو { $count } يوم
    [few] نحو { $count } أيام
    [many] نحو { $count } يومًا
   *[other] نحو { $count } يوم
}
pages-add-minutes = { $count ->
    [1] إضافة دقيقة
    [2] إضافة دقيقتين
    [zero] إضافة { $count } دقيقة
    [one] إضافة { $count } دقيقة
    [two] إضافة { $count } دقيقة
    [few] إضافة { $count } دقائق
    [many] إضافة { $count } دقيقة
   *[other] إضافة { $count } دقيقة
}
pages-add-seconds = { $count ->
    [1] إضافة ثانية
    [2] إضافة ثانيتين
    [zero] إضافة { $count } ثانية
    [one] إضافة { $count } ثانية
    [two] إضافة { $count } ثانية
    [few] إضافة { $count } ثوانٍ
    [many] إضافة { $count } ثانية
   *[other] إضافة { $count } ثانية
}
pages-time-near = أوشك الوقت على الانتهاء: بقي { $left }.
pages-more-time = لديك الآن مزيد من الوقت.
pages-no-more-time = لا يمكن إضافة مزيد من الوقت. يُرجى الإجابة قبل انتهائه.
pages-time-up = انتهى الوقت.
pages-without-answer = دون إجابة: { $words }
pages-without-answer-expires = دون إجابة تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
pages-without-approvals = { $count ->
    [1] دون موافقة أخرى: { $words }
    [2] دون موافقتين أخريين: { $words }
    [zero] دون { $count } موافقة أخرى: { $words }
    [one] دون { $count } موافقة أخرى: { $words }
    [two] دون { $count } موافقة أخرى: { $words }
    [few] دون { $count } موافقات أخرى: { $words }
    [many] دون { $count } موافقة أخرى: { $words }
   *[other] دون { $count } موافقة أخرى: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] دون موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [2] دون موافقتين أخريين تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [zero] دون { $count } موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [one] دون { $count } موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [two] دون { $count } موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [few] دون { $count } موافقات أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
    [many] دون { $count } موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
   *[other] دون { $count } موافقة أخرى تنتهي صلاحية السؤال ويُبلَّغ البرنامج بذلك.
}
pages-escalates-group = ابتداءً من { $time } تجيب المجموعة { $name } بدلًا من ذلك.
pages-escalates-person = ابتداءً من { $time } ينتقل السؤال إلى { $name }.
pages-escalates-others = ابتداءً من { $time } يجيب أشخاص آخرون بدلًا من ذلك.
pages-steps = الخطوات
pages-step = الخطوة { $here } من { $total }: { $title }
pages-step-done = { $title }، تمت: تغيير
pages-check-and-send = تحقق وإرسال
pages-check = تحقق قبل الإرسال
pages-check-title = تحقق قبل الإرسال: { $title }
pages-check-all = هذا كل ما سيصل إلى { $client }.
pages-fixed = حدّده النموذج.
pages-change-for = تغيير { $label }
pages-back-to-form = العودة إلى النموذج
pages-nothing = لا شيء
pages-not-shown = مُعبّأ، غير معروض
pages-your-decision = قرارك
pages-undo-hint = { $count ->
    [1] لا يُرسل شيء لمدة ثانية: يمكنك التراجع.
    [2] لا يُرسل شيء لمدة ثانيتين: يمكنك التراجع.
    [zero] لا يُرسل شيء لمدة { $count } ثانية: يمكنك التراجع.
    [one] لا يُرسل شيء لمدة { $count } ثانية: يمكنك التراجع.
    [two] لا يُرسل شيء لمدة { $count } ثانية: يمكنك التراجع.
    [few] لا يُرسل شيء لمدة { $count } ثوانٍ: يمكنك التراجع.
    [many] لا يُرسل شيء لمدة { $count } ثانية: يمكنك التراجع.
   *[other] لا يُرسل شيء لمدة { $count } ثانية: يمكنك التراجع.
}
pages-votes-title = الموافقات: { $approvals } من { $needed }
pages-votes-enough = وافق عدد كافٍ من الأشخاص.
pages-votes-missing = { $count ->
    [1] تلزم موافقة أخرى.
    [2] تلزم موافقتان أخريان.
    [zero] تلزم { $count } موافقة أخرى.
    [one] تلزم { $count } موافقة أخرى.
    [two] تلزم { $count } موافقة أخرى.
    [few] تلزم { $count } موافقات أخرى.
    [many] تلزم { $count } موافقة أخرى.
   *[other] تلزم { $count } موافقة أخرى.
}
pages-votes-ends = رفض واحد ينهي الأمر.
pages-votes-goes-on = الرفض لا ينهي الأمر.
pages-vote-approved = تمت الموافقة
pages-vote-rejected = تم الرفض
pages-you = أنت
pages-quote = «{ $text }»
pages-own-request = أنت من طلب ذلك، لذا لا يمكنك اتخاذ القرار.
pages-request-of = الطلب من { $name }، لذا يتخذ القرار آخرون.
pages-yes = نعم
pages-no = لا
pages-no-answer = لا إجابة
pages-no-choice = لا اختيار
pages-choose-one = اختر خيارًا
pages-choose-some = اختر خيارات
pages-chosen = { $count ->
    [zero] تم اختيار { $count }
    [one] تم اختيار { $count }
    [two] تم اختيار { $count }
    [few] تم اختيار { $count }
    [many] تم اختيار { $count }
   *[other] تم اختيار { $count }
}
pages-search = بحث
pages-search-in = البحث في { $label }
pages-find-for = بحث { $label }
pages-first-options = { $count ->
    [1] الأوائل من خيار واحد. ابحث لعرض غيرها.
    [2] الأوائل من خيارين. ابحث لعرض غيرها.
    [zero] الأوائل من { $count } خيار. ابحث لعرض غيرها.
    [one] الأوائل من { $count } خيار. ابحث لعرض غيرها.
    [two] الأوائل من { $count } خيار. ابحث لعرض غيرها.
    [few] الأوائل من { $count } خيارات. ابحث لعرض غيرها.
    [many] الأوائل من { $count } خيارًا. ابحث لعرض غيرها.
   *[other] الأوائل من { $count } خيار. ابحث لعرض غيرها.
}
pages-first-fitting = { $count ->
    [1] أول خيار مطابق.
    [2] أول خيارين مطابقين.
    [zero] أول { $count } خيار مطابق.
    [one] أول { $count } خيار مطابق.
    [two] أول { $count } خيار مطابق.
    [few] أول { $count } خيارات مطابقة.
    [many] أول { $count } خيارًا مطابقًا.
   *[other] أول { $count } خيار مطابق.
}
pages-options-fit = { $count ->
    [0] لا شيء يطابق هذا البحث.
    [1] خيار واحد مطابق.
    [2] خياران مطابقان.
    [zero] { $count } خيار مطابق.
    [one] { $count } خيار مطابق.
    [two] { $count } خيار مطابق.
    [few] { $count } خيارات مطابقة.
    [many] { $count } خيارًا مطابقًا.
   *[other] { $count } خيار مطابق.
}
pages-steps-of = بخطوات مقدارها { $number }.
pages-show = إظهار
pages-hide = إخفاء
pages-secret-kept = ما كتبته سابقًا محفوظ. اترك الحقل فارغًا لاستخدامه، أو اكتب شيئًا آخر.
pages-secret-remove = حذف ما كتبته سابقًا
pages-secret-again = يجب كتابة { $label } مرة أخرى. ما كتبته سابقًا لم يعد معروفًا هنا.
pages-zone-of = المنطقة الزمنية لـ { $label }
pages-zone-choose = اختر المنطقة الزمنية
pages-zone-missing = اختر المنطقة الزمنية لـ { $label }.
pages-clocks-forward = في ذلك اليوم تُقدَّم الساعات وتتخطى هذه الساعة. وتُحسب { $time }.
pages-clocks-back = في ذلك اليوم تُؤخَّر الساعات، فتتكرر هذه الساعة مرتين: أولًا { $first }، ثم { $second }. اختر التي تقصدها.
pages-code = رمز
pages-table = جدول
pages-changes = تغييرات
pages-test-for = اختبار { $label }
pages-testing = جارٍ الاختبار…
pages-test-fine = هذا العنوان مقبول. لم تتم زيارته.
pages-test-nothing = لا يوجد ما يُختبر بعد.
pages-test-no-field = لا يوجد حقل كهذا.
pages-leads-to = يؤدي إلى { $host }.
pages-mixed-scripts = يمزج هذا الاسم حروفًا من كتابات مختلفة، كما تفعل الأسماء التي تنتحل غيرها. دقّق النظر.
pages-foreign-letters = يحتوي هذا الاسم على حروف غير a إلى z قد تشبه غيرها. دقّق النظر.
pages-size-bytes = { $count ->
    [1] بايت واحد
    [2] بايتان
    [zero] { $count } بايت
    [one] { $count } بايت
    [two] { $count } بايت
    [few] { $count } بايت
    [many] { $count } بايت
   *[other] { $count } بايت
}
pages-size-kb = { $number } ك.ب
pages-size-mb = { $number } م.ب
pages-size-gb = { $number } ج.ب
pages-file-any = أي نوع من الملفات، بحد أقصى { $size }.
pages-file-types = { $types }، بحد أقصى { $size }.
pages-file-certain = أنواع معينة من الملفات فقط، بحد أقصى { $size }.
pages-file-too-large = يجب ألا يزيد حجم { $label } على { $size }.
pages-file-remove-this = إزالة هذا الملف
pages-file-remove = إزالة
pages-file-another-for = اختيار ملف آخر { $label }
pages-file-drop = أو أفلته هنا
pages-file-uploading = جارٍ رفع { $label }
pages-file-failed = تعذّر استلام هذا الملف. يُرجى المحاولة مرة أخرى.
pages-file-bad-name = { $label }: لا يمكن استخدام اسم الملف «{ $name }». أعد تسمية الملف.
pages-file-no-type = { $label }: أعطى متصفحك الملف «{ $name }» نوعًا غير صالح. اختر ملفًا آخر.
pages-file-refused = { $label }: لا يمكن استلام «{ $name }». اختر ملفًا آخر.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن متصفحك يقول إن الملف نص عادي. أعد تسمية الملف أو اختر غيره.
    [html] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن متصفحك يقول إن الملف صفحة HTML. أعد تسمية الملف أو اختر غيره.
    [unknown] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن متصفحك يقول إن الملف ليس من أي نوع معروف. أعد تسمية الملف أو اختر غيره.
   *[type] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن متصفحك يقول إن الملف من النوع { $type }. أعد تسمية الملف أو اختر غيره.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن المحتوى نص عادي. اختر ملفًا آخر.
    [html] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن المحتوى صفحة HTML. اختر ملفًا آخر.
    [unknown] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن المحتوى ليس من أي نوع معروف. اختر ملفًا آخر.
    [malformed] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن نصه ليس بهذه الصيغة. اختر ملفًا آخر.
   *[type] { $label }: ينتهي الاسم «{ $name }» بـ { $ending }، لكن المحتوى من النوع { $type }. اختر ملفًا آخر.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: يقول متصفحك إن «{ $name }» من النوع { $declared }، لكن المحتوى نص عادي. اختر ملفًا آخر.
    [html] { $label }: يقول متصفحك إن «{ $name }» من النوع { $declared }، لكن المحتوى صفحة HTML. اختر ملفًا آخر.
    [unknown] { $label }: يقول متصفحك إن «{ $name }» من النوع { $declared }، لكن المحتوى ليس من أي نوع معروف. اختر ملفًا آخر.
    [malformed] { $label }: يقول متصفحك إن «{ $name }» من النوع { $declared }، لكن نصه ليس بهذه الصيغة. اختر ملفًا آخر.
   *[type] { $label }: يقول متصفحك إن «{ $name }» من النوع { $declared }، لكن المحتوى من النوع { $type }. اختر ملفًا آخر.
}
pages-file-failed-field = تعذّر استلام { $label }. يُرجى المحاولة مرة أخرى.
pages-answer-too-long = إجابتك طويلة جدًا: يجب ألا يزيد مجموعها على { $size }.
pages-answer-own-request = أنت من طلب ذلك، لذا لا يمكنك اتخاذ القرار بشأنه.
pages-answer-sign-in = يقرر هذا عدة أشخاص. يُرجى تسجيل الدخول ليُحتسب صوتك.
pages-answer-no-votes = لم تعد الأصوات مقبولة.
pages-answer-unchecked = تعذّر التحقق من إجابتك الآن. لم يُرسل شيء. يُرجى المحاولة مرة أخرى.
pages-connection-lost = انقطع الاتصال. ما كتبته ما زال في هذه الصفحة؛ جارٍ إعادة المحاولة…
pages-unusable = لم يعد بالإمكان استخدام هذه الصفحة هنا.
pages-see-why = عرض السبب
pages-see-what = عرض ما حدث
pages-live-answered = تمت الإجابة عن هذا بالفعل. لم يُرسل ما عبّأته.
pages-live-answered-by = تمت الإجابة عن هذا بالفعل من قِبل { $name }. لم يُرسل ما عبّأته.
pages-live-declined = تم رفض هذا. لم يُرسل ما عبّأته.
pages-live-declined-by = تم رفض هذا من قِبل { $name }. لم يُرسل ما عبّأته.
pages-live-timeout = انتهى الوقت. لم يُرسل ما عبّأته.
pages-live-cancelled = تم إلغاء هذا. لم يُرسل ما عبّأته.
pages-approve = موافقة
pages-reject = رفض
pages-comment = تعليق
pages-decision = القرار
pages-rows-none = لم يُضَف شيء بعد.
pages-rows-add = إضافة: { $item }
pages-rows-most = بلغت الحد الأقصى: { $count }.
pages-row-up = نقل إلى أعلى
pages-row-down = نقل إلى أسفل
pages-row-remove = إزالة
pages-computed = محسوب من إجاباتك الأخرى.
pages-source-none = لم يُعثر على خيارات. ابحث عن شيء آخر أو حاول لاحقًا.
pages-source-some = هذه بعض الخيارات. ابحث لرؤية غيرها.
pages-not-accepted = لم يُقبل هذا.
