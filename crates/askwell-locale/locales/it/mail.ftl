mail-asks = { $client } chiede: { $title }
mail-asks-untitled = { $client } fa una domanda
mail-reminder = Promemoria: { $client } chiede: { $title }
mail-reminder-untitled = Promemoria: { $client } fa una domanda
mail-escalated = Inoltrato a Lei per mancata risposta: { $client } chiede: { $title }
mail-escalated-untitled = Inoltrato a Lei per mancata risposta: { $client } fa una domanda
mail-delegated = Passato a Lei: { $client } chiede: { $title }
mail-delegated-untitled = Passato a Lei: { $client } fa una domanda
mail-waiting = { $count ->
    [one] { $count } domanda aspetta una risposta
   *[other] { $count } domande aspettano una risposta
}
mail-more = { $count ->
    [one] E { $count } altra: { $link }
   *[other] E altre { $count }: { $link }
}
mail-more-short = { $count ->
    [one] E { $count } altra.
   *[other] E altre { $count }.
}
mail-open-inbox-inline = apri la casella
mail-open-question = Apri la domanda
mail-open-inbox = Apri la casella
mail-answer-by = Risponda entro { $time }.
mail-settings = Quando e come riceve gli avvisi
mail-unsubscribe = Niente più e-mail come questa
mail-settings-at = Quando e come riceve gli avvisi: { $link }
mail-unsubscribe-at = Niente più e-mail come questa: { $link }
mail-code-subject = Il Suo codice di accesso per { $site }
mail-code = Il Suo codice: { $code }
mail-code-works = { $count ->
    [one] Vale una volta, per { $count } minuto, su { $site }, nel browser che lo ha chiesto.
   *[other] Vale una volta, per { $count } minuti, su { $site }, nel browser che lo ha chiesto.
}
mail-code-warning = Se non lo ha chiesto, non faccia nulla: senza il codice nessuno accede. Non lo dia a nessuno.
