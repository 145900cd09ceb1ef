inbox-pages = Sayfalar
inbox-page-inbox = Gelen kutusu
inbox-page-notifications = Bildirimler
inbox-page-overview = Genel bakış
inbox-page-administration = Yönetim
inbox-you-are = Siz:
inbox-offline = Çevrimdışısınız. Okumaya devam edebilirsiniz. Kararlar burada bekler ve kendiliğinden gönderilmez.
inbox-connection-lost = Bağlantı kesildi; yeniden deneniyor…
inbox-title-count = ({ $count }) Gelen kutusu
inbox-parts = Gelen kutusunun bölümleri
inbox-tab-mine = Bana
inbox-tab-groups = Gruplarım
inbox-tab-taken = Üstlenilen
inbox-tab-done = Bitti
inbox-due-hour = Bir saat içinde
inbox-due-today = Bugün, daha sonra
inbox-due-week = Bu hafta
inbox-due-later = Daha sonra
inbox-due-never = Son tarih yok
inbox-today = Bugün
inbox-left-moment = bir dakikadan az kaldı
inbox-left-minutes = { $count ->
    [one] { $count } dk kaldı
   *[other] { $count } dk kaldı
}
inbox-by = son: { $time }
inbox-due-in-moment = son tarihe bir dakikadan az var
inbox-due-in-minutes = { $count ->
    [one] son tarihe { $count } dakika var
   *[other] son tarihe { $count } dakika var
}
inbox-due-in-hours = { $count ->
    [one] son tarihe { $count } saat var
   *[other] son tarihe { $count } saat var
}
inbox-due-in-days = { $count ->
    [one] son tarihe { $count } gün var
   *[other] son tarihe { $count } gün var
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } yeni
   *[other] { $count } yeni
}
inbox-snoozed-count = { $count ->
    [one] { $count } ertelendi.
   *[other] { $count } ertelendi.
}
inbox-snoozed-show = Göster
inbox-stopped = Arama yalnızca kayıtların bir bölümüne baktı.
inbox-search-further = Aramaya devam et
inbox-first = İlk
inbox-more = Daha fazla
inbox-select = Seç: { $title }
inbox-answer = Yanıtla
inbox-continue = Devam et
inbox-approvals = { $approvals } / { $needed } onaylandı
inbox-client-for = { $client }, { $name } adına
inbox-taken-by-you = siz üstlendiniz
inbox-taken-by = { $name } bunu yanıtlıyor
inbox-other-page = başka bir sayfada
inbox-no-longer = artık burada değil
inbox-fields = { $count ->
    [one] { $count } alan
   *[other] { $count } alan
}
inbox-secrets = { $count ->
    [one] { $count } gizli bilgi
   *[other] { $count } gizli bilgi
}
inbox-approved-by-you = Az önce siz onayladınız
inbox-approved-by = Az önce { $name } onayladı
inbox-rejected-by-you = Az önce siz reddettiniz
inbox-rejected-by = Az önce { $name } reddetti
inbox-undo = Geri al
inbox-why = Neden?
inbox-why-required = sorana iletilir
inbox-why-optional = isteğe bağlı, sorana iletilir
inbox-keep-open = Açık bırak
inbox-was-approved = Onaylandı · { $client }
inbox-was-rejected = Reddedildi · { $client }
inbox-was-answered = Yanıtlandı · { $client }
inbox-was-declined-because = Yanıt reddedildi: “{ $reason }”
inbox-was-declined = Yanıt reddedildi · { $client }
inbox-was-called-off = Geri çeken: { $client }
inbox-was-expired = Süresi doldu · kimse yanıtlamadı
inbox-filter = Süz
inbox-filter-in-use = kullanımda
inbox-search = Ara
inbox-search-help = Başlıktan, açıklamadan veya programdan sözcükler.
inbox-who-asks = Kim soruyor
inbox-kind = Tür
inbox-outcome = Sonuç
inbox-any = Tümü
inbox-show = Göster
inbox-show-everything = Hepsini göster
inbox-notify = Bana bildir
inbox-notify-stop = Bildirmeyi durdur
inbox-state-completed = Yanıtlandı
inbox-state-declined = Reddedildi
inbox-state-cancelled = Geri çekildi
inbox-state-timeout = Süresi doldu
inbox-mode-form = Form
inbox-mode-inline = Kısa soru
inbox-mode-url = Web sayfası
inbox-mode-terminal = Uçbirim
inbox-none-fits = Uyan bir şey yok
inbox-none-fits-about = Aradığınıza uyan bir kayıt yok.
inbox-none-mine = Sizi bekleyen bir şey yok
inbox-none-mine-about = Yeni sorular burada kendiliğinden görünür.
inbox-none-mine-groups = Gruplarım ({ $count })
inbox-none-mine-done = Bitenler
inbox-none-groups = Gruplarınızı bekleyen bir şey yok
inbox-none-groups-about = İçinde olduğunuz bir gruba sorulan sorular burada görünür.
inbox-none-taken = Hiçbir şey üstlenmediniz
inbox-none-taken-about = Yanıtladığınızı meslektaşlarınıza bildirmek için bir soruyu üstlenin.
inbox-none-done = Henüz biten bir şey yok
inbox-none-done-about = Yanıtlanan, reddedilen, geri çekilen veya süresi dolan sorular burada görünür.
inbox-gone = Bu gelen kutusu artık burada gösterilemez.
inbox-question = Soru
inbox-question-none = Bir soru geldiğinde burada okuyup yanıtlarsınız.
inbox-list = Liste
inbox-before = Önceki soru
inbox-after = Sonraki soru
inbox-place = { $here } / { $count }
inbox-what-happened = Neler oldu
inbox-take = Üstlen
inbox-give-back = Geri ver
inbox-take-over = Devral
inbox-delegate = Devret
inbox-delegate-about = Yerinize başkasına sorar. Son tarih değişmez; yanıt gelmezse ondan önce size döner.
inbox-delegate-to = Kime
inbox-delegate-person = Bir kişi
inbox-delegate-group = Bir grup
inbox-delegate-name = Ad
inbox-delegate-why = Neden?
inbox-delegate-why-note = isteğe bağlı, meslektaşlarınız için
inbox-delegated-by = Bunu size { $name } verdi. Yanıt gelmezse { $time } itibarıyla geri döner.
inbox-delegated-return = Geri ver
inbox-delegated-count = { $count ->
    [one] { $count } devredildi
   *[other] { $count } devredildi
}
inbox-delegated-to = Bunu verdiğiniz: { $name }. Yanıt gelmezse { $time } itibarıyla size döner.
inbox-take-back = Geri al
inbox-delegate-impossible = Bu soru devredilemez: bitmiş ya da birkaç kişi birlikte karar veriyor.
inbox-delegate-no-name = Kime olduğunu yazın: oturum açarken kullanılan kişi veya grup adı.
inbox-delegate-with-you = Zaten sizde.
inbox-delegate-note = Devredildi: { $name }.
inbox-delegate-note-why = Devredildi: { $name }. Neden: { $reason }
inbox-snooze = Ertele
inbox-snooze-about = Listenizden gizler. En geç son tarihten on dakika önce geri gelir.
inbox-snooze-too-soon = Ertelemek için son tarihi çok yakın.
inbox-snooze-not = Erteleme
inbox-snooze-hour = Bir saat
inbox-snooze-afternoon = Dört saat
inbox-snooze-day = Bir gün
inbox-notes = Meslektaşlar arası notlar
inbox-notes-private = { $client } bunları görmez.
inbox-note-yours = Notunuz
inbox-note-add = Notu ekle
inbox-toast-approved = Onaylandı: { $title } { $seconds } saniye içinde gönderilir.
inbox-toast-rejected = Reddedildi: { $title } { $seconds } saniye içinde gönderilir.
inbox-toast-approved-short = Onaylandı. { $seconds } saniye içinde gönderilir.
inbox-toast-rejected-short = Reddedildi. { $seconds } saniye içinde gönderilir.
inbox-selected-entries = Seçilen kayıtlar
inbox-selected = seçildi
inbox-comment-all = Hepsi için tek yorum (isteğe bağlı)
inbox-approve-all = Hepsini onayla
inbox-reject-all = Hepsini reddet
inbox-clear = Temizle
inbox-bulk-approved = { $count ->
    [one] { $count } onaylandı.
   *[other] { $count } onaylandı.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } reddedildi.
   *[other] { $count } reddedildi.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } ertelendi.
   *[other] { $count } ertelendi.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } atlandı: karar değil.
   *[other] { $count } atlandı: karar değil.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } atlandı: ertelemek için son tarihi çok yakın.
   *[other] { $count } atlandı: ertelemek için son tarihleri çok yakın.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } onaylanmadı: zaten bitmiş ya da yorum gerekiyor.
   *[other] { $count } onaylanmadı: zaten bitmiş ya da yorum gerekiyor.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } reddedilmedi: zaten bitmiş ya da yorum gerekiyor.
   *[other] { $count } reddedilmedi: zaten bitmiş ya da yorum gerekiyor.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } ertelenmedi: zaten bitmiş ya da yorum gerekiyor.
   *[other] { $count } ertelenmedi: zaten bitmiş ya da yorum gerekiyor.
}
inbox-hint-move = gez
inbox-hint-approve = onayla
inbox-hint-reject = reddet
inbox-hint-select = seç
inbox-hint-keys = tüm tuşlar
inbox-keys = Klavye
inbox-key-move = Sonraki kayıt, önceki kayıt
inbox-key-open = Aç
inbox-key-back = Listeye dön
inbox-key-approve = Onayla
inbox-key-reject = Neden belirterek reddet
inbox-key-select = Seç ya da seçimi kaldır
inbox-key-approve-selected = Seçilenleri onayla
inbox-key-comment = Yorum yaz
inbox-key-undo = Son kararı geri al
inbox-key-take = Üstlen ya da geri ver
inbox-key-new = Yeni kayıtları göster
inbox-key-help = Bu listeyi göster ya da gizle
inbox-keys-letters = Tek harfler tuş olarak kullanılsın
inbox-keys-close = Kapat
inbox-offline-title = Çevrimdışı
inbox-offline-missing = Bu sayfa bu cihazda yok
inbox-offline-about = Liste ve son açtığınız sorular var. Çevrimiçi olduğunuzda yeniden deneyin.
inbox-offline-read = Listenizi okuyun
inbox-app-about = Sizi bekleyen sorular
