overview-title = Genel bakış
overview-all-programs-time = { $from } – { $to }, tüm programlar
overview-program-time = { $from } – { $to }, { $client }
overview-cut = Rakamlar yalnızca en yeni değişikliklere ait: günlükte bu sayfanın okuduğundan fazlası var.
overview-audit = Denetim kaydı: { $files }
overview-audit-lines = JSON satırları
overview-audit-csv = CSV
overview-filter = Süz
overview-time = Zaman
overview-program = Program
overview-all-programs = Tüm programlar
overview-show = Göster
overview-last-hours = { $count ->
    [one] Son { $count } saat
   *[other] Son { $count } saat
}
overview-last-days = { $count ->
    [one] Son { $count } gün
   *[other] Son { $count } gün
}
overview-in-time = Zamanında yanıtlanan
overview-percent = %{ $percent }
overview-of = { $part } / { $count }
overview-half = Yarısının yanıtlanma süresi
overview-nine = Onda dokuzunun süresi
overview-waiting-now = Şu anda bekleyen
overview-due-hour = { $count ->
    [one] { $count } tanesi bir saat içinde
   *[other] { $count } tanesi bir saat içinde
}
overview-expired = Süresi dolan
overview-seconds = { $count ->
    [one] { $count } sn
   *[other] { $count } sn
}
overview-minutes = { $count ->
    [one] { $count } dk
   *[other] { $count } dk
}
overview-hours = { $hours } sa { $minutes }
overview-days = { $count ->
    [one] { $count } gün
   *[other] { $count } gün
}
overview-part-answered = Yanıtlanan veya karar verilen
overview-part-declined = Reddedilen
overview-part-cancelled = Programın geri çektiği
overview-part-expired = Süresi dolan
overview-expired-on = { $count ->
    [one] { $day }: { $count } sorunun süresi doldu
   *[other] { $day }: { $count } sorunun süresi doldu
}
overview-nothing-ended = Bu sürede hiçbir şey sona ermedi
overview-nothing-expired = Bu sürede hiçbir şeyin süresi dolmadı
overview-bar-expired = { $count ->
    [one] { $count } süresi doldu
   *[other] { $count } süresi doldu
}
overview-by-day = Günlere göre sonuçlar
overview-by-day-utc = Günlere göre sonuçlar, UTC.
overview-by-day-spoken = Günlere göre sonuçlar: toplam { $answered } yanıtlanan veya karar verilen, { $declined } reddedilen, { $cancelled } geri çekilen, { $expired } süresi dolan. { $heading }.
overview-as-table = Tablo olarak göster
overview-day = Gün
overview-half-of-all = Yanıtların yarısı şu sürede gelir: { $time }
overview-no-answers = Bu sürede yanıt yok
overview-nine-of-all = Onda dokuzu şu sürede gelir: { $time }.
overview-answers-by-minutes = { $count ->
    [one] Aldığı dakikaya göre { $count } yanıt.
   *[other] Aldıkları dakikaya göre { $count } yanıt.
}
overview-minutes-table = Aldıkları dakikaya göre yanıtlar
overview-minutes-head = Dakika
overview-answers-head = Yanıt
overview-under = { $number } altı
overview-between = { $from }–{ $to }
overview-over = { $number } üstü
overview-asks-most = { $count ->
    [one] En çok soran: { $client }, { $count } soru
   *[other] En çok soran: { $client }, { $count } soru
}
overview-no-program = Bu sürede hiçbir program sormadı
overview-programs = Programlar
overview-who-asks = Kim soruyor
overview-asked = Sorulan
overview-answered = Yanıtlanan
overview-waiting = Bekleyen
overview-half-within = Yarısının süresi
overview-most-waiting = En çok bekleyeni olan: { $name }, { $number }
overview-none-waiting = Tek bir kişiyi bekleyen bir şey yok
overview-no-person = Bu sürede kimse yanıtlamadı
overview-people = Kişiler
overview-who-answers = Kim yanıtlıyor
overview-person-or-group = Kişi veya grup
overview-share = En çoğa oranı
overview-of-most = { $part }, en çok { $most }
overview-group = Grup { $name }
