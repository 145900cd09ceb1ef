inbox-pages = Páginas
inbox-page-inbox = Bandeja
inbox-page-notifications = Notificaciones
inbox-page-overview = Resumen
inbox-page-administration = Administración
inbox-you-are = Usted es
inbox-offline = No tiene conexión. Puede seguir leyendo. Las decisiones esperan aquí y no se envían solas.
inbox-connection-lost = Se ha perdido la conexión; intentándolo de nuevo…
inbox-title-count = ({ $count }) Bandeja
inbox-parts = Partes de la bandeja de entrada
inbox-tab-mine = Para mí
inbox-tab-groups = Mis grupos
inbox-tab-taken = Tomadas
inbox-tab-done = Hechas
inbox-due-hour = Vencen en una hora
inbox-due-today = Más tarde hoy
inbox-due-week = Esta semana
inbox-due-later = Más adelante
inbox-due-never = Sin plazo
inbox-today = Hoy
inbox-left-moment = menos de un minuto
inbox-left-minutes = { $count ->
    [one] queda { $count } min
   *[other] quedan { $count } min
}
inbox-by = antes de { $time }
inbox-due-in-moment = vence en menos de un minuto
inbox-due-in-minutes = { $count ->
    [one] vence en { $count } minuto
   *[other] vence en { $count } minutos
}
inbox-due-in-hours = { $count ->
    [one] vence en { $count } hora
   *[other] vence en { $count } horas
}
inbox-due-in-days = { $count ->
    [one] vence en { $count } día
   *[other] vence en { $count } días
}
inbox-count-more = { $count }+
inbox-new = { $count ->
    [one] { $count } nueva
   *[other] { $count } nuevas
}
inbox-snoozed-count = { $count ->
    [one] { $count } pospuesta.
   *[other] { $count } pospuestas.
}
inbox-snoozed-show = Mostrar
inbox-stopped = La búsqueda solo recorrió una parte de las entradas.
inbox-search-further = Seguir buscando
inbox-first = Primeras
inbox-more = Más
inbox-select = Seleccionar: { $title }
inbox-answer = Responder
inbox-continue = Continuar
inbox-approvals = { $approvals } de { $needed } aprobaciones
inbox-client-for = { $client } para { $name }
inbox-taken-by-you = tomada por usted
inbox-taken-by = { $name } está respondiendo
inbox-other-page = en otra página
inbox-no-longer = ya no está aquí
inbox-fields = { $count ->
    [one] { $count } campo
   *[other] { $count } campos
}
inbox-secrets = { $count ->
    [one] { $count } secreto
   *[other] { $count } secretos
}
inbox-approved-by-you = Aprobado por usted ahora mismo
inbox-approved-by = Aprobado por { $name } ahora mismo
inbox-rejected-by-you = Rechazado por usted ahora mismo
inbox-rejected-by = Rechazado por { $name } ahora mismo
inbox-undo = Deshacer
inbox-why = ¿Por qué?
inbox-why-required = llega a quien pregunta
inbox-why-optional = opcional, llega a quien pregunta
inbox-keep-open = Dejar abierta
inbox-was-approved = Aprobado · { $client }
inbox-was-rejected = Rechazado · { $client }
inbox-was-answered = Respondido · { $client }
inbox-was-declined-because = Respuesta rechazada: «{ $reason }»
inbox-was-declined = Respuesta rechazada · { $client }
inbox-was-called-off = Retirado por { $client }
inbox-was-expired = Caducado · nadie respondió
inbox-filter = Filtrar
inbox-filter-in-use = en uso
inbox-search = Buscar
inbox-search-help = Palabras del título, de la descripción o del programa.
inbox-who-asks = Quién pregunta
inbox-kind = Tipo
inbox-outcome = Resultado
inbox-any = Cualquiera
inbox-show = Mostrar
inbox-show-everything = Mostrar todo
inbox-notify = Avisarme
inbox-notify-stop = Dejar de avisarme
inbox-state-completed = Respondido
inbox-state-declined = Respuesta rechazada
inbox-state-cancelled = Retirado
inbox-state-timeout = Caducado
inbox-mode-form = Formulario
inbox-mode-inline = Pregunta breve
inbox-mode-url = Página web
inbox-mode-terminal = Terminal
inbox-none-fits = Nada coincide
inbox-none-fits-about = Ninguna entrada coincide con lo que busca.
inbox-none-mine = Nada le espera
inbox-none-mine-about = Las preguntas nuevas aparecen aquí solas.
inbox-none-mine-groups = Mis grupos ({ $count })
inbox-none-mine-done = Lo que está hecho
inbox-none-groups = Nada espera a sus grupos
inbox-none-groups-about = Aquí aparecen las preguntas para un grupo al que usted pertenece.
inbox-none-taken = No ha tomado nada
inbox-none-taken-about = Tome una pregunta para que sus colegas sepan que la está respondiendo.
inbox-none-done = Todavía no hay nada hecho
inbox-none-done-about = Aquí aparecen las preguntas respondidas, rechazadas, retiradas o caducadas.
inbox-gone = Esta bandeja de entrada ya no se puede mostrar aquí.
inbox-question = Pregunta
inbox-question-none = Cuando llegue una pregunta, aquí la leerá y responderá.
inbox-list = Lista
inbox-before = La pregunta anterior
inbox-after = La pregunta siguiente
inbox-place = { $here } de { $count }
inbox-what-happened = Qué ocurrió
inbox-take = Tomar
inbox-give-back = Devolver
inbox-take-over = Asumir
inbox-delegate = Delegar
inbox-delegate-about = Pregunta a otra persona en su lugar. El plazo se mantiene; sin respuesta, vuelve antes.
inbox-delegate-to = A
inbox-delegate-person = Una persona
inbox-delegate-group = Un grupo
inbox-delegate-name = Nombre
inbox-delegate-why = ¿Por qué?
inbox-delegate-why-note = opcional, para sus colegas
inbox-delegated-by = { $name } le pasó esta pregunta. Sin respuesta, se devuelve: { $time }.
inbox-delegated-return = Devolver
inbox-delegated-count = { $count ->
    [one] { $count } delegada
   *[other] { $count } delegadas
}
inbox-delegated-to = Usted pasó esta pregunta a { $name }. Sin respuesta, vuelve: { $time }.
inbox-take-back = Recuperar
inbox-delegate-impossible = Esta pregunta no se puede delegar: ha terminado, o varias personas la deciden juntas.
inbox-delegate-no-name = Diga a quién: el nombre de una persona o de un grupo, tal como se usa al iniciar sesión.
inbox-delegate-with-you = Ya la tiene usted.
inbox-delegate-note = Pasada a { $name }.
inbox-delegate-note-why = Pasada a { $name }: { $reason }
inbox-snooze = Posponer
inbox-snooze-about = La oculta de su lista. Vuelve como muy tarde diez minutos antes de su plazo.
inbox-snooze-too-soon = Vence demasiado pronto para posponerla.
inbox-snooze-not = No posponer
inbox-snooze-hour = Una hora
inbox-snooze-afternoon = Cuatro horas
inbox-snooze-day = Un día
inbox-notes = Notas entre colegas
inbox-notes-private = { $client } no las ve.
inbox-note-yours = Su nota
inbox-note-add = Añadir la nota
inbox-toast-approved = Aprobado: { $title } Se envía en { $seconds } segundos.
inbox-toast-rejected = Rechazado: { $title } Se envía en { $seconds } segundos.
inbox-toast-approved-short = Aprobado. Se envía en { $seconds } segundos.
inbox-toast-rejected-short = Rechazado. Se envía en { $seconds } segundos.
inbox-selected-entries = Entradas seleccionadas
inbox-selected = en la selección
inbox-comment-all = Un comentario para todas (opcional)
inbox-approve-all = Aprobar todas
inbox-reject-all = Rechazar todas
inbox-clear = Quitar selección
inbox-bulk-approved = { $count ->
    [one] { $count } aprobada.
   *[other] { $count } aprobadas.
}
inbox-bulk-rejected = { $count ->
    [one] { $count } rechazada.
   *[other] { $count } rechazadas.
}
inbox-bulk-snoozed = { $count ->
    [one] { $count } pospuesta.
   *[other] { $count } pospuestas.
}
inbox-bulk-no-decision = { $count ->
    [one] { $count } omitida: no es una decisión.
   *[other] { $count } omitidas: no son decisiones.
}
inbox-bulk-too-soon = { $count ->
    [one] { $count } omitida: vence demasiado pronto para posponerla.
   *[other] { $count } omitidas: vencen demasiado pronto para posponerlas.
}
inbox-bulk-not-approved = { $count ->
    [one] { $count } no aprobada: ya terminó, o hace falta un comentario.
   *[other] { $count } no aprobadas: ya terminaron, o hace falta un comentario.
}
inbox-bulk-not-rejected = { $count ->
    [one] { $count } no rechazada: ya terminó, o hace falta un comentario.
   *[other] { $count } no rechazadas: ya terminaron, o hace falta un comentario.
}
inbox-bulk-not-snoozed = { $count ->
    [one] { $count } no pospuesta: ya terminó, o hace falta un comentario.
   *[other] { $count } no pospuestas: ya terminaron, o hace falta un comentario.
}
inbox-hint-move = mover
inbox-hint-approve = aprobar
inbox-hint-reject = rechazar
inbox-hint-select = seleccionar
inbox-hint-keys = todas las teclas
inbox-keys = Teclado
inbox-key-move = La entrada siguiente, la anterior
inbox-key-open = Abrir
inbox-key-back = Volver a la lista
inbox-key-approve = Aprobar
inbox-key-reject = Rechazar, con un motivo
inbox-key-select = Seleccionar o no
inbox-key-approve-selected = Aprobar lo seleccionado
inbox-key-comment = Escribir un comentario
inbox-key-undo = Deshacer la última decisión
inbox-key-take = Tomar o devolver
inbox-key-new = Mostrar las entradas nuevas
inbox-key-help = Mostrar u ocultar esta lista
inbox-keys-letters = Letras sueltas como teclas
inbox-keys-close = Cerrar
inbox-offline-title = Sin conexión
inbox-offline-missing = Esta página no está en este dispositivo
inbox-offline-about = La lista y las últimas preguntas que abrió sí están. Vuelva a intentarlo cuando tenga conexión.
inbox-offline-read = Leer la lista
inbox-app-about = Preguntas que le esperan
