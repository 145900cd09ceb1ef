gate-title = Zatwierdź wywołanie narzędzia
gate-intro = Program chce wywołać narzędzie. Nic się nie stanie, dopóki nie zdecydujesz.
gate-server = Serwer: { $server }
gate-tool = Narzędzie: { $tool }
gate-description = Serwer podaje: „{ $description }”
gate-no-description = Serwer go nie opisuje.
gate-hints = Według serwera: { $hints }
gate-reads-only = Tylko odczytuje.
gate-destroys = Może coś zniszczyć.
gate-changes = Zmienia coś, nie niszcząc tego.
gate-open-world = Sięga poza własny system.
gate-idempotent = Powtórzenie nie ma dalszych skutków.
gate-warning = Ostrzeżenie: { $warning }
gate-changed = Serwer zmienił narzędzie, odkąd { $time } zatwierdzono jego wywołanie: { $parts }.
gate-part-description = opis
gate-part-arguments = argumenty
gate-part-annotations = adnotacje
gate-part-other = inne części definicji
gate-change-unknown = Nie wiadomo, czy narzędzie zmieniło się od czasu zatwierdzenia.
gate-server-name = Nazwa serwera zawiera litery spoza ASCII. Może udawać inną nazwę.
gate-tool-name = Nazwa narzędzia zawiera litery spoza ASCII. Może udawać inną nazwę.
gate-hidden-characters = Argumenty zawierają niewidoczne znaki. Są pokazane jako \u….
gate-mixed-scripts = „{ $word }” miesza litery kilku pism ({ $letters }).
gate-left-out = pominięto znaków: { $count }
gate-arguments = Argumenty:
gate-arguments-in-part = Argumenty, pokazane częściowo (łącznie bajtów: { $bytes }; skrót obejmuje wszystkie):
gate-digest = Skrót: { $digest }
gate-decision = Decyzja
gate-approve = Zatwierdź to wywołanie
gate-approve-again = Zatwierdź to wywołanie oraz ponownie takie samo przez { $duration }
gate-approve-tool = Zatwierdź to wywołanie oraz każde wywołanie tego narzędzia przez { $duration }
gate-edit = Najpierw zmień argumenty
gate-comment-about = Jeśli odrzucisz wywołanie, program to przeczyta.
gate-change-title = Zmień argumenty
gate-change-label = Argumenty
gate-change-about = Obiekt JSON.
gate-change-intro = Zmień argumenty narzędzia { $tool } serwera { $server }. Zobaczysz je ponownie, zanim zdecydujesz.
gate-change-problem = Ostatniej zmiany nie można użyć: { $problem }.
gate-days = { $count ->
    [one] { $count } dzień
    [few] { $count } dni
    [many] { $count } dni
   *[other] { $count } dnia
}
gate-hours = { $count ->
    [one] { $count } godzinę
    [few] { $count } godziny
    [many] { $count } godzin
   *[other] { $count } godziny
}
gate-minutes = { $count ->
    [one] { $count } minutę
    [few] { $count } minuty
    [many] { $count } minut
   *[other] { $count } minuty
}
gate-seconds = { $count ->
    [one] { $count } sekundę
    [few] { $count } sekundy
    [many] { $count } sekund
   *[other] { $count } sekundy
}
gate-lost-call = Brama została uruchomiona ponownie, gdy `{ $tool }` czekało na odpowiedź. Serwer mógł już wykonać część pracy. Wywołać ponownie?
acp-open-title = Otworzyć stronę?
acp-open = Otwórz tę stronę
acp-page-host = Ta strona należy do { $host }.
acp-open-page = Otwórz tę stronę, aby kontynuować: { $url }
acp-answer = Odpowiedz tutaj: { $url }
acp-answer-code = Odpowiedz tutaj: { $url } (kod { $code })
