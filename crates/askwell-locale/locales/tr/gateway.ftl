gate-title = Araç çağrısını onayla
gate-intro = Bir program bir aracı çağırmak istiyor. Siz karar verene kadar hiçbir şey olmaz.
gate-server = Sunucu: { $server }
gate-tool = Araç: { $tool }
gate-description = Sunucu diyor ki: “{ $description }”
gate-no-description = Sunucu onu açıklamıyor.
gate-hints = Sunucuya göre: { $hints }
gate-reads-only = Yalnızca okur.
gate-destroys = Bir şeyi yok edebilir.
gate-changes = Bir şeyi yok etmeden değiştirir.
gate-open-world = Kendi sisteminin ötesine uzanır.
gate-idempotent = Yinelenmesinin başka etkisi olmaz.
gate-warning = Uyarı: { $warning }
gate-changed = Sunucu, { $time } tarihinde onaylanan çağrıdan bu yana aracı değiştirdi: { $parts }.
gate-part-description = açıklama
gate-part-arguments = bağımsız değişkenler
gate-part-annotations = ek açıklamalar
gate-part-other = tanımının diğer bölümleri
gate-change-unknown = Aracın onaylandığından beri değişip değişmediği bilinmiyor.
gate-server-name = Sunucunun adında ASCII dışı harfler var. Başka bir adı taklit ediyor olabilir.
gate-tool-name = Aracın adında ASCII dışı harfler var. Başka bir adı taklit ediyor olabilir.
gate-hidden-characters = Bağımsız değişkenlerde görünmeyen karakterler var. Bunlar \u… olarak gösterilir.
gate-mixed-scripts = “{ $word }” birden çok yazının harflerini karıştırıyor ({ $letters }).
gate-left-out = { $count } karakter atlandı
gate-arguments = Bağımsız değişkenler:
gate-arguments-in-part = Bağımsız değişkenler, bir kısmı gösteriliyor (tamamı { $bytes } bayt; özet hepsini kapsar):
gate-digest = Özet: { $digest }
gate-decision = Karar
gate-approve = Bu çağrıyı onayla
gate-approve-again = Bu çağrıyı ve { $duration } boyunca aynı çağrıyı yeniden onayla
gate-approve-tool = Bu çağrıyı ve { $duration } boyunca bu aracın her çağrısını onayla
gate-edit = Önce bağımsız değişkenleri değiştir
gate-comment-about = Çağrıyı reddederseniz program bunu okur.
gate-change-title = Bağımsız değişkenleri değiştir
gate-change-label = Bağımsız değişkenler
gate-change-about = Bir JSON nesnesi.
gate-change-intro = { $server } sunucusundaki { $tool } aracının bağımsız değişkenlerini değiştirin. Karar vermeden önce onları yeniden görürsünüz.
gate-change-problem = Son değişikliğiniz kullanılamıyor: { $problem }.
gate-days = { $count ->
    [one] { $count } gün
   *[other] { $count } gün
}
gate-hours = { $count ->
    [one] { $count } saat
   *[other] { $count } saat
}
gate-minutes = { $count ->
    [one] { $count } dakika
   *[other] { $count } dakika
}
gate-seconds = { $count ->
    [one] { $count } saniye
   *[other] { $count } saniye
}
gate-lost-call = `{ $tool }` yanıt beklerken ağ geçidi yeniden başlatıldı. Sunucu işin bir kısmını yapmış olabilir. Yeniden çağrılsın mı?
acp-open-title = Sayfa açılsın mı?
acp-open = Bu sayfayı aç
acp-page-host = Bu sayfanın sahibi: { $host }.
acp-open-page = Devam etmek için bu sayfayı açın: { $url }
acp-answer = Buradan yanıtlayın: { $url }
acp-answer-code = Buradan yanıtlayın: { $url } (kod { $code })
