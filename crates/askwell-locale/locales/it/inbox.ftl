inbox-pages = Pagine
inbox-page-inbox = Casella
inbox-page-notifications = Notifiche
inbox-page-overview = Panoramica
inbox-page-administration = Amministrazione
inbox-you-are = Lei è
inbox-offline = È offline. Può continuare a leggere. Le decisioni aspettano qui e non vengono inviate da sole.
inbox-connection-lost = La connessione è interrotta; nuovo tentativo…
inbox-title-count = ({ $count }) Casella
inbox-parts = Parti della casella
inbox-tab-mine = Per me
inbox-tab-groups = I miei gruppi
inbox-tab-taken = In carico
inbox-tab-done = Concluse
inbox-due-hour = In scadenza entro un’ora
inbox-due-today = Più tardi oggi
inbox-due-week = Questa settimana
inbox-due-later = Più avanti
inbox-due-never = Senza scadenza
inbox-today = Oggi
inbox-left-moment = meno di un minuto
inbox-left-minutes = { $count ->
    [one] resta { $count } min
   *[other] restano { $count } min
}
inbox-by = entro { $time }
inbox-due-in-moment = scade tra meno di un minuto
inbox-due-in-minutes = { $count ->
    [one] scade tra { $count } minuto
   *[other] scade tra { $count } minuti
}
inbox-due-in-hours = { $count ->
    [one] scade tra { $count } ora
   *[other] scade tra { $count } ore
}
inbox-due-in-days = { $count ->
    [one] scade tra { $count } giorno
   *[other] scade tra { $count } giorni
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } nuova
   *[other] { $count } nuove
}
inbox-snoozed-count = { $count ->
    [one] { $count } posticipata.
   *[other] { $count } posticipate.
}
inbox-snoozed-show = Mostra
inbox-stopped = La ricerca ha esaminato solo una parte delle voci.
inbox-search-further = Cerca ancora
inbox-first = Inizio
inbox-more = Altre
inbox-select = Seleziona: { $title }
inbox-answer = Rispondi
inbox-continue = Continua
inbox-approvals = { $approvals } approvazioni su { $needed }
inbox-client-for = { $client } per { $name }
inbox-taken-by-you = in carico a Lei
inbox-taken-by = { $name } sta rispondendo
inbox-other-page = su un’altra pagina
inbox-no-longer = non è più qui
inbox-fields = { $count ->
    [one] { $count } campo
   *[other] { $count } campi
}
inbox-secrets = { $count ->
    [one] { $count } segreto
   *[other] { $count } segreti
}
inbox-approved-by-you = Approvato da Lei poco fa
inbox-approved-by = Approvato da { $name } poco fa
inbox-rejected-by-you = Rifiutato da Lei poco fa
inbox-rejected-by = Rifiutato da { $name } poco fa
inbox-undo = Annulla
inbox-why = Perché?
inbox-why-required = arriva a chi chiede
inbox-why-optional = facoltativo, arriva a chi chiede
inbox-keep-open = Lascia aperta
inbox-was-approved = Approvato · { $client }
inbox-was-rejected = Rifiutato · { $client }
inbox-was-answered = Risposto · { $client }
inbox-was-declined-because = Risposta rifiutata: «{ $reason }»
inbox-was-declined = Risposta rifiutata · { $client }
inbox-was-called-off = Ritirato da { $client }
inbox-was-expired = Scaduto · nessuno ha risposto
inbox-filter = Filtro
inbox-filter-in-use = attivo
inbox-search = Cerca
inbox-search-help = Parole del titolo, della descrizione o del programma.
inbox-who-asks = Chi chiede
inbox-kind = Tipo
inbox-outcome = Esito
inbox-any = Qualsiasi
inbox-show = Mostra
inbox-show-everything = Mostra tutto
inbox-notify = Avvisami
inbox-notify-stop = Non avvisarmi più
inbox-state-completed = Risposto
inbox-state-declined = Risposta rifiutata
inbox-state-cancelled = Ritirato
inbox-state-timeout = Scaduto
inbox-mode-form = Modulo
inbox-mode-inline = Domanda breve
inbox-mode-url = Pagina web
inbox-mode-terminal = Terminale
inbox-none-fits = Nessuna corrisponde
inbox-none-fits-about = Nessuna voce corrisponde a ciò che cerca.
inbox-none-mine = Niente La aspetta
inbox-none-mine-about = Le nuove domande compaiono qui da sole.
inbox-none-mine-groups = I miei gruppi ({ $count })
inbox-none-mine-done = Che cosa è concluso
inbox-none-groups = Niente aspetta i Suoi gruppi
inbox-none-groups-about = Qui compaiono le domande per un gruppo di cui fa parte.
inbox-none-taken = Non ha preso in carico nulla
inbox-none-taken-about = Prenda in carico una domanda per far sapere ai colleghi che sta rispondendo.
inbox-none-done = Ancora nulla è concluso
inbox-none-done-about = Qui compaiono le domande risposte, rifiutate, ritirate o scadute.
inbox-gone = Questa casella non può più essere mostrata qui.
inbox-question = Domanda
inbox-question-none = Quando arriva una domanda, la legge e risponde qui.
inbox-list = Elenco
inbox-before = La domanda precedente
inbox-after = La domanda successiva
inbox-place = { $here } di { $count }
inbox-what-happened = Che cosa è successo
inbox-take = Prendi
inbox-give-back = Restituisci
inbox-take-over = Subentra
inbox-delegate = Delega
inbox-delegate-about = Chiede a qualcun altro al posto Suo. La scadenza resta; senza risposta la domanda torna prima.
inbox-delegate-to = A
inbox-delegate-person = Una persona
inbox-delegate-group = Un gruppo
inbox-delegate-name = Nome
inbox-delegate-why = Perché?
inbox-delegate-why-note = facoltativo, per i colleghi
inbox-delegated-by = { $name } Le ha passato questa domanda. Senza risposta torna indietro: { $time }.
inbox-delegated-return = Restituisci
inbox-delegated-count = { $count ->
    [one] { $count } delegata
   *[other] { $count } delegate
}
inbox-delegated-to = Ha passato questa domanda a { $name }. Senza risposta torna a Lei: { $time }.
inbox-take-back = Riprendi
inbox-delegate-impossible = Questa domanda non può essere delegata: è conclusa, oppure la decidono più persone insieme.
inbox-delegate-no-name = Indichi a chi: il nome di una persona o di un gruppo, come si usa per l’accesso.
inbox-delegate-with-you = È già da Lei.
inbox-delegate-note = Passata a { $name }.
inbox-delegate-note-why = Passata a { $name }: { $reason }
inbox-snooze = Posticipa
inbox-snooze-about = La nasconde dal Suo elenco. Torna al più tardi dieci minuti prima della scadenza.
inbox-snooze-too-soon = Scade troppo presto per essere posticipata.
inbox-snooze-not = Non posticipare
inbox-snooze-hour = Per un’ora
inbox-snooze-afternoon = Per quattro ore
inbox-snooze-day = Per un giorno
inbox-notes = Note tra colleghi
inbox-notes-private = { $client } non le vede.
inbox-note-yours = La Sua nota
inbox-note-add = Aggiungi la nota
inbox-toast-approved = Approvato: { $title } Invio tra { $seconds } secondi.
inbox-toast-rejected = Rifiutato: { $title } Invio tra { $seconds } secondi.
inbox-toast-approved-short = Approvato. Invio tra { $seconds } secondi.
inbox-toast-rejected-short = Rifiutato. Invio tra { $seconds } secondi.
inbox-selected-entries = Voci selezionate
inbox-selected = in selezione
inbox-comment-all = Un commento per tutte (facoltativo)
inbox-approve-all = Approva tutte
inbox-reject-all = Rifiuta tutte
inbox-clear = Deseleziona
inbox-bulk-approved = { $count ->
    [one] { $count } approvata.
   *[other] { $count } approvate.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } rifiutata.
   *[other] { $count } rifiutate.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } posticipata.
   *[other] { $count } posticipate.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } saltata: non è una decisione.
   *[other] { $count } saltate: non sono decisioni.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } saltata: scade troppo presto per essere posticipata.
   *[other] { $count } saltate: scadono troppo presto per essere posticipate.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } non approvata: già conclusa, oppure serve un commento.
   *[other] { $count } non approvate: già concluse, oppure serve un commento.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } non rifiutata: già conclusa, oppure serve un commento.
   *[other] { $count } non rifiutate: già concluse, oppure serve un commento.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } non posticipata: già conclusa, oppure serve un commento.
   *[other] { $count } non posticipate: già concluse, oppure serve un commento.
}
inbox-hint-move = sposta
inbox-hint-approve = approva
inbox-hint-reject = rifiuta
inbox-hint-select = seleziona
inbox-hint-keys = tutti i tasti
inbox-keys = Tastiera
inbox-key-move = La voce successiva, la precedente
inbox-key-open = Apri
inbox-key-back = Torna all’elenco
inbox-key-approve = Approva
inbox-key-reject = Rifiuta, con un motivo
inbox-key-select = Seleziona o deseleziona
inbox-key-approve-selected = Approva le voci selezionate
inbox-key-comment = Scrivi un commento
inbox-key-undo = Annulla l’ultima decisione
inbox-key-take = Prendi in carico o restituisci
inbox-key-new = Mostra le nuove voci
inbox-key-help = Mostra o nascondi questo elenco
inbox-keys-letters = Singole lettere come tasti
inbox-keys-close = Chiudi
inbox-offline-title = Offline
inbox-offline-missing = Questa pagina non è su questo dispositivo
inbox-offline-about = L’elenco e le ultime domande aperte ci sono. Riprovi quando è online.
inbox-offline-read = Leggi l’elenco
inbox-app-about = Domande che La aspettano
