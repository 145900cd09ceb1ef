term-sent = Enviado. Gracias.
term-declined = Rechazado. No se envió nada.
term-cancelled = Cancelado. No se envió nada.
term-aborted = Se salió. No se envió nada.
term-timed-out = Se acabó el tiempo. No se envió nada.
term-sending = Enviando…
term-kept = Sus respuestas se conservan; puede volver a intentarlo.
term-nothing = (nada)
term-required = obligatorio
term-optional = opcional
term-yes = sí
term-no = no
term-chosen = { $count ->
    [one] { $count } elegido
   *[other] { $count } elegidos
}
term-position = { $here } de { $total }
term-time-left = quedan { $time }
term-review = Revisión
term-review-position = revisión
term-send = Enviar las respuestas
term-problems-left = { $count ->
    [one] { $count } problema por corregir.
   *[other] { $count } problemas por corregir.
}
term-no-such-option = No hay ninguna opción «{ $typed }».
term-leave = ¿Salir de este formulario?
term-why-decline = ¿Por qué lo rechaza?
term-decline = Rechazar: decir al remitente que no va a responder.
term-why = El remitente lee el motivo. Puede dejarlo vacío.
term-cancel = Cancelar: cerrar el formulario sin respuesta; el remitente puede volver a preguntar.
term-continue = Seguir con el formulario.
term-not-kept = Lo que escribió no se conserva.
term-no-more-time = No se puede añadir más tiempo.
term-time-asked = Ha pedido más tiempo.
term-read-all = … F2 lo muestra todo.
term-hint-email = un correo electrónico
term-hint-uri = una dirección web
term-hint-uuid = un UUID
term-hint-ipv4 = una dirección IPv4
term-hint-ipv6 = una dirección IPv6
term-hint-hostname = un nombre de host
term-hint-date = una fecha, como 2026-01-31
term-hint-date-time-text = fecha y hora, como 2026-01-31T09:30:00Z
term-hint-date-time = fecha y hora, como 2026-01-31 09:30 (UTC)
term-hint-characters = { $count ->
    [one] { $count } carácter
   *[other] { $count } caracteres
}
term-hint-characters-at-most = { $count ->
    [one] como máximo { $count } carácter
   *[other] como máximo { $count } caracteres
}
term-hint-characters-at-least = { $count ->
    [one] al menos { $count } carácter
   *[other] al menos { $count } caracteres
}
term-hint-characters-between = { $count ->
    [one] de { $least } a { $count } carácter
   *[other] de { $least } a { $count } caracteres
}
term-hint-number = un número
term-hint-whole-number = un número entero
term-hint-multiple = un múltiplo de { $number }
term-hint-more-than = más de { $number }
term-hint-less-than = menos de { $number }
term-hint-from = { $what }, desde { $least }
term-hint-up-to = { $what }, hasta { $most }
term-hint-between = { $what }, de { $least } a { $most }
term-hint-any = tantos como quiera
term-hint-at-most = como máximo { $count }
term-hint-at-least = al menos { $count }
term-hint-exactly = exactamente { $count }
term-hint-some = de { $least } a { $most }
term-hint-url = una dirección web que empiece por { $schemes }
term-hint-file = un archivo de { $size } como máximo
term-hint-file-ending = un archivo que termine en { $endings }, de { $size } como máximo
term-leads-to = Lleva a { $host }, puerto { $port }.
term-leads-to-doubtful = Lleva a { $host }, puerto { $port }. El nombre tiene letras de otros alfabetos: mírelo bien.
term-plain-mode = Modo sencillo: una pregunta cada vez. ? muestra más, < vuelve atrás, ! muestra todos los comandos.
term-plain-more = !more pide más.
term-plain-question = Pregunta { $position }: { $label } ({ $need })
term-plain-takes = Se espera: { $hint }.
term-plain-many-options = { $count ->
    [one] { $count } opción. Escriba parte de un nombre para ver cuáles coinciden.
   *[other] { $count } opciones. Escriba parte de un nombre para ver cuáles coinciden.
}
term-plain-now = Ahora: { $value }. Una línea vacía lo conserva.
term-plain-leave-out = Una línea vacía lo omite.
term-plain-answer = Respuesta:
term-plain-secret = Respuesta (oculta):
term-plain-decide = Responda con un número, o con approve o reject.
term-plain-yes-no = Responda sí o no.
term-plain-number-or-name = Responda con un número o un nombre.
term-plain-numbers-or-names = Responda con números o nombres separados por comas.
term-plain-path = Responda con la ruta de un archivo.
term-plain-lines = Puede escribir varias líneas; termine con una línea que solo contenga un punto.
term-plain-problem = Problema: { $sentence }
term-plain-warning = Aviso: { $sentence }
term-plain-send = ¿Enviar? y envía, un número cambia esa respuesta, < vuelve atrás, ! sale.
term-plain-emptied = Vaciado.
term-plain-fixed = Esta respuesta no se puede cambiar.
term-plain-no-such-number = No existe ese número.
term-plain-not-sent = No se envió. !decline MOTIVO rechaza todo el formulario, !cancel sale.
term-plain-unclear = Responda con y, un número, < o !.
term-plain-please-yes-no = Responda sí o no.
term-plain-please-decide = Responda 1 para «{ $approve }» o 2 para «{ $reject }».
term-plain-several = Coinciden varias opciones:
term-plain-and-more = { $count ->
    [one] … y { $count } más. Escriba más del nombre.
   *[other] … y { $count } más. Escriba más del nombre.
}
term-plain-commands = Comandos:
term-plain-backslash = Ponga \ delante de una respuesta que parezca un comando.
term-command-back = volver a la pregunta anterior
term-command-help = más sobre esta pregunta
term-command-menu = mostrar estos comandos
term-command-clear = vaciar esta respuesta
term-command-review = revisar todas las respuestas
term-command-more = pedir más tiempo
term-file-missing = No existe el archivo «{ $name }».
term-file-denied = No se puede leer «{ $name }»: permiso denegado.
term-file-unreadable = No se puede leer «{ $name }»: { $reason }.
term-file-folder = «{ $name }» es una carpeta; elija un archivo de ella.
term-file-other = «{ $name }» no es un archivo.
term-file-large = «{ $name }» ocupa más de { $size }.
term-list = { $items }
term-number = { $number }
term-plain-short-more = ; !more pide más
term-keys = Teclas
term-key-next = siguiente
term-key-back = atrás
term-key-leave = salir
term-key-help = ayuda
term-key-decline = rechazar
term-key-cancel = cancelar
term-key-go-on = seguir
term-key-scroll = desplazar
term-key-back-to-form = volver al formulario
term-key-pick = elegir
term-key-move = mover
term-key-more-time = más tiempo
term-key-day = día
term-key-month = mes
term-key-type = escribir
term-key-replace = reemplazar
term-key-calendar = calendario
term-key-new-line = nueva línea
term-key-step = paso
term-key-change = cambiar
term-key-approve-reject = aprobar/rechazar
term-key-yes-no = sí/no
term-key-search = buscar
term-key-choose = elegir
term-key-complete = completar
term-key-answer = responder
term-key-name-any = cualquier tecla
term-key-name-space = espacio
term-key-name-type = escribir
term-help-enter = seguir
term-help-back = volver
term-help-later = seguir y corregir después
term-help-review = a la revisión
term-help-empty = vaciar la línea
term-help-read = leer todo el texto
term-help-leave = rechazar o cancelar
term-help-abort = salir sin responder
term-search = Buscar:
term-options = { $count ->
    [one] { $count } opción
   *[other] { $count } opciones
}
term-nothing-fits = nada coincide
term-path = ruta de un archivo
term-unseen = entrada oculta
term-more = { $count ->
    [one] { $count } más
   *[other] { $count } más
}
term-months = enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
term-weekdays = Lu Ma Mi Ju Vi Sá Do
term-picture = [imagen: { $description }]
term-inbox-empty = Ningún formulario espera respuesta.
term-inbox-choose = Escriba un número para responder a ese formulario, una línea vacía para actualizar, ! para salir.
term-step = Paso { $here } de { $total }: { $title }

## Repeating groups. $item is what one entry is called.
term-rows = Entradas: { $count }
term-rows-add = Añadir: { $item }
term-rows-done = Continuar
term-key-add = añadir
term-key-remove = quitar
term-key-move-entry = mover la entrada
term-plain-rows = + añade una entrada, un número cambia una; -2 quita la entrada 2, ^2 la sube, v2 la baja. Una línea vacía continúa.
term-rows-full = No caben más entradas.
