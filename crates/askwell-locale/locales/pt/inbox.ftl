inbox-pages = Páginas
inbox-page-inbox = Entrada
inbox-page-notifications = Notificações
inbox-page-overview = Visão geral
inbox-page-administration = Administração
inbox-you-are = Você é
inbox-offline = Você está sem conexão. Pode continuar lendo. As decisões esperam aqui e não são enviadas sozinhas.
inbox-connection-lost = A conexão foi perdida; tentando de novo…
inbox-title-count = ({ $count }) Entrada
inbox-parts = Partes da caixa de entrada
inbox-tab-mine = Para mim
inbox-tab-groups = Meus grupos
inbox-tab-taken = Assumidas
inbox-tab-done = Concluídas
inbox-due-hour = Vencem em uma hora
inbox-due-today = Mais tarde hoje
inbox-due-week = Esta semana
inbox-due-later = Mais tarde
inbox-due-never = Sem prazo
inbox-today = Hoje
inbox-left-moment = menos de um minuto
inbox-left-minutes = { $count ->
    [one] resta { $count } min
   *[other] restam { $count } min
}
inbox-by = até { $time }
inbox-due-in-moment = vence em menos de um minuto
inbox-due-in-minutes = { $count ->
    [one] vence em { $count } minuto
   *[other] vence em { $count } minutos
}
inbox-due-in-hours = { $count ->
    [one] vence em { $count } hora
   *[other] vence em { $count } horas
}
inbox-due-in-days = { $count ->
    [one] vence em { $count } dia
   *[other] vence em { $count } dias
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } nova
   *[other] { $count } novas
}
inbox-snoozed-count = { $count ->
    [one] { $count } adiada.
   *[other] { $count } adiadas.
}
inbox-snoozed-show = Mostrar
inbox-stopped = A busca examinou só uma parte das entradas.
inbox-search-further = Buscar mais
inbox-first = Início
inbox-more = Mais
inbox-select = Selecionar: { $title }
inbox-answer = Responder
inbox-continue = Continuar
inbox-approvals = { $approvals } de { $needed } aprovações
inbox-client-for = { $client } para { $name }
inbox-taken-by-you = assumida por você
inbox-taken-by = { $name } está respondendo
inbox-other-page = em outra página
inbox-no-longer = não está mais aqui
inbox-fields = { $count ->
    [one] { $count } campo
   *[other] { $count } campos
}
inbox-secrets = { $count ->
    [one] { $count } segredo
   *[other] { $count } segredos
}
inbox-approved-by-you = Aprovado por você agora mesmo
inbox-approved-by = Aprovado por { $name } agora mesmo
inbox-rejected-by-you = Recusado por você agora mesmo
inbox-rejected-by = Recusado por { $name } agora mesmo
inbox-undo = Desfazer
inbox-why = Por quê?
inbox-why-required = vai para quem pergunta
inbox-why-optional = opcional, vai para quem pergunta
inbox-keep-open = Manter aberta
inbox-was-approved = Aprovado · { $client }
inbox-was-rejected = Recusado · { $client }
inbox-was-answered = Respondido · { $client }
inbox-was-declined-because = Resposta recusada: “{ $reason }”
inbox-was-declined = Resposta recusada · { $client }
inbox-was-called-off = Retirado por { $client }
inbox-was-expired = Expirado · ninguém respondeu
inbox-filter = Filtrar
inbox-filter-in-use = em uso
inbox-search = Buscar
inbox-search-help = Palavras do título, da descrição ou do programa.
inbox-who-asks = Quem pergunta
inbox-kind = Tipo
inbox-outcome = Resultado
inbox-any = Qualquer
inbox-show = Mostrar
inbox-show-everything = Mostrar tudo
inbox-notify = Avisar-me
inbox-notify-stop = Parar de avisar
inbox-state-completed = Respondido
inbox-state-declined = Resposta recusada
inbox-state-cancelled = Retirado
inbox-state-timeout = Expirado
inbox-mode-form = Formulário
inbox-mode-inline = Pergunta curta
inbox-mode-url = Página web
inbox-mode-terminal = Terminal
inbox-none-fits = Nada serve
inbox-none-fits-about = Nenhuma entrada corresponde ao que você procura.
inbox-none-mine = Nada espera por você
inbox-none-mine-about = Novas perguntas aparecem aqui sozinhas.
inbox-none-mine-groups = Meus grupos ({ $count })
inbox-none-mine-done = O que está concluído
inbox-none-groups = Nada espera por seus grupos
inbox-none-groups-about = Aqui aparecem as perguntas para um grupo de que você faz parte.
inbox-none-taken = Você não assumiu nada
inbox-none-taken-about = Assuma uma pergunta para que seus colegas saibam que você está respondendo.
inbox-none-done = Ainda não há nada concluído
inbox-none-done-about = Aqui aparecem as perguntas respondidas, recusadas, retiradas ou expiradas.
inbox-gone = Esta caixa de entrada não pode mais ser exibida aqui.
inbox-question = Pergunta
inbox-question-none = Quando chegar uma pergunta, você a lê e responde aqui.
inbox-list = Lista
inbox-before = A pergunta anterior
inbox-after = A próxima pergunta
inbox-place = { $here } de { $count }
inbox-what-happened = O que aconteceu
inbox-take = Assumir
inbox-give-back = Devolver
inbox-take-over = Assumir
inbox-delegate = Delegar
inbox-delegate-about = Pergunta a outra pessoa em seu lugar. O prazo continua; sem resposta, a pergunta volta antes.
inbox-delegate-to = A
inbox-delegate-person = Uma pessoa
inbox-delegate-group = Um grupo
inbox-delegate-name = Nome
inbox-delegate-why = Por quê?
inbox-delegate-why-note = opcional, para seus colegas
inbox-delegated-by = { $name } passou isto a você. Sem resposta, será devolvido: { $time }.
inbox-delegated-return = Devolver
inbox-delegated-count = { $count ->
    [one] { $count } delegada
   *[other] { $count } delegadas
}
inbox-delegated-to = Você passou isto a { $name }. Sem resposta, volta a você: { $time }.
inbox-take-back = Retomar
inbox-delegate-impossible = Esta pergunta não pode ser delegada: terminou, ou várias pessoas a decidem juntas.
inbox-delegate-no-name = Diga a quem: o nome de uma pessoa ou de um grupo, como é usado ao entrar.
inbox-delegate-with-you = Já está com você.
inbox-delegate-note = Passado a { $name }.
inbox-delegate-note-why = Passado a { $name }: { $reason }
inbox-snooze = Adiar
inbox-snooze-about = Oculta a pergunta da sua lista. Ela volta no máximo dez minutos antes do prazo.
inbox-snooze-too-soon = Vence cedo demais para ser adiada.
inbox-snooze-not = Não adiar
inbox-snooze-hour = Por uma hora
inbox-snooze-afternoon = Por quatro horas
inbox-snooze-day = Por um dia
inbox-notes = Notas entre colegas
inbox-notes-private = { $client } não as vê.
inbox-note-yours = Sua nota
inbox-note-add = Adicionar a nota
inbox-toast-approved = Aprovado: { $title } Será enviado em { $seconds } segundos.
inbox-toast-rejected = Recusado: { $title } Será enviado em { $seconds } segundos.
inbox-toast-approved-short = Aprovado. Será enviado em { $seconds } segundos.
inbox-toast-rejected-short = Recusado. Será enviado em { $seconds } segundos.
inbox-selected-entries = Entradas selecionadas
inbox-selected = na seleção
inbox-comment-all = Um comentário para todas (opcional)
inbox-approve-all = Aprovar todas
inbox-reject-all = Recusar todas
inbox-clear = Limpar
inbox-bulk-approved = { $count ->
    [one] { $count } aprovada.
   *[other] { $count } aprovadas.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } recusada.
   *[other] { $count } recusadas.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } adiada.
   *[other] { $count } adiadas.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } pulada: não é uma decisão.
   *[other] { $count } puladas: não são decisões.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } pulada: vence cedo demais para ser adiada.
   *[other] { $count } puladas: vencem cedo demais para ser adiadas.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } não aprovada: já terminou, ou é preciso um comentário.
   *[other] { $count } não aprovadas: já terminaram, ou é preciso um comentário.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } não recusada: já terminou, ou é preciso um comentário.
   *[other] { $count } não recusadas: já terminaram, ou é preciso um comentário.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } não adiada: já terminou, ou é preciso um comentário.
   *[other] { $count } não adiadas: já terminaram, ou é preciso um comentário.
}
inbox-hint-move = mover
inbox-hint-approve = aprovar
inbox-hint-reject = recusar
inbox-hint-select = selecionar
inbox-hint-keys = todas as teclas
inbox-keys = Teclado
inbox-key-move = A próxima entrada, a anterior
inbox-key-open = Abrir
inbox-key-back = Voltar à lista
inbox-key-approve = Aprovar
inbox-key-reject = Recusar, com um motivo
inbox-key-select = Selecionar ou não
inbox-key-approve-selected = Aprovar o que está selecionado
inbox-key-comment = Escrever um comentário
inbox-key-undo = Desfazer a última decisão
inbox-key-take = Assumir ou devolver
inbox-key-new = Mostrar novas entradas
inbox-key-help = Mostrar ou ocultar esta lista
inbox-keys-letters = Letras sozinhas são teclas
inbox-keys-close = Fechar
inbox-offline-title = Sem conexão
inbox-offline-missing = Esta página não está neste dispositivo
inbox-offline-about = A lista e as últimas perguntas que você abriu estão. Tente de novo quando tiver conexão.
inbox-offline-read = Ler a lista
inbox-app-about = Perguntas que esperam por você
