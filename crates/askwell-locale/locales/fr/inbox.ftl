inbox-pages = Pages
inbox-page-inbox = Réception
inbox-page-notifications = Notifications
inbox-page-overview = Aperçu
inbox-page-administration = Administration
inbox-you-are = Vous êtes
inbox-offline = Vous êtes hors ligne. Vous pouvez continuer à lire. Les décisions attendent ici et ne sont pas envoyées d’elles-mêmes.
inbox-connection-lost = La connexion est perdue ; nouvel essai…
inbox-title-count = ({ $count }) Réception
inbox-parts = Parties de la boîte de réception
inbox-tab-mine = Pour moi
inbox-tab-groups = Mes groupes
inbox-tab-taken = Pris
inbox-tab-done = Terminé
inbox-due-hour = À rendre dans l’heure
inbox-due-today = Plus tard aujourd’hui
inbox-due-week = Cette semaine
inbox-due-later = Plus tard
inbox-due-never = Sans échéance
inbox-today = Aujourd’hui
inbox-left-moment = moins d’une minute
inbox-left-minutes = { $count ->
    [one] encore { $count } min
   *[other] encore { $count } min
}
inbox-by = avant { $time }
inbox-due-in-moment = à rendre dans moins d’une minute
inbox-due-in-minutes = { $count ->
    [one] à rendre dans { $count } minute
   *[other] à rendre dans { $count } minutes
}
inbox-due-in-hours = { $count ->
    [one] à rendre dans { $count } heure
   *[other] à rendre dans { $count } heures
}
inbox-due-in-days = { $count ->
    [one] à rendre dans { $count } jour
   *[other] à rendre dans { $count } jours
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } nouvelle
   *[other] { $count } nouvelles
}
inbox-snoozed-count = { $count ->
    [one] { $count } en pause.
   *[other] { $count } en pause.
}
inbox-snoozed-show = Afficher
inbox-stopped = La recherche n’a parcouru qu’une partie des entrées.
inbox-search-further = Chercher plus loin
inbox-first = Début
inbox-more = Plus
inbox-select = Sélectionner : { $title }
inbox-answer = Répondre
inbox-continue = Continuer
inbox-approvals = { $approvals } accords sur { $needed }
inbox-client-for = { $client } pour { $name }
inbox-taken-by-you = pris par vous
inbox-taken-by = { $name } est en train de répondre
inbox-other-page = sur une autre page
inbox-no-longer = n’est plus ici
inbox-fields = { $count ->
    [one] { $count } champ
   *[other] { $count } champs
}
inbox-secrets = { $count ->
    [one] { $count } secret
   *[other] { $count } secrets
}
inbox-approved-by-you = Accepté par vous à l’instant
inbox-approved-by = Accepté par { $name } à l’instant
inbox-rejected-by-you = Refusé par vous à l’instant
inbox-rejected-by = Refusé par { $name } à l’instant
inbox-undo = Annuler
inbox-why = Pourquoi ?
inbox-why-required = transmis au demandeur
inbox-why-optional = facultatif, transmis au demandeur
inbox-keep-open = Laisser ouvert
inbox-was-approved = Accepté · { $client }
inbox-was-rejected = Refusé · { $client }
inbox-was-answered = Répondu · { $client }
inbox-was-declined-because = Réponse refusée : « { $reason } »
inbox-was-declined = Réponse refusée · { $client }
inbox-was-called-off = Retiré par { $client }
inbox-was-expired = Expiré · personne n’a répondu
inbox-filter = Filtrer
inbox-filter-in-use = actif
inbox-search = Rechercher
inbox-search-help = Mots du titre, de la description ou du programme.
inbox-who-asks = Qui demande
inbox-kind = Genre
inbox-outcome = Issue
inbox-any = Indifférent
inbox-show = Afficher
inbox-show-everything = Tout afficher
inbox-notify = Me prévenir
inbox-notify-stop = Ne plus me prévenir
inbox-state-completed = Répondu
inbox-state-declined = Réponse refusée
inbox-state-cancelled = Retiré
inbox-state-timeout = Expiré
inbox-mode-form = Formulaire
inbox-mode-inline = Question courte
inbox-mode-url = Page web
inbox-mode-terminal = Terminal
inbox-none-fits = Rien ne convient
inbox-none-fits-about = Aucune entrée ne correspond à ce que vous cherchez.
inbox-none-mine = Rien ne vous attend
inbox-none-mine-about = Les nouvelles questions apparaissent ici d’elles-mêmes.
inbox-none-mine-groups = Mes groupes ({ $count })
inbox-none-mine-done = Ce qui est terminé
inbox-none-groups = Rien n’attend vos groupes
inbox-none-groups-about = Les questions posées à un groupe dont vous faites partie apparaissent ici.
inbox-none-taken = Vous n’avez rien pris
inbox-none-taken-about = Prenez une question pour dire à vos collègues que vous y répondez.
inbox-none-done = Rien n’est encore terminé
inbox-none-done-about = Les questions répondues, refusées, retirées ou expirées apparaissent ici.
inbox-gone = Cette boîte de réception ne peut plus être affichée ici.
inbox-question = Question
inbox-question-none = Quand une question arrive, vous la lisez et y répondez ici.
inbox-list = Liste
inbox-before = Question précédente
inbox-after = Question suivante
inbox-place = { $here } sur { $count }
inbox-what-happened = Ce qui s’est passé
inbox-take = Prendre
inbox-give-back = Rendre
inbox-take-over = Reprendre
inbox-delegate = Déléguer
inbox-delegate-about = Demande à quelqu’un d’autre à votre place. L’échéance reste ; sans réponse, la question revient avant.
inbox-delegate-to = À
inbox-delegate-person = Une personne
inbox-delegate-group = Un groupe
inbox-delegate-name = Nom
inbox-delegate-why = Pourquoi ?
inbox-delegate-why-note = facultatif, pour vos collègues
inbox-delegated-by = { $name } vous a transmis cette question. Sans réponse, elle repart : { $time }.
inbox-delegated-return = Rendre
inbox-delegated-count = { $count ->
    [one] { $count } transmise
   *[other] { $count } transmises
}
inbox-delegated-to = Vous avez transmis cette question à { $name }. Sans réponse, elle revient : { $time }.
inbox-take-back = Reprendre
inbox-delegate-impossible = Cette question ne peut pas être transmise : elle est terminée, ou plusieurs personnes en décident ensemble.
inbox-delegate-no-name = Dites à qui : le nom d’une personne ou d’un groupe, tel qu’il est utilisé à la connexion.
inbox-delegate-with-you = Elle est déjà chez vous.
inbox-delegate-note = Transmis à { $name }.
inbox-delegate-note-why = Transmis à { $name } : { $reason }
inbox-snooze = Mettre en pause
inbox-snooze-about = Masque la question dans votre liste. Elle revient au plus tard dix minutes avant son échéance.
inbox-snooze-too-soon = L’échéance est trop proche pour une mise en pause.
inbox-snooze-not = Ne pas mettre en pause
inbox-snooze-hour = Pour une heure
inbox-snooze-afternoon = Pour quatre heures
inbox-snooze-day = Pour un jour
inbox-notes = Notes entre collègues
inbox-notes-private = { $client } ne les voit pas.
inbox-note-yours = Votre note
inbox-note-add = Ajouter la note
inbox-toast-approved = Accepté : { $title } Envoi dans { $seconds } secondes.
inbox-toast-rejected = Refusé : { $title } Envoi dans { $seconds } secondes.
inbox-toast-approved-short = Accepté. Envoi dans { $seconds } secondes.
inbox-toast-rejected-short = Refusé. Envoi dans { $seconds } secondes.
inbox-selected-entries = Entrées sélectionnées
inbox-selected = sélection
inbox-comment-all = Un commentaire pour toutes (facultatif)
inbox-approve-all = Tout accepter
inbox-reject-all = Tout refuser
inbox-clear = Désélectionner
inbox-bulk-approved = { $count ->
    [one] { $count } acceptée.
   *[other] { $count } acceptées.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } refusée.
   *[other] { $count } refusées.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } en pause.
   *[other] { $count } en pause.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } ignorée : pas une décision.
   *[other] { $count } ignorées : pas des décisions.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } ignorée : échéance trop proche pour une mise en pause.
   *[other] { $count } ignorées : échéance trop proche pour une mise en pause.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } non acceptée : déjà terminée, ou un commentaire est nécessaire.
   *[other] { $count } non acceptées : déjà terminées, ou un commentaire est nécessaire.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } non refusée : déjà terminée, ou un commentaire est nécessaire.
   *[other] { $count } non refusées : déjà terminées, ou un commentaire est nécessaire.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } non mise en pause : déjà terminée, ou un commentaire est nécessaire.
   *[other] { $count } non mises en pause : déjà terminées, ou un commentaire est nécessaire.
}
inbox-hint-move = déplacer
inbox-hint-approve = accepter
inbox-hint-reject = refuser
inbox-hint-select = sélectionner
inbox-hint-keys = toutes les touches
inbox-keys = Clavier
inbox-key-move = Entrée suivante, entrée précédente
inbox-key-open = Ouvrir
inbox-key-back = Retour à la liste
inbox-key-approve = Accepter
inbox-key-reject = Refuser, avec une raison
inbox-key-select = Sélectionner ou désélectionner
inbox-key-approve-selected = Accepter la sélection
inbox-key-comment = Écrire un commentaire
inbox-key-undo = Annuler la dernière décision
inbox-key-take = Prendre ou rendre
inbox-key-new = Afficher les nouvelles entrées
inbox-key-help = Afficher ou masquer cette liste
inbox-keys-letters = Lettres seules comme touches
inbox-keys-close = Fermer
inbox-offline-title = Hors ligne
inbox-offline-missing = Cette page n’est pas sur cet appareil
inbox-offline-about = La liste et les dernières questions que vous avez ouvertes y sont. Réessayez quand vous serez en ligne.
inbox-offline-read = Lire votre liste
inbox-app-about = Les questions qui vous attendent
