mail-asks = { $client } pergunta: { $title }
mail-asks-untitled = { $client } faz uma pergunta
mail-reminder = Lembrete: { $client } pergunta: { $title }
mail-reminder-untitled = Lembrete: { $client } faz uma pergunta
mail-escalated = Escalado para você: { $client } pergunta: { $title }
mail-escalated-untitled = Escalado para você: { $client } faz uma pergunta
mail-delegated = Passado a você: { $client } pergunta: { $title }
mail-delegated-untitled = Passado a você: { $client } faz uma pergunta
mail-waiting = { $count ->
    [one] { $count } pergunta espera resposta
   *[other] { $count } perguntas esperam resposta
}
mail-more = { $count ->
    [one] E mais { $count }: { $link }
   *[other] E mais { $count }: { $link }
}
mail-more-short = { $count ->
    [one] E mais { $count }.
   *[other] E mais { $count }.
}
mail-open-inbox-inline = abrir a caixa de entrada
mail-open-question = Abrir a pergunta
mail-open-inbox = Abrir a caixa de entrada
mail-answer-by = Responda até { $time }.
mail-settings = Quando e como você recebe avisos
mail-unsubscribe = Não receber mais e-mails como este
mail-settings-at = Quando e como você recebe avisos: { $link }
mail-unsubscribe-at = Não receber mais e-mails como este: { $link }
mail-code-subject = Seu código de acesso para { $site }
mail-code = Seu código: { $code }
mail-code-works = { $count ->
    [one] Ele vale uma vez, por { $count } minuto, em { $site }, no navegador que o pediu.
   *[other] Ele vale uma vez, por { $count } minutos, em { $site }, no navegador que o pediu.
}
mail-code-warning = Se você não o pediu, não faça nada: sem o código ninguém entra. Não o dê a ninguém.
