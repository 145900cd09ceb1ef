problem-quoted-label = « { $label } »
problem-required = { $label } est obligatoire.
problem-type-text = { $label } doit être un texte.
problem-type-number = { $label } doit être un nombre.
problem-type-number-digits = { $label } doit être un nombre de 38 chiffres au plus.
problem-type-number-range = { $label } doit être un nombre entre -1e308 et 1e308.
problem-type-boolean = { $label } doit être vrai ou faux.
problem-type-list = { $label } doit être une liste de choix.
problem-type-date = { $label } doit être une date.
problem-type-option = { $label } doit être l’une des options.
problem-type-file = { $label } doit être un fichier.
problem-type-other = { $label } doit être d’un autre type.
problem-empty = { $label } ne doit pas être vide.
problem-min-length = { $count ->
    [one] { $label } doit comporter au moins { $count } caractère.
   *[other] { $label } doit comporter au moins { $count } caractères.
}
problem-max-length = { $count ->
    [one] { $label } doit comporter au plus { $count } caractère.
   *[other] { $label } doit comporter au plus { $count } caractères.
}
problem-pattern = { $label } n’a pas la forme attendue.
problem-characters = { $label } ne doit pas contenir de caractères de contrôle cachés.
problem-format-email = { $label } doit être une adresse e-mail, par exemple name@example.com.
problem-format-uri = { $label } doit être une adresse web complète, par exemple https://example.com.
problem-format-uuid = { $label } doit être un UUID, par exemple 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } doit être une adresse IPv4, par exemple 203.0.113.7.
problem-format-ipv6 = { $label } doit être une adresse IPv6, par exemple 2001:db8::7.
problem-format-hostname = { $label } doit être un nom d’hôte, par exemple www.example.com.
problem-format-date = { $label } doit être une date, par exemple 2026-01-31.
problem-format-date-time = { $label } doit être une date avec l’heure, par exemple 2026-01-31T09:30:00Z.
problem-format-time = { $label } doit être une heure, par exemple 09:30.
problem-format-colour = { $label } doit être une couleur, par exemple #1a7f4b.
problem-format-other = { $label } doit avoir un autre format.
problem-earliest = { $label } ne doit pas être antérieur au { DATETIME($date) }.
problem-latest = { $label } ne doit pas être postérieur au { DATETIME($date) }.
problem-minimum = { $label } doit être au moins { $number }.
problem-maximum = { $label } doit être au plus { $number }.
problem-more-than = { $label } doit être supérieur à { $number }.
problem-less-than = { $label } doit être inférieur à { $number }.
problem-whole-number = { $label } doit être un nombre entier.
problem-multiple = { $label } doit être un multiple de { $number }.
problem-one-of = { $label } doit être l’une des valeurs suivantes : { $options }.
problem-option = { $label } doit être l’une des options.
problem-min-items = { $count ->
    [one] { $label } : choisissez au moins { $count } option.
   *[other] { $label } : choisissez au moins { $count } options.
}
problem-max-items = { $count ->
    [one] { $label } : choisissez au plus { $count } option.
   *[other] { $label } : choisissez au plus { $count } options.
}
problem-twice = { $label } contient deux fois le même choix.
problem-schemes = { $label } doit commencer par { $schemes }.
problem-scheme = { $label } commence par un schéma non autorisé.
problem-private-network = { $label } ne doit pas mener à un réseau privé.
problem-local-machine = { $label } ne doit pas mener à la machine locale.
problem-host = { $label } doit être une adresse dont l’hôte existe.
problem-size = { $label } doit faire au plus { $size }.
problem-file-type = { $label } doit être un fichier de type { $types }.
problem-file-ending = { $label } doit être un fichier dont le nom se termine par { $endings }.
problem-file-not-allowed = { $label } est un type de fichier non autorisé.
problem-filename = { $label } a un nom de fichier inutilisable ; renommez le fichier.
problem-content = { $label } a un contenu inutilisable.
problem-content-missing = { $label } n’a pas de contenu.
problem-content-not-type = { $label } a un contenu qui n’est pas { $expected }.
problem-content-broken = { $label } a un contenu illisible comme { $expected }.
problem-content-other-type = { $label } a un contenu de type { $actual } et non { $expected }.
problem-content-never-uploaded = { $label } a un contenu qui n’a jamais été envoyé.
problem-no-field = Ce formulaire n’a pas de champ « { $label } ».
problem-no-field-meant = Ce formulaire n’a pas de champ « { $label } » ; vouliez-vous dire « { $meant } » ?
problem-answered-twice = { $label } a reçu deux réponses.
problem-not-readable = La réponse n’est pas lisible.
problem-computed = { $label } est calculé à partir d’autres réponses et ne peut pas être modifié.
problem-not-computable = { $label } ne peut pas être calculé à partir de ces réponses.
problem-not-accepted = { $label } n’a pas été accepté.
problem-decide = Veuillez décider.
size-bytes = { $count ->
    [one] { $count } octet
   *[other] { $count } octets
}
size-kib = { $number } Kio
size-mib = { $number } Mio
size-gib = { $number } Gio

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = Le nombre minimal d’entrées dans { $label } est { $count }.
problem-max-rows = Le nombre maximal d’entrées dans { $label } est { $count }.
problem-type-rows = { $label } doit être une liste d’entrées.
problem-in-row = { $item } { $number } : { $sentence }
