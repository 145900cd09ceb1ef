pages-title-error = त्रुटि: { $title }
pages-skip = सामग्री पर जाएँ
pages-footer = Askwell के साथ उत्तर दिया गया
pages-language = भाषा
pages-language-use = उपयोग करें
pages-error-mark = त्रुटि:
pages-problem-title = एक समस्या है
pages-asks = { $client } का प्रश्न
pages-asks-for = { $client } का प्रश्न, { $requester } की ओर से
pages-audience-you = केवल आपके लिए
pages-audience-person = { $name } के लिए
pages-audience-group = समूह { $name } के लिए
pages-audience-signed-in = साइन इन किए हुए सभी लोगों के लिए
pages-audience-anyone = किसी के लिए भी
pages-audience-asked = { $audience } · पूछा गया { $time }
pages-unnamed-client = एक प्रोग्राम
pages-taken-by-you = यह आपने लिया है।
pages-taken-by-other = { $name } इसका उत्तर दे रहे हैं।
pages-send = उत्तर भेजें
pages-review = अपने उत्तर की समीक्षा करें
pages-continue = आगे बढ़ें
pages-back = वापस
pages-update = फ़ॉर्म अपडेट करें
pages-update-help = कुछ फ़ील्ड दूसरों पर निर्भर हैं। कौन-से चाहिए, यह देखने के लिए अपडेट करें।
pages-give-back = वापस दें
pages-take-over = ज़िम्मा लें
pages-kept = प्रश्न खुला रहने तक इस ब्राउज़र में रखा जाता है
pages-kept-without-secrets = प्रश्न खुला रहने तक इस ब्राउज़र में रखा जाता है, गोपनीय जानकारी को छोड़कर
pages-no-wish = उत्तर नहीं देना चाहते?
pages-decline = अस्वीकार करें
pages-decline-help = { $client } को बताता है कि आपने अस्वीकार किया। वह बिना उत्तर आगे बढ़ सकता है।
pages-cancel = अनुरोध रद्द करें
pages-cancel-help = बिना उत्तर अनुरोध बंद करता है।
pages-why-not = क्यों नहीं?
pages-optional = (वैकल्पिक)
pages-external = यह दूसरे पेज पर किया जाता है। वहाँ जाने से पहले देखें कि वह कहाँ ले जाता है:
pages-external-open = पेज खोलें
pages-external-no-wish = यह नहीं करना चाहते?
pages-external-decline-help = { $client } को बताता है कि आपने अस्वीकार किया। वह आपके बिना आगे बढ़ सकता है।
pages-time-left = शेष समय: { $left }
pages-time-until = { $time } तक
pages-left-moment = एक मिनट से कम
pages-left-minutes = { $count ->
    [one] लगभग { $count } मिनट
   *[other] लगभग { $count } मिनट
}
pages-left-hours = { $count ->
    [one] लगभग { $count } घंटा
   *[other] लगभग { $count } घंटे
}
pages-left-days = { $count ->
    [one] लगभग { $count } दिन
   *[other] लगभग { $count } दिन
}
pages-add-minutes = { $count ->
    [one] { $count } मिनट जोड़ें
   *[other] { $count } मिनट जोड़ें
}
pages-add-seconds = { $count ->
    [one] { $count } सेकंड जोड़ें
   *[other] { $count } सेकंड जोड़ें
}
pages-time-near = समय लगभग समाप्त है: { $left } शेष।
pages-more-time = अब आपके पास और समय है।
pages-no-more-time = और समय नहीं जोड़ा जा सकता। कृपया समय समाप्त होने से पहले उत्तर दें।
pages-time-up = समय समाप्त।
pages-without-answer = उत्तर न मिलने पर: { $words }
pages-without-answer-expires = उत्तर न मिलने पर इसकी अवधि समाप्त हो जाती है और प्रोग्राम को बताया जाता है।
pages-without-approvals = { $count ->
    [one] { $count } और स्वीकृति न मिलने पर: { $words }
   *[other] { $count } और स्वीकृतियाँ न मिलने पर: { $words }
}
pages-without-approvals-expires = { $count ->
    [one] { $count } और स्वीकृति न मिलने पर इसकी अवधि समाप्त हो जाती है और प्रोग्राम को बताया जाता है।
   *[other] { $count } और स्वीकृतियाँ न मिलने पर इसकी अवधि समाप्त हो जाती है और प्रोग्राम को बताया जाता है।
}
pages-escalates-group = { $time } से समूह { $name } उत्तर देगा।
pages-escalates-person = { $time } से { $name } उत्तर देंगे।
pages-escalates-others = { $time } से दूसरे लोग उत्तर देंगे।
pages-steps = चरण
pages-step = चरण { $here } / { $total }: { $title }
pages-step-done = { $title }, पूरा: बदलें
pages-check-and-send = जाँचें और भेजें
pages-check = भेजने से पहले जाँचें
pages-check-title = भेजने से पहले जाँचें: { $title }
pages-check-all = { $client } को केवल यही मिलेगा।
pages-fixed = फ़ॉर्म द्वारा निर्धारित।
pages-change-for = बदलें { $label }
pages-back-to-form = फ़ॉर्म पर वापस
pages-nothing = कुछ नहीं
pages-not-shown = भरा गया, दिखाया नहीं गया
pages-your-decision = आपका निर्णय
pages-undo-hint = { $count ->
    [one] { $count } सेकंड तक कुछ नहीं भेजा जाता: आप पूर्ववत कर सकते हैं।
   *[other] { $count } सेकंड तक कुछ नहीं भेजा जाता: आप पूर्ववत कर सकते हैं।
}
pages-votes-title = { $needed } में से { $approvals } स्वीकृत
pages-votes-enough = पर्याप्त लोगों ने स्वीकृति दी है।
pages-votes-missing = { $count ->
    [one] { $count } और स्वीकृति चाहिए।
   *[other] { $count } और स्वीकृतियाँ चाहिए।
}
pages-votes-ends = एक नामंज़ूरी इसे समाप्त कर देती है।
pages-votes-goes-on = एक नामंज़ूरी इसे समाप्त नहीं करती।
pages-vote-approved = स्वीकृत
pages-vote-rejected = नामंज़ूर
pages-you = आप
pages-quote = “{ $text }”
pages-own-request = यह आपने माँगा है, इसलिए आप निर्णय नहीं ले सकते।
pages-request-of = यह { $name } ने माँगा है, इसलिए वे निर्णय नहीं ले सकते।
pages-yes = हाँ
pages-no = नहीं
pages-no-answer = कोई उत्तर नहीं
pages-no-choice = कोई चयन नहीं
pages-choose-one = एक चुनें
pages-choose-some = चुनें
pages-chosen = { $count ->
    [one] { $count } चुना गया
   *[other] { $count } चुने गए
}
pages-search = खोजें
pages-search-in = { $label } में खोजें
pages-find-for = ढूँढें { $label }
pages-first-options = { $count ->
    [one] { $count } विकल्प में से पहले वाले। बाकी देखने के लिए खोजें।
   *[other] { $count } विकल्पों में से पहले वाले। बाकी देखने के लिए खोजें।
}
pages-first-fitting = { $count ->
    [one] मेल खाने वाला पहला { $count } विकल्प।
   *[other] मेल खाने वाले पहले { $count } विकल्प।
}
pages-options-fit = { $count ->
    [0] इस खोज से कुछ मेल नहीं खाता।
    [one] { $count } विकल्प मेल खाता है।
   *[other] { $count } विकल्प मेल खाते हैं।
}
pages-steps-of = { $number } के चरणों में।
pages-show = दिखाएँ
pages-hide = छिपाएँ
pages-secret-kept = आपने पहले जो लिखा था वह रखा हुआ है। उसे उपयोग करने के लिए इसे खाली छोड़ें, या कुछ और लिखें।
pages-secret-remove = मेरा पहले लिखा हुआ हटाएँ
pages-secret-again = { $label } फिर से लिखना होगा। आपने पहले जो लिखा था वह अब यहाँ ज्ञात नहीं है।
pages-zone-of = { $label } का समय क्षेत्र
pages-zone-choose = समय क्षेत्र चुनें
pages-zone-missing = { $label } का समय क्षेत्र चुनें।
pages-clocks-forward = उस दिन घड़ियाँ आगे की जाती हैं और यह घंटा छूट जाता है। इसे { $time } माना जाएगा।
pages-clocks-back = उस दिन घड़ियाँ पीछे की जाती हैं, इसलिए यह घंटा दो बार आता है: पहले { $first }, फिर { $second }। जो आपका मतलब है उसे चुनें।
pages-code = कोड
pages-table = तालिका
pages-changes = परिवर्तन
pages-test-for = जाँचें { $label }
pages-testing = जाँच हो रही है…
pages-test-fine = यह पता स्वीकार किया जाएगा। इसे खोला नहीं गया।
pages-test-nothing = अभी जाँचने के लिए कुछ नहीं है।
pages-test-no-field = ऐसा कोई फ़ील्ड नहीं है।
pages-leads-to = { $host } पर ले जाता है।
pages-mixed-scripts = इस नाम में अलग-अलग लिपियों के अक्षर मिले हुए हैं, जैसा दूसरों का रूप धरने वाले नामों में होता है। ध्यान से देखें।
pages-foreign-letters = इस नाम में a से z के अलावा अक्षर हैं, जो दूसरों जैसे दिख सकते हैं। ध्यान से देखें।
pages-size-bytes = { $count ->
    [one] { $count } बाइट
   *[other] { $count } बाइट
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = किसी भी प्रकार की फ़ाइल, अधिकतम { $size }।
pages-file-types = { $types }, अधिकतम { $size }।
pages-file-certain = केवल कुछ प्रकार की फ़ाइलें, अधिकतम { $size }।
pages-file-too-large = { $label } अधिकतम { $size } का होना चाहिए।
pages-file-remove-this = यह फ़ाइल हटाएँ
pages-file-remove = हटाएँ
pages-file-another-for = दूसरी फ़ाइल चुनें { $label }
pages-file-drop = या यहाँ छोड़ें
pages-file-uploading = { $label } अपलोड हो रहा है
pages-file-failed = यह फ़ाइल नहीं ली जा सकी। कृपया फिर कोशिश करें।
pages-file-bad-name = { $label }: फ़ाइल नाम “{ $name }” का उपयोग नहीं किया जा सकता। फ़ाइल का नाम बदलें।
pages-file-no-type = { $label }: आपके ब्राउज़र ने “{ $name }” को अमान्य प्रकार दिया। दूसरी फ़ाइल चुनें।
pages-file-refused = { $label }: “{ $name }” नहीं ली जा सकती। दूसरी फ़ाइल चुनें।
pages-file-ending-and-browser = { $found ->
    [text] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर आपका ब्राउज़र कहता है कि फ़ाइल सादा टेक्स्ट है। फ़ाइल का नाम बदलें या दूसरी चुनें।
    [html] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर आपका ब्राउज़र कहता है कि फ़ाइल HTML पेज है। फ़ाइल का नाम बदलें या दूसरी चुनें।
    [unknown] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर आपका ब्राउज़र कहता है कि फ़ाइल किसी ज्ञात प्रकार की नहीं है। फ़ाइल का नाम बदलें या दूसरी चुनें।
   *[type] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर आपका ब्राउज़र कहता है कि फ़ाइल का प्रकार { $type } है। फ़ाइल का नाम बदलें या दूसरी चुनें।
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर सामग्री सादा टेक्स्ट है। दूसरी फ़ाइल चुनें।
    [html] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर सामग्री HTML पेज है। दूसरी फ़ाइल चुनें।
    [unknown] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर सामग्री किसी ज्ञात प्रकार की नहीं है। दूसरी फ़ाइल चुनें।
    [malformed] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर उसका टेक्स्ट उस रूप में नहीं है। दूसरी फ़ाइल चुनें।
   *[type] { $label }: नाम “{ $name }” के अंत में { $ending } है, पर सामग्री का प्रकार { $type } है। दूसरी फ़ाइल चुनें।
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: आपका ब्राउज़र कहता है कि “{ $name }” का प्रकार { $declared } है, पर सामग्री सादा टेक्स्ट है। दूसरी फ़ाइल चुनें।
    [html] { $label }: आपका ब्राउज़र कहता है कि “{ $name }” का प्रकार { $declared } है, पर सामग्री HTML पेज है। दूसरी फ़ाइल चुनें।
    [unknown] { $label }: आपका ब्राउज़र कहता है कि “{ $name }” का प्रकार { $declared } है, पर सामग्री किसी ज्ञात प्रकार की नहीं है। दूसरी फ़ाइल चुनें।
    [malformed] { $label }: आपका ब्राउज़र कहता है कि “{ $name }” का प्रकार { $declared } है, पर उसका टेक्स्ट उस रूप में नहीं है। दूसरी फ़ाइल चुनें।
   *[type] { $label }: आपका ब्राउज़र कहता है कि “{ $name }” का प्रकार { $declared } है, पर सामग्री का प्रकार { $type } है। दूसरी फ़ाइल चुनें।
}
pages-file-failed-field = { $label } नहीं लिया जा सका। कृपया फिर कोशिश करें।
pages-answer-too-long = आपका उत्तर बहुत लंबा है: कुल मिलाकर अधिकतम { $size } होना चाहिए।
pages-answer-own-request = यह आपने माँगा है, इसलिए आप निर्णय नहीं ले सकते।
pages-answer-sign-in = इस पर कई लोग निर्णय लेते हैं। कृपया साइन इन करें, ताकि आपका मत गिना जा सके।
pages-answer-no-votes = अब और मत नहीं लिए जाते।
pages-answer-unchecked = आपका उत्तर अभी जाँचा नहीं जा सका। कुछ नहीं भेजा गया। कृपया फिर कोशिश करें।
pages-connection-lost = कनेक्शन टूट गया है। आपने जो लिखा वह इस पेज पर है; फिर कोशिश हो रही है…
pages-unusable = यह पेज अब यहाँ उपयोग नहीं किया जा सकता।
pages-see-why = कारण देखें
pages-see-what = देखें क्या हुआ
pages-live-answered = इसका उत्तर पहले ही दिया जा चुका है। आपने जो भरा वह नहीं भेजा गया।
pages-live-answered-by = इसका उत्तर { $name } पहले ही दे चुके हैं। आपने जो भरा वह नहीं भेजा गया।
pages-live-declined = इसे अस्वीकार किया गया। आपने जो भरा वह नहीं भेजा गया।
pages-live-declined-by = इसे { $name } ने अस्वीकार किया। आपने जो भरा वह नहीं भेजा गया।
pages-live-timeout = समय समाप्त। आपने जो भरा वह नहीं भेजा गया।
pages-live-cancelled = इसे रद्द किया गया। आपने जो भरा वह नहीं भेजा गया।
pages-approve = स्वीकृत करें
pages-reject = नामंज़ूर करें
pages-comment = टिप्पणी
pages-decision = निर्णय
pages-rows-none = अभी कुछ नहीं जोड़ा गया।
pages-rows-add = जोड़ें: { $item }
pages-rows-most = अधिकतम संख्या हो गई है: { $count }।
pages-row-up = ऊपर ले जाएँ
pages-row-down = नीचे ले जाएँ
pages-row-remove = हटाएँ
pages-computed = आपके अन्य उत्तरों से गणना किया गया।
pages-source-none = कोई विकल्प नहीं मिला। कुछ और खोजें या बाद में फिर कोशिश करें।
pages-source-some = ये कुछ विकल्प हैं। बाकी देखने के लिए खोजें।
pages-not-accepted = यह स्वीकार नहीं किया गया।
