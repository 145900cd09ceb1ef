term-sent = Inviato. Grazie.
term-declined = Rifiutato. Non è stato inviato nulla.
term-cancelled = Annullato. Non è stato inviato nulla.
term-aborted = Uscito. Non è stato inviato nulla.
term-timed-out = Il tempo è scaduto. Non è stato inviato nulla.
term-sending = Invio in corso…
term-kept = Le risposte sono conservate; è possibile riprovare.
term-nothing = (niente)
term-required = obbligatorio
term-optional = facoltativo
term-yes = sì
term-no = no
term-chosen = { $count ->
    [one] { $count } scelto
   *[other] { $count } scelti
}
term-position = { $here } di { $total }
term-time-left = restano { $time }
term-review = Riepilogo
term-review-position = riepilogo
term-send = Invia le risposte
term-problems-left = { $count ->
    [one] { $count } problema da correggere.
   *[other] { $count } problemi da correggere.
}
term-no-such-option = Non c’è un’opzione «{ $typed }».
term-leave = Lasciare questo modulo?
term-why-decline = Perché rifiuta?
term-decline = Rifiuta: comunica al mittente che non risponderà.
term-why = Il mittente legge il motivo. Può lasciarlo vuoto.
term-cancel = Annulla: chiude il modulo senza risposta; il mittente può chiedere di nuovo.
term-continue = Continua con il modulo.
term-not-kept = I dati inseriti non vengono conservati.
term-no-more-time = Non si può aggiungere altro tempo.
term-time-asked = Ha chiesto altro tempo.
term-read-all = … F2 mostra tutto.
term-hint-email = un indirizzo e-mail
term-hint-uri = un indirizzo web
term-hint-uuid = un UUID
term-hint-ipv4 = un indirizzo IPv4
term-hint-ipv6 = un indirizzo IPv6
term-hint-hostname = un nome host
term-hint-date = una data, come 2026-01-31
term-hint-date-time-text = data e ora, come 2026-01-31T09:30:00Z
term-hint-date-time = data e ora, come 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } carattere
   *[other] { $count } caratteri
}
term-hint-characters-at-most = { $count ->
    [one] al massimo { $count } carattere
   *[other] al massimo { $count } caratteri
}
term-hint-characters-at-least = { $count ->
    [one] almeno { $count } carattere
   *[other] almeno { $count } caratteri
}
term-hint-characters-between = { $count ->
    [one] da { $least } a { $count } carattere
   *[other] da { $least } a { $count } caratteri
}
term-hint-number = un numero
term-hint-whole-number = un numero intero
term-hint-multiple = un multiplo di { $number }
term-hint-more-than = più di { $number }
term-hint-less-than = meno di { $number }
term-hint-from = { $what }, da { $least }
term-hint-up-to = { $what }, fino a { $most }
term-hint-between = { $what }, da { $least } a { $most }
term-hint-any = a piacere
term-hint-at-most = al massimo { $count }
term-hint-at-least = almeno { $count }
term-hint-exactly = esattamente { $count }
term-hint-some = da { $least } a { $most }
term-hint-url = un indirizzo web che inizia con { $schemes }
term-hint-file = un file di al massimo { $size }
term-hint-file-ending = un file che termina con { $endings }, di al massimo { $size }
term-leads-to = Porta a { $host }, porta { $port }.
term-leads-to-doubtful = Porta a { $host }, porta { $port }. Il nome ha lettere di altri alfabeti: guardi bene.
term-plain-mode = Modalità semplice: una domanda alla volta. ? mostra di più, < torna indietro, ! elenca i comandi.
term-plain-more = !more chiede altro tempo.
term-plain-question = Domanda { $position }: { $label } ({ $need })
term-plain-takes = Atteso: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } opzione. Scriva parte di un nome per vedere quali corrispondono.
   *[other] { $count } opzioni. Scriva parte di un nome per vedere quali corrispondono.
}
term-plain-now = Ora: { $value }. Una riga vuota lo mantiene.
term-plain-leave-out = Una riga vuota lo omette.
term-plain-answer = Risposta:
term-plain-secret = Risposta (nascosta):
term-plain-decide = Risponda con un numero, oppure con approve o reject.
term-plain-yes-no = Risponda sì o no.
term-plain-number-or-name = Risponda con un numero o un nome.
term-plain-numbers-or-names = Risponda con numeri o nomi separati da virgole.
term-plain-path = Risponda con il percorso di un file.
term-plain-lines = Può scrivere più righe; termini con una riga che contiene solo un punto.
term-plain-problem = Problema: { $sentence }
term-plain-warning = Attenzione: { $sentence }
term-plain-send = Inviare? y invia, un numero cambia quella risposta, < torna indietro, ! esce.
term-plain-emptied = Svuotato.
term-plain-fixed = Questa risposta non si può cambiare.
term-plain-no-such-number = Questo numero non esiste.
term-plain-not-sent = Non inviato. !decline MOTIVO rifiuta tutto il modulo, !cancel lo lascia.
term-plain-unclear = Risponda con y, un numero, < o !.
term-plain-please-yes-no = Risponda sì o no.
term-plain-please-decide = Risponda 1 per «{ $approve }» o 2 per «{ $reject }».
term-plain-several = Corrispondono più opzioni:
term-plain-and-more = { $count ->
    [one] … e altre { $count }. Scriva di più del nome.
   *[other] … e altre { $count }. Scriva di più del nome.
}
term-plain-commands = Comandi:
term-plain-backslash = Metta \ davanti a una risposta che sembra un comando.
term-command-back = torna alla domanda precedente
term-command-help = di più su questa domanda
term-command-menu = elenca questi comandi
term-command-clear = svuota questa risposta
term-command-review = rivedi tutte le risposte
term-command-more = chiedi altro tempo
term-file-missing = Il file «{ $name }» non esiste.
term-file-denied = «{ $name }» non si può leggere: permesso negato.
term-file-unreadable = «{ $name }» non si può leggere: { $reason }.
term-file-folder = «{ $name }» è una cartella; scelga un file al suo interno.
term-file-other = «{ $name }» non è un file.
term-file-large = «{ $name }» supera { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more chiede altro tempo
term-keys = Tasti
term-key-next = avanti
term-key-back = indietro
term-key-leave = esci
term-key-help = aiuto
term-key-decline = rifiuta
term-key-cancel = annulla
term-key-go-on = continua
term-key-scroll = scorri
term-key-back-to-form = torna al modulo
term-key-pick = scegli
term-key-move = sposta
term-key-more-time = altro tempo
term-key-day = giorno
term-key-month = mese
term-key-type = scrivi
term-key-replace = sostituisci
term-key-calendar = calendario
term-key-new-line = nuova riga
term-key-step = passo
term-key-change = cambia
term-key-approve-reject = approva/rifiuta
term-key-yes-no = sì/no
term-key-search = cerca
term-key-choose = scegli
term-key-complete = completa
term-key-answer = rispondi
term-key-name-any = un tasto
term-key-name-space = spazio
term-key-name-type = scrivere
term-help-enter = continua
term-help-back = torna indietro
term-help-later = continua, correggi dopo
term-help-review = al riepilogo
term-help-empty = svuota la riga
term-help-read = leggi tutto il testo
term-help-leave = rifiuta o annulla
term-help-abort = esci senza rispondere
term-search = Cerca:
term-options = { $count ->
    [one] { $count } opzione
   *[other] { $count } opzioni
}
term-nothing-fits = nessuna corrisponde
term-path = percorso di un file
term-unseen = digitazione nascosta
term-more = { $count ->
    [one] altri { $count }
   *[other] altri { $count }
}
term-months = gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
term-weekdays = Lu Ma Me Gi Ve Sa Do
term-picture = [immagine: { $description }]
term-inbox-empty = Nessun modulo attende una risposta.
term-inbox-choose = Un numero apre quel modulo, una riga vuota aggiorna, ! esce.
term-step = Passo { $here } di { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Voci: { $count }
term-rows-add = Aggiungi: { $item }
term-rows-done = Continua
term-key-add = aggiungi
term-key-remove = rimuovi
term-key-move-entry = sposta la voce
term-plain-rows = + aggiunge una voce, un numero ne modifica una; -2 rimuove la voce 2, ^2 la sposta in su, v2 in giù. Una riga vuota continua.
term-rows-full = Non c’è posto per altre voci.
