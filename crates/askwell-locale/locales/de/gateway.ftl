gate-title = Werkzeugaufruf genehmigen
gate-intro = Ein Programm möchte ein Werkzeug aufrufen. Es geschieht nichts, bis Sie entscheiden.
gate-server = Server: { $server }
gate-tool = Werkzeug: { $tool }
gate-description = Der Server sagt: „{ $description }“
gate-no-description = Der Server beschreibt es nicht.
gate-hints = Laut Server: { $hints }
gate-reads-only = Es liest nur.
gate-destroys = Es kann etwas zerstören.
gate-changes = Es ändert etwas, ohne es zu zerstören.
gate-open-world = Es reicht über sein eigenes System hinaus.
gate-idempotent = Eine Wiederholung hat keine weitere Wirkung.
gate-warning = Warnung: { $warning }
gate-changed = Der Server hat das Werkzeug geändert, seit ein Aufruf am { $time } genehmigt wurde: { $parts }.
gate-part-description = Beschreibung
gate-part-arguments = Argumente
gate-part-annotations = Anmerkungen
gate-part-other = andere Teile seiner Definition
gate-change-unknown = Es ist nicht bekannt, ob sich das Werkzeug seit der Genehmigung geändert hat.
gate-server-name = Der Name des Servers enthält Zeichen außerhalb von ASCII. Er ahmt womöglich einen anderen Namen nach.
gate-tool-name = Der Name des Werkzeugs enthält Zeichen außerhalb von ASCII. Er ahmt womöglich einen anderen Namen nach.
gate-hidden-characters = Die Argumente enthalten unsichtbare Zeichen. Sie werden als \u… angezeigt.
gate-mixed-scripts = „{ $word }“ mischt Buchstaben mehrerer Schriften ({ $letters }).
gate-left-out = { $count } Zeichen ausgelassen
gate-arguments = Argumente:
gate-arguments-in-part = Argumente, teilweise angezeigt (insgesamt { $bytes } Bytes; die Prüfsumme umfasst alle):
gate-digest = Prüfsumme: { $digest }
gate-decision = Entscheidung
gate-approve = Diesen Aufruf genehmigen
gate-approve-again = Diesen Aufruf genehmigen und denselben Aufruf erneut, { $duration } lang
gate-approve-tool = Diesen Aufruf genehmigen und jeden Aufruf dieses Werkzeugs, { $duration } lang
gate-edit = Zuerst die Argumente ändern
gate-comment-about = Wenn Sie den Aufruf ablehnen, liest das Programm dies.
gate-change-title = Argumente ändern
gate-change-label = Argumente
gate-change-about = Ein JSON-Objekt.
gate-change-intro = Ändern Sie die Argumente des Werkzeugs { $tool } des Servers { $server }. Sie sehen sie noch einmal, bevor Sie entscheiden.
gate-change-problem = Ihre letzte Änderung kann nicht verwendet werden: { $problem }.
gate-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
gate-hours = { $count ->
    [one] { $count } Stunde
   *[other] { $count } Stunden
}
gate-minutes = { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
}
gate-seconds = { $count ->
    [one] { $count } Sekunde
   *[other] { $count } Sekunden
}
gate-lost-call = Das Gateway wurde neu gestartet, während `{ $tool }` auf eine Antwort wartete. Der Server hat womöglich schon einen Teil der Arbeit erledigt. Noch einmal aufrufen?
acp-open-title = Eine Seite öffnen?
acp-open = Diese Seite öffnen
acp-page-host = Diese Seite gehört zu { $host }.
acp-open-page = Öffnen Sie diese Seite, um fortzufahren: { $url }
acp-answer = Hier antworten: { $url }
acp-answer-code = Hier antworten: { $url } (Code { $code })
