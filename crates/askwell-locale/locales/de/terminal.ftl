term-sent = Gesendet. Vielen Dank.
term-declined = Abgelehnt. Es wurde nichts gesendet.
term-cancelled = Abgebrochen. Es wurde nichts gesendet.
term-aborted = Verlassen. Es wurde nichts gesendet.
term-timed-out = Die Zeit ist um. Es wurde nichts gesendet.
term-sending = Wird gesendet …
term-kept = Ihre Antworten bleiben erhalten; Sie können es noch einmal versuchen.
term-nothing = (nichts)
term-required = erforderlich
term-optional = optional
term-yes = ja
term-no = nein
term-chosen = { $count ->
    [one] { $count } ausgewählt
   *[other] { $count } ausgewählt
}
term-position = { $here } von { $total }
term-time-left = noch { $time }
term-review = Überprüfen
term-review-position = Überprüfung
term-send = Antworten senden
term-problems-left = { $count ->
    [one] { $count } Problem ist zu beheben.
   *[other] { $count } Probleme sind zu beheben.
}
term-no-such-option = Es gibt keine Option „{ $typed }“.
term-leave = Dieses Formular verlassen?
term-why-decline = Warum lehnen Sie ab?
term-decline = Ablehnen: dem Absender mitteilen, dass Sie nicht antworten.
term-why = Der Absender liest den Grund. Sie können ihn leer lassen.
term-cancel = Abbrechen: das Formular ohne Antwort schließen; der Absender kann erneut fragen.
term-continue = Mit dem Formular fortfahren.
term-not-kept = Ihre Eingaben werden nicht aufbewahrt.
term-no-more-time = Die Zeit kann nicht verlängert werden.
term-time-asked = Sie haben um mehr Zeit gebeten.
term-read-all = … F2 zeigt alles.
term-hint-email = eine E-Mail-Adresse
term-hint-uri = eine Webadresse
term-hint-uuid = eine UUID
term-hint-ipv4 = eine IPv4-Adresse
term-hint-ipv6 = eine IPv6-Adresse
term-hint-hostname = ein Hostname
term-hint-date = ein Datum wie 2026-01-31
term-hint-date-time-text = Datum und Uhrzeit wie 2026-01-31T09:30:00Z
term-hint-date-time = Datum und Uhrzeit wie 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } Zeichen
   *[other] { $count } Zeichen
}
term-hint-characters-at-most = { $count ->
    [one] höchstens { $count } Zeichen
   *[other] höchstens { $count } Zeichen
}
term-hint-characters-at-least = { $count ->
    [one] mindestens { $count } Zeichen
   *[other] mindestens { $count } Zeichen
}
term-hint-characters-between = { $count ->
    [one] { $least } bis { $count } Zeichen
   *[other] { $least } bis { $count } Zeichen
}
term-hint-number = eine Zahl
term-hint-whole-number = eine ganze Zahl
term-hint-multiple = ein Vielfaches von { $number }
term-hint-more-than = mehr als { $number }
term-hint-less-than = weniger als { $number }
term-hint-from = { $what }, ab { $least }
term-hint-up-to = { $what }, bis { $most }
term-hint-between = { $what }, von { $least } bis { $most }
term-hint-any = beliebig viele
term-hint-at-most = höchstens { $count }
term-hint-at-least = mindestens { $count }
term-hint-exactly = genau { $count }
term-hint-some = { $least } bis { $most } davon
term-hint-url = eine Webadresse, die mit { $schemes } beginnt
term-hint-file = eine Datei, höchstens { $size }
term-hint-file-ending = eine Datei mit der Endung { $endings }, höchstens { $size }
term-leads-to = Führt zu { $host }, Port { $port }.
term-leads-to-doubtful = Führt zu { $host }, Port { $port }. Der Name enthält Buchstaben anderer Schriften: Sehen Sie genau hin.
term-plain-mode = Einfacher Modus: eine Frage nach der anderen. ? zeigt mehr, < geht zurück, ! listet alle Befehle auf.
term-plain-more = !more bittet um mehr.
term-plain-question = Frage { $position }: { $label } ({ $need })
term-plain-takes = Erwartet: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } Option. Geben Sie einen Teil des Namens ein, um passende zu sehen.
   *[other] { $count } Optionen. Geben Sie einen Teil des Namens ein, um passende zu sehen.
}
term-plain-now = Derzeit: { $value }. Eine leere Zeile behält es bei.
term-plain-leave-out = Eine leere Zeile lässt es aus.
term-plain-answer = Antwort:
term-plain-secret = Antwort (unsichtbar):
term-plain-decide = Antworten Sie mit einer Zahl oder mit approve oder reject.
term-plain-yes-no = Antworten Sie mit ja oder nein.
term-plain-number-or-name = Antworten Sie mit einer Zahl oder einem Namen.
term-plain-numbers-or-names = Antworten Sie mit Zahlen oder Namen, durch Kommas getrennt.
term-plain-path = Antworten Sie mit dem Pfad einer Datei.
term-plain-lines = Sie können mehrere Zeilen eingeben; beenden Sie sie mit einer Zeile, die nur einen Punkt enthält.
term-plain-problem = Problem: { $sentence }
term-plain-warning = Warnung: { $sentence }
term-plain-send = Senden? y sendet, eine Zahl ändert diese Antwort, < geht zurück, ! verlässt das Formular.
term-plain-emptied = Geleert.
term-plain-fixed = Diese Antwort kann nicht geändert werden.
term-plain-no-such-number = Diese Nummer gibt es nicht.
term-plain-not-sent = Nicht gesendet. !decline GRUND lehnt das ganze Formular ab, !cancel verlässt es.
term-plain-unclear = Bitte antworten Sie mit y, einer Zahl, < oder !.
term-plain-please-yes-no = Bitte antworten Sie mit ja oder nein.
term-plain-please-decide = Bitte antworten Sie mit 1 für „{ $approve }“ oder 2 für „{ $reject }“.
term-plain-several = Mehrere Optionen passen:
term-plain-and-more = { $count ->
    [one] … und { $count } weitere. Geben Sie mehr vom Namen ein.
   *[other] … und { $count } weitere. Geben Sie mehr vom Namen ein.
}
term-plain-commands = Befehle:
term-plain-backslash = Setzen Sie \ vor eine Antwort, die wie ein Befehl aussieht.
term-command-back = zurück zur vorigen Frage
term-command-help = mehr über diese Frage
term-command-menu = diese Befehle auflisten
term-command-clear = diese Antwort leeren
term-command-review = alle Antworten ansehen
term-command-more = um mehr Zeit bitten
term-file-missing = Die Datei „{ $name }“ gibt es nicht.
term-file-denied = „{ $name }“ kann nicht gelesen werden: keine Berechtigung.
term-file-unreadable = „{ $name }“ kann nicht gelesen werden: { $reason }.
term-file-folder = „{ $name }“ ist ein Ordner; wählen Sie eine Datei darin.
term-file-other = „{ $name }“ ist keine Datei.
term-file-large = „{ $name }“ ist größer als { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more bittet um mehr
term-keys = Tasten
term-key-next = weiter
term-key-back = zurück
term-key-leave = verlassen
term-key-help = Hilfe
term-key-decline = ablehnen
term-key-cancel = abbrechen
term-key-go-on = weiter
term-key-scroll = blättern
term-key-back-to-form = zurück zum Formular
term-key-pick = wählen
term-key-move = bewegen
term-key-more-time = mehr Zeit
term-key-day = Tag
term-key-month = Monat
term-key-type = eintippen
term-key-replace = ersetzen
term-key-calendar = Kalender
term-key-new-line = neue Zeile
term-key-step = Schritt
term-key-change = ändern
term-key-approve-reject = annehmen/ablehnen
term-key-yes-no = ja/nein
term-key-search = suchen
term-key-choose = auswählen
term-key-complete = ergänzen
term-key-answer = antworten
term-key-name-any = beliebige Taste
term-key-name-space = Leertaste
term-key-name-type = Tippen
term-help-enter = weiter
term-help-back = zurück
term-help-later = weiter, später korrigieren
term-help-review = zur Überprüfung
term-help-empty = die Zeile leeren
term-help-read = den ganzen Text lesen
term-help-leave = ablehnen oder abbrechen
term-help-abort = ohne Antwort verlassen
term-search = Suche:
term-options = { $count ->
    [one] { $count } Option
   *[other] { $count } Optionen
}
term-nothing-fits = nichts passt
term-path = Pfad einer Datei
term-unseen = unsichtbare Eingabe
term-more = { $count ->
    [one] { $count } weitere
   *[other] { $count } weitere
}
term-months = Januar Februar März April Mai Juni Juli August September Oktober November Dezember
term-weekdays = Mo Di Mi Do Fr Sa So
term-picture = [Bild: { $description }]
term-inbox-empty = Kein Formular wartet auf eine Antwort.
term-inbox-choose = Eine Zahl öffnet dieses Formular, eine leere Zeile aktualisiert, ! verlässt die Liste.
term-step = Schritt { $here } von { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Einträge: { $count }
term-rows-add = Hinzufügen: { $item }
term-rows-done = Weiter
term-key-add = hinzufügen
term-key-remove = entfernen
term-key-move-entry = Eintrag verschieben
term-plain-rows = + fügt einen Eintrag hinzu, eine Zahl ändert einen; -2 entfernt Eintrag 2, ^2 schiebt ihn nach oben, v2 nach unten. Eine leere Zeile geht weiter.
term-rows-full = Für weitere Einträge ist kein Platz.
