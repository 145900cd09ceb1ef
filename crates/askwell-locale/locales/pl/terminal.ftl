term-sent = Wysłano. Dziękujemy.
term-declined = Odmówiono. Nic nie wysłano.
term-cancelled = Anulowano. Nic nie wysłano.
term-aborted = Opuszczono. Nic nie wysłano.
term-timed-out = Czas minął. Nic nie wysłano.
term-sending = Wysyłanie…
term-kept = Odpowiedzi są zachowane; możesz spróbować ponownie.
term-nothing = (nic)
term-required = wymagane
term-optional = opcjonalne
term-yes = tak
term-no = nie
term-chosen = { $count ->
    [one] wybrano { $count }
    [few] wybrano { $count }
    [many] wybrano { $count }
   *[other] wybrano { $count }
}
term-position = { $here } z { $total }
term-time-left = pozostało { $time }
term-review = Podsumowanie
term-review-position = podsumowanie
term-send = Wyślij odpowiedzi
term-problems-left = { $count ->
    [one] { $count } problem do poprawienia.
    [few] { $count } problemy do poprawienia.
    [many] { $count } problemów do poprawienia.
   *[other] { $count } problemu do poprawienia.
}
term-no-such-option = Nie ma opcji „{ $typed }”.
term-leave = Opuścić ten formularz?
term-why-decline = Dlaczego odmawiasz?
term-decline = Odmów: powiadom nadawcę, że nie odpowiesz.
term-why = Nadawca przeczyta powód. Możesz zostawić go pustym.
term-cancel = Anuluj: zamknij formularz bez odpowiedzi; nadawca może zapytać ponownie.
term-continue = Kontynuuj wypełnianie.
term-not-kept = Twoje wpisy nie zostaną zachowane.
term-no-more-time = Nie można dodać więcej czasu.
term-time-asked = Poproszono o więcej czasu.
term-read-all = … F2 pokazuje całość.
term-hint-email = adres e-mail
term-hint-uri = adres internetowy
term-hint-uuid = UUID
term-hint-ipv4 = adres IPv4
term-hint-ipv6 = adres IPv6
term-hint-hostname = nazwa hosta
term-hint-date = data, np. 2026-01-31
term-hint-date-time-text = data i godzina, np. 2026-01-31T09:30:00Z
term-hint-date-time = data i godzina, np. 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } znak
    [few] { $count } znaki
    [many] { $count } znaków
   *[other] { $count } znaku
}
term-hint-characters-at-most = { $count ->
    [one] najwyżej { $count } znak
    [few] najwyżej { $count } znaki
    [many] najwyżej { $count } znaków
   *[other] najwyżej { $count } znaku
}
term-hint-characters-at-least = { $count ->
    [one] co najmniej { $count } znak
    [few] co najmniej { $count } znaki
    [many] co najmniej { $count } znaków
   *[other] co najmniej { $count } znaku
}
term-hint-characters-between = { $count ->
    [one] od { $least } do { $count } znaku
    [few] od { $least } do { $count } znaków
    [many] od { $least } do { $count } znaków
   *[other] od { $least } do { $count } znaku
}
term-hint-number = liczba
term-hint-whole-number = liczba całkowita
term-hint-multiple = wielokrotność { $number }
term-hint-more-than = więcej niż { $number }
term-hint-less-than = mniej niż { $number }
term-hint-from = { $what }, od { $least }
term-hint-up-to = { $what }, do { $most }
term-hint-between = { $what }, od { $least } do { $most }
term-hint-any = dowolnie wiele
term-hint-at-most = najwyżej { $count }
term-hint-at-least = co najmniej { $count }
term-hint-exactly = dokładnie { $count }
term-hint-some = od { $least } do { $most }
term-hint-url = adres internetowy zaczynający się od { $schemes }
term-hint-file = plik, najwyżej { $size }
term-hint-file-ending = plik z końcówką { $endings }, najwyżej { $size }
term-leads-to = Prowadzi do { $host }, port { $port }.
term-leads-to-doubtful = Prowadzi do { $host }, port { $port }. Nazwa zawiera litery innych pism: przyjrzyj się uważnie.
term-plain-mode = Tryb prosty: po jednym pytaniu. ? pokazuje więcej, < cofa, ! wypisuje polecenia.
term-plain-more = !more prosi o więcej.
term-plain-question = Pytanie { $position }: { $label } ({ $need })
term-plain-takes = Oczekiwane: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } opcja. Wpisz część nazwy, aby zobaczyć pasujące.
    [few] { $count } opcje. Wpisz część nazwy, aby zobaczyć pasujące.
    [many] { $count } opcji. Wpisz część nazwy, aby zobaczyć pasujące.
   *[other] { $count } opcji. Wpisz część nazwy, aby zobaczyć pasujące.
}
term-plain-now = Teraz: { $value }. Pusty wiersz pozostawia bez zmian.
term-plain-leave-out = Pusty wiersz pomija to pytanie.
term-plain-answer = Odpowiedź:
term-plain-secret = Odpowiedź (ukryta):
term-plain-decide = Odpowiedz numerem albo approve lub reject.
term-plain-yes-no = Odpowiedz tak lub nie.
term-plain-number-or-name = Odpowiedz numerem lub nazwą.
term-plain-numbers-or-names = Odpowiedz numerami lub nazwami oddzielonymi przecinkami.
term-plain-path = Odpowiedz ścieżką do pliku.
term-plain-lines = Możesz wpisać kilka wierszy; zakończ wierszem z samą kropką.
term-plain-problem = Problem: { $sentence }
term-plain-warning = Ostrzeżenie: { $sentence }
term-plain-send = Wysłać? y wysyła, numer zmienia tę odpowiedź, < cofa, ! opuszcza formularz.
term-plain-emptied = Wyczyszczono.
term-plain-fixed = Tej odpowiedzi nie można zmienić.
term-plain-no-such-number = Nie ma takiego numeru.
term-plain-not-sent = Nie wysłano. !decline POWÓD odmawia całego formularza, !cancel go opuszcza.
term-plain-unclear = Odpowiedz y, numerem, < lub !.
term-plain-please-yes-no = Odpowiedz tak lub nie.
term-plain-please-decide = Odpowiedz 1, aby wybrać „{ $approve }”, lub 2, aby wybrać „{ $reject }”.
term-plain-several = Pasuje kilka opcji:
term-plain-and-more = { $count ->
    [one] … i jeszcze { $count }. Wpisz więcej z nazwy.
    [few] … i jeszcze { $count }. Wpisz więcej z nazwy.
    [many] … i jeszcze { $count }. Wpisz więcej z nazwy.
   *[other] … i jeszcze { $count }. Wpisz więcej z nazwy.
}
term-plain-commands = Polecenia:
term-plain-backslash = Wpisz \ przed odpowiedzią, która wygląda jak polecenie.
term-command-back = wróć do poprzedniego pytania
term-command-help = więcej o tym pytaniu
term-command-menu = wypisz te polecenia
term-command-clear = wyczyść tę odpowiedź
term-command-review = przejrzyj wszystkie odpowiedzi
term-command-more = poproś o więcej czasu
term-file-missing = Nie ma pliku „{ $name }”.
term-file-denied = Nie można odczytać „{ $name }”: brak uprawnień.
term-file-unreadable = Nie można odczytać „{ $name }”: { $reason }.
term-file-folder = „{ $name }” to folder; wybierz plik w nim.
term-file-other = „{ $name }” nie jest plikiem.
term-file-large = „{ $name }” przekracza { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more prosi o więcej
term-keys = Klawisze
term-key-next = dalej
term-key-back = wstecz
term-key-leave = opuść
term-key-help = pomoc
term-key-decline = odmów
term-key-cancel = anuluj
term-key-go-on = kontynuuj
term-key-scroll = przewiń
term-key-back-to-form = wróć do formularza
term-key-pick = wybierz
term-key-move = przesuń
term-key-more-time = więcej czasu
term-key-day = dzień
term-key-month = miesiąc
term-key-type = wpisz
term-key-replace = zastąp
term-key-calendar = kalendarz
term-key-new-line = nowy wiersz
term-key-step = krok
term-key-change = zmień
term-key-approve-reject = zatwierdź/odrzuć
term-key-yes-no = tak/nie
term-key-search = szukaj
term-key-choose = wybierz
term-key-complete = uzupełnij
term-key-answer = odpowiedz
term-key-name-any = dowolny klawisz
term-key-name-space = spacja
term-key-name-type = pisanie
term-help-enter = dalej
term-help-back = wstecz
term-help-later = dalej, popraw później
term-help-review = do podsumowania
term-help-empty = wyczyść wiersz
term-help-read = czytaj cały tekst
term-help-leave = odmów lub anuluj
term-help-abort = opuść bez odpowiedzi
term-search = Szukaj:
term-options = { $count ->
    [one] { $count } opcja
    [few] { $count } opcje
    [many] { $count } opcji
   *[other] { $count } opcji
}
term-nothing-fits = nic nie pasuje
term-path = ścieżka do pliku
term-unseen = ukryte wpisywanie
term-more = { $count ->
    [one] jeszcze { $count }
    [few] jeszcze { $count }
    [many] jeszcze { $count }
   *[other] jeszcze { $count }
}
term-months = styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
term-weekdays = Pn Wt Śr Cz Pt So Nd
term-picture = [obraz: { $description }]
term-inbox-empty = Żaden formularz nie czeka na odpowiedź.
term-inbox-choose = Numer otwiera formularz, pusty wiersz odświeża, ! opuszcza listę.
term-step = Krok { $here } z { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Wpisy: { $count }
term-rows-add = Dodaj: { $item }
term-rows-done = Dalej
term-key-add = dodaj
term-key-remove = usuń
term-key-move-entry = przesuń wpis
term-plain-rows = + dodaje wpis, numer zmienia wpis; -2 usuwa wpis 2, ^2 przesuwa go w górę, v2 w dół. Pusty wiersz przechodzi dalej.
term-rows-full = Nie ma miejsca na więcej wpisów.
