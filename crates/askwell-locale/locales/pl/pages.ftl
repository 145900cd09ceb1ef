pages-title-error = Błąd: { $title }
pages-skip = Przejdź do treści
pages-footer = Odpowiedzi z Askwell
pages-language = Język
pages-language-use = Użyj
pages-error-mark = Błąd:
pages-problem-title = Wystąpił problem
pages-asks = { $client } pyta
pages-asks-for = { $client } pyta, dla: { $requester }
pages-audience-you = Tylko dla Ciebie
pages-audience-person = Dla: { $name }
pages-audience-group = Dla grupy { $name }
pages-audience-signed-in = Dla wszystkich zalogowanych
pages-audience-anyone = Dla każdego
pages-audience-asked = { $audience } · zapytano { $time }
pages-unnamed-client = Program
pages-taken-by-you = To pytanie jest przejęte przez Ciebie.
pages-taken-by-other = { $name } właśnie odpowiada.
pages-send = Wyślij odpowiedź
pages-review = Sprawdź odpowiedź
pages-continue = Dalej
pages-back = Wstecz
pages-update = Odśwież formularz
pages-update-help = Niektóre pola zależą od innych. Odśwież, aby zobaczyć, które są potrzebne.
pages-give-back = Oddaj
pages-take-over = Przejmij
pages-kept = Zachowane w tej przeglądarce, dopóki pytanie jest otwarte
pages-kept-without-secrets = Zachowane w tej przeglądarce, dopóki pytanie jest otwarte, oprócz sekretów
pages-no-wish = Nie chcesz odpowiadać?
pages-decline = Odmów
pages-decline-help = Powiadamia { $client }, że odmawiasz. Program może działać dalej bez odpowiedzi.
pages-cancel = Anuluj prośbę
pages-cancel-help = Zamyka prośbę bez odpowiedzi.
pages-why-not = Dlaczego nie?
pages-optional = (opcjonalne)
pages-external = To odbywa się na innej stronie. Zanim tam przejdziesz, sprawdź, dokąd prowadzi:
pages-external-open = Otwórz stronę
pages-external-no-wish = Nie chcesz tego robić?
pages-external-decline-help = Powiadamia { $client }, że odmawiasz. Program może działać dalej bez Ciebie.
pages-time-left = Pozostały czas: { $left }
pages-time-until = do { $time }
pages-left-moment = mniej niż minuta
pages-left-minutes = { $count ->
    [1] około minuty
    [one] około { $count } minuty
    [few] około { $count } minut
    [many] około { $count } minut
   *[other] około { $count } minuty
}
pages-left-hours = { $count ->
    [1] około godziny
    [one] około { $count } godziny
    [few] około { $count } godzin
    [many] około { $count } godzin
   *[other] około { $count } godziny
}
pages-left-days = { $count ->
    [1] około jednego dnia
    [one] około { $count } dnia
    [few] około { $count } dni
    [many] około { $count } dni
   *[other] około { $count } dnia
}
pages-add-minutes = { $count ->
    [1] Dodaj minutę
    [one] Dodaj { $count } minutę
    [few] Dodaj { $count } minuty
    [many] Dodaj { $count } minut
   *[other] Dodaj { $count } minuty
}
pages-add-seconds = { $count ->
    [1] Dodaj sekundę
    [one] Dodaj { $count } sekundę
    [few] Dodaj { $count } sekundy
    [many] Dodaj { $count } sekund
   *[other] Dodaj { $count } sekundy
}
pages-time-near = Czas prawie minął: pozostało { $left }.
pages-more-time = Masz teraz więcej czasu.
pages-no-more-time = Nie można dodać więcej czasu. Odpowiedz, zanim się skończy.
pages-time-up = Czas minął.
pages-without-answer = Bez odpowiedzi: { $words }
pages-without-answer-expires = Bez odpowiedzi pytanie wygaśnie, a program otrzyma o tym informację.
pages-without-approvals = { $count ->
    [1] Bez jeszcze jednego zatwierdzenia: { $words }
    [one] Bez jeszcze { $count } zatwierdzenia: { $words }
    [few] Bez jeszcze { $count } zatwierdzeń: { $words }
    [many] Bez jeszcze { $count } zatwierdzeń: { $words }
   *[other] Bez jeszcze { $count } zatwierdzenia: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Bez jeszcze jednego zatwierdzenia pytanie wygaśnie, a program otrzyma o tym informację.
    [one] Bez jeszcze { $count } zatwierdzenia pytanie wygaśnie, a program otrzyma o tym informację.
    [few] Bez jeszcze { $count } zatwierdzeń pytanie wygaśnie, a program otrzyma o tym informację.
    [many] Bez jeszcze { $count } zatwierdzeń pytanie wygaśnie, a program otrzyma o tym informację.
   *[other] Bez jeszcze { $count } zatwierdzenia pytanie wygaśnie, a program otrzyma o tym informację.
}
pages-escalates-group = Od { $time } odpowiada zamiast tego grupa { $name }.
pages-escalates-person = Od { $time } odpowiada zamiast tego { $name }.
pages-escalates-others = Od { $time } odpowiadają zamiast tego inne osoby.
pages-steps = Kroki
pages-step = Krok { $here } z { $total }: { $title }
pages-step-done = { $title }, gotowe: zmień
pages-check-and-send = Sprawdź i wyślij
pages-check = Sprawdź przed wysłaniem
pages-check-title = Sprawdź przed wysłaniem: { $title }
pages-check-all = To wszystko, co otrzyma { $client }.
pages-fixed = Ustalone przez formularz.
pages-change-for = Zmień { $label }
pages-back-to-form = Wróć do formularza
pages-nothing = Nic
pages-not-shown = Wypełnione, niewyświetlane
pages-your-decision = Twoja decyzja
pages-undo-hint = { $count ->
    [one] Przez { $count } sekundę nic nie zostanie wysłane: możesz cofnąć.
    [few] Przez { $count } sekundy nic nie zostanie wysłane: możesz cofnąć.
    [many] Przez { $count } sekund nic nie zostanie wysłane: możesz cofnąć.
   *[other] Przez { $count } sekundy nic nie zostanie wysłane: możesz cofnąć.
}
pages-votes-title = Zatwierdzenia: { $approvals } z { $needed }
pages-votes-enough = Zatwierdziło wystarczająco wiele osób.
pages-votes-missing = { $count ->
    [1] Potrzebne jest jeszcze jedno zatwierdzenie.
    [one] Potrzebne jest jeszcze { $count } zatwierdzenie.
    [few] Potrzebne są jeszcze { $count } zatwierdzenia.
    [many] Potrzeba jeszcze { $count } zatwierdzeń.
   *[other] Potrzeba jeszcze { $count } zatwierdzenia.
}
pages-votes-ends = Jedno odrzucenie kończy sprawę.
pages-votes-goes-on = Odrzucenie nie kończy sprawy.
pages-vote-approved = Zatwierdzono
pages-vote-rejected = Odrzucono
pages-you = Ty
pages-quote = „{ $text }”
pages-own-request = To Twoja prośba, więc nie możesz decydować.
pages-request-of = O to prosi { $name }, więc decydują inni.
pages-yes = Tak
pages-no = Nie
pages-no-answer = Brak odpowiedzi
pages-no-choice = Brak wyboru
pages-choose-one = Wybierz opcję
pages-choose-some = Wybierz opcje
pages-chosen = { $count ->
    [one] wybrano { $count }
    [few] wybrano { $count }
    [many] wybrano { $count }
   *[other] wybrano { $count }
}
pages-search = Szukaj
pages-search-in = Szukaj w: { $label }
pages-find-for = Szukaj { $label }
pages-first-options = { $count ->
    [one] Pierwsze z { $count } opcji. Wyszukaj, aby zobaczyć inne.
    [few] Pierwsze z { $count } opcji. Wyszukaj, aby zobaczyć inne.
    [many] Pierwsze z { $count } opcji. Wyszukaj, aby zobaczyć inne.
   *[other] Pierwsze z { $count } opcji. Wyszukaj, aby zobaczyć inne.
}
pages-first-fitting = { $count ->
    [one] Pierwsza { $count } pasująca opcja.
    [few] Pierwsze { $count } pasujące opcje.
    [many] Pierwszych { $count } pasujących opcji.
   *[other] Pierwsze { $count } pasującej opcji.
}
pages-options-fit = { $count ->
    [0] Nic nie pasuje do tego wyszukiwania.
    [1] Pasuje jedna opcja.
    [one] Pasuje { $count } opcja.
    [few] Pasują { $count } opcje.
    [many] Pasuje { $count } opcji.
   *[other] Pasuje { $count } opcji.
}
pages-steps-of = Co { $number }.
pages-show = Pokaż
pages-hide = Ukryj
pages-secret-kept = Poprzedni wpis jest zachowany. Pozostaw puste, aby go użyć, albo wpisz coś innego.
pages-secret-remove = Usuń mój poprzedni wpis
pages-secret-again = Trzeba wpisać ponownie: { $label }. Poprzedni wpis nie jest już tutaj znany.
pages-zone-of = Strefa czasowa: { $label }
pages-zone-choose = Wybierz strefę czasową
pages-zone-missing = Wybierz strefę czasową dla: { $label }.
pages-clocks-forward = Tego dnia zegary przesuwa się do przodu i ta godzina jest pomijana. Liczy się jako { $time }.
pages-clocks-back = Tego dnia zegary przesuwa się do tyłu, więc ta godzina występuje dwa razy: najpierw jako { $first }, potem jako { $second }. Wybierz właściwą.
pages-code = Kod
pages-table = Tabela
pages-changes = Zmiany
pages-test-for = Sprawdź { $label }
pages-testing = Sprawdzanie…
pages-test-fine = Ten adres zostałby przyjęty. Nie został odwiedzony.
pages-test-nothing = Nie ma jeszcze czego sprawdzać.
pages-test-no-field = Nie ma takiego pola.
pages-leads-to = Prowadzi do { $host }.
pages-mixed-scripts = Ta nazwa miesza litery różnych pism, jak robią to nazwy podszywające się pod inne. Przyjrzyj się uważnie.
pages-foreign-letters = Ta nazwa zawiera litery spoza zakresu od a do z, które mogą przypominać inne. Przyjrzyj się uważnie.
pages-size-bytes = { $count ->
    [one] { $count } bajt
    [few] { $count } bajty
    [many] { $count } bajtów
   *[other] { $count } bajta
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Dowolny rodzaj pliku, najwyżej { $size }.
pages-file-types = { $types }, najwyżej { $size }.
pages-file-certain = Tylko niektóre rodzaje plików, najwyżej { $size }.
pages-file-too-large = { $label }: najwyżej { $size }.
pages-file-remove-this = Usuń ten plik
pages-file-remove = Usuń
pages-file-another-for = Wybierz inny plik { $label }
pages-file-drop = lub upuść tutaj
pages-file-uploading = Przesyłanie: { $label }
pages-file-failed = Nie udało się przyjąć tego pliku. Spróbuj ponownie.
pages-file-bad-name = { $label }: nie można użyć nazwy pliku „{ $name }”. Zmień nazwę pliku.
pages-file-no-type = { $label }: przeglądarka podała dla „{ $name }” nieprawidłowy typ. Wybierz inny plik.
pages-file-refused = { $label }: nie można przyjąć „{ $name }”. Wybierz inny plik.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale według przeglądarki plik to zwykły tekst. Zmień nazwę pliku albo wybierz inny.
    [html] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale według przeglądarki plik to strona HTML. Zmień nazwę pliku albo wybierz inny.
    [unknown] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale według przeglądarki plik nie ma żadnego ze znanych typów. Zmień nazwę pliku albo wybierz inny.
   *[type] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale według przeglądarki plik ma typ { $type }. Zmień nazwę pliku albo wybierz inny.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale zawartość to zwykły tekst. Wybierz inny plik.
    [html] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale zawartość to strona HTML. Wybierz inny plik.
    [unknown] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale zawartość nie ma żadnego ze znanych typów. Wybierz inny plik.
    [malformed] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale jego tekst nie ma tej postaci. Wybierz inny plik.
   *[type] { $label }: nazwa „{ $name }” kończy się na { $ending }, ale zawartość ma typ { $type }. Wybierz inny plik.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: według przeglądarki „{ $name }” ma typ { $declared }, ale zawartość to zwykły tekst. Wybierz inny plik.
    [html] { $label }: według przeglądarki „{ $name }” ma typ { $declared }, ale zawartość to strona HTML. Wybierz inny plik.
    [unknown] { $label }: według przeglądarki „{ $name }” ma typ { $declared }, ale zawartość nie ma żadnego ze znanych typów. Wybierz inny plik.
    [malformed] { $label }: według przeglądarki „{ $name }” ma typ { $declared }, ale jego tekst nie ma tej postaci. Wybierz inny plik.
   *[type] { $label }: według przeglądarki „{ $name }” ma typ { $declared }, ale zawartość ma typ { $type }. Wybierz inny plik.
}
pages-file-failed-field = { $label }: nie udało się przyjąć pliku. Spróbuj ponownie.
pages-answer-too-long = Odpowiedź jest za długa: całość może mieć najwyżej { $size }.
pages-answer-own-request = To Twoja prośba, więc nie możesz o niej decydować.
pages-answer-sign-in = Decyduje o tym kilka osób. Zaloguj się, aby Twój głos mógł zostać policzony.
pages-answer-no-votes = Głosy nie są już przyjmowane.
pages-answer-unchecked = Nie można teraz sprawdzić odpowiedzi. Nic nie wysłano. Spróbuj ponownie.
pages-connection-lost = Połączenie zostało przerwane. Twoje wpisy są nadal na tej stronie; ponawianie…
pages-unusable = Tej strony nie można już tutaj używać.
pages-see-why = Zobacz dlaczego
pages-see-what = Zobacz, co się stało
pages-live-answered = Udzielono już odpowiedzi. Twoje wpisy nie zostały wysłane.
pages-live-answered-by = Udzielono już odpowiedzi ({ $name }). Twoje wpisy nie zostały wysłane.
pages-live-declined = Odmówiono odpowiedzi. Twoje wpisy nie zostały wysłane.
pages-live-declined-by = Odmówiono odpowiedzi ({ $name }). Twoje wpisy nie zostały wysłane.
pages-live-timeout = Czas minął. Twoje wpisy nie zostały wysłane.
pages-live-cancelled = Pytanie anulowano. Twoje wpisy nie zostały wysłane.
pages-approve = Zatwierdź
pages-reject = Odrzuć
pages-comment = Komentarz
pages-decision = Decyzja
pages-rows-none = Jeszcze nic nie dodano.
pages-rows-add = Dodaj: { $item }
pages-rows-most = Więcej się tu nie zmieści: { $count }.
pages-row-up = W górę
pages-row-down = W dół
pages-row-remove = Usuń
pages-computed = Obliczone z pozostałych odpowiedzi.
pages-source-none = Nie znaleziono opcji. Wyszukaj coś innego lub spróbuj później.
pages-source-some = To niektóre z opcji. Wyszukaj, aby zobaczyć inne.
pages-not-accepted = To nie zostało przyjęte.
