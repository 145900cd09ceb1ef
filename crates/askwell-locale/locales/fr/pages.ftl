pages-title-error = Erreur : { $title }
pages-skip = Aller au contenu
pages-footer = Répondu avec Askwell
pages-language = Langue
pages-language-use = Utiliser
pages-error-mark = Erreur :
pages-problem-title = Il y a un problème
pages-asks = { $client } demande
pages-asks-for = { $client } demande, pour { $requester }
pages-audience-you = Pour vous seulement
pages-audience-person = Pour { $name }
pages-audience-group = Pour le groupe { $name }
pages-audience-signed-in = Pour toutes les personnes connectées
pages-audience-anyone = Pour tout le monde
pages-audience-asked = { $audience } · demandé { $time }
pages-unnamed-client = Un programme
pages-taken-by-you = Vous avez pris cette question.
pages-taken-by-other = { $name } est en train de répondre.
pages-send = Envoyer la réponse
pages-review = Vérifier votre réponse
pages-continue = Continuer
pages-back = Retour
pages-update = Actualiser le formulaire
pages-update-help = Certains champs dépendent d’autres champs. Actualisez pour voir lesquels sont nécessaires.
pages-give-back = Rendre
pages-take-over = Reprendre
pages-kept = Conservé dans ce navigateur tant que la question est ouverte
pages-kept-without-secrets = Conservé dans ce navigateur tant que la question est ouverte, sauf les secrets
pages-no-wish = Vous ne voulez pas répondre ?
pages-decline = Refuser
pages-decline-help = Informe { $client } que vous refusez. Le programme peut continuer sans réponse.
pages-cancel = Annuler la demande
pages-cancel-help = Ferme la demande sans réponse.
pages-why-not = Pourquoi pas ?
pages-optional = (facultatif)
pages-external = Cela se fait sur une autre page. Regardez où elle mène avant d’y aller :
pages-external-open = Ouvrir la page
pages-external-no-wish = Vous ne voulez pas le faire ?
pages-external-decline-help = Informe { $client } que vous refusez. Le programme peut continuer sans vous.
pages-time-left = Temps restant : { $left }
pages-time-until = échéance : { $time }
pages-left-moment = moins d’une minute
pages-left-minutes = { $count ->
    [1] environ une minute
    [one] environ { $count } minute
   *[other] environ { $count } minutes
}
pages-left-hours = { $count ->
    [1] environ une heure
    [one] environ { $count } heure
   *[other] environ { $count } heures
}
pages-left-days = { $count ->
    [1] environ un jour
    [one] environ { $count } jour
   *[other] environ { $count } jours
}
pages-add-minutes = { $count ->
    [1] Ajouter une minute
    [one] Ajouter { $count } minute
   *[other] Ajouter { $count } minutes
}
pages-add-seconds = { $count ->
    [1] Ajouter une seconde
    [one] Ajouter { $count } seconde
   *[other] Ajouter { $count } secondes
}
pages-time-near = Le temps est presque écoulé : il reste { $left }.
pages-more-time = Vous avez maintenant plus de temps.
pages-no-more-time = Le délai ne peut plus être prolongé. Veuillez répondre avant qu’il n’expire.
pages-time-up = Le temps est écoulé.
pages-without-answer = Sans réponse : { $words }
pages-without-answer-expires = Sans réponse, la question expire et le programme en est informé.
pages-without-approvals = { $count ->
    [1] Sans un accord de plus : { $words }
    [one] Sans { $count } accord de plus : { $words }
   *[other] Sans { $count } accords de plus : { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Sans un accord de plus, la question expire et le programme en est informé.
    [one] Sans { $count } accord de plus, la question expire et le programme en est informé.
   *[other] Sans { $count } accords de plus, la question expire et le programme en est informé.
}
pages-escalates-group = À partir de { $time }, c’est le groupe { $name } qui répond.
pages-escalates-person = À partir de { $time }, c’est { $name } qui répond.
pages-escalates-others = À partir de { $time }, ce sont d’autres personnes qui répondent.
pages-steps = Étapes
pages-step = Étape { $here } sur { $total } : { $title }
pages-step-done = { $title }, terminé : modifier
pages-check-and-send = Vérifier et envoyer
pages-check = Vérifiez avant d’envoyer
pages-check-title = Vérifiez avant d’envoyer : { $title }
pages-check-all = C’est tout ce que { $client } recevra.
pages-fixed = Fixé par le formulaire.
pages-change-for = Modifier { $label }
pages-back-to-form = Retour au formulaire
pages-nothing = Rien
pages-not-shown = Rempli, non affiché
pages-your-decision = Votre décision
pages-undo-hint = { $count ->
    [one] Rien n’est envoyé pendant { $count } seconde : vous pouvez annuler.
   *[other] Rien n’est envoyé pendant { $count } secondes : vous pouvez annuler.
}
pages-votes-title = { $approvals } accords sur { $needed }
pages-votes-enough = Assez de personnes acceptent.
pages-votes-missing = { $count ->
    [1] Il manque un accord.
    [one] Il manque { $count } accord.
   *[other] Il manque { $count } accords.
}
pages-votes-ends = Un seul refus y met fin.
pages-votes-goes-on = Un refus n’y met pas fin.
pages-vote-approved = Accepté
pages-vote-rejected = Refusé
pages-you = Vous
pages-quote = « { $text } »
pages-own-request = Vous l’avez demandé, vous ne pouvez donc pas décider.
pages-request-of = { $name } l’a demandé et ne peut donc pas décider.
pages-yes = Oui
pages-no = Non
pages-no-answer = Pas de réponse
pages-no-choice = Aucun choix
pages-choose-one = Choisissez une option
pages-choose-some = Choisissez des options
pages-chosen = { $count ->
    [one] { $count } choisi
   *[other] { $count } choisis
}
pages-search = Rechercher
pages-search-in = Rechercher dans { $label }
pages-find-for = Rechercher { $label }
pages-first-options = { $count ->
    [one] Les premières de { $count } option. Faites une recherche pour voir les autres.
   *[other] Les premières de { $count } options. Faites une recherche pour voir les autres.
}
pages-first-fitting = { $count ->
    [one] La première option qui convient ({ $count }).
   *[other] Les { $count } premières options qui conviennent.
}
pages-options-fit = { $count ->
    [0] Rien ne convient à cette recherche.
    [1] Une option convient.
    [one] { $count } option convient.
   *[other] { $count } options conviennent.
}
pages-steps-of = Par pas de { $number }.
pages-show = Afficher
pages-hide = Masquer
pages-secret-kept = Ce que vous avez saisi auparavant est conservé. Laissez ce champ vide pour l’utiliser, ou saisissez autre chose.
pages-secret-remove = Effacer ce que j’ai saisi auparavant
pages-secret-again = { $label } doit être saisi de nouveau. Ce que vous avez saisi auparavant n’est plus connu ici.
pages-zone-of = Fuseau horaire de { $label }
pages-zone-choose = Choisissez le fuseau horaire
pages-zone-missing = Choisissez le fuseau horaire de { $label }.
pages-clocks-forward = Ce jour-là, les horloges avancent et sautent cette heure. Elle compte comme { $time }.
pages-clocks-back = Ce jour-là, les horloges reculent et cette heure revient deux fois : d’abord comme { $first }, puis comme { $second }. Choisissez la bonne.
pages-code = Code
pages-table = Tableau
pages-changes = Modifications
pages-test-for = Tester { $label }
pages-testing = Test en cours…
pages-test-fine = Cette adresse serait acceptée. Elle n’a pas été visitée.
pages-test-nothing = Il n’y a encore rien à tester.
pages-test-no-field = Ce champ n’existe pas.
pages-leads-to = Mène à { $host }.
pages-mixed-scripts = Ce nom mélange des lettres d’écritures différentes, comme le font les noms qui se font passer pour d’autres. Regardez-le de près.
pages-foreign-letters = Ce nom contient des lettres autres que a à z, qui peuvent ressembler à d’autres. Regardez-le de près.
pages-size-bytes = { $count ->
    [one] { $count } octet
   *[other] { $count } octets
}
pages-size-kb = { $number } Ko
pages-size-mb = { $number } Mo
pages-size-gb = { $number } Go
pages-file-any = Tout type de fichier, au plus { $size }.
pages-file-types = { $types }, au plus { $size }.
pages-file-certain = Certains types de fichiers seulement, au plus { $size }.
pages-file-too-large = { $label } doit faire au plus { $size }.
pages-file-remove-this = Retirer ce fichier
pages-file-remove = Retirer
pages-file-another-for = Choisir un autre fichier { $label }
pages-file-drop = ou déposez-le ici
pages-file-uploading = Envoi de { $label }
pages-file-failed = Ce fichier n’a pas pu être pris. Veuillez réessayer.
pages-file-bad-name = { $label } : le nom de fichier « { $name } » ne peut pas être utilisé. Renommez le fichier.
pages-file-no-type = { $label } : votre navigateur a donné à « { $name } » un type qui n’existe pas. Choisissez un autre fichier.
pages-file-refused = { $label } : « { $name } » ne peut pas être pris. Choisissez un autre fichier.
pages-file-ending-and-browser = { $found ->
    [text] { $label } : le nom « { $name } » se termine par { $ending }, mais selon votre navigateur c’est du texte brut. Renommez le fichier ou choisissez-en un autre.
    [html] { $label } : le nom « { $name } » se termine par { $ending }, mais selon votre navigateur c’est une page HTML. Renommez le fichier ou choisissez-en un autre.
    [unknown] { $label } : le nom « { $name } » se termine par { $ending }, mais selon votre navigateur le fichier n’est d’aucun type connu. Renommez le fichier ou choisissez-en un autre.
   *[type] { $label } : le nom « { $name } » se termine par { $ending }, mais selon votre navigateur le fichier est de type { $type }. Renommez le fichier ou choisissez-en un autre.
}
pages-file-ending-and-content = { $found ->
    [text] { $label } : le nom « { $name } » se termine par { $ending }, mais le contenu est du texte brut. Choisissez un autre fichier.
    [html] { $label } : le nom « { $name } » se termine par { $ending }, mais le contenu est une page HTML. Choisissez un autre fichier.
    [unknown] { $label } : le nom « { $name } » se termine par { $ending }, mais le contenu n’est d’aucun type connu. Choisissez un autre fichier.
    [malformed] { $label } : le nom « { $name } » se termine par { $ending }, mais son texte n’a pas cette forme. Choisissez un autre fichier.
   *[type] { $label } : le nom « { $name } » se termine par { $ending }, mais le contenu est de type { $type }. Choisissez un autre fichier.
}
pages-file-browser-and-content = { $found ->
    [text] { $label } : selon votre navigateur, « { $name } » est de type { $declared }, mais le contenu est du texte brut. Choisissez un autre fichier.
    [html] { $label } : selon votre navigateur, « { $name } » est de type { $declared }, mais le contenu est une page HTML. Choisissez un autre fichier.
    [unknown] { $label } : selon votre navigateur, « { $name } » est de type { $declared }, mais le contenu n’est d’aucun type connu. Choisissez un autre fichier.
    [malformed] { $label } : selon votre navigateur, « { $name } » est de type { $declared }, mais son texte n’a pas cette forme. Choisissez un autre fichier.
   *[type] { $label } : selon votre navigateur, « { $name } » est de type { $declared }, mais le contenu est de type { $type }. Choisissez un autre fichier.
}
pages-file-failed-field = { $label } n’a pas pu être pris. Veuillez réessayer.
pages-answer-too-long = Votre réponse est trop longue : le tout doit faire au plus { $size }.
pages-answer-own-request = Vous l’avez demandé, vous ne pouvez donc pas en décider.
pages-answer-sign-in = Plusieurs personnes décident de ceci. Veuillez vous connecter pour que votre vote soit compté.
pages-answer-no-votes = Aucun autre vote n’est pris en compte.
pages-answer-unchecked = Votre réponse n’a pas pu être vérifiée pour le moment. Rien n’a été envoyé. Veuillez réessayer.
pages-connection-lost = La connexion est perdue. Votre saisie est toujours sur cette page ; nouvel essai…
pages-unusable = Cette page ne peut plus être utilisée ici.
pages-see-why = Voir pourquoi
pages-see-what = Voir ce qui s’est passé
pages-live-answered = La réponse a déjà été donnée. Votre saisie n’a pas été envoyée.
pages-live-answered-by = La réponse a déjà été donnée par { $name }. Votre saisie n’a pas été envoyée.
pages-live-declined = Cette question a été refusée. Votre saisie n’a pas été envoyée.
pages-live-declined-by = Cette question a été refusée par { $name }. Votre saisie n’a pas été envoyée.
pages-live-timeout = Le temps est écoulé. Votre saisie n’a pas été envoyée.
pages-live-cancelled = Cette question a été annulée. Votre saisie n’a pas été envoyée.
pages-approve = Accepter
pages-reject = Refuser
pages-comment = Commentaire
pages-decision = Décision
pages-rows-none = Rien n’a encore été ajouté.
pages-rows-add = Ajouter : { $item }
pages-rows-most = Le maximum est atteint : { $count }.
pages-row-up = Monter
pages-row-down = Descendre
pages-row-remove = Supprimer
pages-computed = Calculé à partir de vos autres réponses.
pages-source-none = Aucune option trouvée. Cherchez autre chose ou réessayez plus tard.
pages-source-some = Voici quelques-unes des options. Cherchez pour en voir d’autres.
pages-not-accepted = Cela n’a pas été accepté.
