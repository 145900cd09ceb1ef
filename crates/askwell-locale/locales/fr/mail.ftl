mail-asks = { $client } demande : { $title }
mail-asks-untitled = { $client } pose une question
mail-reminder = Rappel : { $client } demande : { $title }
mail-reminder-untitled = Rappel : { $client } pose une question
mail-escalated = Escaladé vers vous : { $client } demande : { $title }
mail-escalated-untitled = Escaladé vers vous : { $client } pose une question
mail-delegated = Transmis à vous : { $client } demande : { $title }
mail-delegated-untitled = Transmis à vous : { $client } pose une question
mail-waiting = { $count ->
    [one] { $count } question attend une réponse
   *[other] { $count } questions attendent une réponse
}
mail-more = { $count ->
    [one] Et { $count } autre : { $link }
   *[other] Et { $count } autres : { $link }
}
mail-more-short = { $count ->
    [one] Et { $count } autre.
   *[other] Et { $count } autres.
}
mail-open-inbox-inline = ouvrir la boîte de réception
mail-open-question = Ouvrir la question
mail-open-inbox = Ouvrir la boîte de réception
mail-answer-by = Répondez avant { $time }.
mail-settings = Quand et comment vous êtes prévenu
mail-unsubscribe = Ne plus recevoir ces e-mails
mail-settings-at = Quand et comment vous êtes prévenu : { $link }
mail-unsubscribe-at = Ne plus recevoir ces e-mails : { $link }
mail-code-subject = Votre code de connexion pour { $site }
mail-code = Votre code : { $code }
mail-code-works = { $count ->
    [one] Il fonctionne une fois, pendant { $count } minute, sur { $site }, dans le navigateur qui l’a demandé.
   *[other] Il fonctionne une fois, pendant { $count } minutes, sur { $site }, dans le navigateur qui l’a demandé.
}
mail-code-warning = Si vous ne l’avez pas demandé, ne faites rien : sans le code, personne n’est connecté. Ne le donnez à personne.
