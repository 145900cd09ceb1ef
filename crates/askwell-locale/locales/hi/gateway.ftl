gate-title = टूल कॉल स्वीकृत करें
gate-intro = एक प्रोग्राम किसी टूल को कॉल करना चाहता है। आपके निर्णय तक कुछ नहीं होगा।
gate-server = सर्वर: { $server }
gate-tool = टूल: { $tool }
gate-description = सर्वर कहता है: “{ $description }”
gate-no-description = सर्वर इसका विवरण नहीं देता।
gate-hints = सर्वर के अनुसार: { $hints }
gate-reads-only = यह केवल पढ़ता है।
gate-destroys = यह कुछ नष्ट कर सकता है।
gate-changes = यह बिना नष्ट किए कुछ बदलता है।
gate-open-world = यह अपने सिस्टम से बाहर तक पहुँचता है।
gate-idempotent = दोहराने पर इसका कोई और प्रभाव नहीं होता।
gate-warning = चेतावनी: { $warning }
gate-changed = { $time } को इस टूल की एक कॉल स्वीकृत होने के बाद सर्वर ने टूल को बदला: { $parts }।
gate-part-description = विवरण
gate-part-arguments = आर्ग्युमेंट
gate-part-annotations = एनोटेशन
gate-part-other = परिभाषा के अन्य भाग
gate-change-unknown = यह ज्ञात नहीं है कि स्वीकृति के बाद टूल बदला है या नहीं।
gate-server-name = सर्वर के नाम में ASCII से बाहर के अक्षर हैं। यह किसी और नाम की नकल हो सकता है।
gate-tool-name = टूल के नाम में ASCII से बाहर के अक्षर हैं। यह किसी और नाम की नकल हो सकता है।
gate-hidden-characters = आर्ग्युमेंट में ऐसे वर्ण हैं जो दिखते नहीं। वे \u… के रूप में दिखाए गए हैं।
gate-mixed-scripts = “{ $word }” में कई लिपियों के अक्षर मिले हैं ({ $letters })।
gate-left-out = { $count } वर्ण छोड़े गए
gate-arguments = आर्ग्युमेंट:
gate-arguments-in-part = आर्ग्युमेंट, आंशिक रूप से दिखाए गए (कुल { $bytes } बाइट; डाइजेस्ट में सभी शामिल हैं):
gate-digest = डाइजेस्ट: { $digest }
gate-decision = निर्णय
gate-approve = इस कॉल को स्वीकृत करें
gate-approve-again = इस कॉल को और { $duration } तक यही कॉल दोबारा स्वीकृत करें
gate-approve-tool = इस कॉल को और { $duration } तक इस टूल की हर कॉल स्वीकृत करें
gate-edit = पहले आर्ग्युमेंट बदलें
gate-comment-about = अगर आप कॉल नामंज़ूर करते हैं, तो प्रोग्राम इसे पढ़ता है।
gate-change-title = आर्ग्युमेंट बदलें
gate-change-label = आर्ग्युमेंट
gate-change-about = एक JSON ऑब्जेक्ट।
gate-change-intro = सर्वर { $server } के टूल { $tool } के आर्ग्युमेंट बदलें। निर्णय से पहले आप उन्हें फिर देखेंगे।
gate-change-problem = आपका पिछला बदलाव उपयोग नहीं किया जा सकता: { $problem }।
gate-days = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
}
gate-hours = { $count ->
    [one] { $count } घंटे
   *[other] { $count } घंटे
}
gate-minutes = { $count ->
    [one] { $count } मिनट
   *[other] { $count } मिनट
}
gate-seconds = { $count ->
    [one] { $count } सेकंड
   *[other] { $count } सेकंड
}
gate-lost-call = जब `{ $tool }` उत्तर की प्रतीक्षा में था, तब गेटवे फिर से शुरू हुआ। हो सकता है सर्वर काम का एक भाग कर चुका हो। दोबारा कॉल करें?
acp-open-title = पेज खोलें?
acp-open = यह पेज खोलें
acp-page-host = यह पेज { $host } का है।
acp-open-page = आगे बढ़ने के लिए यह पेज खोलें: { $url }
acp-answer = यहाँ उत्तर दें: { $url }
acp-answer-code = यहाँ उत्तर दें: { $url } (कोड { $code })
