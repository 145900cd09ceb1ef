pages-title-error = Erro: { $title }
pages-skip = Ir para o conteúdo
pages-footer = Respondido com Askwell
pages-language = Idioma
pages-language-use = Usar
pages-error-mark = Erro:
pages-problem-title = Há um problema
pages-asks = { $client } pergunta
pages-asks-for = { $client } pergunta, para { $requester }
pages-audience-you = Só para você
pages-audience-person = Para { $name }
pages-audience-group = Para o grupo { $name }
pages-audience-signed-in = Para todas as pessoas que entraram
pages-audience-anyone = Para qualquer pessoa
pages-audience-asked = { $audience } · perguntado { $time }
pages-unnamed-client = Um programa
pages-taken-by-you = Você assumiu esta pergunta.
pages-taken-by-other = { $name } está respondendo.
pages-send = Enviar resposta
pages-review = Rever a resposta
pages-continue = Continuar
pages-back = Voltar
pages-update = Atualizar o formulário
pages-update-help = Alguns campos dependem de outros. Atualize para ver quais são necessários.
pages-give-back = Devolver
pages-take-over = Assumir
pages-kept = Mantido neste navegador enquanto a pergunta estiver aberta
pages-kept-without-secrets = Mantido neste navegador enquanto a pergunta estiver aberta, exceto os segredos
pages-no-wish = Não quer responder?
pages-decline = Recusar
pages-decline-help = Informa a { $client } que você recusa. O programa pode continuar sem resposta.
pages-cancel = Cancelar a solicitação
pages-cancel-help = Fecha a solicitação sem resposta.
pages-why-not = Por que não?
pages-optional = (opcional)
pages-external = Isto é feito em outra página. Veja aonde ela leva antes de ir:
pages-external-open = Abrir a página
pages-external-no-wish = Não quer fazer isto?
pages-external-decline-help = Informa a { $client } que você recusa. O programa pode continuar sem você.
pages-time-left = Tempo restante: { $left }
pages-time-until = até { $time }
pages-left-moment = menos de um minuto
pages-left-minutes = { $count ->
    [1] cerca de um minuto
    [one] cerca de { $count } minuto
   *[other] cerca de { $count } minutos
}
pages-left-hours = { $count ->
    [1] cerca de uma hora
    [one] cerca de { $count } hora
   *[other] cerca de { $count } horas
}
pages-left-days = { $count ->
    [1] cerca de um dia
    [one] cerca de { $count } dia
   *[other] cerca de { $count } dias
}
pages-add-minutes = { $count ->
    [1] Adicionar um minuto
    [one] Adicionar { $count } minuto
   *[other] Adicionar { $count } minutos
}
pages-add-seconds = { $count ->
    [1] Adicionar um segundo
    [one] Adicionar { $count } segundo
   *[other] Adicionar { $count } segundos
}
pages-time-near = O tempo está quase esgotado: restam { $left }.
pages-more-time = Agora você tem mais tempo.
pages-no-more-time = Não é possível adicionar mais tempo. Responda antes que acabe.
pages-time-up = O tempo acabou.
pages-without-answer = Sem resposta: { $words }
pages-without-answer-expires = Sem resposta, a pergunta expira e o programa é informado.
pages-without-approvals = { $count ->
    [1] Sem mais uma aprovação: { $words }
    [one] Sem mais { $count } aprovação: { $words }
   *[other] Sem mais { $count } aprovações: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Sem mais uma aprovação, a pergunta expira e o programa é informado.
    [one] Sem mais { $count } aprovação, a pergunta expira e o programa é informado.
   *[other] Sem mais { $count } aprovações, a pergunta expira e o programa é informado.
}
pages-escalates-group = A partir de { $time }, quem responde é o grupo { $name }.
pages-escalates-person = A partir de { $time }, quem responde é { $name }.
pages-escalates-others = A partir de { $time }, quem responde são outras pessoas.
pages-steps = Etapas
pages-step = Etapa { $here } de { $total }: { $title }
pages-step-done = { $title }, concluída: mudar
pages-check-and-send = Conferir e enviar
pages-check = Confira antes de enviar
pages-check-title = Confira antes de enviar: { $title }
pages-check-all = Isto é tudo o que { $client } vai receber.
pages-fixed = Definido pelo formulário.
pages-change-for = Mudar { $label }
pages-back-to-form = Voltar ao formulário
pages-nothing = Nada
pages-not-shown = Preenchido, não exibido
pages-your-decision = Sua decisão
pages-undo-hint = { $count ->
    [one] Nada é enviado durante { $count } segundo: você pode desfazer.
   *[other] Nada é enviado durante { $count } segundos: você pode desfazer.
}
pages-votes-title = { $approvals } de { $needed } aprovações
pages-votes-enough = Pessoas suficientes aprovaram.
pages-votes-missing = { $count ->
    [1] Falta uma aprovação.
    [one] Falta { $count } aprovação.
   *[other] Faltam { $count } aprovações.
}
pages-votes-ends = Uma única recusa encerra.
pages-votes-goes-on = Uma recusa não encerra.
pages-vote-approved = Aprovado
pages-vote-rejected = Recusado
pages-you = Você
pages-quote = “{ $text }”
pages-own-request = O pedido é seu, por isso você não pode decidir.
pages-request-of = O pedido é de { $name }, que por isso não pode decidir.
pages-yes = Sim
pages-no = Não
pages-no-answer = Sem resposta
pages-no-choice = Sem escolha
pages-choose-one = Escolha uma opção
pages-choose-some = Escolha opções
pages-chosen = { $count ->
    [one] { $count } escolhido
   *[other] { $count } escolhidos
}
pages-search = Buscar
pages-search-in = Buscar em { $label }
pages-find-for = Buscar { $label }
pages-first-options = { $count ->
    [one] As primeiras de { $count } opção. Busque para ver outras.
   *[other] As primeiras de { $count } opções. Busque para ver outras.
}
pages-first-fitting = { $count ->
    [one] A primeira opção que serve ({ $count }).
   *[other] As primeiras { $count } opções que servem.
}
pages-options-fit = { $count ->
    [0] Nada serve para esta busca.
    [1] Uma opção serve.
    [one] { $count } opção serve.
   *[other] { $count } opções servem.
}
pages-steps-of = Em passos de { $number }.
pages-show = Mostrar
pages-hide = Ocultar
pages-secret-kept = O que você digitou antes foi mantido. Deixe vazio para usá-lo ou digite outra coisa.
pages-secret-remove = Remover o que digitei antes
pages-secret-again = É preciso digitar de novo: { $label }. O que você digitou antes não é mais conhecido aqui.
pages-zone-of = Fuso horário de { $label }
pages-zone-choose = Escolha o fuso horário
pages-zone-missing = Escolha o fuso horário de { $label }.
pages-clocks-forward = Nesse dia os relógios são adiantados e pulam esta hora. Ela conta como { $time }.
pages-clocks-back = Nesse dia os relógios são atrasados, e esta hora ocorre duas vezes: primeiro como { $first }, depois como { $second }. Escolha a que você quer dizer.
pages-code = Código
pages-table = Tabela
pages-changes = Alterações
pages-test-for = Testar { $label }
pages-testing = Testando…
pages-test-fine = Este endereço seria aceito. Ele não foi visitado.
pages-test-nothing = Ainda não há nada para testar.
pages-test-no-field = Esse campo não existe.
pages-leads-to = Leva a { $host }.
pages-mixed-scripts = Este nome mistura letras de alfabetos diferentes, como fazem os nomes que se passam por outros. Olhe com atenção.
pages-foreign-letters = Este nome tem letras além de a até z, que podem parecer outras. Olhe com atenção.
pages-size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Qualquer tipo de arquivo, no máximo { $size }.
pages-file-types = { $types }, no máximo { $size }.
pages-file-certain = Só certos tipos de arquivo, no máximo { $size }.
pages-file-too-large = { $label } deve ter no máximo { $size }.
pages-file-remove-this = Remover este arquivo
pages-file-remove = Remover
pages-file-another-for = Escolher outro arquivo { $label }
pages-file-drop = ou solte-o aqui
pages-file-uploading = Enviando { $label }
pages-file-failed = Não foi possível receber este arquivo. Tente de novo.
pages-file-bad-name = { $label }: o nome de arquivo “{ $name }” não pode ser usado. Renomeie o arquivo.
pages-file-no-type = { $label }: seu navegador deu a “{ $name }” um tipo que não existe. Escolha outro arquivo.
pages-file-refused = { $label }: “{ $name }” não pode ser recebido. Escolha outro arquivo.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: o nome “{ $name }” termina em { $ending }, mas seu navegador diz que o arquivo é texto simples. Renomeie o arquivo ou escolha outro.
    [html] { $label }: o nome “{ $name }” termina em { $ending }, mas seu navegador diz que o arquivo é uma página HTML. Renomeie o arquivo ou escolha outro.
    [unknown] { $label }: o nome “{ $name }” termina em { $ending }, mas seu navegador diz que o arquivo não é de nenhum tipo conhecido. Renomeie o arquivo ou escolha outro.
   *[type] { $label }: o nome “{ $name }” termina em { $ending }, mas seu navegador diz que o arquivo é do tipo { $type }. Renomeie o arquivo ou escolha outro.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: o nome “{ $name }” termina em { $ending }, mas o conteúdo é texto simples. Escolha outro arquivo.
    [html] { $label }: o nome “{ $name }” termina em { $ending }, mas o conteúdo é uma página HTML. Escolha outro arquivo.
    [unknown] { $label }: o nome “{ $name }” termina em { $ending }, mas o conteúdo não é de nenhum tipo conhecido. Escolha outro arquivo.
    [malformed] { $label }: o nome “{ $name }” termina em { $ending }, mas o texto não tem essa forma. Escolha outro arquivo.
   *[type] { $label }: o nome “{ $name }” termina em { $ending }, mas o conteúdo é do tipo { $type }. Escolha outro arquivo.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: seu navegador diz que “{ $name }” é do tipo { $declared }, mas o conteúdo é texto simples. Escolha outro arquivo.
    [html] { $label }: seu navegador diz que “{ $name }” é do tipo { $declared }, mas o conteúdo é uma página HTML. Escolha outro arquivo.
    [unknown] { $label }: seu navegador diz que “{ $name }” é do tipo { $declared }, mas o conteúdo não é de nenhum tipo conhecido. Escolha outro arquivo.
    [malformed] { $label }: seu navegador diz que “{ $name }” é do tipo { $declared }, mas o texto não tem essa forma. Escolha outro arquivo.
   *[type] { $label }: seu navegador diz que “{ $name }” é do tipo { $declared }, mas o conteúdo é do tipo { $type }. Escolha outro arquivo.
}
pages-file-failed-field = Não foi possível receber { $label }. Tente de novo.
pages-answer-too-long = Sua resposta é longa demais: ao todo, deve ter no máximo { $size }.
pages-answer-own-request = O pedido é seu, por isso você não pode decidi-lo.
pages-answer-sign-in = Várias pessoas decidem isto. Entre, para que seu voto possa ser contado.
pages-answer-no-votes = Não são aceitos mais votos.
pages-answer-unchecked = Não foi possível verificar sua resposta agora. Nada foi enviado. Tente de novo.
pages-connection-lost = A conexão foi perdida. O que você digitou continua nesta página; tentando de novo…
pages-unusable = Esta página não pode mais ser usada aqui.
pages-see-why = Ver por quê
pages-see-what = Ver o que aconteceu
pages-live-answered = Isto já foi respondido. O que você preencheu não foi enviado.
pages-live-answered-by = Isto já foi respondido por { $name }. O que você preencheu não foi enviado.
pages-live-declined = Isto foi recusado. O que você preencheu não foi enviado.
pages-live-declined-by = Isto foi recusado por { $name }. O que você preencheu não foi enviado.
pages-live-timeout = O tempo acabou. O que você preencheu não foi enviado.
pages-live-cancelled = Isto foi cancelado. O que você preencheu não foi enviado.
pages-approve = Aprovar
pages-reject = Recusar
pages-comment = Comentário
pages-decision = Decisão
pages-rows-none = Nada adicionado ainda.
pages-rows-add = Adicionar: { $item }
pages-rows-most = O máximo foi atingido: { $count }.
pages-row-up = Mover para cima
pages-row-down = Mover para baixo
pages-row-remove = Remover
pages-computed = Calculado a partir das suas outras respostas.
pages-source-none = Nenhuma opção encontrada. Procure outra coisa ou tente mais tarde.
pages-source-some = Estas são algumas das opções. Procure para ver outras.
pages-not-accepted = Isto não foi aceito.
