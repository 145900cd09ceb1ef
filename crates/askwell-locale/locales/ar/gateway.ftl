gate-title = الموافقة على استدعاء أداة
gate-intro = يريد برنامج استدعاء أداة. لن يحدث شيء حتى تقرّر.
gate-server = الخادم: { $server }
gate-tool = الأداة: { $tool }
gate-description = يقول الخادم: «{ $description }»
gate-no-description = لا يصفها الخادم.
gate-hints = وفقًا للخادم: { $hints }
gate-reads-only = تقرأ فقط.
gate-destroys = قد تُتلف شيئًا.
gate-changes = تغيّر شيئًا دون أن تُتلفه.
gate-open-world = تصل إلى خارج نظامها.
gate-idempotent = لا أثر إضافيًا لتكرارها.
gate-warning = تحذير: { $warning }
gate-changed = غيّر الخادم الأداة منذ الموافقة على استدعاء لها في { $time }: { $parts }.
gate-part-description = الوصف
gate-part-arguments = الوسائط
gate-part-annotations = التعليقات التوضيحية
gate-part-other = أجزاء أخرى من تعريفها
gate-change-unknown = لا يُعرف هل تغيّرت الأداة منذ الموافقة عليها.
gate-server-name = في اسم الخادم أحرف من خارج ASCII. قد يقلّد اسمًا آخر.
gate-tool-name = في اسم الأداة أحرف من خارج ASCII. قد يقلّد اسمًا آخر.
gate-hidden-characters = في الوسائط محارف لا تُرى. تُعرض بالشكل \u….
gate-mixed-scripts = تخلط «{ $word }» أحرفًا من كتابات عدّة ({ $letters }).
gate-left-out = عدد المحارف المحذوفة: { $count }
gate-arguments = الوسائط:
gate-arguments-in-part = الوسائط، معروضة جزئيًا (الحجم الكامل بالبايت: { $bytes }؛ البصمة تشملها كلها):
gate-digest = البصمة: { $digest }
gate-decision = القرار
gate-approve = الموافقة على هذا الاستدعاء
gate-approve-again = الموافقة على هذا الاستدعاء، وعلى الاستدعاء نفسه مجددًا لمدة { $duration }
gate-approve-tool = الموافقة على هذا الاستدعاء، وعلى كل استدعاء لهذه الأداة لمدة { $duration }
gate-edit = تغيير الوسائط أولًا
gate-comment-about = إذا رفضت الاستدعاء فسيقرأ البرنامج هذا.
gate-change-title = تغيير الوسائط
gate-change-label = الوسائط
gate-change-about = كائن JSON.
gate-change-intro = غيّر وسائط الأداة { $tool } من الخادم { $server }. ستراها مجددًا قبل أن تقرّر.
gate-change-problem = لا يمكن استخدام تغييرك الأخير: { $problem }.
gate-days = { $count ->
    [1] يوم واحد
    [2] يومين
    [zero] { $count } يوم
    [one] { $count } يوم
    [two] { $count } يوم
    [few] { $count } أيام
    [many] { $count } يومًا
   *[other] { $count } يوم
}
gate-hours = { $count ->
    [1] ساعة واحدة
    [2] ساعتين
    [zero] { $count } ساعة
    [one] { $count } ساعة
    [two] { $count } ساعة
    [few] { $count } ساعات
    [many] { $count } ساعة
   *[other] { $count } ساعة
}
gate-minutes = { $count ->
    [1] دقيقة واحدة
    [2] دقيقتين
    [zero] { $count } دقيقة
    [one] { $count } دقيقة
    [two] { $count } دقيقة
    [few] { $count } دقائق
    [many] { $count } دقيقة
   *[other] { $count } دقيقة
}
gate-seconds = { $count ->
    [1] ثانية واحدة
    [2] ثانيتين
    [zero] { $count } ثانية
    [one] { $count } ثانية
    [two] { $count } ثانية
    [few] { $count } ثوانٍ
    [many] { $count } ثانية
   *[other] { $count } ثانية
}
gate-lost-call = أُعيد تشغيل البوابة بينما كانت `{ $tool }` تنتظر إجابة. ربما أنجز الخادم جزءًا من عمله. هل تُستدعى مجددًا؟
acp-open-title = هل تُفتح صفحة؟
acp-open = فتح هذه الصفحة
acp-page-host = تعود هذه الصفحة إلى { $host }.
acp-open-page = افتح هذه الصفحة للمتابعة: { $url }
acp-answer = أجب هنا: { $url }
acp-answer-code = أجب هنا: { $url } (الرمز { $code })
