overview-title = Panoramica
overview-all-programs-time = { $from } – { $to }, tutti i programmi
overview-program-time = { $from } – { $to }, { $client }
overview-cut = Le cifre riguardano solo le modifiche più recenti: il registro contiene più di quanto questa pagina legge.
overview-audit = Registro di controllo: { $files }
overview-audit-lines = righe JSON
overview-audit-csv = CSV
overview-filter = Filtro
overview-time = Periodo
overview-program = Programma
overview-all-programs = Tutti i programmi
overview-show = Mostra
overview-last-hours = { $count ->
    [one] Ultima { $count } ora
   *[other] Ultime { $count } ore
}
overview-last-days = { $count ->
    [one] Ultimo { $count } giorno
   *[other] Ultimi { $count } giorni
}
overview-in-time = Risposte in tempo
overview-percent = { $percent }%
overview-of = { $part } di { $count }
overview-half = Metà risposte entro
overview-nine = Nove su dieci entro
overview-waiting-now = In attesa ora
overview-due-hour = { $count ->
    [one] { $count } in scadenza entro un’ora
   *[other] { $count } in scadenza entro un’ora
}
overview-expired = Scadute
overview-seconds = { $count ->
    [one] { $count } s
   *[other] { $count } s
}
overview-minutes = { $count ->
    [one] { $count } min
   *[other] { $count } min
}
overview-hours = { $hours } h { $minutes }
overview-days = { $count ->
    [one] { $count } giorno
   *[other] { $count } giorni
}
overview-part-answered = Risposte o decise
overview-part-declined = Risposta rifiutata
overview-part-cancelled = Ritirate dal programma
overview-part-expired = Scadute
overview-expired-on = { $count ->
    [one] { $count } domanda scaduta il { $day }
   *[other] { $count } domande scadute il { $day }
}
overview-nothing-ended = Nulla si è concluso in questo periodo
overview-nothing-expired = Nulla è scaduto in questo periodo
overview-bar-expired = { $count ->
    [one] { $count } scaduta
   *[other] { $count } scadute
}
overview-by-day = Esiti per giorno
overview-by-day-utc = Esiti per giorno, in UTC.
overview-by-day-spoken = Esiti per giorno, in tutto: { $answered } risposte o decise, { $declined } rifiutate, { $cancelled } ritirate, { $expired } scadute. { $heading }.
overview-as-table = Mostra come tabella
overview-day = Giorno
overview-half-of-all = Metà delle risposte arriva entro { $time }
overview-no-answers = Nessuna risposta in questo periodo
overview-nine-of-all = Nove su dieci arrivano entro { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } risposta per minuti impiegati.
   *[other] { $count } risposte per minuti impiegati.
}
overview-minutes-table = Risposte per minuti impiegati
overview-minutes-head = Minuti
overview-answers-head = Risposte
overview-under = meno di { $number }
overview-between = { $from }–{ $to }
overview-over = più di { $number }
overview-asks-most = { $count ->
    [one] { $client } chiede di più: { $count } domanda
   *[other] { $client } chiede di più: { $count } domande
}
overview-no-program = Nessun programma ha chiesto in questo periodo
overview-programs = Programmi
overview-who-asks = Chi chiede
overview-asked = Chieste
overview-answered = Risposte
overview-waiting = In attesa
overview-half-within = Metà entro
overview-most-waiting = { $name } ne ha di più in attesa: { $number }
overview-none-waiting = Nulla aspetta una singola persona
overview-no-person = Nessuno ha risposto in questo periodo
overview-people = Persone
overview-who-answers = Chi risponde
overview-person-or-group = Persona o gruppo
overview-share = Quota del massimo
overview-of-most = { $part } di { $most } al massimo
overview-group = Gruppo { $name }
