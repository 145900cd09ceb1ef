final-title-sent = Wysłano
final-title-answered-by-other = Ktoś inny odpowiedział wcześniej
final-title-you-declined = Odmówiono
final-title-declined = Odmówiono odpowiedzi
final-title-cancelled = Ta prośba została anulowana
final-title-expired = Czas minął
final-title-nothing = Tu nic nie ma
final-title-other-browser = Ten link jest używany w innej przeglądarce
final-title-somebody-else = Ta prośba jest dla kogoś innego
final-title-sign-in = Zaloguj się
final-title-locked = Zbyt wiele błędnych kodów
final-title-attempts = Zbyt wiele prób
final-title-too-much = Za dużo naraz
final-title-refused = To się nie udało
final-title-trouble = Coś poszło nie tak
final-title-no-inbox = Tu nie ma skrzynki
final-has-answer = { $client } ma Twoją odpowiedź. Możesz zamknąć tę stronę.
final-answered-by = Udzielono już odpowiedzi ({ $name }). { $client } ma to, czego potrzeba.
final-not-sent = Twoje wpisy nie zostały wysłane. Możesz zamknąć tę stronę.
final-you-declined = { $client } ma informację o Twojej odmowie.
final-declined-by = { $client } ma informację o odmowie ({ $name }).
final-reason = Podany powód: { $reason }
final-close = Możesz zamknąć tę stronę.
final-no-longer-waits = { $client } nie czeka już na odpowiedź.
final-expired = Nie było odpowiedzi na czas, a { $client } już nie czeka.
final-expired-next = Nic nie wysłano. Jeśli odpowiedź jest nadal ważna, niech { $client } zapyta ponownie: otrzymasz nowy link.
final-someone = ktoś
final-someone-mcp = ktoś w innym programie
final-someone-terminal = ktoś w terminalu
final-service = usługa
final-program = program
final-cancelled-by-you = Anulowano ją z Twojej inicjatywy.
final-cancelled-by-someone = Ktoś ją anulował.
final-cancelled-client-gone = Programu, który pytał, już nie ma.
final-cancelled-session = Sesja, do której należała, zakończyła się.
final-cancelled-form = Formularz został wycofany.
final-cancelled-retries = Ostatnia próba została zużyta na odpowiedź, której nie przyjęto.
final-cancelled = Została anulowana.
final-not-found = Link może być niekompletny albo to, do czego prowadził, dawno się skończyło i zostało zapomniane.
final-not-found-next = Skopiuj cały link i spróbuj ponownie albo wróć do programu, który go podał, i pozwól mu zapytać jeszcze raz.
final-no-page = Żadna strona nie ma tego adresu. Sprawdź pisownię albo otwórz ponownie otrzymany link.
final-home = Co tu jest
final-other-browser = Odpowiedź rozpoczęto w innej przeglądarce lub oknie, a link działa tylko w jednej przeglądarce.
final-other-browser-next = Wróć do tamtej przeglądarki. Jeśli to nie Ty, niech program, który podał link, zapyta jeszcze raz.
final-somebody-else = Logowanie się powiodło, ale ta prośba jest dla innej osoby.
final-somebody-else-next = Zaloguj się jako osoba, która otrzymała link, albo przekaż go tej osobie.
final-unknown = Ta strona musi wiedzieć, kim jesteś. Poprzedzające ją logowanie nie przesłało Twojej nazwy.
final-unknown-next = Zaloguj się i otwórz link ponownie. Jeśli logowanie już się odbyło, powiedz operatorowi tej usługi, że nie dociera do niej nazwa użytkownika.
final-locked = Kod był zbyt często błędny, więc ten link już nie działa.
final-locked-next = Wróć do programu, który podał link, i pozwól mu zapytać jeszcze raz.
final-no-inbox = Osoby rozpoznaje się tu po kodzie każdego linku, więc nie ma skrzynek.
final-no-inbox-next = Otwórz otrzymany link.
final-trouble = Nic nie wysłano.
final-trouble-next = Poczekaj chwilę, wróć i spróbuj ponownie.
final-attempts-address = Z Twojej sieci było zbyt wiele prób zalogowania się lub wpisania kodu. Nic nie sprawdzono i nie zużyto żadnej próby.
final-attempts-service = Zbyt wiele osób lub programów próbuje się teraz tutaj zalogować. Nic nie sprawdzono i nie zużyto żadnej próby.
final-attempts-mailbox = Dla tego adresu e-mail poproszono o zbyt wiele kodów. Nic nie sprawdzono i nie zużyto żadnej próby.
final-work-action = W ostatniej minucie było więcej Twoich odpowiedzi, decyzji lub zmian, niż wolno tu jednej osobie. Wszystkie Twoje przeglądarki liczą się razem. Nic nie wysłano.
final-work-draft = W ostatniej minucie pisanie było szybsze, niż wolno tu jednej osobie. Wszystkie Twoje przeglądarki liczą się razem. Nic nie wysłano.
final-work-upload = W ostatniej minucie było więcej przesłanych plików, niż wolno tu jednej osobie. Wszystkie Twoje przeglądarki liczą się razem. Nic nie wysłano.
final-work-search = W ostatniej minucie było więcej wyszukiwań, niż wolno tu jednej osobie. Wszystkie Twoje przeglądarki liczą się razem. Nic nie wysłano.
final-work-view = W ostatniej minucie było więcej otwartych stron, niż wolno tu jednej osobie. Wszystkie Twoje przeglądarki liczą się razem. Nic nie wysłano.
final-wait = { $count ->
    [one] Poczekaj { $count } sekundę, potem wróć i spróbuj ponownie.
    [few] Poczekaj { $count } sekundy, potem wróć i spróbuj ponownie.
    [many] Poczekaj { $count } sekund, potem wróć i spróbuj ponownie.
   *[other] Poczekaj { $count } sekundy, potem wróć i spróbuj ponownie.
}
final-refused-next = Nic nie wysłano. Wróć, wczytaj stronę ponownie i spróbuj jeszcze raz.
final-refused-other-site = Inna witryna próbowała działać w Twoim imieniu. Nic nie zrobiono.
final-refused-stale = Ta strona była otwarta zbyt długo albo przeglądarka nie przechowuje plików cookie.
final-refused-too-long = Ta strona była otwarta zbyt długo.
final-refused-busy = Zbyt wiele dzieje się tu naraz. Nic nie zrobiono. Poczekaj chwilę i spróbuj ponownie.
final-refused-too-large = Wysłano więcej, niż przyjmuje ten formularz. Wybierz mniejsze pliki albo napisz mniej.
final-refused-no-form = To, co tu dotarło, nie jest formularzem.
final-refused-incomplete = To, co wysłano, nie dotarło w całości.
final-refused-wrong-form = To, co wysłano, nie jest formularzem tej strony.
final-refused-too-many = To za dużo naraz.
final-refused-undo = Za późno na cofnięcie: program ma Twoją decyzję.
final-refused-answer = Twoje grupy nie pozwalają Ci tu odpowiadać. Poproś operatora tej usługi o dodanie do grupy, która na to pozwala.
final-refused-operate = Ta strona jest dla operatorów.
final-refused-administer = Ta strona jest dla administratorów.
final-refused-preferences = Ten formularz jest za duży albo dotarł zbyt wolno. Nic nie zmieniono.
final-code-title = Wpisz kod
final-code-about = Program, który podał ten link, pokazuje kod z ośmiu liter i cyfr. Dowodzi on, że link jest Twój.
final-code-label = Kod
final-code-wrong = { $count ->
    [1] To nie jest ten kod. Pozostała jedna próba.
    [one] To nie jest ten kod. Pozostała { $count } próba.
    [few] To nie jest ten kod. Pozostały { $count } próby.
    [many] To nie jest ten kod. Pozostało { $count } prób.
   *[other] To nie jest ten kod. Pozostało { $count } próby.
}
final-receipt = Potwierdzenie
final-receipt-print = Drukuj
final-receipt-asked = O co pytano
final-receipt-sent = Co wysłano
final-receipt-reason = Powód
final-receipt-who-when = Kto to otrzymał i kiedy
final-receipt-sent-by = Kto wysłał
final-receipt-declined-by = Kto odmówił
final-receipt-closed-by = Kto zamknął
final-receipt-who = Kto to otrzymał
final-receipt-client-time = { $client }, { $time }
final-receipt-got = { $client }, { $time }.
final-receipt-taken = Odebrano { $time }.
final-receipt-colleagues = Współpracownicy widzą, że jest odpowiedź, ale nie jaka.
final-receipt-number = Numer
final-back-to-inbox = Wróć do skrzynki
final-back-to-question = Wróć do pytania
final-next = Następne, { $due }
final-next-button = { $count ->
    [one] Następne pytanie ({ $count })
    [few] Następne pytanie ({ $count })
    [many] Następne pytanie ({ $count })
   *[other] Następne pytanie ({ $count })
}
final-history = Co się działo
final-history-title = Co się działo: { $title }
final-event-asked = Pyta: { $client }
final-event-opened = Otwarto: { $name }, przez { $surface }
final-event-rejected = Próba { $try } z { $limit } nie została przyjęta: { $name }, przez { $surface }
final-event-warned = Czas prawie minął
final-event-extended = { $count ->
    [one] Dodano czas: { $name }, przez { $surface }; jeszcze { $count } przedłużenie
    [few] Dodano czas: { $name }, przez { $surface }; jeszcze { $count } przedłużenia
    [many] Dodano czas: { $name }, przez { $surface }; jeszcze { $count } przedłużeń
   *[other] Dodano czas: { $name }, przez { $surface }; jeszcze { $count } przedłużenia
}
final-event-taken-by = Przejęto: { $name }
final-event-given-back = Oddano: { $name }, przez { $surface }
final-event-approved = Zatwierdzono: { $name }; zatwierdzenia: { $approvals } z { $needed }
final-event-voted-against = Odrzucono: { $name }; zatwierdzenia: { $approvals } z { $needed }
final-event-reminded = Wysłano przypomnienie
final-event-escalated = Brak odpowiedzi na czas, przekazano do: { $name }
final-event-delegated = Przekazano do: { $to }; kto: { $name }, przez { $surface }
final-event-answered = Odpowiedziano: { $name }, przez { $surface }
final-event-declined = Odmówiono odpowiedzi: { $name }, przez { $surface }
final-event-cancelled = Anulowano: { $name }, przez { $surface }
final-event-expired = Wygasło
final-event-delivered = Odpowiedź została dostarczona
final-others = inne osoby
final-surface-web = stronę internetową
final-surface-mcp = klienta MCP
final-surface-terminal = terminal
final-surface-api = API
final-surface-library = program
final-surface-service = usługę
final-home-title = Strona główna
final-home-about = Tu programy pytają ludzi. Jeśli masz link, otwórz go.
final-home-inbox = Otwórz skrzynkę
final-home-api = Dla programów: { $link }.
final-home-methods = wszystkie metody API
