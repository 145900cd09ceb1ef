gate-title = Aprovar uma chamada de ferramenta
gate-intro = Um programa quer chamar uma ferramenta. Nada acontece até você decidir.
gate-server = Servidor: { $server }
gate-tool = Ferramenta: { $tool }
gate-description = O servidor diz: “{ $description }”
gate-no-description = O servidor não a descreve.
gate-hints = Segundo o servidor: { $hints }
gate-reads-only = Ela só lê.
gate-destroys = Ela pode destruir algo.
gate-changes = Ela altera algo sem destruir.
gate-open-world = Ela vai além do próprio sistema.
gate-idempotent = Repetir não tem mais efeito.
gate-warning = Aviso: { $warning }
gate-changed = O servidor alterou a ferramenta desde que uma chamada foi aprovada em { $time }: { $parts }.
gate-part-description = descrição
gate-part-arguments = argumentos
gate-part-annotations = anotações
gate-part-other = outras partes da definição
gate-change-unknown = Não se sabe se a ferramenta mudou desde que foi aprovada.
gate-server-name = O nome do servidor tem letras fora do ASCII. Pode imitar outro nome.
gate-tool-name = O nome da ferramenta tem letras fora do ASCII. Pode imitar outro nome.
gate-hidden-characters = Os argumentos têm caracteres invisíveis. Eles aparecem como \u….
gate-mixed-scripts = “{ $word }” mistura letras de vários sistemas de escrita ({ $letters }).
gate-left-out = { $count } caracteres omitidos
gate-arguments = Argumentos:
gate-arguments-in-part = Argumentos, mostrados em parte ({ $bytes } bytes no total; o resumo criptográfico cobre todos):
gate-digest = Resumo criptográfico: { $digest }
gate-decision = Decisão
gate-approve = Aprovar esta chamada
gate-approve-again = Aprovar esta chamada, e a mesma chamada de novo por { $duration }
gate-approve-tool = Aprovar esta chamada, e qualquer chamada desta ferramenta por { $duration }
gate-edit = Alterar antes os argumentos
gate-comment-about = Se você recusar a chamada, o programa lê isto.
gate-change-title = Alterar os argumentos
gate-change-label = Argumentos
gate-change-about = Um objeto JSON.
gate-change-intro = Altere os argumentos da ferramenta { $tool } do servidor { $server }. Você os verá de novo antes de decidir.
gate-change-problem = Sua última alteração não pode ser usada: { $problem }.
gate-days = { $count ->
    [one] { $count } dia
   *[other] { $count } dias
}
gate-hours = { $count ->
    [one] { $count } hora
   *[other] { $count } horas
}
gate-minutes = { $count ->
    [one] { $count } minuto
   *[other] { $count } minutos
}
gate-seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
gate-lost-call = O gateway foi reiniciado enquanto `{ $tool }` esperava uma resposta. O servidor pode já ter feito parte do trabalho. Chamar de novo?
acp-open-title = Abrir uma página?
acp-open = Abrir esta página
acp-page-host = Esta página pertence a { $host }.
acp-open-page = Abra esta página para continuar: { $url }
acp-answer = Responda aqui: { $url }
acp-answer-code = Responda aqui: { $url } (código { $code })
