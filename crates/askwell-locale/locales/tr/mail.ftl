mail-asks = { $client } soruyor: { $title }
mail-asks-untitled = { $client } bir soru soruyor
mail-reminder = Hatırlatma: { $client } soruyor: { $title }
mail-reminder-untitled = Hatırlatma: { $client } bir soru soruyor
mail-escalated = Size aktarıldı: { $client } soruyor: { $title }
mail-escalated-untitled = Size aktarıldı: { $client } bir soru soruyor
mail-delegated = Size devredildi: { $client } soruyor: { $title }
mail-delegated-untitled = Size devredildi: { $client } bir soru soruyor
mail-waiting = { $count ->
    [one] { $count } soru yanıt bekliyor
   *[other] { $count } soru yanıt bekliyor
}
mail-more = { $count ->
    [one] Ve { $count } tane daha: { $link }
   *[other] Ve { $count } tane daha: { $link }
}
mail-more-short = { $count ->
    [one] Ve { $count } tane daha.
   *[other] Ve { $count } tane daha.
}
mail-open-inbox-inline = gelen kutusunu aç
mail-open-question = Soruyu aç
mail-open-inbox = Gelen kutusunu aç
mail-answer-by = Son yanıt zamanı: { $time }.
mail-settings = Ne zaman ve nasıl haber verilsin
mail-unsubscribe = Bu tür e-postalar gelmesin
mail-settings-at = Ne zaman ve nasıl haber verilsin: { $link }
mail-unsubscribe-at = Bu tür e-postalar gelmesin: { $link }
mail-code-subject = { $site } için oturum açma kodunuz
mail-code = Kodunuz: { $code }
mail-code-works = { $count ->
    [one] { $site } üzerinde, kodu isteyen tarayıcıda, { $count } dakika boyunca bir kez geçerlidir.
   *[other] { $site } üzerinde, kodu isteyen tarayıcıda, { $count } dakika boyunca bir kez geçerlidir.
}
mail-code-warning = Siz istemediyseniz bir şey yapmayın: kod olmadan kimsenin oturumu açılmaz. Kodu kimseye vermeyin.
