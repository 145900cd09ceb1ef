mail-asks = { $client } pyta: { $title }
mail-asks-untitled = { $client } zadaje pytanie
mail-reminder = Przypomnienie: { $client } pyta: { $title }
mail-reminder-untitled = Przypomnienie: { $client } zadaje pytanie
mail-escalated = Eskalowano do Ciebie: { $client } pyta: { $title }
mail-escalated-untitled = Eskalowano do Ciebie: { $client } zadaje pytanie
mail-delegated = Przekazano Tobie: { $client } pyta: { $title }
mail-delegated-untitled = Przekazano Tobie: { $client } zadaje pytanie
mail-waiting = { $count ->
    [one] { $count } pytanie czeka na odpowiedź
    [few] { $count } pytania czekają na odpowiedź
    [many] { $count } pytań czeka na odpowiedź
   *[other] { $count } pytania czeka na odpowiedź
}
mail-more = { $count ->
    [one] I jeszcze { $count }: { $link }
    [few] I jeszcze { $count }: { $link }
    [many] I jeszcze { $count }: { $link }
   *[other] I jeszcze { $count }: { $link }
}
mail-more-short = { $count ->
    [one] I jeszcze { $count }.
    [few] I jeszcze { $count }.
    [many] I jeszcze { $count }.
   *[other] I jeszcze { $count }.
}
mail-open-inbox-inline = otwórz skrzynkę
mail-open-question = Otwórz pytanie
mail-open-inbox = Otwórz skrzynkę
mail-answer-by = Odpowiedz do { $time }.
mail-settings = Kiedy i jak otrzymujesz powiadomienia
mail-unsubscribe = Bez takich wiadomości
mail-settings-at = Kiedy i jak otrzymujesz powiadomienia: { $link }
mail-unsubscribe-at = Bez takich wiadomości: { $link }
mail-code-subject = Twój kod logowania do { $site }
mail-code = Twój kod: { $code }
mail-code-works = { $count ->
    [one] Działa raz, przez { $count } minutę, na { $site }, w przeglądarce, która o niego poprosiła.
    [few] Działa raz, przez { $count } minuty, na { $site }, w przeglądarce, która o niego poprosiła.
    [many] Działa raz, przez { $count } minut, na { $site }, w przeglądarce, która o niego poprosiła.
   *[other] Działa raz, przez { $count } minuty, na { $site }, w przeglądarce, która o niego poprosiła.
}
mail-code-warning = Jeśli to nie Twoja prośba, nic nie rób: bez kodu nikt się nie zaloguje. Nie podawaj go nikomu.
