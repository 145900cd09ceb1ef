problem-quoted-label = „{ $label }“
problem-required = { $label } ist ein Pflichtfeld.
problem-type-text = { $label } muss ein Text sein.
problem-type-number = { $label } muss eine Zahl sein.
problem-type-number-digits = { $label } muss eine Zahl mit höchstens 38 Ziffern sein.
problem-type-number-range = { $label } muss eine Zahl zwischen -1e308 und 1e308 sein.
problem-type-boolean = { $label } muss wahr oder falsch sein.
problem-type-list = { $label } muss eine Liste von Optionen sein.
problem-type-date = { $label } muss ein Datum sein.
problem-type-option = { $label } muss eine der Optionen sein.
problem-type-file = { $label } muss eine Datei sein.
problem-type-other = { $label } muss einen anderen Typ haben.
problem-empty = { $label } darf nicht leer sein.
problem-min-length = { $count ->
    [one] { $label } muss mindestens { $count } Zeichen lang sein.
   *[other] { $label } muss mindestens { $count } Zeichen lang sein.
}
problem-max-length = { $count ->
    [one] { $label } darf höchstens { $count } Zeichen lang sein.
   *[other] { $label } darf höchstens { $count } Zeichen lang sein.
}
problem-pattern = { $label } hat nicht die erwartete Form.
problem-characters = { $label } darf keine unsichtbaren Steuerzeichen enthalten.
problem-format-email = { $label } muss eine E-Mail-Adresse sein, zum Beispiel name@example.com.
problem-format-uri = { $label } muss eine vollständige Webadresse sein, zum Beispiel https://example.com.
problem-format-uuid = { $label } muss eine UUID sein, zum Beispiel 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } muss eine IPv4-Adresse sein, zum Beispiel 203.0.113.7.
problem-format-ipv6 = { $label } muss eine IPv6-Adresse sein, zum Beispiel 2001:db8::7.
problem-format-hostname = { $label } muss ein Hostname sein, zum Beispiel www.example.com.
problem-format-date = { $label } muss ein Datum sein, zum Beispiel 2026-01-31.
problem-format-date-time = { $label } muss Datum und Uhrzeit sein, zum Beispiel 2026-01-31T09:30:00Z.
problem-format-time = { $label } muss eine Uhrzeit sein, zum Beispiel 09:30.
problem-format-colour = { $label } muss eine Farbe sein, zum Beispiel #1a7f4b.
problem-format-other = { $label } muss ein anderes Format haben.
problem-earliest = { $label } darf nicht vor dem { DATETIME($date) } liegen.
problem-latest = { $label } darf nicht nach dem { DATETIME($date) } liegen.
problem-minimum = { $label } muss mindestens { $number } sein.
problem-maximum = { $label } darf höchstens { $number } sein.
problem-more-than = { $label } muss größer als { $number } sein.
problem-less-than = { $label } muss kleiner als { $number } sein.
problem-whole-number = { $label } muss eine ganze Zahl sein.
problem-multiple = { $label } muss ein Vielfaches von { $number } sein.
problem-one-of = { $label } muss eine dieser Optionen sein: { $options }.
problem-option = { $label } muss eine der Optionen sein.
problem-min-items = { $count ->
    [one] { $label }: Bitte mindestens { $count } Option auswählen.
   *[other] { $label }: Bitte mindestens { $count } Optionen auswählen.
}
problem-max-items = { $count ->
    [one] { $label }: Bitte höchstens { $count } Option auswählen.
   *[other] { $label }: Bitte höchstens { $count } Optionen auswählen.
}
problem-twice = { $label } enthält dieselbe Option zweimal.
problem-schemes = { $label } muss mit { $schemes } beginnen.
problem-scheme = { $label } beginnt mit einem Schema, das nicht erlaubt ist.
problem-private-network = { $label } darf nicht in ein privates Netz führen.
problem-local-machine = { $label } darf nicht auf den eigenen Rechner führen.
problem-host = { $label } muss eine Adresse sein, deren Host gefunden wird.
problem-size = { $label } darf höchstens { $size } groß sein.
problem-file-type = { $label } muss eine Datei vom Typ { $types } sein.
problem-file-ending = { $label } muss eine Datei sein, deren Name auf { $endings } endet.
problem-file-not-allowed = { $label } ist eine Datei eines nicht erlaubten Typs.
problem-filename = { $label } hat einen unbrauchbaren Dateinamen; bitte die Datei umbenennen.
problem-content = { $label } hat einen unbrauchbaren Inhalt.
problem-content-missing = { $label } hat keinen Inhalt.
problem-content-not-type = { $label } hat einen Inhalt, der nicht { $expected } ist.
problem-content-broken = { $label } hat einen Inhalt, der nicht als { $expected } lesbar ist.
problem-content-other-type = { $label } hat Inhalt vom Typ { $actual } statt { $expected }.
problem-content-never-uploaded = { $label } hat einen Inhalt, der nie hochgeladen wurde.
problem-no-field = Dieses Formular hat kein Feld „{ $label }“.
problem-no-field-meant = Dieses Formular hat kein Feld „{ $label }“; vielleicht war „{ $meant }“ gemeint.
problem-answered-twice = { $label } wurde zweimal beantwortet.
problem-not-readable = Die Antwort ist nicht lesbar.
problem-computed = { $label } wird aus anderen Antworten berechnet und kann nicht geändert werden.
problem-not-computable = { $label } lässt sich aus diesen Antworten nicht berechnen.
problem-not-accepted = { $label } wurde nicht angenommen.
problem-decide = Bitte entscheiden Sie.
size-bytes = { $count ->
    [one] { $count } Byte
   *[other] { $count } Byte
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = { $label } braucht mindestens so viele Einträge: { $count }.
problem-max-rows = { $label } nimmt höchstens so viele Einträge: { $count }.
problem-type-rows = { $label } muss eine Liste von Einträgen sein.
problem-in-row = { $item } { $number }: { $sentence }
