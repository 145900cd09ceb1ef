problem-quoted-label = „{ $label }”
problem-required = Pole { $label } jest wymagane.
problem-type-text = { $label }: podaj tekst.
problem-type-number = { $label }: podaj liczbę.
problem-type-number-digits = { $label }: podaj liczbę o najwyżej 38 cyfrach.
problem-type-number-range = { $label }: podaj liczbę między -1e308 a 1e308.
problem-type-boolean = { $label }: podaj prawdę lub fałsz.
problem-type-list = { $label }: podaj listę opcji.
problem-type-date = { $label }: podaj datę.
problem-type-option = { $label }: wybierz jedną z opcji.
problem-type-file = { $label }: podaj plik.
problem-type-other = { $label }: podaj wartość innego typu.
problem-empty = Pole { $label } nie może być puste.
problem-min-length = { $count ->
    [one] { $label }: wymagany jest co najmniej { $count } znak.
    [few] { $label }: wymagane są co najmniej { $count } znaki.
    [many] { $label }: wymagane jest co najmniej { $count } znaków.
   *[other] { $label }: wymagane jest co najmniej { $count } znaku.
}
problem-max-length = { $count ->
    [one] { $label }: dozwolony jest najwyżej { $count } znak.
    [few] { $label }: dozwolone są najwyżej { $count } znaki.
    [many] { $label }: dozwolone jest najwyżej { $count } znaków.
   *[other] { $label }: dozwolone jest najwyżej { $count } znaku.
}
problem-pattern = Pole { $label } nie ma oczekiwanej postaci.
problem-characters = Pole { $label } nie może zawierać ukrytych znaków sterujących.
problem-format-email = { $label }: podaj adres e-mail, na przykład name@example.com.
problem-format-uri = { $label }: podaj pełny adres internetowy, na przykład https://example.com.
problem-format-uuid = { $label }: podaj UUID, na przykład 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label }: podaj adres IPv4, na przykład 203.0.113.7.
problem-format-ipv6 = { $label }: podaj adres IPv6, na przykład 2001:db8::7.
problem-format-hostname = { $label }: podaj nazwę hosta, na przykład www.example.com.
problem-format-date = { $label }: podaj datę, na przykład 2026-01-31.
problem-format-date-time = { $label }: podaj datę i godzinę, na przykład 2026-01-31T09:30:00Z.
problem-format-time = { $label }: podaj godzinę, na przykład 09:30.
problem-format-colour = { $label }: podaj kolor, na przykład #1a7f4b.
problem-format-other = { $label }: podaj wartość w innym formacie.
problem-earliest = { $label }: data nie może być wcześniejsza niż { DATETIME($date) }.
problem-latest = { $label }: data nie może być późniejsza niż { DATETIME($date) }.
problem-minimum = { $label }: najmniejsza dozwolona wartość to { $number }.
problem-maximum = { $label }: największa dozwolona wartość to { $number }.
problem-more-than = { $label }: wartość musi być większa niż { $number }.
problem-less-than = { $label }: wartość musi być mniejsza niż { $number }.
problem-whole-number = { $label }: podaj liczbę całkowitą.
problem-multiple = { $label }: wartość musi być wielokrotnością { $number }.
problem-one-of = { $label }: wybierz jedną z wartości: { $options }.
problem-option = { $label }: wybierz jedną z opcji.
problem-min-items = { $count ->
    [one] { $label }: wybierz co najmniej { $count } opcję.
    [few] { $label }: wybierz co najmniej { $count } opcje.
    [many] { $label }: wybierz co najmniej { $count } opcji.
   *[other] { $label }: wybierz co najmniej { $count } opcji.
}
problem-max-items = { $count ->
    [one] { $label }: wybierz najwyżej { $count } opcję.
    [few] { $label }: wybierz najwyżej { $count } opcje.
    [many] { $label }: wybierz najwyżej { $count } opcji.
   *[other] { $label }: wybierz najwyżej { $count } opcji.
}
problem-twice = Pole { $label } zawiera dwa razy tę samą opcję.
problem-schemes = { $label }: adres musi zaczynać się od { $schemes }.
problem-scheme = { $label }: adres zaczyna się od niedozwolonego schematu.
problem-private-network = { $label }: adres nie może prowadzić do sieci prywatnej.
problem-local-machine = { $label }: adres nie może prowadzić do komputera lokalnego.
problem-host = { $label }: podaj adres, którego host istnieje.
problem-size = { $label }: plik może mieć najwyżej { $size }.
problem-file-type = { $label }: podaj plik typu { $types }.
problem-file-ending = { $label }: podaj plik, którego nazwa kończy się na { $endings }.
problem-file-not-allowed = { $label }: ten typ pliku nie jest dozwolony.
problem-filename = { $label }: nazwy pliku nie można użyć; zmień nazwę pliku.
problem-content = { $label }: zawartości nie można użyć.
problem-content-missing = { $label }: plik nie ma zawartości.
problem-content-not-type = { $label }: zawartość nie jest typu { $expected }.
problem-content-broken = { $label }: zawartości nie można odczytać jako { $expected }.
problem-content-other-type = { $label }: zawartość jest typu { $actual }, a nie { $expected }.
problem-content-never-uploaded = { $label }: zawartość nie została przesłana.
problem-no-field = Ten formularz nie ma pola „{ $label }”.
problem-no-field-meant = Ten formularz nie ma pola „{ $label }”; być może chodziło o „{ $meant }”.
problem-answered-twice = Na pole { $label } odpowiedziano dwa razy.
problem-not-readable = Nie można odczytać odpowiedzi.
problem-computed = { $label }: wartość jest obliczana z innych odpowiedzi i nie można jej zmienić.
problem-not-computable = { $label }: wartości nie można obliczyć z tych odpowiedzi.
problem-not-accepted = Pole { $label } nie zostało przyjęte.
problem-decide = Proszę podjąć decyzję.
size-bytes = { $count ->
    [one] { $count } bajt
    [few] { $count } bajty
    [many] { $count } bajtów
   *[other] { $count } bajta
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label }: minimalna liczba wpisów to { $count }.
problem-max-rows = { $label }: maksymalna liczba wpisów to { $count }.
problem-type-rows = { $label }: podaj listę wpisów.
problem-in-row = { $item } { $number }: { $sentence }
