mail-asks = { $client } fragt: { $title }
mail-asks-untitled = { $client } stellt eine Frage
mail-reminder = Erinnerung: { $client } fragt: { $title }
mail-reminder-untitled = Erinnerung: { $client } stellt eine Frage
mail-escalated = An Sie eskaliert: { $client } fragt: { $title }
mail-escalated-untitled = An Sie eskaliert: { $client } stellt eine Frage
mail-delegated = An Sie weitergegeben: { $client } fragt: { $title }
mail-delegated-untitled = An Sie weitergegeben: { $client } stellt eine Frage
mail-waiting = { $count ->
    [one] { $count } Frage wartet auf eine Antwort
   *[other] { $count } Fragen warten auf eine Antwort
}
mail-more = { $count ->
    [one] Und { $count } weitere: { $link }
   *[other] Und { $count } weitere: { $link }
}
mail-more-short = { $count ->
    [one] Und { $count } weitere.
   *[other] Und { $count } weitere.
}
mail-open-inbox-inline = Eingang öffnen
mail-open-question = Frage öffnen
mail-open-inbox = Eingang öffnen
mail-answer-by = Bitte antworten Sie bis { $time }.
mail-settings = Wann und wie Sie benachrichtigt werden
mail-unsubscribe = Keine solchen E-Mails mehr
mail-settings-at = Wann und wie Sie benachrichtigt werden: { $link }
mail-unsubscribe-at = Keine solchen E-Mails mehr: { $link }
mail-code-subject = Ihr Anmeldecode für { $site }
mail-code = Ihr Code: { $code }
mail-code-works = { $count ->
    [one] Er gilt einmal, { $count } Minute lang, auf { $site } in dem Browser, der ihn angefordert hat.
   *[other] Er gilt einmal, { $count } Minuten lang, auf { $site } in dem Browser, der ihn angefordert hat.
}
mail-code-warning = Wenn Sie ihn nicht angefordert haben, tun Sie nichts: Ohne den Code wird niemand angemeldet. Geben Sie ihn niemandem.
