gate-title = Approvare la chiamata di uno strumento
gate-intro = Un programma vuole chiamare uno strumento. Non succede nulla finché non decide.
gate-server = Server: { $server }
gate-tool = Strumento: { $tool }
gate-description = Il server dice: «{ $description }»
gate-no-description = Il server non lo descrive.
gate-hints = Secondo il server: { $hints }
gate-reads-only = Legge soltanto.
gate-destroys = Può distruggere qualcosa.
gate-changes = Modifica qualcosa senza distruggerlo.
gate-open-world = Va oltre il proprio sistema.
gate-idempotent = Ripeterlo non ha altri effetti.
gate-warning = Avviso: { $warning }
gate-changed = Il server ha modificato lo strumento da quando una chiamata è stata approvata il { $time }: { $parts }.
gate-part-description = descrizione
gate-part-arguments = argomenti
gate-part-annotations = annotazioni
gate-part-other = altre parti della definizione
gate-change-unknown = Non si sa se lo strumento sia cambiato da quando è stato approvato.
gate-server-name = Il nome del server contiene lettere non ASCII. Potrebbe imitare un altro nome.
gate-tool-name = Il nome dello strumento contiene lettere non ASCII. Potrebbe imitare un altro nome.
gate-hidden-characters = Gli argomenti contengono caratteri invisibili. Sono mostrati come \u….
gate-mixed-scripts = «{ $word }» mescola lettere di più scritture ({ $letters }).
gate-left-out = { $count } caratteri omessi
gate-arguments = Argomenti:
gate-arguments-in-part = Argomenti, mostrati in parte ({ $bytes } byte in tutto; l’impronta li comprende tutti):
gate-digest = Impronta: { $digest }
gate-decision = Decisione
gate-approve = Approva questa chiamata
gate-approve-again = Approva questa chiamata, e di nuovo la stessa chiamata per { $duration }
gate-approve-tool = Approva questa chiamata, e ogni chiamata di questo strumento per { $duration }
gate-edit = Prima modifica gli argomenti
gate-comment-about = Se rifiuta la chiamata, il programma legge questo.
gate-change-title = Modifica gli argomenti
gate-change-label = Argomenti
gate-change-about = Un oggetto JSON.
gate-change-intro = Modifichi gli argomenti dello strumento { $tool } del server { $server }. Li rivedrà prima di decidere.
gate-change-problem = L’ultima modifica non può essere usata: { $problem }.
gate-days = { $count ->
    [one] { $count } giorno
   *[other] { $count } giorni
}
gate-hours = { $count ->
    [one] { $count } ora
   *[other] { $count } ore
}
gate-minutes = { $count ->
    [one] { $count } minuto
   *[other] { $count } minuti
}
gate-seconds = { $count ->
    [one] { $count } secondo
   *[other] { $count } secondi
}
gate-lost-call = Il gateway è stato riavviato mentre `{ $tool }` attendeva una risposta. Il server potrebbe aver già svolto una parte del lavoro. Chiamarlo di nuovo?
acp-open-title = Aprire una pagina?
acp-open = Apri questa pagina
acp-page-host = Questa pagina appartiene a { $host }.
acp-open-page = Apra questa pagina per continuare: { $url }
acp-answer = Risponda qui: { $url }
acp-answer-code = Risponda qui: { $url } (codice { $code })
