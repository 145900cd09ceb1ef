overview-title = Übersicht
overview-all-programs-time = { $from } bis { $to }, alle Programme
overview-program-time = { $from } bis { $to }, { $client }
overview-cut = Die Zahlen betreffen nur die neuesten Änderungen: Das Protokoll enthält mehr, als diese Seite liest.
overview-audit = Prüfprotokoll: { $files }
overview-audit-lines = JSON-Zeilen
overview-audit-csv = CSV
overview-filter = Filter
overview-time = Zeitraum
overview-program = Programm
overview-all-programs = Alle Programme
overview-show = Anzeigen
overview-last-hours = { $count ->
    [one] Letzte { $count } Stunde
   *[other] Letzte { $count } Stunden
}
overview-last-days = { $count ->
    [one] Letzter { $count } Tag
   *[other] Letzte { $count } Tage
}
overview-in-time = Rechtzeitig beantwortet
overview-percent = { $percent } %
overview-of = { $part } von { $count }
overview-half = Die Hälfte beantwortet in
overview-nine = Neun von zehn in
overview-waiting-now = Wartet jetzt
overview-due-hour = { $count ->
    [one] { $count } in der nächsten Stunde fällig
   *[other] { $count } in der nächsten Stunde fällig
}
overview-expired = Abgelaufen
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
    [one] { $count } Tag
   *[other] { $count } Tage
}
overview-part-answered = Beantwortet oder entschieden
overview-part-declined = Antwort abgelehnt
overview-part-cancelled = Vom Programm zurückgezogen
overview-part-expired = Abgelaufen
overview-expired-on = { $count ->
    [one] { $count } Frage abgelaufen am { $day }
   *[other] { $count } Fragen abgelaufen am { $day }
}
overview-nothing-ended = In dieser Zeit wurde nichts beendet
overview-nothing-expired = In dieser Zeit ist nichts abgelaufen
overview-bar-expired = { $count ->
    [one] { $count } abgelaufen
   *[other] { $count } abgelaufen
}
overview-by-day = Ergebnisse nach Tag
overview-by-day-utc = Ergebnisse nach Tag, in UTC.
overview-by-day-spoken = Ergebnisse nach Tag: insgesamt { $answered } beantwortet oder entschieden, { $declined } abgelehnt, { $cancelled } zurückgezogen, { $expired } abgelaufen. { $heading }.
overview-as-table = Als Tabelle anzeigen
overview-day = Tag
overview-half-of-all = Die Hälfte aller Antworten kommt innerhalb von { $time }
overview-no-answers = Keine Antworten in dieser Zeit
overview-nine-of-all = Neun von zehn kommen innerhalb von { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } Antwort nach ihrer Dauer in Minuten.
   *[other] { $count } Antworten nach ihrer Dauer in Minuten.
}
overview-minutes-table = Antworten nach ihrer Dauer in Minuten
overview-minutes-head = Minuten
overview-answers-head = Antworten
overview-under = unter { $number }
overview-between = { $from }–{ $to }
overview-over = über { $number }
overview-asks-most = { $count ->
    [one] { $client } fragt am meisten: { $count } Frage
   *[other] { $client } fragt am meisten: { $count } Fragen
}
overview-no-program = Kein Programm hat in dieser Zeit gefragt
overview-programs = Programme
overview-who-asks = Wer fragt
overview-asked = Gefragt
overview-answered = Beantwortet
overview-waiting = Wartet
overview-half-within = Hälfte in
overview-most-waiting = Auf { $name } wartet am meisten: { $number }
overview-none-waiting = Nichts wartet auf eine einzelne Person
overview-no-person = Keine Person hat in dieser Zeit geantwortet
overview-people = Personen
overview-who-answers = Wer antwortet
overview-person-or-group = Person oder Gruppe
overview-share = Anteil am Höchstwert
overview-of-most = { $part } von höchstens { $most }
overview-group = Gruppe { $name }
