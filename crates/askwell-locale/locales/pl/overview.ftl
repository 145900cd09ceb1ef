overview-title = Przegląd
overview-all-programs-time = { $from } – { $to }, wszystkie programy
overview-program-time = { $from } – { $to }, { $client }
overview-cut = Liczby dotyczą tylko najnowszych zmian: dziennik zawiera więcej, niż czyta ta strona.
overview-audit = Dziennik audytu: { $files }
overview-audit-lines = wiersze JSON
overview-audit-csv = CSV
overview-filter = Filtr
overview-time = Okres
overview-program = Program
overview-all-programs = Wszystkie programy
overview-show = Pokaż
overview-last-hours = { $count ->
    [one] Ostatnia { $count } godzina
    [few] Ostatnie { $count } godziny
    [many] Ostatnie { $count } godzin
   *[other] Ostatnie { $count } godziny
}
overview-last-days = { $count ->
    [one] Ostatni { $count } dzień
    [few] Ostatnie { $count } dni
    [many] Ostatnie { $count } dni
   *[other] Ostatnie { $count } dnia
}
overview-in-time = Odpowiedzi na czas
overview-percent = { $percent }%
overview-of = { $part } z { $count }
overview-half = Połowa odpowiedzi w
overview-nine = Dziewięć na dziesięć w
overview-waiting-now = Czeka teraz
overview-due-hour = { $count ->
    [one] { $count } z terminem w ciągu godziny
    [few] { $count } z terminem w ciągu godziny
    [many] { $count } z terminem w ciągu godziny
   *[other] { $count } z terminem w ciągu godziny
}
overview-expired = Wygasłe
overview-seconds = { $count ->
    [one] { $count } s
    [few] { $count } s
    [many] { $count } s
   *[other] { $count } s
}
overview-minutes = { $count ->
    [one] { $count } min
    [few] { $count } min
    [many] { $count } min
   *[other] { $count } min
}
overview-hours = { $hours } h { $minutes }
overview-days = { $count ->
    [one] { $count } dzień
    [few] { $count } dni
    [many] { $count } dni
   *[other] { $count } dnia
}
overview-part-answered = Odpowiedź lub decyzja
overview-part-declined = Odmowa
overview-part-cancelled = Wycofane przez program
overview-part-expired = Wygasłe
overview-expired-on = { $count ->
    [one] { $count } pytanie wygasło { $day }
    [few] { $count } pytania wygasły { $day }
    [many] { $count } pytań wygasło { $day }
   *[other] { $count } pytania wygasło { $day }
}
overview-nothing-ended = W tym okresie nic się nie zakończyło
overview-nothing-expired = W tym okresie nic nie wygasło
overview-bar-expired = { $count ->
    [one] { $count } wygasłe
    [few] { $count } wygasłe
    [many] { $count } wygasłych
   *[other] { $count } wygasłego
}
overview-by-day = Wyniki według dni
overview-by-day-utc = Wyniki według dni, w UTC.
overview-by-day-spoken = Wyniki według dni, razem: odpowiedzi lub decyzje { $answered }, odmowy { $declined }, wycofane { $cancelled }, wygasłe { $expired }. { $heading }.
overview-as-table = Pokaż jako tabelę
overview-day = Dzień
overview-half-of-all = Połowa odpowiedzi nadchodzi w czasie { $time }
overview-no-answers = Brak odpowiedzi w tym okresie
overview-nine-of-all = Dziewięć na dziesięć nadchodzi w czasie { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } odpowiedź według czasu w minutach.
    [few] { $count } odpowiedzi według czasu w minutach.
    [many] { $count } odpowiedzi według czasu w minutach.
   *[other] { $count } odpowiedzi według czasu w minutach.
}
overview-minutes-table = Odpowiedzi według czasu w minutach
overview-minutes-head = Minuty
overview-answers-head = Odpowiedzi
overview-under = poniżej { $number }
overview-between = { $from }–{ $to }
overview-over = powyżej { $number }
overview-asks-most = { $count ->
    [one] Najwięcej pyta { $client }: { $count } pytanie
    [few] Najwięcej pyta { $client }: { $count } pytania
    [many] Najwięcej pyta { $client }: { $count } pytań
   *[other] Najwięcej pyta { $client }: { $count } pytania
}
overview-no-program = Żaden program nie pytał w tym okresie
overview-programs = Programy
overview-who-asks = Kto pyta
overview-asked = Zadane
overview-answered = Z odpowiedzią
overview-waiting = Czekające
overview-half-within = Połowa w
overview-most-waiting = Najwięcej czekających ma { $name }: { $number }
overview-none-waiting = Nic nie czeka na pojedynczą osobę
overview-no-person = Nikt nie odpowiadał w tym okresie
overview-people = Osoby
overview-who-answers = Kto odpowiada
overview-person-or-group = Osoba lub grupa
overview-share = Udział w największej
overview-of-most = { $part } z najwyżej { $most }
overview-group = Grupa { $name }
