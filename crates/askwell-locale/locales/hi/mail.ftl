mail-asks = { $client } का प्रश्न: { $title }
mail-asks-untitled = { $client } का एक प्रश्न है
mail-reminder = याद दिलाना: { $client } का प्रश्न: { $title }
mail-reminder-untitled = याद दिलाना: { $client } का एक प्रश्न है
mail-escalated = आप तक बढ़ाया गया: { $client } का प्रश्न: { $title }
mail-escalated-untitled = आप तक बढ़ाया गया: { $client } का एक प्रश्न है
mail-delegated = आपको सौंपा गया: { $client } का प्रश्न: { $title }
mail-delegated-untitled = आपको सौंपा गया: { $client } का एक प्रश्न है
mail-waiting = { $count ->
    [one] { $count } प्रश्न उत्तर की प्रतीक्षा में है
   *[other] { $count } प्रश्न उत्तर की प्रतीक्षा में हैं
}
mail-more = { $count ->
    [one] और { $count }: { $link }
   *[other] और { $count }: { $link }
}
mail-more-short = { $count ->
    [one] और { $count }।
   *[other] और { $count }।
}
mail-open-inbox-inline = इनबॉक्स खोलें
mail-open-question = प्रश्न खोलें
mail-open-inbox = इनबॉक्स खोलें
mail-answer-by = { $time } तक उत्तर दें।
mail-settings = आपको कब और कैसे बताया जाए
mail-unsubscribe = ऐसे मेल और नहीं
mail-settings-at = आपको कब और कैसे बताया जाए: { $link }
mail-unsubscribe-at = ऐसे मेल और नहीं: { $link }
mail-code-subject = { $site } के लिए आपका साइन-इन कोड
mail-code = आपका कोड: { $code }
mail-code-works = { $count ->
    [one] यह { $site } पर, माँगने वाले ब्राउज़र में, { $count } मिनट तक एक बार काम करता है।
   *[other] यह { $site } पर, माँगने वाले ब्राउज़र में, { $count } मिनट तक एक बार काम करता है।
}
mail-code-warning = यदि आपने इसे नहीं माँगा, तो कुछ न करें: कोड के बिना कोई साइन इन नहीं होता। इसे किसी को न दें।
