inbox-pages = पेज
inbox-page-inbox = इनबॉक्स
inbox-page-notifications = सूचनाएँ
inbox-page-overview = अवलोकन
inbox-page-administration = प्रशासन
inbox-you-are = आप हैं
inbox-offline = आप ऑफ़लाइन हैं। आप पढ़ना जारी रख सकते हैं। निर्णय यहाँ रुके रहते हैं और अपने आप नहीं भेजे जाते।
inbox-connection-lost = कनेक्शन टूट गया है; फिर कोशिश हो रही है…
inbox-title-count = ({ $count }) इनबॉक्स
inbox-parts = इनबॉक्स के भाग
inbox-tab-mine = मेरे लिए
inbox-tab-groups = मेरे समूह
inbox-tab-taken = लिए गए
inbox-tab-done = पूरे
inbox-due-hour = एक घंटे में देय
inbox-due-today = आज बाद में
inbox-due-week = इस सप्ताह
inbox-due-later = बाद में
inbox-due-never = कोई समय-सीमा नहीं
inbox-today = आज
inbox-left-moment = एक मिनट से कम शेष
inbox-left-minutes = { $count ->
    [one] { $count } मिनट शेष
   *[other] { $count } मिनट शेष
}
inbox-by = { $time } तक
inbox-due-in-moment = एक मिनट से कम में देय
inbox-due-in-minutes = { $count ->
    [one] { $count } मिनट में देय
   *[other] { $count } मिनट में देय
}
inbox-due-in-hours = { $count ->
    [one] { $count } घंटे में देय
   *[other] { $count } घंटों में देय
}
inbox-due-in-days = { $count ->
    [one] { $count } दिन में देय
   *[other] { $count } दिनों में देय
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } नया
   *[other] { $count } नए
}
inbox-snoozed-count = { $count ->
    [one] { $count } टाला गया।
   *[other] { $count } टाले गए।
}
inbox-snoozed-show = दिखाएँ
inbox-stopped = खोज ने प्रविष्टियों का केवल एक भाग देखा।
inbox-search-further = और खोजें
inbox-first = पहला
inbox-more = और
inbox-select = चुनें: { $title }
inbox-answer = उत्तर दें
inbox-continue = आगे बढ़ें
inbox-approvals = { $needed } में से { $approvals } स्वीकृत
inbox-client-for = { $client }, { $name } की ओर से
inbox-taken-by-you = आपने लिया
inbox-taken-by = { $name } उत्तर दे रहे हैं
inbox-other-page = दूसरे पेज पर
inbox-no-longer = अब यहाँ नहीं
inbox-fields = { $count ->
    [one] { $count } फ़ील्ड
   *[other] { $count } फ़ील्ड
}
inbox-secrets = { $count ->
    [one] { $count } गोपनीय
   *[other] { $count } गोपनीय
}
inbox-approved-by-you = अभी आपने स्वीकृत किया
inbox-approved-by = अभी { $name } ने स्वीकृत किया
inbox-rejected-by-you = अभी आपने नामंज़ूर किया
inbox-rejected-by = अभी { $name } ने नामंज़ूर किया
inbox-undo = पूर्ववत करें
inbox-why = क्यों?
inbox-why-required = पूछने वाले को जाता है
inbox-why-optional = वैकल्पिक, पूछने वाले को जाता है
inbox-keep-open = खुला रखें
inbox-was-approved = स्वीकृत · { $client }
inbox-was-rejected = नामंज़ूर · { $client }
inbox-was-answered = उत्तर दिया गया · { $client }
inbox-was-declined-because = अस्वीकृत: “{ $reason }”
inbox-was-declined = अस्वीकृत · { $client }
inbox-was-called-off = { $client } ने वापस लिया
inbox-was-expired = अवधि समाप्त · किसी ने उत्तर नहीं दिया
inbox-filter = फ़िल्टर
inbox-filter-in-use = उपयोग में
inbox-search = खोजें
inbox-search-help = शीर्षक, विवरण या प्रोग्राम के शब्द।
inbox-who-asks = कौन पूछता है
inbox-kind = प्रकार
inbox-outcome = परिणाम
inbox-any = कोई भी
inbox-show = दिखाएँ
inbox-show-everything = सब कुछ दिखाएँ
inbox-notify = मुझे सूचित करें
inbox-notify-stop = सूचित करना बंद करें
inbox-state-completed = उत्तर दिया गया
inbox-state-declined = अस्वीकृत
inbox-state-cancelled = वापस लिया गया
inbox-state-timeout = अवधि समाप्त
inbox-mode-form = फ़ॉर्म
inbox-mode-inline = छोटा प्रश्न
inbox-mode-url = वेब पेज
inbox-mode-terminal = टर्मिनल
inbox-none-fits = कुछ मेल नहीं खाता
inbox-none-fits-about = आप जो खोज रहे हैं उससे कोई प्रविष्टि मेल नहीं खाती।
inbox-none-mine = आपके लिए कुछ प्रतीक्षा में नहीं
inbox-none-mine-about = नए प्रश्न यहाँ अपने आप दिखते हैं।
inbox-none-mine-groups = मेरे समूह ({ $count })
inbox-none-mine-done = जो पूरा हुआ
inbox-none-groups = आपके समूहों के लिए कुछ प्रतीक्षा में नहीं
inbox-none-groups-about = आप जिस समूह में हैं उसके प्रश्न यहाँ दिखते हैं।
inbox-none-taken = आपने कुछ नहीं लिया है
inbox-none-taken-about = सहकर्मियों को बताने के लिए कि आप उत्तर दे रहे हैं, प्रश्न लें।
inbox-none-done = अभी कुछ पूरा नहीं हुआ
inbox-none-done-about = जिन प्रश्नों का उत्तर दिया गया, जो अस्वीकृत हुए, वापस लिए गए या जिनकी अवधि समाप्त हुई, वे यहाँ दिखते हैं।
inbox-gone = यह इनबॉक्स अब यहाँ नहीं दिखाया जा सकता।
inbox-question = प्रश्न
inbox-question-none = जब प्रश्न आएगा, आप उसे यहाँ पढ़कर उत्तर देंगे।
inbox-list = सूची
inbox-before = पिछला प्रश्न
inbox-after = अगला प्रश्न
inbox-place = { $here } / { $count }
inbox-what-happened = क्या हुआ
inbox-take = लें
inbox-give-back = वापस दें
inbox-take-over = ज़िम्मा लें
inbox-delegate = सौंपें
inbox-delegate-about = आपके स्थान पर किसी और से पूछता है। समय-सीमा वही रहती है; उत्तर न मिलने पर यह उससे पहले लौट आता है।
inbox-delegate-to = किसे
inbox-delegate-person = व्यक्ति
inbox-delegate-group = समूह
inbox-delegate-name = नाम
inbox-delegate-why = क्यों?
inbox-delegate-why-note = वैकल्पिक, सहकर्मियों के लिए
inbox-delegated-by = { $name } ने यह आपको दिया। उत्तर न मिलने पर यह { $time } पर वापस जाएगा।
inbox-delegated-return = वापस दें
inbox-delegated-count = { $count ->
    [one] { $count } सौंपा गया
   *[other] { $count } सौंपे गए
}
inbox-delegated-to = आपने यह { $name } को दिया। उत्तर न मिलने पर यह { $time } पर लौट आएगा।
inbox-take-back = वापस लें
inbox-delegate-impossible = यह प्रश्न सौंपा नहीं जा सकता: यह समाप्त हो चुका है, या कई लोग मिलकर निर्णय लेते हैं।
inbox-delegate-no-name = बताएँ किसे: व्यक्ति या समूह का नाम, जैसा साइन इन में उपयोग होता है।
inbox-delegate-with-you = यह पहले से आपके पास है।
inbox-delegate-note = { $name } को सौंपा गया।
inbox-delegate-note-why = { $name } को सौंपा गया: { $reason }
inbox-snooze = टालें
inbox-snooze-about = इसे आपकी सूची से छिपाता है। यह समय-सीमा से अधिक से अधिक दस मिनट पहले लौट आता है।
inbox-snooze-too-soon = टालने के लिए समय-सीमा बहुत निकट है।
inbox-snooze-not = न टालें
inbox-snooze-hour = एक घंटे के लिए
inbox-snooze-afternoon = चार घंटे के लिए
inbox-snooze-day = एक दिन के लिए
inbox-notes = सहकर्मियों के बीच नोट
inbox-notes-private = { $client } इन्हें नहीं देखता।
inbox-note-yours = आपका नोट
inbox-note-add = नोट जोड़ें
inbox-toast-approved = स्वीकृत: { $title } यह { $seconds } सेकंड में भेजा जाएगा।
inbox-toast-rejected = नामंज़ूर: { $title } यह { $seconds } सेकंड में भेजा जाएगा।
inbox-toast-approved-short = स्वीकृत। यह { $seconds } सेकंड में भेजा जाएगा।
inbox-toast-rejected-short = नामंज़ूर। यह { $seconds } सेकंड में भेजा जाएगा।
inbox-selected-entries = चुनी गई प्रविष्टियाँ
inbox-selected = चुने गए
inbox-comment-all = सबके लिए एक टिप्पणी (वैकल्पिक)
inbox-approve-all = सब स्वीकृत करें
inbox-reject-all = सब नामंज़ूर करें
inbox-clear = हटाएँ
inbox-bulk-approved = { $count ->
    [one] { $count } स्वीकृत।
   *[other] { $count } स्वीकृत।
}
inbox-bulk-rejected = { $count ->
    [one] { $count } नामंज़ूर।
   *[other] { $count } नामंज़ूर।
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } टाला गया।
   *[other] { $count } टाले गए।
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } छोड़ा गया: निर्णय नहीं है।
   *[other] { $count } छोड़े गए: निर्णय नहीं हैं।
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } छोड़ा गया: टालने के लिए समय-सीमा बहुत निकट है।
   *[other] { $count } छोड़े गए: टालने के लिए समय-सीमा बहुत निकट है।
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } स्वीकृत नहीं हुआ: पहले ही समाप्त, या टिप्पणी चाहिए।
   *[other] { $count } स्वीकृत नहीं हुए: पहले ही समाप्त, या टिप्पणी चाहिए।
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } नामंज़ूर नहीं हुआ: पहले ही समाप्त, या टिप्पणी चाहिए।
   *[other] { $count } नामंज़ूर नहीं हुए: पहले ही समाप्त, या टिप्पणी चाहिए।
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } टाला नहीं गया: पहले ही समाप्त, या टिप्पणी चाहिए।
   *[other] { $count } टाले नहीं गए: पहले ही समाप्त, या टिप्पणी चाहिए।
}
inbox-hint-move = चलें
inbox-hint-approve = स्वीकृत
inbox-hint-reject = नामंज़ूर
inbox-hint-select = चुनें
inbox-hint-keys = सभी कुंजियाँ
inbox-keys = कीबोर्ड
inbox-key-move = अगली प्रविष्टि, पिछली प्रविष्टि
inbox-key-open = खोलें
inbox-key-back = सूची पर वापस
inbox-key-approve = स्वीकृत करें
inbox-key-reject = कारण सहित नामंज़ूर करें
inbox-key-select = चुनें या हटाएँ
inbox-key-approve-selected = चुने हुए स्वीकृत करें
inbox-key-comment = टिप्पणी लिखें
inbox-key-undo = पिछला निर्णय पूर्ववत करें
inbox-key-take = लें या वापस दें
inbox-key-new = नई प्रविष्टियाँ दिखाएँ
inbox-key-help = यह सूची दिखाएँ या छिपाएँ
inbox-keys-letters = एकल अक्षर कुंजियाँ हैं
inbox-keys-close = बंद करें
inbox-offline-title = ऑफ़लाइन
inbox-offline-missing = यह पेज इस डिवाइस पर नहीं है
inbox-offline-about = सूची और आपके पिछले खोले हुए प्रश्न हैं। ऑनलाइन होने पर फिर कोशिश करें।
inbox-offline-read = अपनी सूची पढ़ें
inbox-app-about = आपकी प्रतीक्षा करते प्रश्न
