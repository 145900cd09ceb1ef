final-title-sent = تم الإرسال
final-title-answered-by-other = أجاب شخص آخر أولًا
final-title-you-declined = لقد رفضت
final-title-declined = تم رفض هذا
final-title-cancelled = تم إلغاء هذا الطلب
final-title-expired = انتهى الوقت
final-title-nothing = لا يوجد شيء هنا
final-title-other-browser = هذا الرابط مستخدم في متصفح آخر
final-title-somebody-else = هذا الطلب موجّه إلى شخص آخر
final-title-sign-in = يُرجى تسجيل الدخول
final-title-locked = رموز خاطئة كثيرة جدًا
final-title-attempts = محاولات كثيرة جدًا
final-title-too-much = كثير جدًا دفعة واحدة
final-title-refused = لم ينجح ذلك
final-title-trouble = حدث خطأ هنا
final-title-no-inbox = لا يوجد صندوق وارد هنا
final-has-answer = وصلت إجابتك إلى { $client }. يمكنك إغلاق هذه الصفحة.
final-answered-by = تمت الإجابة عن هذا بالفعل من قِبل { $name }. حصل { $client } على المطلوب.
final-not-sent = لم يُرسل ما عبّأته. يمكنك إغلاق هذه الصفحة.
final-you-declined = تم إبلاغ { $client } بأنك رفضت.
final-declined-by = تم إبلاغ { $client } بالرفض من قِبل { $name }.
final-reason = السبب المذكور: { $reason }
final-close = يمكنك إغلاق هذه الصفحة.
final-no-longer-waits = لم يعد { $client } ينتظر إجابة.
final-expired = لم تصل إجابة في الوقت المحدد، ولم يعد { $client } ينتظر.
final-expired-next = لم يُرسل شيء. إذا كانت الإجابة ما زالت مهمة، فاطلب من { $client } السؤال مرة أخرى: ستحصل على رابط جديد.
final-someone = شخص ما
final-someone-mcp = شخص ما في برنامج آخر
final-someone-terminal = شخص ما في طرفية
final-service = الخدمة
final-program = برنامج
final-cancelled-by-you = لقد ألغيته.
final-cancelled-by-someone = ألغاه شخص ما.
final-cancelled-client-gone = البرنامج الذي سأل لم يعد موجودًا.
final-cancelled-session = انتهت الجلسة التي كان ينتمي إليها.
final-cancelled-form = تم سحب النموذج.
final-cancelled-retries = استُنفدت المحاولة الأخيرة بإجابة لم تُقبل.
final-cancelled = تم إلغاؤه.
final-not-found = قد يكون الرابط غير كامل، أو أن ما كان يؤدي إليه انتهى منذ مدة طويلة ونُسي.
final-not-found-next = انسخ الرابط كاملًا وحاول مرة أخرى، أو عد إلى البرنامج الذي أعطاك إياه ودعه يسأل من جديد.
final-no-page = لا توجد صفحة بهذا العنوان. تحقق من كتابته، أو افتح الرابط الذي حصلت عليه مرة أخرى.
final-home = ما الموجود هنا
final-other-browser = بدأت إجابة في متصفح أو نافذة أخرى، والرابط يعمل في متصفح واحد فقط.
final-other-browser-next = عد إلى ذلك المتصفح. إن لم تكن أنت، فاطلب من البرنامج الذي أعطاك الرابط السؤال مرة أخرى.
final-somebody-else = لقد سجّلت الدخول، لكن هذا الطلب موجّه إلى شخص آخر.
final-somebody-else-next = سجّل الدخول بحساب من تلقى الرابط، أو مرّر الرابط إليه.
final-unknown = تحتاج هذه الصفحة إلى معرفة من أنت. لم يرسل تسجيل الدخول الذي يسبقها اسمك.
final-unknown-next = سجّل الدخول وافتح الرابط مرة أخرى. إذا كنت قد سجّلت الدخول، فأخبر مشغّل هذه الخدمة بأنها لا تتلقى اسم المستخدم.
final-locked = كان الرمز خاطئًا مرات كثيرة، لذا لم يعد هذا الرابط يعمل.
final-locked-next = عد إلى البرنامج الذي أعطاك الرابط ودعه يسأل من جديد.
final-no-inbox = يُعرف الأشخاص هنا برمز كل رابط، لذا لا توجد صناديق وارد.
final-no-inbox-next = افتح الرابط الذي حصلت عليه.
final-trouble = لم يُرسل شيء.
final-trouble-next = انتظر لحظة، ثم عد وحاول مرة أخرى.
final-attempts-address = وردت من شبكتك محاولات كثيرة جدًا لتسجيل الدخول أو إدخال رمز. لم يُتحقق من شيء، ولم تُستنفد أي محاولة.
final-attempts-service = يحاول عدد كبير جدًا من الأشخاص أو البرامج تسجيل الدخول هنا الآن. لم يُتحقق من شيء، ولم تُستنفد أي محاولة.
final-attempts-mailbox = طُلبت رموز كثيرة جدًا بعنوان البريد هذا. لم يُتحقق من شيء، ولم تُستنفد أي محاولة.
final-work-action = أجبت أو قررت أو غيّرت في الدقيقة الأخيرة أكثر مما يُسمح به هنا لشخص واحد. تُحسب كل متصفحاتك معًا. لم يُرسل شيء.
final-work-draft = كتبت في الدقيقة الأخيرة أسرع مما يُسمح به هنا لشخص واحد. تُحسب كل متصفحاتك معًا. لم يُرسل شيء.
final-work-upload = رفعت في الدقيقة الأخيرة ملفات أكثر مما يُسمح به هنا لشخص واحد. تُحسب كل متصفحاتك معًا. لم يُرسل شيء.
final-work-search = بحثت في الدقيقة الأخيرة أكثر مما يُسمح به هنا لشخص واحد. تُحسب كل متصفحاتك معًا. لم يُرسل شيء.
final-work-view = فتحت في الدقيقة الأخيرة صفحات أكثر مما يُسمح به هنا لشخص واحد. تُحسب كل متصفحاتك معًا. لم يُرسل شيء.
final-wait = { $count ->
    [1] انتظر ثانية، ثم عد وحاول مرة أخرى.
    [2] انتظر ثانيتين، ثم عد وحاول مرة أخرى.
    [zero] انتظر { $count } ثانية، ثم عد وحاول مرة أخرى.
    [one] انتظر { $count } ثانية، ثم عد وحاول مرة أخرى.
    [two] انتظر { $count } ثانية، ثم عد وحاول مرة أخرى.
    [few] انتظر { $count } ثوانٍ، ثم عد وحاول مرة أخرى.
    [many] انتظر { $count } ثانية، ثم عد وحاول مرة أخرى.
   *[other] انتظر { $count } ثانية، ثم عد وحاول مرة أخرى.
}
final-refused-next = لم يُرسل شيء. عد وأعد تحميل الصفحة وحاول مرة أخرى.
final-refused-other-site = حاول موقع آخر التصرف باسمك. لم يُنفّذ شيء.
final-refused-stale = بقيت هذه الصفحة مفتوحة مدة طويلة جدًا، أو أن متصفحك لا يحفظ ملفات تعريف الارتباط.
final-refused-too-long = بقيت هذه الصفحة مفتوحة مدة طويلة جدًا.
final-refused-busy = يجري هنا الكثير في الوقت نفسه. لم يُنفّذ شيء. انتظر لحظة ثم حاول مرة أخرى.
final-refused-too-large = أُرسل أكثر مما يقبله هذا النموذج. اختر ملفات أصغر أو اكتب أقل.
final-refused-no-form = ما وصل إلى هنا ليس نموذجًا.
final-refused-incomplete = لم يصل ما أُرسل كاملًا.
final-refused-wrong-form = ما أُرسل ليس نموذجًا من هذه الصفحة.
final-refused-too-many = هذا عدد كبير جدًا دفعة واحدة.
final-refused-undo = فات أوان التراجع: قرارك لدى البرنامج.
final-refused-answer = لا تسمح لك مجموعاتك بالإجابة هنا. اطلب من مشغّل هذه الخدمة إضافتك إلى مجموعة تسمح بذلك.
final-refused-operate = هذه الصفحة للمشغّلين.
final-refused-administer = هذه الصفحة لمسؤولي الإدارة.
final-refused-preferences = هذا النموذج كبير جدًا، أو وصل ببطء شديد. لم يتغير شيء.
final-code-title = أدخل الرمز
final-code-about = يعرض البرنامج الذي أعطاك هذا الرابط رمزًا من ثمانية حروف وأرقام. وهو يثبت أن الرابط لك.
final-code-label = الرمز
final-code-wrong = { $count ->
    [1] ليس هذا هو الرمز. بقيت لك محاولة واحدة.
    [2] ليس هذا هو الرمز. بقيت لك محاولتان.
    [zero] ليس هذا هو الرمز. بقيت لك { $count } محاولة.
    [one] ليس هذا هو الرمز. بقيت لك { $count } محاولة.
    [two] ليس هذا هو الرمز. بقيت لك { $count } محاولة.
    [few] ليس هذا هو الرمز. بقيت لك { $count } محاولات.
    [many] ليس هذا هو الرمز. بقيت لك { $count } محاولة.
   *[other] ليس هذا هو الرمز. بقيت لك { $count } محاولة.
}
final-receipt = إيصال
final-receipt-print = طباعة
final-receipt-asked = ما سُئل
final-receipt-sent = ما أرسلته
final-receipt-reason = السبب
final-receipt-who-when = من استلمه ومتى
final-receipt-sent-by = المرسِل
final-receipt-declined-by = الرافض
final-receipt-closed-by = من أغلقه
final-receipt-who = من استلمه
final-receipt-client-time = { $client }، { $time }
final-receipt-got = { $client }، { $time }.
final-receipt-taken = تم استلامه { $time }.
final-receipt-colleagues = يرى الزملاء أنك أجبت، لا بماذا أجبت.
final-receipt-number = الرقم
final-back-to-inbox = العودة إلى الوارد
final-back-to-question = العودة إلى السؤال
final-next = التالي، { $due }
final-next-button = { $count ->
    [zero] السؤال التالي ({ $count })
    [one] السؤال التالي ({ $count })
    [two] السؤال التالي ({ $count })
    [few] السؤال التالي ({ $count })
    [many] السؤال التالي ({ $count })
   *[other] السؤال التالي ({ $count })
}
final-history = ما حدث
final-history-title = ما حدث: { $title }
final-event-asked = السائل: { $client }
final-event-opened = تم الفتح: { $name }، عبر { $surface }
final-event-rejected = لم تُقبل المحاولة { $try } من { $limit }: { $name }، عبر { $surface }
final-event-warned = أوشك الوقت على الانتهاء
final-event-extended = { $count ->
    [1] أُضيف وقت: { $name }، عبر { $surface }؛ بقي تمديد واحد
    [2] أُضيف وقت: { $name }، عبر { $surface }؛ بقي تمديدان
    [zero] أُضيف وقت: { $name }، عبر { $surface }؛ بقي { $count } تمديد
    [one] أُضيف وقت: { $name }، عبر { $surface }؛ بقي { $count } تمديد
    [two] أُضيف وقت: { $name }، عبر { $surface }؛ بقي { $count } تمديد
    [few] أُضيف وقت: { $name }، عبر { $surface }؛ بقيت { $count } تمديدات
    [many] أُضيف وقت: { $name }، عبر { $surface }؛ بقي { $count } تمديدًا
   *[other] أُضيف وقت: { $name }، عبر { $surface }؛ بقي { $count } تمديد
}
final-event-taken-by = تولّاه { $name }
final-event-given-back = تمت الإعادة: { $name }، عبر { $surface }
final-event-approved = تمت الموافقة من قِبل { $name }: الموافقات { $approvals } من { $needed }
final-event-voted-against = تم الرفض من قِبل { $name }: الموافقات { $approvals } من { $needed }
final-event-reminded = تم إرسال تذكير
final-event-escalated = لم تتم الإجابة في الوقت المحدد، حُوّل إلى { $name }
final-event-delegated = حُوّل إلى { $to }: { $name }، عبر { $surface }
final-event-answered = تمت الإجابة: { $name }، عبر { $surface }
final-event-declined = تم رفض الإجابة: { $name }، عبر { $surface }
final-event-cancelled = تم الإلغاء: { $name }، عبر { $surface }
final-event-expired = انتهت الصلاحية
final-event-delivered = تم تسليم الإجابة
final-others = آخرين
final-surface-web = صفحة ويب
final-surface-mcp = عميل MCP
final-surface-terminal = طرفية
final-surface-api = واجهة API
final-surface-library = برنامج
final-surface-service = الخدمة
final-home-title = الصفحة الرئيسية
final-home-about = هنا تسأل البرامج الأشخاص. إذا حصلت على رابط، فافتحه.
final-home-inbox = فتح الوارد
final-home-api = للبرامج: { $link }.
final-home-methods = كل طرائق واجهة API
