term-sent = Gönderildi. Teşekkürler.
term-declined = Reddedildi. Hiçbir şey gönderilmedi.
term-cancelled = İptal edildi. Hiçbir şey gönderilmedi.
term-aborted = Çıkıldı. Hiçbir şey gönderilmedi.
term-timed-out = Süre doldu. Hiçbir şey gönderilmedi.
term-sending = Gönderiliyor…
term-kept = Yanıtlarınız saklandı; yeniden deneyebilirsiniz.
term-nothing = (yok)
term-required = zorunlu
term-optional = isteğe bağlı
term-yes = evet
term-no = hayır
term-chosen = { $count ->
    [one] { $count } seçildi
   *[other] { $count } seçildi
}
term-position = { $here } / { $total }
term-time-left = { $time } kaldı
term-review = Gözden geçirme
term-review-position = gözden geçirme
term-send = Yanıtları gönder
term-problems-left = { $count ->
    [one] Düzeltilecek { $count } sorun var.
   *[other] Düzeltilecek { $count } sorun var.
}
term-no-such-option = “{ $typed }” seçeneği yok.
term-leave = Bu formdan çıkılsın mı?
term-why-decline = Neden reddediyorsunuz?
term-decline = Reddet: gönderene yanıt vermeyeceğinizi bildirir.
term-why = Gönderen nedeni okur. Boş bırakabilirsiniz.
term-cancel = İptal: formu yanıtsız kapatır; gönderen yeniden sorabilir.
term-continue = Formla devam et.
term-not-kept = Girdikleriniz saklanmaz.
term-no-more-time = Süre daha fazla uzatılamaz.
term-time-asked = Daha fazla süre istediniz.
term-read-all = … F2 tamamını gösterir.
term-hint-email = bir e-posta adresi
term-hint-uri = bir web adresi
term-hint-uuid = bir UUID
term-hint-ipv4 = bir IPv4 adresi
term-hint-ipv6 = bir IPv6 adresi
term-hint-hostname = bir ana makine adı
term-hint-date = bir tarih, örneğin 2026-01-31
term-hint-date-time-text = tarih ve saat, örneğin 2026-01-31T09:30:00Z
term-hint-date-time = tarih ve saat, örneğin 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } karakter
   *[other] { $count } karakter
}
term-hint-characters-at-most = { $count ->
    [one] en fazla { $count } karakter
   *[other] en fazla { $count } karakter
}
term-hint-characters-at-least = { $count ->
    [one] en az { $count } karakter
   *[other] en az { $count } karakter
}
term-hint-characters-between = { $count ->
    [one] { $least } ile { $count } karakter arası
   *[other] { $least } ile { $count } karakter arası
}
term-hint-number = bir sayı
term-hint-whole-number = bir tam sayı
term-hint-multiple = { $number } sayısının katı
term-hint-more-than = { $number } üzeri
term-hint-less-than = { $number } altı
term-hint-from = { $what }, en az { $least }
term-hint-up-to = { $what }, en fazla { $most }
term-hint-between = { $what }, { $least } ile { $most } arası
term-hint-any = istediğiniz kadar
term-hint-at-most = en fazla { $count }
term-hint-at-least = en az { $count }
term-hint-exactly = tam olarak { $count }
term-hint-some = { $least } ile { $most } arası
term-hint-url = { $schemes } ile başlayan bir web adresi
term-hint-file = en fazla { $size } boyutunda bir dosya
term-hint-file-ending = { $endings } ile biten, en fazla { $size } boyutunda bir dosya
term-leads-to = Şuraya gider: { $host }, bağlantı noktası { $port }.
term-leads-to-doubtful = Şuraya gider: { $host }, bağlantı noktası { $port }. Adda başka alfabelerden harfler var: dikkatli bakın.
term-plain-mode = Sade kip: her seferinde bir soru. ? daha fazlasını gösterir, < geri gider, ! komutları listeler.
term-plain-more = !more daha fazla süre ister.
term-plain-question = Soru { $position }: { $label } ({ $need })
term-plain-takes = Beklenen: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } seçenek. Uyanları görmek için adın bir bölümünü yazın.
   *[other] { $count } seçenek. Uyanları görmek için adın bir bölümünü yazın.
}
term-plain-now = Şu an: { $value }. Boş satır onu korur.
term-plain-leave-out = Boş satır bunu atlar.
term-plain-answer = Yanıt:
term-plain-secret = Yanıt (gizli):
term-plain-decide = Bir sayıyla ya da approve veya reject ile yanıtlayın.
term-plain-yes-no = Evet veya hayır yanıtı verin.
term-plain-number-or-name = Bir sayı veya adla yanıtlayın.
term-plain-numbers-or-names = Virgülle ayrılmış sayı veya adlarla yanıtlayın.
term-plain-path = Bir dosya yoluyla yanıtlayın.
term-plain-lines = Birden çok satır girebilirsiniz; yalnızca nokta içeren bir satırla bitirin.
term-plain-problem = Sorun: { $sentence }
term-plain-warning = Uyarı: { $sentence }
term-plain-send = Gönderilsin mi? y gönderir, sayı o yanıtı değiştirir, < geri gider, ! çıkar.
term-plain-emptied = Boşaltıldı.
term-plain-fixed = Bu yanıt değiştirilemez.
term-plain-no-such-number = Böyle bir numara yok.
term-plain-not-sent = Gönderilmedi. !decline NEDEN tüm formu reddeder, !cancel formdan çıkar.
term-plain-unclear = Lütfen y, bir sayı, < veya ! ile yanıtlayın.
term-plain-please-yes-no = Lütfen evet veya hayır yanıtı verin.
term-plain-please-decide = “{ $approve }” için 1, “{ $reject }” için 2 yanıtını verin.
term-plain-several = Birden çok seçenek uyuyor:
term-plain-and-more = { $count ->
    [one] … ve { $count } tane daha. Adın daha fazlasını yazın.
   *[other] … ve { $count } tane daha. Adın daha fazlasını yazın.
}
term-plain-commands = Komutlar:
term-plain-backslash = Komuta benzeyen bir yanıtın önüne \ koyun.
term-command-back = önceki soruya dön
term-command-help = bu soru hakkında daha fazlası
term-command-menu = bu komutları listele
term-command-clear = bu yanıtı boşalt
term-command-review = tüm yanıtları gözden geçir
term-command-more = daha fazla süre iste
term-file-missing = “{ $name }” dosyası yok.
term-file-denied = “{ $name }” okunamıyor: izin yok.
term-file-unreadable = “{ $name }” okunamıyor: { $reason }.
term-file-folder = “{ $name }” bir klasör; içinden bir dosya seçin.
term-file-other = “{ $name }” bir dosya değil.
term-file-large = “{ $name }” şundan büyük: { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more daha fazla süre ister
term-keys = Tuşlar
term-key-next = ileri
term-key-back = geri
term-key-leave = çık
term-key-help = yardım
term-key-decline = reddet
term-key-cancel = iptal
term-key-go-on = devam
term-key-scroll = kaydır
term-key-back-to-form = forma dön
term-key-pick = seç
term-key-move = ilerle
term-key-more-time = ek süre
term-key-day = gün
term-key-month = ay
term-key-type = yaz
term-key-replace = değiştir
term-key-calendar = takvim
term-key-new-line = yeni satır
term-key-step = adım
term-key-change = değiştir
term-key-approve-reject = onayla/reddet
term-key-yes-no = evet/hayır
term-key-search = ara
term-key-choose = seç
term-key-complete = tamamla
term-key-answer = yanıtla
term-key-name-any = herhangi bir tuş
term-key-name-space = boşluk
term-key-name-type = yazma
term-help-enter = devam et
term-help-back = geri dön
term-help-later = devam et, sonra düzelt
term-help-review = gözden geçirmeye git
term-help-empty = satırı boşalt
term-help-read = metnin tamamını oku
term-help-leave = reddet veya iptal et
term-help-abort = yanıt vermeden çık
term-search = Ara:
term-options = { $count ->
    [one] { $count } seçenek
   *[other] { $count } seçenek
}
term-nothing-fits = uyan yok
term-path = bir dosya yolu
term-unseen = gizli yazım
term-more = { $count ->
    [one] { $count } tane daha
   *[other] { $count } tane daha
}
term-months = Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
term-weekdays = Pt Sa Ça Pe Cu Ct Pz
term-picture = [resim: { $description }]
term-inbox-empty = Yanıt bekleyen form yok.
term-inbox-choose = Bir sayı o formu açar, boş satır yeniler, ! çıkar.
term-step = Adım { $here } / { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Girişler: { $count }
term-rows-add = Ekle: { $item }
term-rows-done = Devam
term-key-add = ekle
term-key-remove = kaldır
term-key-move-entry = girişi taşı
term-plain-rows = + giriş ekler, bir sayı girişi değiştirir; -2 ikinci girişi kaldırır, ^2 yukarı, v2 aşağı taşır. Boş satır devam eder.
term-rows-full = Daha fazla giriş için yer yok.
