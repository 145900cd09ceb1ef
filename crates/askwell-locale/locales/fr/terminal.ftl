term-sent = Envoyé. Merci.
term-declined = Refusé. Rien n’a été envoyé.
term-cancelled = Annulé. Rien n’a été envoyé.
term-aborted = Quitté. Rien n’a été envoyé.
term-timed-out = Le temps est écoulé. Rien n’a été envoyé.
term-sending = Envoi en cours…
term-kept = Vos réponses sont conservées ; vous pouvez réessayer.
term-nothing = (rien)
term-required = obligatoire
term-optional = facultatif
term-yes = oui
term-no = non
term-chosen = { $count ->
    [one] { $count } choisi
   *[other] { $count } choisis
}
term-position = { $here } sur { $total }
term-time-left = { $time } restant
term-review = Vérification
term-review-position = vérification
term-send = Envoyer les réponses
term-problems-left = { $count ->
    [one] { $count } problème à corriger.
   *[other] { $count } problèmes à corriger.
}
term-no-such-option = Il n’y a pas d’option « { $typed } ».
term-leave = Quitter ce formulaire ?
term-why-decline = Pourquoi refusez-vous ?
term-decline = Refuser : dire à l’expéditeur que vous ne répondrez pas.
term-why = L’expéditeur lit la raison. Vous pouvez la laisser vide.
term-cancel = Annuler : fermer le formulaire sans réponse ; l’expéditeur peut redemander.
term-continue = Continuer le formulaire.
term-not-kept = Vos saisies ne sont pas conservées.
term-no-more-time = Le délai ne peut pas être prolongé.
term-time-asked = Vous avez demandé plus de temps.
term-read-all = … F2 affiche tout.
term-hint-email = une adresse e-mail
term-hint-uri = une adresse web
term-hint-uuid = un UUID
term-hint-ipv4 = une adresse IPv4
term-hint-ipv6 = une adresse IPv6
term-hint-hostname = un nom d’hôte
term-hint-date = une date, comme 2026-01-31
term-hint-date-time-text = une date et une heure, comme 2026-01-31T09:30:00Z
term-hint-date-time = une date et une heure, comme 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } caractère
   *[other] { $count } caractères
}
term-hint-characters-at-most = { $count ->
    [one] au plus { $count } caractère
   *[other] au plus { $count } caractères
}
term-hint-characters-at-least = { $count ->
    [one] au moins { $count } caractère
   *[other] au moins { $count } caractères
}
term-hint-characters-between = { $count ->
    [one] { $least } à { $count } caractère
   *[other] { $least } à { $count } caractères
}
term-hint-number = un nombre
term-hint-whole-number = un nombre entier
term-hint-multiple = un multiple de { $number }
term-hint-more-than = plus de { $number }
term-hint-less-than = moins de { $number }
term-hint-from = { $what }, à partir de { $least }
term-hint-up-to = { $what }, jusqu’à { $most }
term-hint-between = { $what }, de { $least } à { $most }
term-hint-any = autant que vous voulez
term-hint-at-most = au plus { $count }
term-hint-at-least = au moins { $count }
term-hint-exactly = exactement { $count }
term-hint-some = { $least } à { $most } d’entre eux
term-hint-url = une adresse web qui commence par { $schemes }
term-hint-file = un fichier, au plus { $size }
term-hint-file-ending = un fichier se terminant par { $endings }, au plus { $size }
term-leads-to = Mène à { $host }, port { $port }.
term-leads-to-doubtful = Mène à { $host }, port { $port }. Le nom contient des lettres d’autres écritures : regardez bien.
term-plain-mode = Mode simple : une question à la fois. ? en dit plus, < revient en arrière, ! liste les commandes.
term-plain-more = !more demande plus de temps.
term-plain-question = Question { $position } : { $label } ({ $need })
term-plain-takes = Attendu : { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } option. Tapez une partie du nom pour voir celles qui conviennent.
   *[other] { $count } options. Tapez une partie du nom pour voir celles qui conviennent.
}
term-plain-now = Actuellement : { $value }. Une ligne vide la conserve.
term-plain-leave-out = Une ligne vide l’omet.
term-plain-answer = Réponse :
term-plain-secret = Réponse (masquée) :
term-plain-decide = Répondez par un numéro, ou par approve ou reject.
term-plain-yes-no = Répondez par oui ou non.
term-plain-number-or-name = Répondez par un numéro ou un nom.
term-plain-numbers-or-names = Répondez par des numéros ou des noms séparés par des virgules.
term-plain-path = Répondez par le chemin d’un fichier.
term-plain-lines = Vous pouvez saisir plusieurs lignes ; terminez par une ligne ne contenant qu’un point.
term-plain-problem = Problème : { $sentence }
term-plain-warning = Attention : { $sentence }
term-plain-send = Envoyer ? y pour envoyer, un numéro pour modifier cette réponse, < pour revenir, ! pour quitter.
term-plain-emptied = Vidé.
term-plain-fixed = Cette réponse ne peut pas être modifiée.
term-plain-no-such-number = Ce numéro n’existe pas.
term-plain-not-sent = Non envoyé. !decline RAISON refuse tout le formulaire, !cancel le quitte.
term-plain-unclear = Veuillez répondre par y, un numéro, < ou !.
term-plain-please-yes-no = Veuillez répondre par oui ou non.
term-plain-please-decide = Veuillez répondre 1 pour « { $approve } » ou 2 pour « { $reject } ».
term-plain-several = Plusieurs options conviennent :
term-plain-and-more = { $count ->
    [one] … et { $count } de plus. Précisez le nom.
   *[other] … et { $count } de plus. Précisez le nom.
}
term-plain-commands = Commandes :
term-plain-backslash = Mettez \ devant une réponse qui ressemble à une commande.
term-command-back = revenir à la question précédente
term-command-help = en dire plus sur cette question
term-command-menu = lister ces commandes
term-command-clear = vider cette réponse
term-command-review = revoir toutes les réponses
term-command-more = demander plus de temps
term-file-missing = Le fichier « { $name } » n’existe pas.
term-file-denied = « { $name } » est illisible : permission refusée.
term-file-unreadable = « { $name } » est illisible : { $reason }.
term-file-folder = « { $name } » est un dossier ; choisissez un fichier dedans.
term-file-other = « { $name } » n’est pas un fichier.
term-file-large = « { $name } » dépasse { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more demande plus de temps
term-keys = Touches
term-key-next = suivant
term-key-back = retour
term-key-leave = quitter
term-key-help = aide
term-key-decline = refuser
term-key-cancel = annuler
term-key-go-on = continuer
term-key-scroll = défiler
term-key-back-to-form = retour au formulaire
term-key-pick = choisir
term-key-move = déplacer
term-key-more-time = plus de temps
term-key-day = jour
term-key-month = mois
term-key-type = saisir
term-key-replace = remplacer
term-key-calendar = calendrier
term-key-new-line = nouvelle ligne
term-key-step = pas
term-key-change = changer
term-key-approve-reject = accepter/refuser
term-key-yes-no = oui/non
term-key-search = chercher
term-key-choose = choisir
term-key-complete = compléter
term-key-answer = répondre
term-key-name-any = une touche
term-key-name-space = espace
term-key-name-type = taper
term-help-enter = continuer
term-help-back = revenir
term-help-later = continuer, corriger plus tard
term-help-review = vers la vérification
term-help-empty = vider la ligne
term-help-read = lire tout le texte
term-help-leave = refuser ou annuler
term-help-abort = quitter sans réponse
term-search = Recherche :
term-options = { $count ->
    [one] { $count } option
   *[other] { $count } options
}
term-nothing-fits = rien ne convient
term-path = chemin d’un fichier
term-unseen = saisie masquée
term-more = { $count ->
    [one] { $count } de plus
   *[other] { $count } de plus
}
term-months = janvier février mars avril mai juin juillet août septembre octobre novembre décembre
term-weekdays = Lu Ma Me Je Ve Sa Di
term-picture = [image : { $description }]
term-inbox-empty = Aucun formulaire n’attend de réponse.
term-inbox-choose = Entrez un numéro pour répondre à ce formulaire, une ligne vide pour actualiser, ! pour quitter.
term-step = Étape { $here } sur { $total } : { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Entrées : { $count }
term-rows-add = Ajouter : { $item }
term-rows-done = Continuer
term-key-add = ajouter
term-key-remove = supprimer
term-key-move-entry = déplacer l’entrée
term-plain-rows = + ajoute une entrée, un numéro en modifie une ; -2 supprime l’entrée 2, ^2 la monte, v2 la descend. Une ligne vide continue.
term-rows-full = Il n’y a plus de place pour d’autres entrées.
