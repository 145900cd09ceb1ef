problem-quoted-label = «{ $label }»
problem-required = { $label } è obbligatorio.
problem-type-text = { $label } deve essere un testo.
problem-type-number = { $label } deve essere un numero.
problem-type-number-digits = { $label } deve essere un numero di al massimo 38 cifre.
problem-type-number-range = { $label } deve essere un numero tra -1e308 e 1e308.
problem-type-boolean = { $label } deve essere vero o falso.
problem-type-list = { $label } deve essere un elenco di scelte.
problem-type-date = { $label } deve essere una data.
problem-type-option = { $label } deve essere una delle opzioni.
problem-type-file = { $label } deve essere un file.
problem-type-other = { $label } deve essere di un altro tipo.
problem-empty = { $label } non può essere vuoto.
problem-min-length = { $count ->
    [one] { $label } deve avere almeno { $count } carattere.
   *[other] { $label } deve avere almeno { $count } caratteri.
}
problem-max-length = { $count ->
    [one] { $label } può avere al massimo { $count } carattere.
   *[other] { $label } può avere al massimo { $count } caratteri.
}
problem-pattern = { $label } non ha la forma prevista.
problem-characters = { $label } non può contenere caratteri di controllo nascosti.
problem-format-email = { $label } deve essere un indirizzo e-mail, ad esempio name@example.com.
problem-format-uri = { $label } deve essere un indirizzo web completo, ad esempio https://example.com.
problem-format-uuid = { $label } deve essere un UUID, ad esempio 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } deve essere un indirizzo IPv4, ad esempio 203.0.113.7.
problem-format-ipv6 = { $label } deve essere un indirizzo IPv6, ad esempio 2001:db8::7.
problem-format-hostname = { $label } deve essere un nome host, ad esempio www.example.com.
problem-format-date = { $label } deve essere una data, ad esempio 2026-01-31.
problem-format-date-time = { $label } deve essere data e ora, ad esempio 2026-01-31T09:30:00Z.
problem-format-time = { $label } deve essere un’ora, ad esempio 09:30.
problem-format-colour = { $label } deve essere un colore, ad esempio #1a7f4b.
problem-format-other = { $label } deve avere un altro formato.
problem-earliest = { $label } non può precedere il { DATETIME($date) }.
problem-latest = { $label } non può seguire il { DATETIME($date) }.
problem-minimum = { $label } deve essere almeno { $number }.
problem-maximum = { $label } deve essere al massimo { $number }.
problem-more-than = { $label } deve essere maggiore di { $number }.
problem-less-than = { $label } deve essere minore di { $number }.
problem-whole-number = { $label } deve essere un numero intero.
problem-multiple = { $label } deve essere un multiplo di { $number }.
problem-one-of = { $label } deve essere una di queste opzioni: { $options }.
problem-option = { $label } deve essere una delle opzioni.
problem-min-items = { $count ->
    [one] { $label }: scegliere almeno { $count } opzione.
   *[other] { $label }: scegliere almeno { $count } opzioni.
}
problem-max-items = { $count ->
    [one] { $label }: scegliere al massimo { $count } opzione.
   *[other] { $label }: scegliere al massimo { $count } opzioni.
}
problem-twice = { $label } contiene due volte la stessa scelta.
problem-schemes = { $label } deve iniziare con { $schemes }.
problem-scheme = { $label } inizia con uno schema non consentito.
problem-private-network = { $label } non può portare a una rete privata.
problem-local-machine = { $label } non può portare al computer locale.
problem-host = { $label } deve essere un indirizzo il cui host esiste.
problem-size = { $label } può occupare al massimo { $size }.
problem-file-type = { $label } deve essere un file di tipo { $types }.
problem-file-ending = { $label } deve essere un file il cui nome termina con { $endings }.
problem-file-not-allowed = { $label } è un tipo di file non consentito.
problem-filename = { $label } ha un nome di file non utilizzabile; rinominare il file.
problem-content = { $label } ha un contenuto non utilizzabile.
problem-content-missing = { $label } non ha contenuto.
problem-content-not-type = { $label } ha un contenuto che non è { $expected }.
problem-content-broken = { $label } ha un contenuto non leggibile come { $expected }.
problem-content-other-type = { $label } ha un contenuto di tipo { $actual } anziché { $expected }.
problem-content-never-uploaded = { $label } ha un contenuto che non è mai stato caricato.
problem-no-field = Questo modulo non ha il campo «{ $label }».
problem-no-field-meant = Questo modulo non ha il campo «{ $label }»; forse si intendeva «{ $meant }».
problem-answered-twice = { $label } ha ricevuto due risposte.
problem-not-readable = La risposta non è leggibile.
problem-computed = { $label } è calcolato da altre risposte e non può essere modificato.
problem-not-computable = { $label } non può essere calcolato da queste risposte.
problem-not-accepted = { $label } non è stato accettato.
problem-decide = Si prega di decidere.
size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } byte
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = Il numero minimo di voci in { $label } è { $count }.
problem-max-rows = Il numero massimo di voci in { $label } è { $count }.
problem-type-rows = { $label } deve essere un elenco di voci.
problem-in-row = { $item } { $number }: { $sentence }
