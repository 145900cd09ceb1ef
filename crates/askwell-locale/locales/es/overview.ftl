overview-title = Resumen
overview-all-programs-time = { $from } a { $to }, todos los programas
overview-program-time = { $from } a { $to }, { $client }
overview-cut = Las cifras son solo de los cambios más recientes: el registro tiene más de lo que lee esta página.
overview-audit = Registro de auditoría: { $files }
overview-audit-lines = líneas JSON
overview-audit-csv = CSV
overview-filter = Filtrar
overview-time = Periodo
overview-program = Programa
overview-all-programs = Todos los programas
overview-show = Mostrar
overview-last-hours = { $count ->
    [one] Última { $count } hora
   *[other] Últimas { $count } horas
}
overview-last-days = { $count ->
    [one] Último { $count } día
   *[other] Últimos { $count } días
}
overview-in-time = Respondido a tiempo
overview-percent = { $percent } %
overview-of = { $part } de { $count }
overview-half = La mitad respondida en
overview-nine = Nueve de cada diez en
overview-waiting-now = Esperan ahora
overview-due-hour = { $count ->
    [one] { $count } vence en una hora
   *[other] { $count } vencen en una hora
}
overview-expired = Caducadas
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
    [one] { $count } día
   *[other] { $count } días
}
overview-part-answered = Respondido o decidido
overview-part-declined = Respuesta rechazada
overview-part-cancelled = Retirado por el programa
overview-part-expired = Caducado
overview-expired-on = { $count ->
    [one] { $count } pregunta caducó el { $day }
   *[other] { $count } preguntas caducaron el { $day }
}
overview-nothing-ended = Nada terminó en este periodo
overview-nothing-expired = Nada caducó en este periodo
overview-bar-expired = { $count ->
    [one] { $count } caducada
   *[other] { $count } caducadas
}
overview-by-day = Resultados por día
overview-by-day-utc = Resultados por día, en UTC.
overview-by-day-spoken = Resultados por día, en total: { $answered } respondidas o decididas, { $declined } rechazadas, { $cancelled } retiradas, { $expired } caducadas. { $heading }.
overview-as-table = Mostrar como tabla
overview-day = Día
overview-half-of-all = La mitad de las respuestas llega en { $time }
overview-no-answers = Sin respuestas en este periodo
overview-nine-of-all = Nueve de cada diez llegan en { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } respuesta según los minutos que tardó.
   *[other] { $count } respuestas según los minutos que tardaron.
}
overview-minutes-table = Respuestas según los minutos que tardaron
overview-minutes-head = Minutos
overview-answers-head = Respuestas
overview-under = menos de { $number }
overview-between = { $from }–{ $to }
overview-over = más de { $number }
overview-asks-most = { $count ->
    [one] { $client } pregunta más: { $count } pregunta
   *[other] { $client } pregunta más: { $count } preguntas
}
overview-no-program = Ningún programa preguntó en este periodo
overview-programs = Programas
overview-who-asks = Quién pregunta
overview-asked = Preguntado
overview-answered = Respondido
overview-waiting = En espera
overview-half-within = Mitad en
overview-most-waiting = { $name } tiene más en espera: { $number }
overview-none-waiting = Nada espera a una sola persona
overview-no-person = Nadie respondió en este periodo
overview-people = Personas
overview-who-answers = Quién responde
overview-person-or-group = Persona o grupo
overview-share = Parte del máximo
overview-of-most = { $part } de { $most } como máximo
overview-group = Grupo { $name }
