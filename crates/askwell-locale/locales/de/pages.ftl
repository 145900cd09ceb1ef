pages-title-error = Fehler: { $title }
pages-skip = Zum Inhalt springen
pages-footer = Beantwortet mit Askwell
pages-language = Sprache
pages-language-use = Verwenden
pages-error-mark = Fehler:
pages-problem-title = Es gibt ein Problem
pages-asks = { $client } fragt
pages-asks-for = { $client } fragt, für { $requester }
pages-audience-you = Nur für Sie
pages-audience-person = Für { $name }
pages-audience-group = Für die Gruppe { $name }
pages-audience-signed-in = Für alle, die angemeldet sind
pages-audience-anyone = Für alle
pages-audience-asked = { $audience } · gefragt { $time }
pages-unnamed-client = Ein Programm
pages-taken-by-you = Sie haben dies übernommen.
pages-taken-by-other = { $name } beantwortet dies gerade.
pages-send = Antwort senden
pages-review = Antwort überprüfen
pages-continue = Weiter
pages-back = Zurück
pages-update = Formular aktualisieren
pages-update-help = Einige Felder hängen von anderen ab. Aktualisieren Sie, um zu sehen, welche Sie brauchen.
pages-give-back = Zurückgeben
pages-take-over = Übernehmen
pages-kept = Bleibt in diesem Browser erhalten, solange die Frage offen ist
pages-kept-without-secrets = Bleibt, außer Geheimnissen, in diesem Browser erhalten, solange die Frage offen ist
pages-no-wish = Sie möchten nicht antworten?
pages-decline = Ablehnen
pages-decline-help = Teilt { $client } mit, dass Sie ablehnen. Es geht dort möglicherweise ohne Antwort weiter.
pages-cancel = Anfrage abbrechen
pages-cancel-help = Schließt die Anfrage ohne Antwort.
pages-why-not = Warum nicht?
pages-optional = (optional)
pages-external = Dies geschieht auf einer anderen Seite. Sehen Sie sich an, wohin sie führt, bevor Sie sie öffnen:
pages-external-open = Seite öffnen
pages-external-no-wish = Sie möchten das nicht tun?
pages-external-decline-help = Teilt { $client } mit, dass Sie ablehnen. Es geht dort möglicherweise ohne Sie weiter.
pages-time-left = Verbleibende Zeit: { $left }
pages-time-until = bis { $time }
pages-left-moment = weniger als eine Minute
pages-left-minutes = { $count ->
    [1] etwa eine Minute
    [one] etwa { $count } Minute
   *[other] etwa { $count } Minuten
}
pages-left-hours = { $count ->
    [1] etwa eine Stunde
    [one] etwa { $count } Stunde
   *[other] etwa { $count } Stunden
}
pages-left-days = { $count ->
    [1] etwa ein Tag
    [one] etwa { $count } Tag
   *[other] etwa { $count } Tage
}
pages-add-minutes = { $count ->
    [1] Eine Minute mehr
    [one] { $count } Minute mehr
   *[other] { $count } Minuten mehr
}
pages-add-seconds = { $count ->
    [1] Eine Sekunde mehr
    [one] { $count } Sekunde mehr
   *[other] { $count } Sekunden mehr
}
pages-time-near = Die Zeit ist fast um: noch { $left }.
pages-more-time = Sie haben jetzt mehr Zeit.
pages-no-more-time = Die Zeit kann nicht weiter verlängert werden. Bitte antworten Sie, bevor sie abläuft.
pages-time-up = Die Zeit ist um.
pages-without-answer = Ohne Antwort: { $words }
pages-without-answer-expires = Ohne Antwort läuft die Frage ab, und das Programm erfährt davon.
pages-without-approvals = { $count ->
    [1] Ohne eine weitere Zustimmung: { $words }
    [one] Ohne { $count } weitere Zustimmung: { $words }
   *[other] Ohne { $count } weitere Zustimmungen: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Ohne eine weitere Zustimmung läuft die Frage ab, und das Programm erfährt davon.
    [one] Ohne { $count } weitere Zustimmung läuft die Frage ab, und das Programm erfährt davon.
   *[other] Ohne { $count } weitere Zustimmungen läuft die Frage ab, und das Programm erfährt davon.
}
pages-escalates-group = Ab { $time } antwortet stattdessen die Gruppe { $name }.
pages-escalates-person = Ab { $time } antwortet stattdessen { $name }.
pages-escalates-others = Ab { $time } antworten stattdessen andere Personen.
pages-steps = Schritte
pages-step = Schritt { $here } von { $total }: { $title }
pages-step-done = { $title }, erledigt: ändern
pages-check-and-send = Prüfen und senden
pages-check = Vor dem Senden prüfen
pages-check-title = Vor dem Senden prüfen: { $title }
pages-check-all = Das ist alles, was { $client } erhält.
pages-fixed = Vom Formular vorgegeben.
pages-change-for = Ändern { $label }
pages-back-to-form = Zurück zum Formular
pages-nothing = Nichts
pages-not-shown = Ausgefüllt, wird nicht angezeigt
pages-your-decision = Ihre Entscheidung
pages-undo-hint = { $count ->
    [one] { $count } Sekunde lang wird nichts gesendet: Sie können es rückgängig machen.
   *[other] { $count } Sekunden lang wird nichts gesendet: Sie können es rückgängig machen.
}
pages-votes-title = { $approvals } von { $needed } angenommen
pages-votes-enough = Genügend Personen stimmen zu.
pages-votes-missing = { $count ->
    [1] Eine weitere Zustimmung ist nötig.
    [one] { $count } weitere Zustimmung ist nötig.
   *[other] { $count } weitere Zustimmungen sind nötig.
}
pages-votes-ends = Eine Ablehnung beendet es.
pages-votes-goes-on = Eine Ablehnung beendet es nicht.
pages-vote-approved = Angenommen
pages-vote-rejected = Abgelehnt
pages-you = Sie
pages-quote = „{ $text }“
pages-own-request = Sie haben darum gebeten und können deshalb nicht entscheiden.
pages-request-of = { $name } hat darum gebeten und kann deshalb nicht entscheiden.
pages-yes = Ja
pages-no = Nein
pages-no-answer = Keine Antwort
pages-no-choice = Keine Auswahl
pages-choose-one = Bitte eine Option auswählen
pages-choose-some = Bitte Optionen auswählen
pages-chosen = { $count ->
    [one] { $count } ausgewählt
   *[other] { $count } ausgewählt
}
pages-search = Suchen
pages-search-in = Suchen in { $label }
pages-find-for = Suchen { $label }
pages-first-options = { $count ->
    [one] Die ersten von { $count } Option. Suchen Sie, um andere zu sehen.
   *[other] Die ersten von { $count } Optionen. Suchen Sie, um andere zu sehen.
}
pages-first-fitting = { $count ->
    [one] Die erste { $count } passende Option.
   *[other] Die ersten { $count } passenden Optionen.
}
pages-options-fit = { $count ->
    [0] Nichts passt zu dieser Suche.
    [1] Eine Option passt.
    [one] { $count } Option passt.
   *[other] { $count } Optionen passen.
}
pages-steps-of = In Schritten von { $number }.
pages-show = Anzeigen
pages-hide = Verbergen
pages-secret-kept = Ihre frühere Eingabe ist noch da. Lassen Sie das Feld leer, um sie zu verwenden, oder geben Sie etwas anderes ein.
pages-secret-remove = Meine frühere Eingabe entfernen
pages-secret-again = { $label } muss noch einmal eingegeben werden. Ihre frühere Eingabe ist hier nicht mehr bekannt.
pages-zone-of = Zeitzone von { $label }
pages-zone-choose = Zeitzone auswählen
pages-zone-missing = Wählen Sie die Zeitzone von { $label } aus.
pages-clocks-forward = An diesem Tag werden die Uhren vorgestellt und überspringen diese Stunde. Es gilt als { $time }.
pages-clocks-back = An diesem Tag werden die Uhren zurückgestellt, sodass es diese Stunde zweimal gibt: zuerst als { $first }, dann als { $second }. Wählen Sie, welche Sie meinen.
pages-code = Code
pages-table = Tabelle
pages-changes = Änderungen
pages-test-for = Testen { $label }
pages-testing = Wird getestet …
pages-test-fine = Diese Adresse würde angenommen. Sie wurde nicht aufgerufen.
pages-test-nothing = Es gibt noch nichts zu testen.
pages-test-no-field = Dieses Feld gibt es nicht.
pages-leads-to = Führt zu { $host }.
pages-mixed-scripts = Dieser Name mischt Buchstaben verschiedener Schriften, wie es Namen tun, die sich als andere ausgeben. Sehen Sie genau hin.
pages-foreign-letters = Dieser Name enthält andere Buchstaben als a bis z, die anderen ähneln können. Sehen Sie genau hin.
pages-size-bytes = { $count ->
    [one] { $count } Byte
   *[other] { $count } Byte
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Jede Art von Datei, höchstens { $size }.
pages-file-types = { $types }, höchstens { $size }.
pages-file-certain = Nur bestimmte Arten von Dateien, höchstens { $size }.
pages-file-too-large = { $label } darf höchstens { $size } groß sein.
pages-file-remove-this = Diese Datei entfernen
pages-file-remove = Entfernen
pages-file-another-for = Andere Datei wählen { $label }
pages-file-drop = oder hier ablegen
pages-file-uploading = { $label } wird hochgeladen
pages-file-failed = Diese Datei konnte nicht übernommen werden. Bitte versuchen Sie es noch einmal.
pages-file-bad-name = { $label }: Der Dateiname „{ $name }“ kann nicht verwendet werden. Benennen Sie die Datei um.
pages-file-no-type = { $label }: Ihr Browser hat für „{ $name }“ einen ungültigen Typ angegeben. Wählen Sie eine andere Datei.
pages-file-refused = { $label }: „{ $name }“ kann nicht übernommen werden. Wählen Sie eine andere Datei.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber laut Ihrem Browser ist die Datei reiner Text. Benennen Sie die Datei um oder wählen Sie eine andere.
    [html] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber laut Ihrem Browser ist die Datei eine HTML-Seite. Benennen Sie die Datei um oder wählen Sie eine andere.
    [unknown] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber laut Ihrem Browser hat die Datei keinen der bekannten Typen. Benennen Sie die Datei um oder wählen Sie eine andere.
   *[type] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber laut Ihrem Browser hat die Datei den Typ { $type }. Benennen Sie die Datei um oder wählen Sie eine andere.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber der Inhalt ist reiner Text. Wählen Sie eine andere Datei.
    [html] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber der Inhalt ist eine HTML-Seite. Wählen Sie eine andere Datei.
    [unknown] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber der Inhalt hat keinen der bekannten Typen. Wählen Sie eine andere Datei.
    [malformed] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber der Text hat nicht diese Form. Wählen Sie eine andere Datei.
   *[type] { $label }: Der Name „{ $name }“ endet auf { $ending }, aber der Inhalt hat den Typ { $type }. Wählen Sie eine andere Datei.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: Laut Ihrem Browser hat „{ $name }“ den Typ { $declared }, aber der Inhalt ist reiner Text. Wählen Sie eine andere Datei.
    [html] { $label }: Laut Ihrem Browser hat „{ $name }“ den Typ { $declared }, aber der Inhalt ist eine HTML-Seite. Wählen Sie eine andere Datei.
    [unknown] { $label }: Laut Ihrem Browser hat „{ $name }“ den Typ { $declared }, aber der Inhalt hat keinen der bekannten Typen. Wählen Sie eine andere Datei.
    [malformed] { $label }: Laut Ihrem Browser hat „{ $name }“ den Typ { $declared }, aber der Text hat nicht diese Form. Wählen Sie eine andere Datei.
   *[type] { $label }: Laut Ihrem Browser hat „{ $name }“ den Typ { $declared }, aber der Inhalt hat den Typ { $type }. Wählen Sie eine andere Datei.
}
pages-file-failed-field = { $label } konnte nicht übernommen werden. Bitte versuchen Sie es noch einmal.
pages-answer-too-long = Ihre Antwort ist zu lang: Insgesamt darf sie höchstens { $size } groß sein.
pages-answer-own-request = Sie haben darum gebeten und können deshalb nicht darüber entscheiden.
pages-answer-sign-in = Hierüber entscheiden mehrere Personen. Bitte melden Sie sich an, damit Ihre Stimme gezählt werden kann.
pages-answer-no-votes = Es werden keine weiteren Stimmen angenommen.
pages-answer-unchecked = Ihre Antwort konnte gerade nicht geprüft werden. Es wurde nichts gesendet. Bitte versuchen Sie es noch einmal.
pages-connection-lost = Die Verbindung ist unterbrochen. Ihre Eingaben stehen noch auf dieser Seite; neuer Versuch …
pages-unusable = Diese Seite kann hier nicht mehr verwendet werden.
pages-see-why = Grund ansehen
pages-see-what = Ansehen, was geschehen ist
pages-live-answered = Dies wurde bereits beantwortet. Ihre Eingaben wurden nicht gesendet.
pages-live-answered-by = Dies hat bereits { $name } beantwortet. Ihre Eingaben wurden nicht gesendet.
pages-live-declined = Dies wurde abgelehnt. Ihre Eingaben wurden nicht gesendet.
pages-live-declined-by = Dies hat { $name } abgelehnt. Ihre Eingaben wurden nicht gesendet.
pages-live-timeout = Die Zeit ist um. Ihre Eingaben wurden nicht gesendet.
pages-live-cancelled = Dies wurde abgebrochen. Ihre Eingaben wurden nicht gesendet.
pages-approve = Annehmen
pages-reject = Ablehnen
pages-comment = Kommentar
pages-decision = Entscheidung
pages-rows-none = Noch nichts hinzugefügt.
pages-rows-add = Hinzufügen: { $item }
pages-rows-most = Mehr werden hier nicht angenommen: { $count }.
pages-row-up = Nach oben
pages-row-down = Nach unten
pages-row-remove = Entfernen
pages-computed = Aus Ihren anderen Antworten berechnet.
pages-source-none = Es wurden keine Optionen gefunden. Suchen Sie nach etwas anderem oder versuchen Sie es später erneut.
pages-source-some = Das sind einige der Optionen. Suchen Sie, um andere zu sehen.
pages-not-accepted = Das wurde nicht angenommen.
