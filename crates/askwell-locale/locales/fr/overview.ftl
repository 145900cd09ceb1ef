overview-title = Aperçu
overview-all-programs-time = { $from } à { $to }, tous les programmes
overview-program-time = { $from } à { $to }, { $client }
overview-cut = Les chiffres ne portent que sur les changements les plus récents : le journal en contient plus que cette page n’en lit.
overview-audit = Piste d’audit : { $files }
overview-audit-lines = lignes JSON
overview-audit-csv = CSV
overview-filter = Filtrer
overview-time = Période
overview-program = Programme
overview-all-programs = Tous les programmes
overview-show = Afficher
overview-last-hours = { $count ->
    [one] Dernière { $count } heure
   *[other] Dernières { $count } heures
}
overview-last-days = { $count ->
    [one] Dernier { $count } jour
   *[other] Derniers { $count } jours
}
overview-in-time = Répondu à temps
overview-percent = { $percent } %
overview-of = { $part } sur { $count }
overview-half = La moitié répondue en
overview-nine = Neuf sur dix en
overview-waiting-now = En attente
overview-due-hour = { $count ->
    [one] { $count } à rendre dans l’heure
   *[other] { $count } à rendre dans l’heure
}
overview-expired = Expirées
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
    [one] { $count } jour
   *[other] { $count } jours
}
overview-part-answered = Répondu ou décidé
overview-part-declined = Réponse refusée
overview-part-cancelled = Retiré par le programme
overview-part-expired = Expiré
overview-expired-on = { $count ->
    [one] { $count } question a expiré le { $day }
   *[other] { $count } questions ont expiré le { $day }
}
overview-nothing-ended = Rien ne s’est terminé pendant cette période
overview-nothing-expired = Rien n’a expiré pendant cette période
overview-bar-expired = { $count ->
    [one] { $count } expirée
   *[other] { $count } expirées
}
overview-by-day = Issues par jour
overview-by-day-utc = Issues par jour, en UTC.
overview-by-day-spoken = Issues par jour, au total : { $answered } répondues ou décidées, { $declined } refusées, { $cancelled } retirées, { $expired } expirées. { $heading }.
overview-as-table = Afficher en tableau
overview-day = Jour
overview-half-of-all = La moitié des réponses arrivent en { $time }
overview-no-answers = Aucune réponse pendant cette période
overview-nine-of-all = Neuf sur dix arrivent en { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } réponse selon sa durée en minutes.
   *[other] { $count } réponses selon leur durée en minutes.
}
overview-minutes-table = Réponses selon leur durée en minutes
overview-minutes-head = Minutes
overview-answers-head = Réponses
overview-under = moins de { $number }
overview-between = { $from }–{ $to }
overview-over = plus de { $number }
overview-asks-most = { $count ->
    [one] { $client } demande le plus : { $count } question
   *[other] { $client } demande le plus : { $count } questions
}
overview-no-program = Aucun programme n’a rien demandé pendant cette période
overview-programs = Programmes
overview-who-asks = Qui demande
overview-asked = Demandé
overview-answered = Répondu
overview-waiting = En attente
overview-half-within = Moitié en
overview-most-waiting = { $name } en a le plus en attente : { $number }
overview-none-waiting = Rien n’attend une personne en particulier
overview-no-person = Personne n’a répondu pendant cette période
overview-people = Personnes
overview-who-answers = Qui répond
overview-person-or-group = Personne ou groupe
overview-share = Part du maximum
overview-of-most = { $part } sur { $most } au plus
overview-group = Groupe { $name }
