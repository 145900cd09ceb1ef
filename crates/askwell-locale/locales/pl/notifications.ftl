notifications-title = Powiadomienia
notifications-about = Kiedy i jak dowiadujesz się, że czeka na Ciebie pytanie.
notifications-none = Operator tej usługi nie skonfigurował dla Ciebie powiadomień.
notifications-by = Powiadamiaj mnie przez
notifications-save = Zapisz
notifications-language = Język
notifications-language-hint = Język Twoich powiadomień i stron.
notifications-language-browser = Taki jak w przeglądarce
notifications-quiet = Godziny ciszy
notifications-quiet-hint = Dwie godziny, np. 22:00-07:00. Pozostaw puste, aby otrzymywać powiadomienia o każdej porze.
notifications-quiet-wrong = Wpisz dwie różne godziny, np. 22:00-07:00.
notifications-zone = Strefa czasowa
notifications-zone-hint = Np. Europe/Berlin. Pozostaw puste dla UTC.
notifications-zone-wrong = Podaj strefę czasową, np. Europe/Berlin lub America/New_York.
notifications-digest = Zbiorcze
notifications-digest-hint = Godziny, np. 09:00 15:00, o których powiadomienia przychodzą razem. Pozostaw puste, aby każde przychodziło od razu.
notifications-digest-wrong = { $count ->
    [one] Podaj najwyżej { $count } godzinę, np. 09:00.
    [few] Podaj najwyżej { $count } godziny, np. 09:00.
    [many] Podaj najwyżej { $count } godzin, np. 09:00.
   *[other] Podaj najwyżej { $count } godziny, np. 09:00.
}
notifications-away = Pytaj zamiast mnie
notifications-away-hint = Nazwa osoby lub grupy na czas Twojej nieobecności.
notifications-until = Do
notifications-until-hint = Ostatni dzień Twojej nieobecności, np. 2026-12-24.
notifications-until-wrong = Wpisz ostatni dzień nieobecności w postaci 2026-12-24.
notifications-until-whom = Podaj, kogo pytać zamiast Ciebie.
notifications-browser = Ta przeglądarka
notifications-browser-on = Pokazuj powiadomienia w tej przeglądarce
notifications-browser-off = Wyłącz powiadomienia w tej przeglądarce
notifications-browser-is-on = Ta przeglądarka pokazuje teraz powiadomienia.
notifications-browser-is-off = Ta przeglądarka nie pokazuje już powiadomień.
notifications-browser-denied = Przeglądarka nie zezwala na powiadomienia z tej witryny.
notifications-browser-failed = To się nie udało.
notifications-browser-waits = Czeka na Ciebie pytanie
notifications-stop-title = Wyłączyć te powiadomienia?
notifications-stop-about = Nie będziesz już otrzymywać powiadomień o pytaniach przez { $channel }. Nadal znajdziesz je w skrzynce.
notifications-stop = Wyłącz
notifications-stopped = Powiadomienia wyłączone
notifications-stopped-about = Możesz je ponownie włączyć w skrzynce, w części Powiadomienia.
notifications-away-unknown = Nie ma osoby ani grupy o tej nazwie.
notifications-language-wrong = Wybierz jeden z języków z listy.
notifications-browser-too-many = Zarejestrowano zbyt wiele przeglądarek. Najpierw usuń jedną.
