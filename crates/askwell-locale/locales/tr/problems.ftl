problem-quoted-label = “{ $label }”
problem-required = { $label } zorunludur.
problem-type-text = { $label } bir metin olmalıdır.
problem-type-number = { $label } bir sayı olmalıdır.
problem-type-number-digits = { $label } en fazla 38 basamaklı bir sayı olmalıdır.
problem-type-number-range = { $label } -1e308 ile 1e308 arasında bir sayı olmalıdır.
problem-type-boolean = { $label } doğru veya yanlış olmalıdır.
problem-type-list = { $label } bir seçenek listesi olmalıdır.
problem-type-date = { $label } bir tarih olmalıdır.
problem-type-option = { $label } seçeneklerden biri olmalıdır.
problem-type-file = { $label } bir dosya olmalıdır.
problem-type-other = { $label } başka bir türde olmalıdır.
problem-empty = { $label } boş bırakılamaz.
problem-min-length = { $count ->
    [one] { $label } en az { $count } karakter olmalıdır.
   *[other] { $label } en az { $count } karakter olmalıdır.
}
problem-max-length = { $count ->
    [one] { $label } en fazla { $count } karakter olmalıdır.
   *[other] { $label } en fazla { $count } karakter olmalıdır.
}
problem-pattern = { $label } beklenen biçimde değil.
problem-characters = { $label } gizli denetim karakterleri içeremez.
problem-format-email = { $label } bir e-posta adresi olmalıdır; örneğin name@example.com.
problem-format-uri = { $label } tam bir web adresi olmalıdır; örneğin https://example.com.
problem-format-uuid = { $label } bir UUID olmalıdır; örneğin 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } bir IPv4 adresi olmalıdır; örneğin 203.0.113.7.
problem-format-ipv6 = { $label } bir IPv6 adresi olmalıdır; örneğin 2001:db8::7.
problem-format-hostname = { $label } bir ana makine adı olmalıdır; örneğin www.example.com.
problem-format-date = { $label } bir tarih olmalıdır; örneğin 2026-01-31.
problem-format-date-time = { $label } bir tarih ve saat olmalıdır; örneğin 2026-01-31T09:30:00Z.
problem-format-time = { $label } bir saat olmalıdır; örneğin 09:30.
problem-format-colour = { $label } bir renk olmalıdır; örneğin #1a7f4b.
problem-format-other = { $label } başka bir biçimde olmalıdır.
problem-earliest = { $label }, { DATETIME($date) } tarihinden önce olamaz.
problem-latest = { $label }, { DATETIME($date) } tarihinden sonra olamaz.
problem-minimum = { $label } en az { $number } olmalıdır.
problem-maximum = { $label } en fazla { $number } olmalıdır.
problem-more-than = { $label } şundan büyük olmalıdır: { $number }.
problem-less-than = { $label } şundan küçük olmalıdır: { $number }.
problem-whole-number = { $label } bir tam sayı olmalıdır.
problem-multiple = { $label } şunun katı olmalıdır: { $number }.
problem-one-of = { $label } şunlardan biri olmalıdır: { $options }.
problem-option = { $label } seçeneklerden biri olmalıdır.
problem-min-items = { $count ->
    [one] { $label } için en az { $count } seçenek seçin.
   *[other] { $label } için en az { $count } seçenek seçin.
}
problem-max-items = { $count ->
    [one] { $label } için en fazla { $count } seçenek seçin.
   *[other] { $label } için en fazla { $count } seçenek seçin.
}
problem-twice = { $label } aynı seçeneği iki kez içeriyor.
problem-schemes = { $label } şununla başlamalıdır: { $schemes }.
problem-scheme = { $label } izin verilmeyen bir şemayla başlıyor.
problem-private-network = { $label } özel bir ağa götüremez.
problem-local-machine = { $label } yerel makineye götüremez.
problem-host = { $label }, ana makinesi bulunabilen bir adres olmalıdır.
problem-size = { $label } en fazla { $size } olabilir.
problem-file-type = { $label } şu türde bir dosya olmalıdır: { $types }.
problem-file-ending = { $label }, adı şununla biten bir dosya olmalıdır: { $endings }.
problem-file-not-allowed = { $label } izin verilmeyen bir dosya türü.
problem-filename = { $label } kullanılamayan bir dosya adına sahip; dosyayı yeniden adlandırın.
problem-content = { $label } kullanılamayan bir içeriğe sahip.
problem-content-missing = { $label } için içerik yok.
problem-content-not-type = { $label } içeriği { $expected } değil.
problem-content-broken = { $label } içeriği { $expected } olarak okunamıyor.
problem-content-other-type = { $label } içeriğinin türü { $actual }, { $expected } değil.
problem-content-never-uploaded = { $label } içeriği hiç yüklenmedi.
problem-no-field = Bu formda “{ $label }” alanı yok.
problem-no-field-meant = Bu formda “{ $label }” alanı yok; belki “{ $meant }” demek istediniz.
problem-answered-twice = { $label } iki kez yanıtlandı.
problem-not-readable = Yanıt okunamıyor.
problem-computed = { $label } diğer yanıtlardan hesaplanır ve değiştirilemez.
problem-not-computable = { $label } bu yanıtlardan hesaplanamıyor.
problem-not-accepted = { $label } kabul edilmedi.
problem-decide = Lütfen karar verin.
size-bytes = { $count ->
    [one] { $count } bayt
   *[other] { $count } bayt
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label } için en az giriş sayısı: { $count }.
problem-max-rows = { $label } için en çok giriş sayısı: { $count }.
problem-type-rows = { $label } bir giriş listesi olmalıdır.
problem-in-row = { $item } { $number }: { $sentence }
