inbox-pages = Seiten
inbox-page-inbox = Eingang
inbox-page-notifications = Mitteilungen
inbox-page-overview = Übersicht
inbox-page-administration = Verwaltung
inbox-you-are = Sie sind
inbox-offline = Sie sind offline. Sie können weiterlesen. Entscheidungen warten hier und werden nicht von selbst gesendet.
inbox-connection-lost = Die Verbindung ist unterbrochen; neuer Versuch …
inbox-title-count = ({ $count }) Eingang
inbox-parts = Teile des Eingangs
inbox-tab-mine = Für mich
inbox-tab-groups = Meine Gruppen
inbox-tab-taken = Übernommen
inbox-tab-done = Erledigt
inbox-due-hour = In der nächsten Stunde fällig
inbox-due-today = Später heute
inbox-due-week = Diese Woche
inbox-due-later = Später
inbox-due-never = Ohne Frist
inbox-today = Heute
inbox-left-moment = weniger als eine Minute
inbox-left-minutes = { $count ->
    [one] noch { $count } Min.
   *[other] noch { $count } Min.
}
inbox-by = bis { $time }
inbox-due-in-moment = fällig in weniger als einer Minute
inbox-due-in-minutes = { $count ->
    [one] fällig in { $count } Minute
   *[other] fällig in { $count } Minuten
}
inbox-due-in-hours = { $count ->
    [one] fällig in { $count } Stunde
   *[other] fällig in { $count } Stunden
}
inbox-due-in-days = { $count ->
    [one] fällig in { $count } Tag
   *[other] fällig in { $count } Tagen
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } neue
   *[other] { $count } neue
}
inbox-snoozed-count = { $count ->
    [one] { $count } zurückgestellt.
   *[other] { $count } zurückgestellt.
}
inbox-snoozed-show = Anzeigen
inbox-stopped = Die Suche hat nur einen Teil der Einträge durchgesehen.
inbox-search-further = Weitersuchen
inbox-first = Anfang
inbox-more = Mehr
inbox-select = Auswählen: { $title }
inbox-answer = Antworten
inbox-continue = Weiter
inbox-approvals = { $approvals } von { $needed } angenommen
inbox-client-for = { $client } für { $name }
inbox-taken-by-you = von Ihnen übernommen
inbox-taken-by = { $name } beantwortet dies gerade
inbox-other-page = auf einer anderen Seite
inbox-no-longer = nicht mehr hier
inbox-fields = { $count ->
    [one] { $count } Feld
   *[other] { $count } Felder
}
inbox-secrets = { $count ->
    [one] { $count } Geheimnis
   *[other] { $count } Geheimnisse
}
inbox-approved-by-you = Gerade von Ihnen angenommen
inbox-approved-by = Gerade von { $name } angenommen
inbox-rejected-by-you = Gerade von Ihnen abgelehnt
inbox-rejected-by = Gerade von { $name } abgelehnt
inbox-undo = Rückgängig
inbox-why = Warum?
inbox-why-required = wird der fragenden Seite mitgeteilt
inbox-why-optional = optional, wird der fragenden Seite mitgeteilt
inbox-keep-open = Offen lassen
inbox-was-approved = Angenommen · { $client }
inbox-was-rejected = Abgelehnt · { $client }
inbox-was-answered = Beantwortet · { $client }
inbox-was-declined-because = Antwort abgelehnt: „{ $reason }“
inbox-was-declined = Antwort abgelehnt · { $client }
inbox-was-called-off = Zurückgezogen von { $client }
inbox-was-expired = Abgelaufen · niemand hat geantwortet
inbox-filter = Filter
inbox-filter-in-use = aktiv
inbox-search = Suchen
inbox-search-help = Wörter aus dem Titel, der Beschreibung oder dem Programm.
inbox-who-asks = Wer fragt
inbox-kind = Art
inbox-outcome = Ergebnis
inbox-any = Beliebig
inbox-show = Anzeigen
inbox-show-everything = Alles anzeigen
inbox-notify = Benachrichtigen
inbox-notify-stop = Nicht mehr benachrichtigen
inbox-state-completed = Beantwortet
inbox-state-declined = Antwort abgelehnt
inbox-state-cancelled = Zurückgezogen
inbox-state-timeout = Abgelaufen
inbox-mode-form = Formular
inbox-mode-inline = Kurze Frage
inbox-mode-url = Webseite
inbox-mode-terminal = Terminal
inbox-none-fits = Nichts passt
inbox-none-fits-about = Kein Eintrag passt zu dem, was Sie suchen.
inbox-none-mine = Nichts wartet auf Sie
inbox-none-mine-about = Neue Fragen erscheinen hier von selbst.
inbox-none-mine-groups = Meine Gruppen ({ $count })
inbox-none-mine-done = Was erledigt ist
inbox-none-groups = Nichts wartet auf Ihre Gruppen
inbox-none-groups-about = Fragen an eine Gruppe, der Sie angehören, erscheinen hier.
inbox-none-taken = Sie haben nichts übernommen
inbox-none-taken-about = Übernehmen Sie eine Frage, damit Ihr Team weiß, dass Sie sie beantworten.
inbox-none-done = Noch ist nichts erledigt
inbox-none-done-about = Fragen, die beantwortet, abgelehnt oder zurückgezogen wurden oder abgelaufen sind, erscheinen hier.
inbox-gone = Dieser Eingang kann hier nicht mehr angezeigt werden.
inbox-question = Frage
inbox-question-none = Wenn eine Frage kommt, lesen und beantworten Sie sie hier.
inbox-list = Liste
inbox-before = Die vorige Frage
inbox-after = Die nächste Frage
inbox-place = { $here } von { $count }
inbox-what-happened = Was geschehen ist
inbox-take = Übernehmen
inbox-give-back = Zurückgeben
inbox-take-over = Übernehmen
inbox-delegate = Delegieren
inbox-delegate-about = Fragt jemand anders an Ihrer Stelle. Die Frist bleibt; ohne Antwort kommt die Frage vorher zurück.
inbox-delegate-to = An
inbox-delegate-person = Eine Person
inbox-delegate-group = Eine Gruppe
inbox-delegate-name = Name
inbox-delegate-why = Warum?
inbox-delegate-why-note = optional, für Ihr Team
inbox-delegated-by = { $name } hat Ihnen dies gegeben. Ohne Antwort geht es zurück: { $time }.
inbox-delegated-return = Zurückgeben
inbox-delegated-count = { $count ->
    [one] { $count } weitergegeben
   *[other] { $count } weitergegeben
}
inbox-delegated-to = Sie haben dies an { $name } gegeben. Ohne Antwort kommt es zurück: { $time }.
inbox-take-back = Zurücknehmen
inbox-delegate-impossible = Diese Frage kann nicht weitergegeben werden: Sie ist beendet, oder mehrere Personen entscheiden gemeinsam darüber.
inbox-delegate-no-name = Geben Sie an, an wen: den Namen einer Person oder einer Gruppe, wie er bei der Anmeldung verwendet wird.
inbox-delegate-with-you = Die Frage ist schon bei Ihnen.
inbox-delegate-note = Weitergegeben an { $name }.
inbox-delegate-note-why = Weitergegeben an { $name }: { $reason }
inbox-snooze = Zurückstellen
inbox-snooze-about = Blendet die Frage in Ihrer Liste aus. Sie kehrt spätestens zehn Minuten vor Ablauf der Frist zurück.
inbox-snooze-too-soon = Die Frage ist zu bald fällig, um zurückgestellt zu werden.
inbox-snooze-not = Nicht zurückstellen
inbox-snooze-hour = Für eine Stunde
inbox-snooze-afternoon = Für vier Stunden
inbox-snooze-day = Für einen Tag
inbox-notes = Notizen im Team
inbox-notes-private = { $client } sieht sie nicht.
inbox-note-yours = Ihre Notiz
inbox-note-add = Notiz hinzufügen
inbox-toast-approved = Angenommen: { $title } Wird in { $seconds } Sekunden gesendet.
inbox-toast-rejected = Abgelehnt: { $title } Wird in { $seconds } Sekunden gesendet.
inbox-toast-approved-short = Angenommen. Wird in { $seconds } Sekunden gesendet.
inbox-toast-rejected-short = Abgelehnt. Wird in { $seconds } Sekunden gesendet.
inbox-selected-entries = Ausgewählte Einträge
inbox-selected = ausgewählt
inbox-comment-all = Ein Kommentar für alle (optional)
inbox-approve-all = Alle annehmen
inbox-reject-all = Alle ablehnen
inbox-clear = Auswahl aufheben
inbox-bulk-approved = { $count ->
    [one] { $count } angenommen.
   *[other] { $count } angenommen.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } abgelehnt.
   *[other] { $count } abgelehnt.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } zurückgestellt.
   *[other] { $count } zurückgestellt.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } übersprungen: keine Entscheidung.
   *[other] { $count } übersprungen: keine Entscheidung.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } übersprungen: zu bald fällig zum Zurückstellen.
   *[other] { $count } übersprungen: zu bald fällig zum Zurückstellen.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } nicht angenommen: schon beendet, oder ein Kommentar ist nötig.
   *[other] { $count } nicht angenommen: schon beendet, oder ein Kommentar ist nötig.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } nicht abgelehnt: schon beendet, oder ein Kommentar ist nötig.
   *[other] { $count } nicht abgelehnt: schon beendet, oder ein Kommentar ist nötig.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } nicht zurückgestellt: schon beendet, oder ein Kommentar ist nötig.
   *[other] { $count } nicht zurückgestellt: schon beendet, oder ein Kommentar ist nötig.
}
inbox-hint-move = bewegen
inbox-hint-approve = annehmen
inbox-hint-reject = ablehnen
inbox-hint-select = auswählen
inbox-hint-keys = alle Tasten
inbox-keys = Tastatur
inbox-key-move = Nächster Eintrag, voriger Eintrag
inbox-key-open = Öffnen
inbox-key-back = Zurück zur Liste
inbox-key-approve = Annehmen
inbox-key-reject = Ablehnen, mit Grund
inbox-key-select = Auswählen oder abwählen
inbox-key-approve-selected = Ausgewählte annehmen
inbox-key-comment = Einen Kommentar schreiben
inbox-key-undo = Letzte Entscheidung rückgängig machen
inbox-key-take = Übernehmen oder zurückgeben
inbox-key-new = Neue Einträge anzeigen
inbox-key-help = Diese Liste ein- oder ausblenden
inbox-keys-letters = Einzelne Buchstaben als Tasten
inbox-keys-close = Schließen
inbox-offline-title = Offline
inbox-offline-missing = Diese Seite ist nicht auf diesem Gerät
inbox-offline-about = Die Liste und die zuletzt geöffneten Fragen sind es. Versuchen Sie es noch einmal, wenn Sie online sind.
inbox-offline-read = Liste lesen
inbox-app-about = Fragen, die auf Sie warten
