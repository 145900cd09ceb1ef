problem-quoted-label = «{ $label }»
problem-required = { $label } حقل مطلوب.
problem-type-text = يجب أن تكون قيمة { $label } نصًا.
problem-type-number = يجب أن تكون قيمة { $label } رقمًا.
problem-type-number-digits = يجب أن تكون قيمة { $label } رقمًا لا يزيد على 38 خانة.
problem-type-number-range = يجب أن تكون قيمة { $label } رقمًا بين -1e308 و1e308.
problem-type-boolean = يجب أن تكون قيمة { $label } صحيحًا أو خطأ.
problem-type-list = يجب أن تكون قيمة { $label } قائمة خيارات.
problem-type-date = يجب أن تكون قيمة { $label } تاريخًا.
problem-type-option = يجب أن تكون قيمة { $label } أحد الخيارات.
problem-type-file = يجب أن تكون قيمة { $label } ملفًا.
problem-type-other = يجب أن تكون قيمة { $label } من نوع آخر.
problem-empty = لا يمكن ترك { $label } فارغًا.
problem-min-length = { $count ->
    [zero] { $label }: الحد الأدنى { $count } حرفًا.
    [one] { $label }: الحد الأدنى حرف واحد ({ $count }).
    [two] { $label }: الحد الأدنى حرفان ({ $count }).
    [few] { $label }: الحد الأدنى { $count } أحرف.
    [many] { $label }: الحد الأدنى { $count } حرفًا.
   *[other] { $label }: الحد الأدنى { $count } حرف.
}
problem-max-length = { $count ->
    [zero] { $label }: الحد الأقصى { $count } حرفًا.
    [one] { $label }: الحد الأقصى حرف واحد ({ $count }).
    [two] { $label }: الحد الأقصى حرفان ({ $count }).
    [few] { $label }: الحد الأقصى { $count } أحرف.
    [many] { $label }: الحد الأقصى { $count } حرفًا.
   *[other] { $label }: الحد الأقصى { $count } حرف.
}
problem-pattern = لا تطابق قيمة { $label } الشكل المتوقع.
problem-characters = لا يمكن أن تحتوي قيمة { $label } على رموز تحكم مخفية.
problem-format-email = يجب أن تكون قيمة { $label } عنوان بريد إلكتروني، مثل name@example.com.
problem-format-uri = يجب أن تكون قيمة { $label } عنوان ويب كاملًا، مثل https://example.com.
problem-format-uuid = يجب أن تكون قيمة { $label } معرّف UUID، مثل 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = يجب أن تكون قيمة { $label } عنوان IPv4، مثل 203.0.113.7.
problem-format-ipv6 = يجب أن تكون قيمة { $label } عنوان IPv6، مثل 2001:db8::7.
problem-format-hostname = يجب أن تكون قيمة { $label } اسم مضيف، مثل www.example.com.
problem-format-date = يجب أن تكون قيمة { $label } تاريخًا، مثل 2026-01-31.
problem-format-date-time = يجب أن تكون قيمة { $label } تاريخًا ووقتًا، مثل 2026-01-31T09:30:00Z.
problem-format-time = يجب أن تكون قيمة { $label } وقتًا، مثل 09:30.
problem-format-colour = يجب أن تكون قيمة { $label } لونًا، مثل #1a7f4b.
problem-format-other = يجب أن تكون قيمة { $label } بتنسيق آخر.
problem-earliest = يجب ألا يسبق { $label } تاريخ { DATETIME($date) }.
problem-latest = يجب ألا يتجاوز { $label } تاريخ { DATETIME($date) }.
problem-minimum = يجب ألا تقل قيمة { $label } عن { $number }.
problem-maximum = يجب ألا تزيد قيمة { $label } على { $number }.
problem-more-than = يجب أن تكون قيمة { $label } أكبر من { $number }.
problem-less-than = يجب أن تكون قيمة { $label } أصغر من { $number }.
problem-whole-number = يجب أن تكون قيمة { $label } عددًا صحيحًا.
problem-multiple = يجب أن تكون قيمة { $label } من مضاعفات { $number }.
problem-one-of = يجب أن تكون قيمة { $label } إحدى القيم التالية: { $options }.
problem-option = يجب أن تكون قيمة { $label } أحد الخيارات.
problem-min-items = { $count ->
    [zero] { $label }: الحد الأدنى { $count } خيارًا.
    [one] { $label }: الحد الأدنى خيار واحد ({ $count }).
    [two] { $label }: الحد الأدنى خياران ({ $count }).
    [few] { $label }: الحد الأدنى { $count } خيارات.
    [many] { $label }: الحد الأدنى { $count } خيارًا.
   *[other] { $label }: الحد الأدنى { $count } خيار.
}
problem-max-items = { $count ->
    [zero] { $label }: الحد الأقصى { $count } خيارًا.
    [one] { $label }: الحد الأقصى خيار واحد ({ $count }).
    [two] { $label }: الحد الأقصى خياران ({ $count }).
    [few] { $label }: الحد الأقصى { $count } خيارات.
    [many] { $label }: الحد الأقصى { $count } خيارًا.
   *[other] { $label }: الحد الأقصى { $count } خيار.
}
problem-twice = تحتوي قيمة { $label } على الخيار نفسه مرتين.
problem-schemes = يجب أن تبدأ قيمة { $label } بـ { $schemes }.
problem-scheme = تبدأ قيمة { $label } بمخطط غير مسموح به.
problem-private-network = يجب ألا تؤدي قيمة { $label } إلى شبكة خاصة.
problem-local-machine = يجب ألا تؤدي قيمة { $label } إلى الجهاز المحلي.
problem-host = يجب أن تكون قيمة { $label } عنوانًا يمكن العثور على مضيفه.
problem-size = يجب ألا يزيد حجم { $label } على { $size }.
problem-file-type = يجب أن تكون قيمة { $label } ملفًا من نوع { $types }.
problem-file-ending = يجب أن تكون قيمة { $label } ملفًا ينتهي اسمه بـ { $endings }.
problem-file-not-allowed = نوع ملف { $label } غير مسموح به.
problem-filename = لا يمكن استخدام اسم ملف { $label }؛ أعد تسمية الملف.
problem-content = لا يمكن استخدام محتوى { $label }.
problem-content-missing = ليس لـ { $label } محتوى.
problem-content-not-type = محتوى { $label } ليس { $expected }.
problem-content-broken = لا يمكن قراءة محتوى { $label } بصفته { $expected }.
problem-content-other-type = محتوى { $label } من نوع { $actual } وليس { $expected }.
problem-content-never-uploaded = لم يُرفع محتوى { $label }.
problem-no-field = لا يحتوي هذا النموذج على حقل «{ $label }».
problem-no-field-meant = لا يحتوي هذا النموذج على حقل «{ $label }»؛ لعلك تقصد «{ $meant }».
problem-answered-twice = أُجيب عن { $label } مرتين.
problem-not-readable = لا يمكن قراءة الإجابة.
problem-computed = تُحسب قيمة { $label } من إجابات أخرى ولا يمكن تغييرها.
problem-not-computable = لا يمكن حساب قيمة { $label } من هذه الإجابات.
problem-not-accepted = لم تُقبل قيمة { $label }.
problem-decide = يُرجى اتخاذ قرار.
size-bytes = { $count ->
    [zero] { $count } بايت
    [one] { $count } بايت
    [two] { $count } بايت
    [few] { $count } بايت
    [many] { $count } بايت
   *[other] { $count } بايت
}
size-kib = { $number } كيبيبايت
size-mib = { $number } ميبيبايت
size-gib = { $number } غيبيبايت

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = الحد الأدنى لعدد المدخلات في { $label } هو { $count }.
problem-max-rows = الحد الأقصى لعدد المدخلات في { $label } هو { $count }.
problem-type-rows = يجب أن تكون قيمة { $label } قائمة مدخلات.
problem-in-row = { $item } { $number }: { $sentence }
