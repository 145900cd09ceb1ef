pages-title-error = Hata: { $title }
pages-skip = İçeriğe geç
pages-footer = Askwell ile yanıtlandı
pages-language = Dil
pages-language-use = Kullan
pages-error-mark = Hata:
pages-problem-title = Bir sorun var
pages-asks = { $client } soruyor
pages-asks-for = { $client } soruyor, { $requester } adına
pages-audience-you = Yalnızca sizin için
pages-audience-person = { $name } için
pages-audience-group = { $name } grubu için
pages-audience-signed-in = Oturum açan herkes için
pages-audience-anyone = Herkes için
pages-audience-asked = { $audience } · soruldu: { $time }
pages-unnamed-client = Bir program
pages-taken-by-you = Bunu siz üstlendiniz.
pages-taken-by-other = { $name } bunu yanıtlıyor.
pages-send = Yanıtı gönder
pages-review = Yanıtınızı gözden geçirin
pages-continue = Devam et
pages-back = Geri
pages-update = Formu güncelle
pages-update-help = Bazı alanlar diğerlerine bağlıdır. Hangilerinin gerektiğini görmek için güncelleyin.
pages-give-back = Geri ver
pages-take-over = Devral
pages-kept = Soru açık olduğu sürece bu tarayıcıda saklanır
pages-kept-without-secrets = Soru açık olduğu sürece bu tarayıcıda saklanır, gizli bilgiler hariç
pages-no-wish = Yanıtlamak istemiyor musunuz?
pages-decline = Reddet
pages-decline-help = Reddettiğinizi şuna bildirir: { $client }. Yanıtsız devam edilebilir.
pages-cancel = İsteği iptal et
pages-cancel-help = İsteği yanıtsız kapatır.
pages-why-not = Neden?
pages-optional = (isteğe bağlı)
pages-external = Bu işlem başka bir sayfada yapılır. Gitmeden önce nereye yönlendirdiğine bakın:
pages-external-open = Sayfayı aç
pages-external-no-wish = Bunu yapmak istemiyor musunuz?
pages-external-decline-help = Reddettiğinizi şuna bildirir: { $client }. Siz olmadan devam edilebilir.
pages-time-left = Kalan süre: { $left }
pages-time-until = son: { $time }
pages-left-moment = bir dakikadan az
pages-left-minutes = { $count ->
    [one] yaklaşık { $count } dakika
   *[other] yaklaşık { $count } dakika
}
pages-left-hours = { $count ->
    [one] yaklaşık { $count } saat
   *[other] yaklaşık { $count } saat
}
pages-left-days = { $count ->
    [one] yaklaşık { $count } gün
   *[other] yaklaşık { $count } gün
}
pages-add-minutes = { $count ->
    [one] { $count } dakika ekle
   *[other] { $count } dakika ekle
}
pages-add-seconds = { $count ->
    [one] { $count } saniye ekle
   *[other] { $count } saniye ekle
}
pages-time-near = Süre dolmak üzere: { $left } kaldı.
pages-more-time = Artık daha fazla süreniz var.
pages-no-more-time = Daha fazla süre eklenemez. Lütfen süre dolmadan yanıtlayın.
pages-time-up = Süre doldu.
pages-without-answer = Yanıt verilmezse: { $words }
pages-without-answer-expires = Yanıt verilmezse süresi dolar ve programa bildirilir.
pages-without-approvals = { $count ->
    [one] { $count } onay daha gelmezse: { $words }
   *[other] { $count } onay daha gelmezse: { $words }
}
pages-without-approvals-expires = { $count ->
    [one] { $count } onay daha gelmezse süresi dolar ve programa bildirilir.
   *[other] { $count } onay daha gelmezse süresi dolar ve programa bildirilir.
}
pages-escalates-group = { $time } itibarıyla yerinize { $name } grubu yanıtlar.
pages-escalates-person = { $time } itibarıyla yerinize { $name } yanıtlar.
pages-escalates-others = { $time } itibarıyla yerinize başkaları yanıtlar.
pages-steps = Adımlar
pages-step = Adım { $here } / { $total }: { $title }
pages-step-done = { $title }, tamamlandı: değiştir
pages-check-and-send = Denetle ve gönder
pages-check = Göndermeden önce denetleyin
pages-check-title = Göndermeden önce denetleyin: { $title }
pages-check-all = { $client } yalnızca bunları alacak.
pages-fixed = Form tarafından belirlendi.
pages-change-for = Değiştir { $label }
pages-back-to-form = Forma dön
pages-nothing = Yok
pages-not-shown = Dolduruldu, gösterilmiyor
pages-your-decision = Kararınız
pages-undo-hint = { $count ->
    [one] { $count } saniye boyunca hiçbir şey gönderilmez: geri alabilirsiniz.
   *[other] { $count } saniye boyunca hiçbir şey gönderilmez: geri alabilirsiniz.
}
pages-votes-title = { $approvals } / { $needed } onaylandı
pages-votes-enough = Yeterli sayıda kişi onayladı.
pages-votes-missing = { $count ->
    [one] { $count } onay daha gerekiyor.
   *[other] { $count } onay daha gerekiyor.
}
pages-votes-ends = Tek bir ret bunu sonlandırır.
pages-votes-goes-on = Bir ret bunu sonlandırmaz.
pages-vote-approved = Onayladı
pages-vote-rejected = Reddetti
pages-you = Siz
pages-quote = “{ $text }”
pages-own-request = Bunu siz istediniz, bu nedenle karar veremezsiniz.
pages-request-of = Bunu { $name } istedi, bu nedenle kendisi karar veremez.
pages-yes = Evet
pages-no = Hayır
pages-no-answer = Yanıt yok
pages-no-choice = Seçim yok
pages-choose-one = Birini seçin
pages-choose-some = Seçin
pages-chosen = { $count ->
    [one] { $count } seçildi
   *[other] { $count } seçildi
}
pages-search = Ara
pages-search-in = Şurada ara: { $label }
pages-find-for = Bul { $label }
pages-first-options = { $count ->
    [one] { $count } seçenekten ilkleri. Diğerlerini görmek için arayın.
   *[other] { $count } seçenekten ilkleri. Diğerlerini görmek için arayın.
}
pages-first-fitting = { $count ->
    [one] Uyan ilk { $count } seçenek.
   *[other] Uyan ilk { $count } seçenek.
}
pages-options-fit = { $count ->
    [0] Bu aramaya uyan bir şey yok.
    [one] { $count } seçenek uyuyor.
   *[other] { $count } seçenek uyuyor.
}
pages-steps-of = Adım: { $number }.
pages-show = Göster
pages-hide = Gizle
pages-secret-kept = Daha önce yazdığınız saklanıyor. Kullanmak için boş bırakın ya da başka bir şey yazın.
pages-secret-remove = Daha önce yazdığımı kaldır
pages-secret-again = { $label } yeniden yazılmalı. Daha önce yazdığınız artık burada bilinmiyor.
pages-zone-of = { $label } için saat dilimi
pages-zone-choose = Saat dilimini seçin
pages-zone-missing = { $label } için saat dilimini seçin.
pages-clocks-forward = O gün saatler ileri alınır ve bu saat atlanır. { $time } olarak sayılır.
pages-clocks-back = O gün saatler geri alınır, bu nedenle bu saat iki kez gelir: önce { $first }, sonra { $second }. Kastettiğinizi seçin.
pages-code = Kod
pages-table = Tablo
pages-changes = Değişiklikler
pages-test-for = Sına { $label }
pages-testing = Sınanıyor…
pages-test-fine = Bu adres kabul edilir. Adres ziyaret edilmedi.
pages-test-nothing = Henüz sınanacak bir şey yok.
pages-test-no-field = Böyle bir alan yok.
pages-leads-to = Yönlendirdiği yer: { $host }.
pages-mixed-scripts = Bu ad, başkası gibi görünmek isteyen adlarda olduğu gibi, farklı alfabelerden harfler içeriyor. Dikkatle bakın.
pages-foreign-letters = Bu adda a–z dışında, başkalarına benzeyebilecek harfler var. Dikkatle bakın.
pages-size-bytes = { $count ->
    [one] { $count } bayt
   *[other] { $count } bayt
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Her türden dosya, en fazla { $size }.
pages-file-types = { $types }, en fazla { $size }.
pages-file-certain = Yalnızca belirli dosya türleri, en fazla { $size }.
pages-file-too-large = { $label } en fazla { $size } olabilir.
pages-file-remove-this = Bu dosyayı kaldır
pages-file-remove = Kaldır
pages-file-another-for = Başka bir dosya seç { $label }
pages-file-drop = veya buraya bırakın
pages-file-uploading = Yükleniyor: { $label }
pages-file-failed = Bu dosya alınamadı. Lütfen yeniden deneyin.
pages-file-bad-name = { $label }: “{ $name }” dosya adı kullanılamaz. Dosyayı yeniden adlandırın.
pages-file-no-type = { $label }: tarayıcınız “{ $name }” için geçersiz bir tür verdi. Başka bir dosya seçin.
pages-file-refused = { $label }: “{ $name }” alınamaz. Başka bir dosya seçin.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak tarayıcınıza göre dosya düz metin. Dosyayı yeniden adlandırın veya başka bir dosya seçin.
    [html] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak tarayıcınıza göre dosya bir HTML sayfası. Dosyayı yeniden adlandırın veya başka bir dosya seçin.
    [unknown] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak tarayıcınıza göre dosya bilinen türlerden değil. Dosyayı yeniden adlandırın veya başka bir dosya seçin.
   *[type] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak tarayıcınıza göre dosyanın türü { $type }. Dosyayı yeniden adlandırın veya başka bir dosya seçin.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak içerik düz metin. Başka bir dosya seçin.
    [html] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak içerik bir HTML sayfası. Başka bir dosya seçin.
    [unknown] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak içerik bilinen türlerden değil. Başka bir dosya seçin.
    [malformed] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak metni bu biçimde değil. Başka bir dosya seçin.
   *[type] { $label }: “{ $name }” adı { $ending } ile bitiyor, ancak içeriğin türü { $type }. Başka bir dosya seçin.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: tarayıcınıza göre “{ $name }” dosyasının türü { $declared }, ancak içerik düz metin. Başka bir dosya seçin.
    [html] { $label }: tarayıcınıza göre “{ $name }” dosyasının türü { $declared }, ancak içerik bir HTML sayfası. Başka bir dosya seçin.
    [unknown] { $label }: tarayıcınıza göre “{ $name }” dosyasının türü { $declared }, ancak içerik bilinen türlerden değil. Başka bir dosya seçin.
    [malformed] { $label }: tarayıcınıza göre “{ $name }” dosyasının türü { $declared }, ancak metni bu biçimde değil. Başka bir dosya seçin.
   *[type] { $label }: tarayıcınıza göre “{ $name }” dosyasının türü { $declared }, ancak içeriğin türü { $type }. Başka bir dosya seçin.
}
pages-file-failed-field = { $label } alınamadı. Lütfen yeniden deneyin.
pages-answer-too-long = Yanıtınız çok uzun: tümü birlikte en fazla { $size } olabilir.
pages-answer-own-request = Bunu siz istediniz, bu nedenle karar veremezsiniz.
pages-answer-sign-in = Buna birkaç kişi karar verir. Oyunuzun sayılması için lütfen oturum açın.
pages-answer-no-votes = Artık oy alınmıyor.
pages-answer-unchecked = Yanıtınız şu anda denetlenemedi. Hiçbir şey gönderilmedi. Lütfen yeniden deneyin.
pages-connection-lost = Bağlantı kesildi. Yazdıklarınız hâlâ bu sayfada; yeniden deneniyor…
pages-unusable = Bu sayfa artık burada kullanılamaz.
pages-see-why = Nedenini gör
pages-see-what = Ne olduğunu gör
pages-live-answered = Bu zaten yanıtlandı. Doldurduklarınız gönderilmedi.
pages-live-answered-by = Bunu { $name } zaten yanıtladı. Doldurduklarınız gönderilmedi.
pages-live-declined = Bu reddedildi. Doldurduklarınız gönderilmedi.
pages-live-declined-by = Bunu { $name } reddetti. Doldurduklarınız gönderilmedi.
pages-live-timeout = Süre doldu. Doldurduklarınız gönderilmedi.
pages-live-cancelled = Bu iptal edildi. Doldurduklarınız gönderilmedi.
pages-approve = Onayla
pages-reject = Reddet
pages-comment = Yorum
pages-decision = Karar
pages-rows-none = Henüz bir şey eklenmedi.
pages-rows-add = Ekle: { $item }
pages-rows-most = En fazla sayıya ulaşıldı: { $count }.
pages-row-up = Yukarı taşı
pages-row-down = Aşağı taşı
pages-row-remove = Kaldır
pages-computed = Diğer yanıtlarınızdan hesaplandı.
pages-source-none = Seçenek bulunamadı. Başka bir şey arayın ya da daha sonra yeniden deneyin.
pages-source-some = Bunlar seçeneklerden bazıları. Diğerlerini görmek için arayın.
pages-not-accepted = Bu kabul edilmedi.
