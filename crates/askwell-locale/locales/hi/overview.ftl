overview-title = अवलोकन
overview-all-programs-time = { $from } से { $to }, सभी प्रोग्राम
overview-program-time = { $from } से { $to }, { $client }
overview-cut = आँकड़े केवल सबसे नए बदलावों के हैं: लॉग में इस पेज की पढ़ी सीमा से अधिक है।
overview-audit = ऑडिट रिकॉर्ड: { $files }
overview-audit-lines = JSON पंक्तियाँ
overview-audit-csv = CSV
overview-filter = फ़िल्टर
overview-time = समय
overview-program = प्रोग्राम
overview-all-programs = सभी प्रोग्राम
overview-show = दिखाएँ
overview-last-hours = { $count ->
    [one] पिछला { $count } घंटा
   *[other] पिछले { $count } घंटे
}
overview-last-days = { $count ->
    [one] पिछला { $count } दिन
   *[other] पिछले { $count } दिन
}
overview-in-time = समय पर उत्तर
overview-percent = { $percent }%
overview-of = { $count } में से { $part }
overview-half = आधे उत्तर इतने में
overview-nine = दस में नौ इतने में
overview-waiting-now = अभी प्रतीक्षा में
overview-due-hour = { $count ->
    [one] { $count } एक घंटे में देय
   *[other] { $count } एक घंटे में देय
}
overview-expired = अवधि समाप्त
overview-seconds = { $count ->
    [one] { $count } से.
   *[other] { $count } से.
}
overview-minutes = { $count ->
    [one] { $count } मि.
   *[other] { $count } मि.
}
overview-hours = { $hours } घं. { $minutes }
overview-days = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
}
overview-part-answered = उत्तर या निर्णय
overview-part-declined = अस्वीकृत
overview-part-cancelled = प्रोग्राम ने वापस लिया
overview-part-expired = अवधि समाप्त
overview-expired-on = { $count ->
    [one] { $day } को { $count } प्रश्न की अवधि समाप्त हुई
   *[other] { $day } को { $count } प्रश्नों की अवधि समाप्त हुई
}
overview-nothing-ended = इस समय में कुछ समाप्त नहीं हुआ
overview-nothing-expired = इस समय में किसी की अवधि समाप्त नहीं हुई
overview-bar-expired = { $count ->
    [one] { $count } अवधि समाप्त
   *[other] { $count } अवधि समाप्त
}
overview-by-day = दिन के अनुसार परिणाम
overview-by-day-utc = दिन के अनुसार परिणाम, UTC में।
overview-by-day-spoken = दिन के अनुसार परिणाम: कुल { $answered } उत्तर या निर्णय, { $declined } अस्वीकृत, { $cancelled } वापस लिए गए, { $expired } अवधि समाप्त। { $heading }।
overview-as-table = तालिका के रूप में दिखाएँ
overview-day = दिन
overview-half-of-all = आधे उत्तर { $time } में आते हैं
overview-no-answers = इस समय में कोई उत्तर नहीं
overview-nine-of-all = दस में नौ { $time } में आते हैं।
overview-answers-by-minutes = { $count ->
    [one] लगे मिनटों के अनुसार { $count } उत्तर।
   *[other] लगे मिनटों के अनुसार { $count } उत्तर।
}
overview-minutes-table = लगे मिनटों के अनुसार उत्तर
overview-minutes-head = मिनट
overview-answers-head = उत्तर
overview-under = { $number } से कम
overview-between = { $from }–{ $to }
overview-over = { $number } से अधिक
overview-asks-most = { $count ->
    [one] सबसे अधिक पूछता है { $client }: { $count } प्रश्न
   *[other] सबसे अधिक पूछता है { $client }: { $count } प्रश्न
}
overview-no-program = इस समय में किसी प्रोग्राम ने नहीं पूछा
overview-programs = प्रोग्राम
overview-who-asks = कौन पूछता है
overview-asked = पूछे गए
overview-answered = उत्तर दिए गए
overview-waiting = प्रतीक्षा में
overview-half-within = आधे इतने में
overview-most-waiting = सबसे अधिक प्रतीक्षा में { $name } के पास: { $number }
overview-none-waiting = किसी एक व्यक्ति के लिए कुछ प्रतीक्षा में नहीं
overview-no-person = इस समय में किसी व्यक्ति ने उत्तर नहीं दिया
overview-people = लोग
overview-who-answers = कौन उत्तर देता है
overview-person-or-group = व्यक्ति या समूह
overview-share = अधिकतम का हिस्सा
overview-of-most = { $part }, अधिकतम { $most }
overview-group = समूह { $name }
