notifications-title = الإشعارات
notifications-about = متى وكيف يتم إبلاغك بأن سؤالًا ينتظرك.
notifications-none = لم يُعِدّ مشغّل هذه الخدمة إشعارات لك.
notifications-by = أبلغني عبر
notifications-save = حفظ
notifications-language = اللغة
notifications-language-hint = لغة إشعاراتك وصفحاتك.
notifications-language-browser = كما في متصفحي
notifications-quiet = ساعات الهدوء
notifications-quiet-hint = وقتان مثل 22:00-07:00. اتركه فارغًا ليتم إبلاغك في أي وقت.
notifications-quiet-wrong = اكتب وقتين مختلفين مثل 22:00-07:00.
notifications-zone = المنطقة الزمنية
notifications-zone-hint = مثل Europe/Berlin. اتركه فارغًا لاستخدام UTC.
notifications-zone-wrong = اذكر منطقة زمنية مثل Europe/Berlin أو America/New_York.
notifications-digest = الملخصات
notifications-digest-hint = أوقات مثل 09:00 15:00 تصل فيها الإشعارات مجتمعة. اتركه فارغًا ليصل كل إشعار فورًا.
notifications-digest-wrong = { $count ->
    [1] اذكر وقتًا واحدًا على الأكثر، مثل 09:00.
    [2] اذكر وقتين على الأكثر، مثل 09:00.
    [zero] اذكر { $count } وقت على الأكثر، مثل 09:00.
    [one] اذكر { $count } وقت على الأكثر، مثل 09:00.
    [two] اذكر { $count } وقت على الأكثر، مثل 09:00.
    [few] اذكر { $count } أوقات على الأكثر، مثل 09:00.
    [many] اذكر { $count } وقتًا على الأكثر، مثل 09:00.
   *[other] اذكر { $count } وقت على الأكثر، مثل 09:00.
}
notifications-away = من يُسأل بدلًا مني
notifications-away-hint = اسم شخص أو مجموعة أثناء غيابك.
notifications-until = حتى
notifications-until-hint = آخر يوم من غيابك، مثل 2026-12-24.
notifications-until-wrong = اكتب آخر يوم من غيابك هكذا: 2026-12-24.
notifications-until-whom = اذكر من يُسأل بدلًا منك.
notifications-browser = هذا المتصفح
notifications-browser-on = عرض الإشعارات في هذا المتصفح
notifications-browser-off = إيقاف الإشعارات في هذا المتصفح
notifications-browser-is-on = يعرض هذا المتصفح الإشعارات الآن.
notifications-browser-is-off = لم يعد هذا المتصفح يعرض الإشعارات.
notifications-browser-denied = لا يسمح متصفحك بالإشعارات من هذا الموقع.
notifications-browser-failed = لم ينجح ذلك.
notifications-browser-waits = سؤال ينتظرك
notifications-stop-title = إيقاف هذه الإشعارات؟
notifications-stop-about = لن يتم إبلاغك بالأسئلة عبر { $channel } بعد الآن. ستجدها دائمًا في صندوق الوارد.
notifications-stop = إيقاف
notifications-stopped = تم إيقاف الإشعارات
notifications-stopped-about = يمكنك تشغيلها من جديد في صندوق الوارد، تحت الإشعارات.
notifications-away-unknown = لا يوجد شخص أو مجموعة بهذا الاسم.
notifications-language-wrong = اختر إحدى لغات القائمة.
notifications-browser-too-many = سجّلت متصفحات كثيرة جدًا. أزل أحدها أولًا.
