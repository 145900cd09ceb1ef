term-sent = भेज दिया गया। धन्यवाद।
term-declined = अस्वीकार किया गया। कुछ नहीं भेजा गया।
term-cancelled = रद्द किया गया। कुछ नहीं भेजा गया।
term-aborted = छोड़ दिया गया। कुछ नहीं भेजा गया।
term-timed-out = समय समाप्त। कुछ नहीं भेजा गया।
term-sending = भेजा जा रहा है…
term-kept = आपके उत्तर सुरक्षित हैं; आप फिर कोशिश कर सकते हैं।
term-nothing = (कुछ नहीं)
term-required = आवश्यक
term-optional = वैकल्पिक
term-yes = हाँ
term-no = नहीं
term-chosen = { $count ->
    [one] { $count } चुने गए
   *[other] { $count } चुने गए
}
term-position = { $total } में से { $here }
term-time-left = { $time } शेष
term-review = समीक्षा
term-review-position = समीक्षा
term-send = उत्तर भेजें
term-problems-left = { $count ->
    [one] { $count } समस्या ठीक करनी है।
   *[other] { $count } समस्याएँ ठीक करनी हैं।
}
term-no-such-option = “{ $typed }” नाम का कोई विकल्प नहीं है।
term-leave = यह फ़ॉर्म छोड़ें?
term-why-decline = आप अस्वीकार क्यों कर रहे हैं?
term-decline = अस्वीकार: भेजने वाले को बताएँ कि आप उत्तर नहीं देंगे।
term-why = भेजने वाला कारण पढ़ता है। आप इसे खाली छोड़ सकते हैं।
term-cancel = रद्द: बिना उत्तर फ़ॉर्म बंद करें; भेजने वाला फिर पूछ सकता है।
term-continue = फ़ॉर्म जारी रखें।
term-not-kept = आपकी प्रविष्टियाँ सहेजी नहीं जातीं।
term-no-more-time = और समय नहीं जोड़ा जा सकता।
term-time-asked = आपने और समय माँगा है।
term-read-all = … F2 पूरा दिखाता है।
term-hint-email = ईमेल पता
term-hint-uri = वेब पता
term-hint-uuid = UUID
term-hint-ipv4 = IPv4 पता
term-hint-ipv6 = IPv6 पता
term-hint-hostname = होस्ट नाम
term-hint-date = तारीख, जैसे 2026-01-31
term-hint-date-time-text = तारीख और समय, जैसे 2026-01-31T09:30:00Z
term-hint-date-time = तारीख और समय, जैसे 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } वर्ण
   *[other] { $count } वर्ण
}
term-hint-characters-at-most = { $count ->
    [one] अधिकतम { $count } वर्ण
   *[other] अधिकतम { $count } वर्ण
}
term-hint-characters-at-least = { $count ->
    [one] कम से कम { $count } वर्ण
   *[other] कम से कम { $count } वर्ण
}
term-hint-characters-between = { $count ->
    [one] { $least } से { $count } वर्ण
   *[other] { $least } से { $count } वर्ण
}
term-hint-number = संख्या
term-hint-whole-number = पूर्ण संख्या
term-hint-multiple = { $number } का गुणज
term-hint-more-than = { $number } से अधिक
term-hint-less-than = { $number } से कम
term-hint-from = { $what }, { $least } से
term-hint-up-to = { $what }, { $most } तक
term-hint-between = { $what }, { $least } से { $most } तक
term-hint-any = कितने भी
term-hint-at-most = अधिकतम { $count }
term-hint-at-least = कम से कम { $count }
term-hint-exactly = ठीक { $count }
term-hint-some = इनमें से { $least } से { $most }
term-hint-url = { $schemes } से शुरू होने वाला वेब पता
term-hint-file = फ़ाइल, अधिकतम { $size }
term-hint-file-ending = { $endings } पर समाप्त होने वाली फ़ाइल, अधिकतम { $size }
term-leads-to = { $host }, पोर्ट { $port } पर ले जाता है।
term-leads-to-doubtful = { $host }, पोर्ट { $port } पर ले जाता है। नाम में दूसरी लिपियों के अक्षर हैं: ध्यान से देखें।
term-plain-mode = सरल मोड: एक बार में एक प्रश्न। ? और दिखाता है, < पीछे जाता है, ! सभी आदेश दिखाता है।
term-plain-more = !more और समय माँगता है।
term-plain-question = प्रश्न { $position }: { $label } ({ $need })
term-plain-takes = अपेक्षित: { $hint }।
term-plain-many-options = { $count ->
    [one] { $count } विकल्प। मेल खाने वाले देखने के लिए नाम का भाग लिखें।
   *[other] { $count } विकल्प। मेल खाने वाले देखने के लिए नाम का भाग लिखें।
}
term-plain-now = अभी: { $value }। खाली पंक्ति इसे रखती है।
term-plain-leave-out = खाली पंक्ति इसे छोड़ देती है।
term-plain-answer = उत्तर:
term-plain-secret = उत्तर (छिपा हुआ):
term-plain-decide = संख्या से, या approve या reject से उत्तर दें।
term-plain-yes-no = हाँ या नहीं में उत्तर दें।
term-plain-number-or-name = संख्या या नाम से उत्तर दें।
term-plain-numbers-or-names = अल्पविराम से अलग की गई संख्याओं या नामों से उत्तर दें।
term-plain-path = फ़ाइल के पथ से उत्तर दें।
term-plain-lines = आप कई पंक्तियाँ लिख सकते हैं; केवल बिंदु वाली पंक्ति से समाप्त करें।
term-plain-problem = समस्या: { $sentence }
term-plain-warning = चेतावनी: { $sentence }
term-plain-send = भेजें? y भेजता है, संख्या वह उत्तर बदलती है, < पीछे जाता है, ! छोड़ता है।
term-plain-emptied = खाली किया गया।
term-plain-fixed = यह उत्तर बदला नहीं जा सकता।
term-plain-no-such-number = ऐसी कोई संख्या नहीं है।
term-plain-not-sent = नहीं भेजा गया। !decline कारण पूरे फ़ॉर्म को अस्वीकार करता है, !cancel उसे छोड़ता है।
term-plain-unclear = कृपया y, संख्या, < या ! से उत्तर दें।
term-plain-please-yes-no = कृपया हाँ या नहीं में उत्तर दें।
term-plain-please-decide = “{ $approve }” के लिए 1 या “{ $reject }” के लिए 2 लिखें।
term-plain-several = कई विकल्प मेल खाते हैं:
term-plain-and-more = { $count ->
    [one] … और { $count } अन्य। नाम का और भाग लिखें।
   *[other] … और { $count } अन्य। नाम का और भाग लिखें।
}
term-plain-commands = आदेश:
term-plain-backslash = आदेश जैसे दिखने वाले उत्तर से पहले \ लगाएँ।
term-command-back = पिछले प्रश्न पर जाएँ
term-command-help = इस प्रश्न के बारे में और
term-command-menu = ये आदेश दिखाएँ
term-command-clear = यह उत्तर खाली करें
term-command-review = सभी उत्तर देखें
term-command-more = और समय माँगें
term-file-missing = “{ $name }” फ़ाइल नहीं है।
term-file-denied = “{ $name }” पढ़ी नहीं जा सकती: अनुमति नहीं है।
term-file-unreadable = “{ $name }” पढ़ी नहीं जा सकती: { $reason }।
term-file-folder = “{ $name }” फ़ोल्डर है; उसमें से फ़ाइल चुनें।
term-file-other = “{ $name }” फ़ाइल नहीं है।
term-file-large = “{ $name }” { $size } से बड़ी है।
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more और समय माँगता है
term-keys = कुंजियाँ
term-key-next = आगे
term-key-back = पीछे
term-key-leave = छोड़ें
term-key-help = सहायता
term-key-decline = अस्वीकार
term-key-cancel = रद्द
term-key-go-on = जारी रखें
term-key-scroll = स्क्रॉल
term-key-back-to-form = फ़ॉर्म पर वापस
term-key-pick = चुनें
term-key-move = हिलाएँ
term-key-more-time = और समय
term-key-day = दिन
term-key-month = महीना
term-key-type = लिखें
term-key-replace = बदलें
term-key-calendar = कैलेंडर
term-key-new-line = नई पंक्ति
term-key-step = चरण
term-key-change = बदलें
term-key-approve-reject = स्वीकृत/अस्वीकृत
term-key-yes-no = हाँ/नहीं
term-key-search = खोजें
term-key-choose = चुनें
term-key-complete = पूरा करें
term-key-answer = उत्तर दें
term-key-name-any = कोई कुंजी
term-key-name-space = स्पेस
term-key-name-type = लिखना
term-help-enter = जारी रखें
term-help-back = पीछे जाएँ
term-help-later = जारी रखें, बाद में ठीक करें
term-help-review = समीक्षा पर
term-help-empty = पंक्ति खाली करें
term-help-read = पूरा पाठ पढ़ें
term-help-leave = अस्वीकार या रद्द
term-help-abort = बिना उत्तर छोड़ें
term-search = खोज:
term-options = { $count ->
    [one] { $count } विकल्प
   *[other] { $count } विकल्प
}
term-nothing-fits = कुछ मेल नहीं खाता
term-path = फ़ाइल का पथ
term-unseen = छिपा टाइप
term-more = { $count ->
    [one] { $count } और
   *[other] { $count } और
}
term-months = जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
term-weekdays = सो मं बु गु शु श र
term-picture = [चित्र: { $description }]
term-inbox-empty = कोई फ़ॉर्म उत्तर की प्रतीक्षा में नहीं है।
term-inbox-choose = फ़ॉर्म खोलने के लिए संख्या, ताज़ा करने के लिए खाली पंक्ति, छोड़ने के लिए ! लिखें।
term-step = चरण { $here } / { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = प्रविष्टियाँ: { $count }
term-rows-add = जोड़ें: { $item }
term-rows-done = आगे बढ़ें
term-key-add = जोड़ें
term-key-remove = हटाएँ
term-key-move-entry = प्रविष्टि खिसकाएँ
term-plain-rows = + प्रविष्टि जोड़ता है, संख्या किसी को बदलती है; -2 प्रविष्टि 2 हटाता है, ^2 उसे ऊपर और v2 नीचे ले जाता है। खाली पंक्ति आगे बढ़ाती है।
term-rows-full = और प्रविष्टियों के लिए जगह नहीं है।
