gate-title = Approuver un appel d’outil
gate-intro = Un programme veut appeler un outil. Rien ne se passe avant votre décision.
gate-server = Serveur : { $server }
gate-tool = Outil : { $tool }
gate-description = Le serveur dit : « { $description } »
gate-no-description = Le serveur ne le décrit pas.
gate-hints = D’après le serveur : { $hints }
gate-reads-only = Il ne fait que lire.
gate-destroys = Il peut détruire quelque chose.
gate-changes = Il modifie quelque chose sans le détruire.
gate-open-world = Il agit au-delà de son propre système.
gate-idempotent = Le répéter n’a pas d’autre effet.
gate-warning = Avertissement : { $warning }
gate-changed = Le serveur a modifié l’outil depuis qu’un appel a été approuvé le { $time } : { $parts }.
gate-part-description = description
gate-part-arguments = paramètres
gate-part-annotations = annotations
gate-part-other = autres parties de sa définition
gate-change-unknown = On ne sait pas si l’outil a changé depuis son approbation.
gate-server-name = Le nom du serveur contient des lettres hors ASCII. Il imite peut-être un autre nom.
gate-tool-name = Le nom de l’outil contient des lettres hors ASCII. Il imite peut-être un autre nom.
gate-hidden-characters = Les arguments contiennent des caractères invisibles. Ils sont affichés sous la forme \u….
gate-mixed-scripts = « { $word } » mélange des lettres de plusieurs écritures ({ $letters }).
gate-left-out = { $count } caractères omis
gate-arguments = Arguments de l’appel :
gate-arguments-in-part = Arguments, affichés en partie ({ $bytes } octets au total ; l’empreinte les couvre tous) :
gate-digest = Empreinte : { $digest }
gate-decision = Décision
gate-approve = Approuver cet appel
gate-approve-again = Approuver cet appel, et de nouveau le même appel pendant { $duration }
gate-approve-tool = Approuver cet appel, et tout appel de cet outil pendant { $duration }
gate-edit = Modifier d’abord les arguments
gate-comment-about = Si vous refusez l’appel, le programme lit ceci.
gate-change-title = Modifier les arguments
gate-change-label = Arguments
gate-change-about = Un objet JSON.
gate-change-intro = Modifiez les arguments de l’outil { $tool } du serveur { $server }. Vous les reverrez avant de décider.
gate-change-problem = Votre dernière modification ne peut pas être utilisée : { $problem }.
gate-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
gate-hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
gate-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
gate-seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
gate-lost-call = La passerelle a redémarré pendant que `{ $tool }` attendait une réponse. Le serveur a peut-être déjà fait une partie du travail. L’appeler de nouveau ?
acp-open-title = Ouvrir une page ?
acp-open = Ouvrir cette page
acp-page-host = Cette page appartient à { $host }.
acp-open-page = Ouvrez cette page pour continuer : { $url }
acp-answer = Répondez ici : { $url }
acp-answer-code = Répondez ici : { $url } (code { $code })
