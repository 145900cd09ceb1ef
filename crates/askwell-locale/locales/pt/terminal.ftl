term-sent = Enviado. Obrigado.
term-declined = Recusado. Nada foi enviado.
term-cancelled = Cancelado. Nada foi enviado.
term-aborted = Saiu. Nada foi enviado.
term-timed-out = O tempo acabou. Nada foi enviado.
term-sending = Enviando…
term-kept = Suas respostas foram mantidas; você pode tentar de novo.
term-nothing = (nada)
term-required = obrigatório
term-optional = opcional
term-yes = sim
term-no = não
term-chosen = { $count ->
    [one] { $count } escolhido
   *[other] { $count } escolhidos
}
term-position = { $here } de { $total }
term-time-left = faltam { $time }
term-review = Revisão
term-review-position = revisão
term-send = Enviar as respostas
term-problems-left = { $count ->
    [one] { $count } problema a corrigir.
   *[other] { $count } problemas a corrigir.
}
term-no-such-option = Não há nenhuma opção “{ $typed }”.
term-leave = Sair deste formulário?
term-why-decline = Por que você recusa?
term-decline = Recusar: dizer ao remetente que você não vai responder.
term-why = O remetente lê o motivo. Você pode deixá-lo vazio.
term-cancel = Cancelar: fechar o formulário sem resposta; o remetente pode perguntar de novo.
term-continue = Continuar o formulário.
term-not-kept = O que você digitou não é mantido.
term-no-more-time = Não é possível acrescentar tempo.
term-time-asked = Você pediu mais tempo.
term-read-all = … F2 mostra tudo.
term-hint-email = um e-mail
term-hint-uri = um endereço web
term-hint-uuid = um UUID
term-hint-ipv4 = um endereço IPv4
term-hint-ipv6 = um endereço IPv6
term-hint-hostname = um nome de host
term-hint-date = uma data, como 2026-01-31
term-hint-date-time-text = data e hora, como 2026-01-31T09:30:00Z
term-hint-date-time = data e hora, como 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } caractere
   *[other] { $count } caracteres
}
term-hint-characters-at-most = { $count ->
    [one] no máximo { $count } caractere
   *[other] no máximo { $count } caracteres
}
term-hint-characters-at-least = { $count ->
    [one] pelo menos { $count } caractere
   *[other] pelo menos { $count } caracteres
}
term-hint-characters-between = { $count ->
    [one] de { $least } a { $count } caractere
   *[other] de { $least } a { $count } caracteres
}
term-hint-number = um número
term-hint-whole-number = um número inteiro
term-hint-multiple = um múltiplo de { $number }
term-hint-more-than = mais de { $number }
term-hint-less-than = menos de { $number }
term-hint-from = { $what }, a partir de { $least }
term-hint-up-to = { $what }, até { $most }
term-hint-between = { $what }, de { $least } a { $most }
term-hint-any = quantos quiser
term-hint-at-most = no máximo { $count }
term-hint-at-least = pelo menos { $count }
term-hint-exactly = exatamente { $count }
term-hint-some = de { $least } a { $most }
term-hint-url = um endereço web que comece com { $schemes }
term-hint-file = um arquivo de no máximo { $size }
term-hint-file-ending = um arquivo que termine em { $endings }, de no máximo { $size }
term-leads-to = Leva a { $host }, porta { $port }.
term-leads-to-doubtful = Leva a { $host }, porta { $port }. O nome tem letras de outros alfabetos: olhe com atenção.
term-plain-mode = Modo simples: uma pergunta de cada vez. ? mostra mais, < volta, ! lista todos os comandos.
term-plain-more = !more pede mais.
term-plain-question = Pergunta { $position }: { $label } ({ $need })
term-plain-takes = Espera-se: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } opção. Digite parte de um nome para ver quais servem.
   *[other] { $count } opções. Digite parte de um nome para ver quais servem.
}
term-plain-now = Agora: { $value }. Uma linha vazia mantém.
term-plain-leave-out = Uma linha vazia deixa em branco.
term-plain-answer = Resposta:
term-plain-secret = Resposta (oculta):
term-plain-decide = Responda com um número, ou com approve ou reject.
term-plain-yes-no = Responda sim ou não.
term-plain-number-or-name = Responda com um número ou um nome.
term-plain-numbers-or-names = Responda com números ou nomes separados por vírgulas.
term-plain-path = Responda com o caminho de um arquivo.
term-plain-lines = Você pode digitar várias linhas; termine com uma linha que contenha só um ponto.
term-plain-problem = Problema: { $sentence }
term-plain-warning = Aviso: { $sentence }
term-plain-send = Enviar? y envia, um número muda essa resposta, < volta, ! sai.
term-plain-emptied = Esvaziado.
term-plain-fixed = Esta resposta não pode ser alterada.
term-plain-no-such-number = Esse número não existe.
term-plain-not-sent = Não enviado. !decline MOTIVO recusa todo o formulário, !cancel sai.
term-plain-unclear = Responda com y, um número, < ou !.
term-plain-please-yes-no = Responda sim ou não.
term-plain-please-decide = Responda 1 para “{ $approve }” ou 2 para “{ $reject }”.
term-plain-several = Várias opções servem:
term-plain-and-more = { $count ->
    [one] … e mais { $count }. Digite mais do nome.
   *[other] … e mais { $count }. Digite mais do nome.
}
term-plain-commands = Comandos:
term-plain-backslash = Ponha \ antes de uma resposta que pareça um comando.
term-command-back = voltar à pergunta anterior
term-command-help = mais sobre esta pergunta
term-command-menu = listar estes comandos
term-command-clear = esvaziar esta resposta
term-command-review = rever todas as respostas
term-command-more = pedir mais tempo
term-file-missing = Não existe o arquivo “{ $name }”.
term-file-denied = Não é possível ler “{ $name }”: permissão negada.
term-file-unreadable = Não é possível ler “{ $name }”: { $reason }.
term-file-folder = “{ $name }” é uma pasta; escolha um arquivo nela.
term-file-other = “{ $name }” não é um arquivo.
term-file-large = “{ $name }” é maior que { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more pede mais
term-keys = Teclas
term-key-next = próximo
term-key-back = voltar
term-key-leave = sair
term-key-help = ajuda
term-key-decline = recusar
term-key-cancel = cancelar
term-key-go-on = continuar
term-key-scroll = rolar
term-key-back-to-form = voltar ao formulário
term-key-pick = escolher
term-key-move = mover
term-key-more-time = mais tempo
term-key-day = dia
term-key-month = mês
term-key-type = digitar
term-key-replace = substituir
term-key-calendar = calendário
term-key-new-line = nova linha
term-key-step = passo
term-key-change = mudar
term-key-approve-reject = aprovar/recusar
term-key-yes-no = sim/não
term-key-search = buscar
term-key-choose = escolher
term-key-complete = completar
term-key-answer = responder
term-key-name-any = qualquer tecla
term-key-name-space = espaço
term-key-name-type = digitar
term-help-enter = continuar
term-help-back = voltar
term-help-later = continuar e corrigir depois
term-help-review = para a revisão
term-help-empty = esvaziar a linha
term-help-read = ler todo o texto
term-help-leave = recusar ou cancelar
term-help-abort = sair sem responder
term-search = Buscar:
term-options = { $count ->
    [one] { $count } opção
   *[other] { $count } opções
}
term-nothing-fits = nada serve
term-path = caminho de um arquivo
term-unseen = entrada oculta
term-more = { $count ->
    [one] mais { $count }
   *[other] mais { $count }
}
term-months = janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
term-weekdays = Se Te Qa Qi Sx Sá Do
term-picture = [imagem: { $description }]
term-inbox-empty = Nenhum formulário espera resposta.
term-inbox-choose = Digite um número para responder a esse formulário, uma linha vazia para atualizar, ! para sair.
term-step = Etapa { $here } de { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Entradas: { $count }
term-rows-add = Adicionar: { $item }
term-rows-done = Continuar
term-key-add = adicionar
term-key-remove = remover
term-key-move-entry = mover a entrada
term-plain-rows = + adiciona uma entrada, um número altera uma; -2 remove a entrada 2, ^2 move-a para cima, v2 para baixo. Uma linha vazia continua.
term-rows-full = Não há espaço para mais entradas.
