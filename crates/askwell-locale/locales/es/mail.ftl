mail-asks = { $client } pregunta: { $title }
mail-asks-untitled = { $client } hace una pregunta
mail-reminder = Recordatorio: { $client } pregunta: { $title }
mail-reminder-untitled = Recordatorio: { $client } hace una pregunta
mail-escalated = Escalado a usted: { $client } pregunta: { $title }
mail-escalated-untitled = Escalado a usted: { $client } hace una pregunta
mail-delegated = Pasado a usted: { $client } pregunta: { $title }
mail-delegated-untitled = Pasado a usted: { $client } hace una pregunta
mail-waiting = { $count ->
    [one] { $count } pregunta espera respuesta
   *[other] { $count } preguntas esperan respuesta
}
mail-more = { $count ->
    [one] Y { $count } más: { $link }
   *[other] Y { $count } más: { $link }
}
mail-more-short = { $count ->
    [one] Y { $count } más.
   *[other] Y { $count } más.
}
mail-open-inbox-inline = abrir la bandeja de entrada
mail-open-question = Abrir la pregunta
mail-open-inbox = Abrir la bandeja de entrada
mail-answer-by = Responda antes de { $time }.
mail-settings = Cuándo y cómo recibe avisos
mail-unsubscribe = No recibir más correos como este
mail-settings-at = Cuándo y cómo recibe avisos: { $link }
mail-unsubscribe-at = No recibir más correos como este: { $link }
mail-code-subject = Su código de inicio de sesión para { $site }
mail-code = Su código: { $code }
mail-code-works = { $count ->
    [one] Sirve una vez, durante { $count } minuto, en { $site } y en el navegador que lo pidió.
   *[other] Sirve una vez, durante { $count } minutos, en { $site } y en el navegador que lo pidió.
}
mail-code-warning = Si no lo pidió, no haga nada: sin el código nadie inicia sesión. No se lo dé a nadie.
