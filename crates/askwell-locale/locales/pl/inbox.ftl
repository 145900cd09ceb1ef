inbox-pages = Strony
inbox-page-inbox = Skrzynka
inbox-page-notifications = Powiadomienia
inbox-page-overview = Przegląd
inbox-page-administration = Administracja
inbox-you-are = Użytkownik:
inbox-offline = Brak połączenia. Możesz czytać dalej. Decyzje czekają tutaj i nie są wysyłane samoczynnie.
inbox-connection-lost = Połączenie zostało przerwane; ponawianie…
inbox-title-count = ({ $count }) Skrzynka
inbox-parts = Części skrzynki
inbox-tab-mine = Dla mnie
inbox-tab-groups = Moje grupy
inbox-tab-taken = Przejęte
inbox-tab-done = Zakończone
inbox-due-hour = Termin w ciągu godziny
inbox-due-today = Dziś później
inbox-due-week = W tym tygodniu
inbox-due-later = Później
inbox-due-never = Bez terminu
inbox-today = Dzisiaj
inbox-left-moment = mniej niż minuta
inbox-left-minutes = { $count ->
    [one] jeszcze { $count } min
    [few] jeszcze { $count } min
    [many] jeszcze { $count } min
   *[other] jeszcze { $count } min
}
inbox-by = do { $time }
inbox-due-in-moment = termin za mniej niż minutę
inbox-due-in-minutes = { $count ->
    [one] termin za { $count } minutę
    [few] termin za { $count } minuty
    [many] termin za { $count } minut
   *[other] termin za { $count } minuty
}
inbox-due-in-hours = { $count ->
    [one] termin za { $count } godzinę
    [few] termin za { $count } godziny
    [many] termin za { $count } godzin
   *[other] termin za { $count } godziny
}
inbox-due-in-days = { $count ->
    [one] termin za { $count } dzień
    [few] termin za { $count } dni
    [many] termin za { $count } dni
   *[other] termin za { $count } dnia
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } nowe
    [few] { $count } nowe
    [many] { $count } nowych
   *[other] { $count } nowego
}
inbox-snoozed-count = { $count ->
    [one] { $count } odłożone.
    [few] { $count } odłożone.
    [many] { $count } odłożonych.
   *[other] { $count } odłożonego.
}
inbox-snoozed-show = Pokaż
inbox-stopped = Przeszukano tylko część wpisów.
inbox-search-further = Szukaj dalej
inbox-first = Początek
inbox-more = Więcej
inbox-select = Zaznacz: { $title }
inbox-answer = Odpowiedz
inbox-continue = Dalej
inbox-approvals = zatwierdzenia: { $approvals } z { $needed }
inbox-client-for = { $client } dla: { $name }
inbox-taken-by-you = przejęte przez Ciebie
inbox-taken-by = { $name } właśnie odpowiada
inbox-other-page = na innej stronie
inbox-no-longer = już go tu nie ma
inbox-fields = { $count ->
    [one] { $count } pole
    [few] { $count } pola
    [many] { $count } pól
   *[other] { $count } pola
}
inbox-secrets = { $count ->
    [one] { $count } sekret
    [few] { $count } sekrety
    [many] { $count } sekretów
   *[other] { $count } sekretu
}
inbox-approved-by-you = Zatwierdzono przed chwilą (Ty)
inbox-approved-by = Zatwierdzono przed chwilą ({ $name })
inbox-rejected-by-you = Odrzucono przed chwilą (Ty)
inbox-rejected-by = Odrzucono przed chwilą ({ $name })
inbox-undo = Cofnij
inbox-why = Dlaczego?
inbox-why-required = trafi do pytającego
inbox-why-optional = opcjonalne, trafi do pytającego
inbox-keep-open = Zostaw otwarte
inbox-was-approved = Zatwierdzono · { $client }
inbox-was-rejected = Odrzucono · { $client }
inbox-was-answered = Odpowiedziano · { $client }
inbox-was-declined-because = Odmówiono: „{ $reason }”
inbox-was-declined = Odmówiono · { $client }
inbox-was-called-off = Wycofano · { $client }
inbox-was-expired = Wygasło · nikt nie odpowiedział
inbox-filter = Filtr
inbox-filter-in-use = włączony
inbox-search = Szukaj
inbox-search-help = Słowa z tytułu, opisu lub nazwy programu.
inbox-who-asks = Kto pyta
inbox-kind = Rodzaj
inbox-outcome = Wynik
inbox-any = Dowolny
inbox-show = Pokaż
inbox-show-everything = Pokaż wszystko
inbox-notify = Powiadamiaj mnie
inbox-notify-stop = Nie powiadamiaj mnie
inbox-state-completed = Odpowiedziano
inbox-state-declined = Odmówiono
inbox-state-cancelled = Wycofano
inbox-state-timeout = Wygasło
inbox-mode-form = Formularz
inbox-mode-inline = Krótkie pytanie
inbox-mode-url = Strona internetowa
inbox-mode-terminal = Terminal
inbox-none-fits = Nic nie pasuje
inbox-none-fits-about = Żaden wpis nie pasuje do wyszukiwania.
inbox-none-mine = Nic na Ciebie nie czeka
inbox-none-mine-about = Nowe pytania pojawiają się tutaj same.
inbox-none-mine-groups = Moje grupy ({ $count })
inbox-none-mine-done = Co jest zakończone
inbox-none-groups = Nic nie czeka na Twoje grupy
inbox-none-groups-about = Tu pojawiają się pytania do grup, do których należysz.
inbox-none-taken = Nie ma przejętych pytań
inbox-none-taken-about = Przejmij pytanie, aby współpracownicy wiedzieli, że na nie odpowiadasz.
inbox-none-done = Nic nie jest jeszcze zakończone
inbox-none-done-about = Tu pojawiają się pytania z odpowiedzią, odmową, wycofane lub wygasłe.
inbox-gone = Tej skrzynki nie można już tutaj wyświetlić.
inbox-question = Pytanie
inbox-question-none = Gdy nadejdzie pytanie, przeczytasz je i odpowiesz na nie tutaj.
inbox-list = Lista
inbox-before = Poprzednie pytanie
inbox-after = Następne pytanie
inbox-place = { $here } z { $count }
inbox-what-happened = Co się działo
inbox-take = Przejmij
inbox-give-back = Oddaj
inbox-take-over = Przejmij
inbox-delegate = Przekaż
inbox-delegate-about = Pyta kogoś innego zamiast Ciebie. Termin pozostaje; bez odpowiedzi pytanie wróci przed nim.
inbox-delegate-to = Do
inbox-delegate-person = Osoba
inbox-delegate-group = Grupa
inbox-delegate-name = Nazwa
inbox-delegate-why = Dlaczego?
inbox-delegate-why-note = opcjonalne, dla współpracowników
inbox-delegated-by = To pytanie przekazuje Ci { $name }. Bez odpowiedzi wróci: { $time }.
inbox-delegated-return = Oddaj
inbox-delegated-count = { $count ->
    [one] { $count } przekazane
    [few] { $count } przekazane
    [many] { $count } przekazanych
   *[other] { $count } przekazanego
}
inbox-delegated-to = To pytanie ma teraz { $name }. Bez odpowiedzi wróci do Ciebie: { $time }.
inbox-take-back = Odbierz
inbox-delegate-impossible = Tego pytania nie można przekazać: zakończyło się albo decyduje o nim wspólnie kilka osób.
inbox-delegate-no-name = Podaj komu: nazwę osoby lub grupy, taką jak przy logowaniu.
inbox-delegate-with-you = To pytanie jest już u Ciebie.
inbox-delegate-note = Przekazano do: { $name }.
inbox-delegate-note-why = Przekazano do: { $name }. Powód: { $reason }
inbox-snooze = Odłóż
inbox-snooze-about = Ukrywa pytanie na Twojej liście. Wróci najpóźniej dziesięć minut przed terminem.
inbox-snooze-too-soon = Termin jest zbyt bliski, aby odłożyć.
inbox-snooze-not = Nie odkładaj
inbox-snooze-hour = Na godzinę
inbox-snooze-afternoon = Na cztery godziny
inbox-snooze-day = Na jeden dzień
inbox-notes = Notatki współpracowników
inbox-notes-private = { $client } ich nie widzi.
inbox-note-yours = Twoja notatka
inbox-note-add = Dodaj notatkę
inbox-toast-approved = Zatwierdzono: { $title } Wysłanie za { $seconds } s.
inbox-toast-rejected = Odrzucono: { $title } Wysłanie za { $seconds } s.
inbox-toast-approved-short = Zatwierdzono. Wysłanie za { $seconds } s.
inbox-toast-rejected-short = Odrzucono. Wysłanie za { $seconds } s.
inbox-selected-entries = Zaznaczone wpisy
inbox-selected = zaznaczono
inbox-comment-all = Jeden komentarz do wszystkich (opcjonalny)
inbox-approve-all = Zatwierdź wszystkie
inbox-reject-all = Odrzuć wszystkie
inbox-clear = Wyczyść
inbox-bulk-approved = { $count ->
    [one] Zatwierdzono: { $count }.
    [few] Zatwierdzono: { $count }.
    [many] Zatwierdzono: { $count }.
   *[other] Zatwierdzono: { $count }.
}
inbox-bulk-rejected = { $count ->
    [one] Odrzucono: { $count }.
    [few] Odrzucono: { $count }.
    [many] Odrzucono: { $count }.
   *[other] Odrzucono: { $count }.
}
inbox-bulk-snoozed = { $count ->
    [one] Odłożono: { $count }.
    [few] Odłożono: { $count }.
    [many] Odłożono: { $count }.
   *[other] Odłożono: { $count }.
}
inbox-bulk-no-decision = { $count ->
    [one] Pominięto { $count }: to nie decyzja.
    [few] Pominięto { $count }: to nie decyzje.
    [many] Pominięto { $count }: to nie decyzje.
   *[other] Pominięto { $count }: to nie decyzje.
}
inbox-bulk-too-soon = { $count ->
    [one] Pominięto { $count }: termin zbyt bliski, aby odłożyć.
    [few] Pominięto { $count }: termin zbyt bliski, aby odłożyć.
    [many] Pominięto { $count }: termin zbyt bliski, aby odłożyć.
   *[other] Pominięto { $count }: termin zbyt bliski, aby odłożyć.
}
inbox-bulk-not-approved = { $count ->
    [one] Nie zatwierdzono { $count }: już zakończone albo potrzebny jest komentarz.
    [few] Nie zatwierdzono { $count }: już zakończone albo potrzebny jest komentarz.
    [many] Nie zatwierdzono { $count }: już zakończone albo potrzebny jest komentarz.
   *[other] Nie zatwierdzono { $count }: już zakończone albo potrzebny jest komentarz.
}
inbox-bulk-not-rejected = { $count ->
    [one] Nie odrzucono { $count }: już zakończone albo potrzebny jest komentarz.
    [few] Nie odrzucono { $count }: już zakończone albo potrzebny jest komentarz.
    [many] Nie odrzucono { $count }: już zakończone albo potrzebny jest komentarz.
   *[other] Nie odrzucono { $count }: już zakończone albo potrzebny jest komentarz.
}
inbox-bulk-not-snoozed = { $count ->
    [one] Nie odłożono { $count }: już zakończone albo potrzebny jest komentarz.
    [few] Nie odłożono { $count }: już zakończone albo potrzebny jest komentarz.
    [many] Nie odłożono { $count }: już zakończone albo potrzebny jest komentarz.
   *[other] Nie odłożono { $count }: już zakończone albo potrzebny jest komentarz.
}
inbox-hint-move = przesuń
inbox-hint-approve = zatwierdź
inbox-hint-reject = odrzuć
inbox-hint-select = zaznacz
inbox-hint-keys = wszystkie klawisze
inbox-keys = Klawiatura
inbox-key-move = Następny wpis, poprzedni wpis
inbox-key-open = Otwórz
inbox-key-back = Wróć do listy
inbox-key-approve = Zatwierdź
inbox-key-reject = Odrzuć, z powodem
inbox-key-select = Zaznacz lub odznacz
inbox-key-approve-selected = Zatwierdź zaznaczone
inbox-key-comment = Napisz komentarz
inbox-key-undo = Cofnij ostatnią decyzję
inbox-key-take = Przejmij lub oddaj
inbox-key-new = Pokaż nowe wpisy
inbox-key-help = Pokaż lub ukryj tę listę
inbox-keys-letters = Pojedyncze litery jako klawisze
inbox-keys-close = Zamknij
inbox-offline-title = Brak połączenia
inbox-offline-missing = Tej strony nie ma na tym urządzeniu
inbox-offline-about = Są na nim lista i ostatnio otwarte pytania. Spróbuj ponownie po nawiązaniu połączenia.
inbox-offline-read = Czytaj listę
inbox-app-about = Pytania, które na Ciebie czekają
