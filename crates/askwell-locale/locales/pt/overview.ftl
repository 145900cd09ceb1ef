overview-title = Visão geral
overview-all-programs-time = { $from } a { $to }, todos os programas
overview-program-time = { $from } a { $to }, { $client }
overview-cut = Os números são só das mudanças mais recentes: o registro tem mais do que esta página lê.
overview-audit = Trilha de auditoria: { $files }
overview-audit-lines = linhas JSON
overview-audit-csv = CSV
overview-filter = Filtrar
overview-time = Período
overview-program = Programa
overview-all-programs = Todos os programas
overview-show = Mostrar
overview-last-hours = { $count ->
    [one] Última { $count } hora
   *[other] Últimas { $count } horas
}
overview-last-days = { $count ->
    [one] Último { $count } dia
   *[other] Últimos { $count } dias
}
overview-in-time = Respondidas a tempo
overview-percent = { $percent }%
overview-of = { $part } de { $count }
overview-half = Metade respondida em até
overview-nine = Nove em dez em até
overview-waiting-now = Esperando agora
overview-due-hour = { $count ->
    [one] { $count } vence em uma hora
   *[other] { $count } vencem em uma hora
}
overview-expired = Expiradas
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
    [one] { $count } dia
   *[other] { $count } dias
}
overview-part-answered = Respondidas ou decididas
overview-part-declined = Resposta recusada
overview-part-cancelled = Retiradas pelo programa
overview-part-expired = Expiradas
overview-expired-on = { $count ->
    [one] { $count } pergunta expirou em { $day }
   *[other] { $count } perguntas expiraram em { $day }
}
overview-nothing-ended = Nada terminou neste período
overview-nothing-expired = Nada expirou neste período
overview-bar-expired = { $count ->
    [one] { $count } expirada
   *[other] { $count } expiradas
}
overview-by-day = Resultados por dia
overview-by-day-utc = Resultados por dia, em UTC.
overview-by-day-spoken = Resultados por dia, ao todo: { $answered } respondidas ou decididas, { $declined } recusadas, { $cancelled } retiradas, { $expired } expiradas. { $heading }.
overview-as-table = Mostrar como tabela
overview-day = Dia
overview-half-of-all = Metade das respostas chega em até { $time }
overview-no-answers = Nenhuma resposta neste período
overview-nine-of-all = Nove em dez chegam em até { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } resposta pelos minutos que levou.
   *[other] { $count } respostas pelos minutos que levaram.
}
overview-minutes-table = Respostas pelos minutos que levaram
overview-minutes-head = Minutos
overview-answers-head = Respostas
overview-under = menos de { $number }
overview-between = { $from }–{ $to }
overview-over = mais de { $number }
overview-asks-most = { $count ->
    [one] { $client } pergunta mais: { $count } pergunta
   *[other] { $client } pergunta mais: { $count } perguntas
}
overview-no-program = Nenhum programa perguntou neste período
overview-programs = Programas
overview-who-asks = Quem pergunta
overview-asked = Perguntadas
overview-answered = Respondidas
overview-waiting = Esperando
overview-half-within = Metade em até
overview-most-waiting = { $name } tem mais esperando: { $number }
overview-none-waiting = Nada espera por uma só pessoa
overview-no-person = Ninguém respondeu neste período
overview-people = Pessoas
overview-who-answers = Quem responde
overview-person-or-group = Pessoa ou grupo
overview-share = Parte do máximo
overview-of-most = { $part } de no máximo { $most }
overview-group = Grupo { $name }
