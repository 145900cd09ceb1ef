problem-quoted-label = “{ $label }”
problem-required = { $label } आवश्यक है।
problem-type-text = { $label } एक पाठ होना चाहिए।
problem-type-number = { $label } एक संख्या होनी चाहिए।
problem-type-number-digits = { $label } अधिकतम 38 अंकों की संख्या होनी चाहिए।
problem-type-number-range = { $label } -1e308 और 1e308 के बीच की संख्या होनी चाहिए।
problem-type-boolean = { $label } सही या गलत होना चाहिए।
problem-type-list = { $label } विकल्पों की सूची होनी चाहिए।
problem-type-date = { $label } एक तारीख होनी चाहिए।
problem-type-option = { $label } विकल्पों में से एक होना चाहिए।
problem-type-file = { $label } एक फ़ाइल होनी चाहिए।
problem-type-other = { $label } किसी दूसरे प्रकार का होना चाहिए।
problem-empty = { $label } खाली नहीं हो सकता।
problem-min-length = { $count ->
    [one] { $label } में कम से कम { $count } वर्ण होना चाहिए।
   *[other] { $label } में कम से कम { $count } वर्ण होने चाहिए।
}
problem-max-length = { $count ->
    [one] { $label } में अधिकतम { $count } वर्ण हो सकता है।
   *[other] { $label } में अधिकतम { $count } वर्ण हो सकते हैं।
}
problem-pattern = { $label } अपेक्षित रूप में नहीं है।
problem-characters = { $label } में छिपे नियंत्रण वर्ण नहीं हो सकते।
problem-format-email = { $label } एक ईमेल पता होना चाहिए, जैसे name@example.com।
problem-format-uri = { $label } पूरा वेब पता होना चाहिए, जैसे https://example.com।
problem-format-uuid = { $label } एक UUID होना चाहिए, जैसे 123e4567-e89b-12d3-a456-426614174000।
problem-format-ipv4 = { $label } एक IPv4 पता होना चाहिए, जैसे 203.0.113.7।
problem-format-ipv6 = { $label } एक IPv6 पता होना चाहिए, जैसे 2001:db8::7।
problem-format-hostname = { $label } एक होस्ट नाम होना चाहिए, जैसे www.example.com।
problem-format-date = { $label } एक तारीख होनी चाहिए, जैसे 2026-01-31।
problem-format-date-time = { $label } तारीख और समय होना चाहिए, जैसे 2026-01-31T09:30:00Z।
problem-format-time = { $label } एक समय होना चाहिए, जैसे 09:30।
problem-format-colour = { $label } एक रंग होना चाहिए, जैसे #1a7f4b।
problem-format-other = { $label } किसी दूसरे प्रारूप में होना चाहिए।
problem-earliest = { $label } { DATETIME($date) } या उसके बाद होना चाहिए।
problem-latest = { $label } { DATETIME($date) } या उससे पहले होना चाहिए।
problem-minimum = { $label } कम से कम { $number } होना चाहिए।
problem-maximum = { $label } अधिकतम { $number } होना चाहिए।
problem-more-than = { $label } { $number } से अधिक होना चाहिए।
problem-less-than = { $label } { $number } से कम होना चाहिए।
problem-whole-number = { $label } पूर्ण संख्या होनी चाहिए।
problem-multiple = { $label } { $number } का गुणज होना चाहिए।
problem-one-of = { $label } इनमें से एक होना चाहिए: { $options }।
problem-option = { $label } विकल्पों में से एक होना चाहिए।
problem-min-items = { $count ->
    [one] { $label } में कम से कम { $count } विकल्प चुनें।
   *[other] { $label } में कम से कम { $count } विकल्प चुनें।
}
problem-max-items = { $count ->
    [one] { $label } में अधिकतम { $count } विकल्प चुनें।
   *[other] { $label } में अधिकतम { $count } विकल्प चुनें।
}
problem-twice = { $label } में एक ही विकल्प दो बार है।
problem-schemes = { $label } की शुरुआत { $schemes } से होनी चाहिए।
problem-scheme = { $label } ऐसी स्कीम से शुरू होता है जिसकी अनुमति नहीं है।
problem-private-network = { $label } किसी निजी नेटवर्क में नहीं ले जा सकता।
problem-local-machine = { $label } स्थानीय मशीन पर नहीं ले जा सकता।
problem-host = { $label } ऐसा पता होना चाहिए जिसका होस्ट मिल सके।
problem-size = { $label } अधिकतम { $size } का हो सकता है।
problem-file-type = { $label } इस प्रकार की फ़ाइल होनी चाहिए: { $types }।
problem-file-ending = { $label } ऐसी फ़ाइल होनी चाहिए जिसका नाम { $endings } पर समाप्त हो।
problem-file-not-allowed = { $label } ऐसी फ़ाइल है जिसके प्रकार की अनुमति नहीं है।
problem-filename = { $label } का फ़ाइल नाम उपयोग नहीं किया जा सकता; फ़ाइल का नाम बदलें।
problem-content = { $label } की सामग्री उपयोग नहीं की जा सकती।
problem-content-missing = { $label } में कोई सामग्री नहीं है।
problem-content-not-type = { $label } की सामग्री { $expected } नहीं है।
problem-content-broken = { $label } की सामग्री { $expected } के रूप में नहीं पढ़ी जा सकती।
problem-content-other-type = { $label } की सामग्री { $actual } प्रकार की है, { $expected } नहीं।
problem-content-never-uploaded = { $label } की सामग्री कभी अपलोड नहीं हुई।
problem-no-field = इस फ़ॉर्म में “{ $label }” फ़ील्ड नहीं है।
problem-no-field-meant = इस फ़ॉर्म में “{ $label }” फ़ील्ड नहीं है; शायद आपका मतलब “{ $meant }” था।
problem-answered-twice = { $label } का उत्तर दो बार दिया गया।
problem-not-readable = उत्तर पढ़ा नहीं जा सकता।
problem-computed = { $label } की गणना अन्य उत्तरों से होती है और इसे बदला नहीं जा सकता।
problem-not-computable = इन उत्तरों से { $label } की गणना नहीं की जा सकती।
problem-not-accepted = { $label } स्वीकार नहीं हुआ।
problem-decide = कृपया निर्णय लें।
size-bytes = { $count ->
    [one] { $count } बाइट
   *[other] { $count } बाइट
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label } में प्रविष्टियों की न्यूनतम संख्या { $count } है।
problem-max-rows = { $label } में प्रविष्टियों की अधिकतम संख्या { $count } है।
problem-type-rows = { $label } प्रविष्टियों की सूची होनी चाहिए।
problem-in-row = { $item } { $number }: { $sentence }
