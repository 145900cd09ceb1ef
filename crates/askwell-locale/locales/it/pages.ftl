pages-title-error = Errore: { $title }
pages-skip = Vai al contenuto
pages-footer = Risposto con Askwell
pages-language = Lingua
pages-language-use = Usa
pages-error-mark = Errore:
pages-problem-title = C’è un problema
pages-asks = { $client } chiede
pages-asks-for = { $client } chiede, per { $requester }
pages-audience-you = Solo per Lei
pages-audience-person = Per { $name }
pages-audience-group = Per il gruppo { $name }
pages-audience-signed-in = Per tutte le persone che hanno effettuato l’accesso
pages-audience-anyone = Per chiunque
pages-audience-asked = { $audience } · chiesto { $time }
pages-unnamed-client = Un programma
pages-taken-by-you = Ha preso in carico questa domanda.
pages-taken-by-other = { $name } sta rispondendo.
pages-send = Invia la risposta
pages-review = Rivedi la risposta
pages-continue = Continua
pages-back = Indietro
pages-update = Aggiorna il modulo
pages-update-help = Alcuni campi dipendono da altri. Aggiorni per vedere quali servono.
pages-give-back = Restituisci
pages-take-over = Subentra
pages-kept = Conservato in questo browser finché la domanda è aperta
pages-kept-without-secrets = Conservato in questo browser finché la domanda è aperta, tranne i segreti
pages-no-wish = Non vuole rispondere?
pages-decline = Rifiuta
pages-decline-help = Comunica a { $client } che rifiuta. Il programma può continuare senza risposta.
pages-cancel = Annulla la richiesta
pages-cancel-help = Chiude la richiesta senza risposta.
pages-why-not = Perché no?
pages-optional = (facoltativo)
pages-external = Questo si fa su un’altra pagina. Guardi dove porta prima di andarci:
pages-external-open = Apri la pagina
pages-external-no-wish = Non vuole farlo?
pages-external-decline-help = Comunica a { $client } che rifiuta. Il programma può continuare senza di Lei.
pages-time-left = Tempo rimasto: { $left }
pages-time-until = fino a { $time }
pages-left-moment = meno di un minuto
pages-left-minutes = { $count ->
    [1] circa un minuto
    [one] circa { $count } minuto
   *[other] circa { $count } minuti
}
pages-left-hours = { $count ->
    [1] circa un’ora
    [one] circa { $count } ora
   *[other] circa { $count } ore
}
pages-left-days = { $count ->
    [1] circa un giorno
    [one] circa { $count } giorno
   *[other] circa { $count } giorni
}
pages-add-minutes = { $count ->
    [1] Aggiungi un minuto
    [one] Aggiungi { $count } minuto
   *[other] Aggiungi { $count } minuti
}
pages-add-seconds = { $count ->
    [1] Aggiungi un secondo
    [one] Aggiungi { $count } secondo
   *[other] Aggiungi { $count } secondi
}
pages-time-near = Il tempo è quasi scaduto: restano { $left }.
pages-more-time = Ora ha più tempo.
pages-no-more-time = Non si può aggiungere altro tempo. Risponda prima che scada.
pages-time-up = Il tempo è scaduto.
pages-without-answer = Senza risposta: { $words }
pages-without-answer-expires = Senza risposta la domanda scade e il programma ne viene informato.
pages-without-approvals = { $count ->
    [1] Senza un’altra approvazione: { $words }
    [one] Senza { $count } altra approvazione: { $words }
   *[other] Senza altre { $count } approvazioni: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Senza un’altra approvazione la domanda scade e il programma ne viene informato.
    [one] Senza { $count } altra approvazione la domanda scade e il programma ne viene informato.
   *[other] Senza altre { $count } approvazioni la domanda scade e il programma ne viene informato.
}
pages-escalates-group = Da { $time } risponde invece il gruppo { $name }.
pages-escalates-person = Da { $time } risponde invece { $name }.
pages-escalates-others = Da { $time } rispondono invece altre persone.
pages-steps = Passaggi
pages-step = Passaggio { $here } di { $total }: { $title }
pages-step-done = { $title }, fatto: modifica
pages-check-and-send = Controlla e invia
pages-check = Controlli prima di inviare
pages-check-title = Controlli prima di inviare: { $title }
pages-check-all = Questo è tutto ciò che { $client } riceverà.
pages-fixed = Impostato dal modulo.
pages-change-for = Modifica { $label }
pages-back-to-form = Torna al modulo
pages-nothing = Niente
pages-not-shown = Compilato, non mostrato
pages-your-decision = La Sua decisione
pages-undo-hint = { $count ->
    [one] Per { $count } secondo non viene inviato nulla: può annullare.
   *[other] Per { $count } secondi non viene inviato nulla: può annullare.
}
pages-votes-title = { $approvals } approvazioni su { $needed }
pages-votes-enough = Ha approvato un numero sufficiente di persone.
pages-votes-missing = { $count ->
    [1] Serve un’altra approvazione.
    [one] Serve { $count } altra approvazione.
   *[other] Servono altre { $count } approvazioni.
}
pages-votes-ends = Un solo rifiuto conclude la richiesta.
pages-votes-goes-on = Un rifiuto non conclude la richiesta.
pages-vote-approved = Approvato
pages-vote-rejected = Rifiutato
pages-you = Lei
pages-quote = «{ $text }»
pages-own-request = La richiesta è Sua, quindi non può decidere.
pages-request-of = La richiesta è di { $name }, che quindi non può decidere.
pages-yes = Sì
pages-no = No
pages-no-answer = Nessuna risposta
pages-no-choice = Nessuna scelta
pages-choose-one = Scelga un’opzione
pages-choose-some = Scelga delle opzioni
pages-chosen = { $count ->
    [one] { $count } scelto
   *[other] { $count } scelti
}
pages-search = Cerca
pages-search-in = Cerca in { $label }
pages-find-for = Cerca { $label }
pages-first-options = { $count ->
    [one] Le prime di { $count } opzione. Cerchi per vederne altre.
   *[other] Le prime di { $count } opzioni. Cerchi per vederne altre.
}
pages-first-fitting = { $count ->
    [one] La prima opzione corrispondente ({ $count }).
   *[other] Le prime { $count } opzioni corrispondenti.
}
pages-options-fit = { $count ->
    [0] Nessuna corrisponde a questa ricerca.
    [1] Corrisponde un’opzione.
    [one] Corrisponde { $count } opzione.
   *[other] Corrispondono { $count } opzioni.
}
pages-steps-of = A passi di { $number }.
pages-show = Mostra
pages-hide = Nascondi
pages-secret-kept = Ciò che ha scritto prima è conservato. Lasci vuoto per usarlo, oppure scriva altro.
pages-secret-remove = Rimuovi ciò che ho scritto prima
pages-secret-again = { $label }: va scritto di nuovo. Ciò che ha scritto prima qui non è più noto.
pages-zone-of = Fuso orario di { $label }
pages-zone-choose = Scelga il fuso orario
pages-zone-missing = Scelga il fuso orario di { $label }.
pages-clocks-forward = Quel giorno gli orologi vanno avanti e saltano quest’ora. Vale come { $time }.
pages-clocks-back = Quel giorno gli orologi tornano indietro, quindi quest’ora si ripete: prima come { $first }, poi come { $second }. Scelga quella che intende.
pages-code = Codice
pages-table = Tabella
pages-changes = Modifiche
pages-test-for = Prova { $label }
pages-testing = Prova in corso…
pages-test-fine = Questo indirizzo sarebbe accettato. Non è stato visitato.
pages-test-nothing = Non c’è ancora nulla da provare.
pages-test-no-field = Questo campo non esiste.
pages-leads-to = Porta a { $host }.
pages-mixed-scripts = Questo nome mescola lettere di scritture diverse, come fanno i nomi che si spacciano per altri. Lo guardi bene.
pages-foreign-letters = Questo nome ha lettere diverse da a–z, che possono somigliare ad altre. Lo guardi bene.
pages-size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } byte
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Qualsiasi tipo di file, al massimo { $size }.
pages-file-types = { $types }, al massimo { $size }.
pages-file-certain = Solo certi tipi di file, al massimo { $size }.
pages-file-too-large = { $label } può essere al massimo di { $size }.
pages-file-remove-this = Rimuovi questo file
pages-file-remove = Rimuovi
pages-file-another-for = Scegli un altro file { $label }
pages-file-drop = oppure lo trascini qui
pages-file-uploading = Caricamento di { $label }
pages-file-failed = Non è stato possibile acquisire questo file. Riprovi.
pages-file-bad-name = { $label }: il nome del file «{ $name }» non può essere usato. Rinomini il file.
pages-file-no-type = { $label }: il Suo browser ha indicato per «{ $name }» un tipo non valido. Scelga un altro file.
pages-file-refused = { $label }: «{ $name }» non può essere acquisito. Scelga un altro file.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: il nome «{ $name }» termina con { $ending }, ma secondo il Suo browser il file è testo semplice. Rinomini il file o ne scelga un altro.
    [html] { $label }: il nome «{ $name }» termina con { $ending }, ma secondo il Suo browser il file è una pagina HTML. Rinomini il file o ne scelga un altro.
    [unknown] { $label }: il nome «{ $name }» termina con { $ending }, ma secondo il Suo browser il file non è di nessun tipo noto. Rinomini il file o ne scelga un altro.
   *[type] { $label }: il nome «{ $name }» termina con { $ending }, ma secondo il Suo browser il file è di tipo { $type }. Rinomini il file o ne scelga un altro.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: il nome «{ $name }» termina con { $ending }, ma il contenuto è testo semplice. Scelga un altro file.
    [html] { $label }: il nome «{ $name }» termina con { $ending }, ma il contenuto è una pagina HTML. Scelga un altro file.
    [unknown] { $label }: il nome «{ $name }» termina con { $ending }, ma il contenuto non è di nessun tipo noto. Scelga un altro file.
    [malformed] { $label }: il nome «{ $name }» termina con { $ending }, ma il testo non ha quella forma. Scelga un altro file.
   *[type] { $label }: il nome «{ $name }» termina con { $ending }, ma il contenuto è di tipo { $type }. Scelga un altro file.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: secondo il Suo browser «{ $name }» è di tipo { $declared }, ma il contenuto è testo semplice. Scelga un altro file.
    [html] { $label }: secondo il Suo browser «{ $name }» è di tipo { $declared }, ma il contenuto è una pagina HTML. Scelga un altro file.
    [unknown] { $label }: secondo il Suo browser «{ $name }» è di tipo { $declared }, ma il contenuto non è di nessun tipo noto. Scelga un altro file.
    [malformed] { $label }: secondo il Suo browser «{ $name }» è di tipo { $declared }, ma il testo non ha quella forma. Scelga un altro file.
   *[type] { $label }: secondo il Suo browser «{ $name }» è di tipo { $declared }, ma il contenuto è di tipo { $type }. Scelga un altro file.
}
pages-file-failed-field = { $label }: non è stato possibile acquisire il file. Riprovi.
pages-answer-too-long = La risposta è troppo lunga: in tutto può essere al massimo di { $size }.
pages-answer-own-request = La richiesta è Sua, quindi non può deciderla.
pages-answer-sign-in = Questo viene deciso da più persone. Acceda, in modo che il Suo voto possa essere contato.
pages-answer-no-votes = Non si accettano altri voti.
pages-answer-unchecked = Al momento non è stato possibile controllare la risposta. Non è stato inviato nulla. Riprovi.
pages-connection-lost = La connessione è interrotta. Ciò che ha scritto è ancora su questa pagina; nuovo tentativo…
pages-unusable = Questa pagina non può più essere usata qui.
pages-see-why = Vedi perché
pages-see-what = Vedi cosa è successo
pages-live-answered = È già stata data una risposta. Ciò che ha compilato non è stato inviato.
pages-live-answered-by = Ha già risposto { $name }. Ciò che ha compilato non è stato inviato.
pages-live-declined = La domanda è stata rifiutata. Ciò che ha compilato non è stato inviato.
pages-live-declined-by = La domanda è stata rifiutata da { $name }. Ciò che ha compilato non è stato inviato.
pages-live-timeout = Il tempo è scaduto. Ciò che ha compilato non è stato inviato.
pages-live-cancelled = La domanda è stata annullata. Ciò che ha compilato non è stato inviato.
pages-approve = Approva
pages-reject = Rifiuta
pages-comment = Commento
pages-decision = Decisione
pages-rows-none = Ancora nessuna voce.
pages-rows-add = Aggiungi: { $item }
pages-rows-most = Numero massimo raggiunto: { $count }.
pages-row-up = Sposta su
pages-row-down = Sposta giù
pages-row-remove = Rimuovi
pages-computed = Calcolato dalle Sue altre risposte.
pages-source-none = Nessuna opzione trovata. Cerchi altro o riprovi più tardi.
pages-source-some = Queste sono alcune delle opzioni. Cerchi per vederne altre.
pages-not-accepted = Non è stato accettato.
