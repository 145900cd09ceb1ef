gate-title = Aprobar la llamada a una herramienta
gate-intro = Un programa quiere llamar a una herramienta. No ocurre nada hasta que usted decida.
gate-server = Servidor: { $server }
gate-tool = Herramienta: { $tool }
gate-description = El servidor dice: «{ $description }»
gate-no-description = El servidor no la describe.
gate-hints = Según el servidor: { $hints }
gate-reads-only = Solo lee.
gate-destroys = Puede destruir algo.
gate-changes = Cambia algo sin destruirlo.
gate-open-world = Va más allá de su propio sistema.
gate-idempotent = Repetirla no tiene más efecto.
gate-warning = Advertencia: { $warning }
gate-changed = El servidor ha cambiado la herramienta desde que se aprobó una llamada el { $time }: { $parts }.
gate-part-description = descripción
gate-part-arguments = argumentos
gate-part-annotations = anotaciones
gate-part-other = otras partes de su definición
gate-change-unknown = No se sabe si la herramienta ha cambiado desde que se aprobó.
gate-server-name = El nombre del servidor contiene letras fuera de ASCII. Puede que imite otro nombre.
gate-tool-name = El nombre de la herramienta contiene letras fuera de ASCII. Puede que imite otro nombre.
gate-hidden-characters = Los argumentos contienen caracteres invisibles. Se muestran como \u….
gate-mixed-scripts = «{ $word }» mezcla letras de varias escrituras ({ $letters }).
gate-left-out = { $count } caracteres omitidos
gate-arguments = Argumentos:
gate-arguments-in-part = Argumentos, mostrados en parte ({ $bytes } bytes en total; la huella los abarca todos):
gate-digest = Huella: { $digest }
gate-decision = Decisión
gate-approve = Aprobar esta llamada
gate-approve-again = Aprobar esta llamada, y la misma llamada de nuevo durante { $duration }
gate-approve-tool = Aprobar esta llamada, y cualquier llamada a esta herramienta durante { $duration }
gate-edit = Cambiar antes los argumentos
gate-comment-about = Si rechaza la llamada, el programa lee esto.
gate-change-title = Cambiar los argumentos
gate-change-label = Argumentos
gate-change-about = Un objeto JSON.
gate-change-intro = Cambie los argumentos de la herramienta { $tool } del servidor { $server }. Los verá de nuevo antes de decidir.
gate-change-problem = Su último cambio no se puede usar: { $problem }.
gate-days = { $count ->
    [one] { $count } día
   *[other] { $count } días
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
gate-lost-call = La pasarela se reinició mientras `{ $tool }` esperaba una respuesta. Puede que el servidor ya haya hecho parte del trabajo. ¿Llamar de nuevo?
acp-open-title = ¿Abrir una página?
acp-open = Abrir esta página
acp-page-host = Esta página pertenece a { $host }.
acp-open-page = Abra esta página para continuar: { $url }
acp-answer = Responda aquí: { $url }
acp-answer-code = Responda aquí: { $url } (código { $code })
