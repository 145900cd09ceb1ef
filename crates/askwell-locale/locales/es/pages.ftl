pages-title-error = Error: { $title }
pages-skip = Ir al contenido
pages-footer = Respondido con Askwell
pages-language = Idioma
pages-language-use = Usar
pages-error-mark = Error:
pages-problem-title = Hay un problema
pages-asks = { $client } pregunta
pages-asks-for = { $client } pregunta, para { $requester }
pages-audience-you = Solo para usted
pages-audience-person = Para { $name }
pages-audience-group = Para el grupo { $name }
pages-audience-signed-in = Para todas las personas con sesión iniciada
pages-audience-anyone = Para cualquiera
pages-audience-asked = { $audience } · preguntado { $time }
pages-unnamed-client = Un programa
pages-taken-by-you = Usted ha tomado esta pregunta.
pages-taken-by-other = { $name } está respondiendo.
pages-send = Enviar respuesta
pages-review = Revisar la respuesta
pages-continue = Continuar
pages-back = Atrás
pages-update = Actualizar el formulario
pages-update-help = Algunos campos dependen de otros. Actualice para ver cuáles necesita.
pages-give-back = Devolver
pages-take-over = Asumir
pages-kept = Se conserva en este navegador mientras la pregunta esté abierta
pages-kept-without-secrets = Se conserva en este navegador mientras la pregunta esté abierta, salvo los secretos
pages-no-wish = ¿No quiere responder?
pages-decline = Rechazar
pages-decline-help = Comunica a { $client } que usted rechaza. Puede continuar sin respuesta.
pages-cancel = Cancelar la solicitud
pages-cancel-help = Cierra la solicitud sin respuesta.
pages-why-not = ¿Por qué no?
pages-optional = (opcional)
pages-external = Esto se hace en otra página. Mire adónde lleva antes de ir:
pages-external-open = Abrir la página
pages-external-no-wish = ¿No quiere hacerlo?
pages-external-decline-help = Comunica a { $client } que usted rechaza. Puede continuar sin usted.
pages-time-left = Tiempo restante: { $left }
pages-time-until = hasta { $time }
pages-left-moment = menos de un minuto
pages-left-minutes = { $count ->
    [1] aproximadamente un minuto
    [one] unos { $count } minuto
   *[other] unos { $count } minutos
}
pages-left-hours = { $count ->
    [1] aproximadamente una hora
    [one] unas { $count } hora
   *[other] unas { $count } horas
}
pages-left-days = { $count ->
    [1] aproximadamente un día
    [one] unos { $count } día
   *[other] unos { $count } días
}
pages-add-minutes = { $count ->
    [1] Añadir un minuto
    [one] Añadir { $count } minuto
   *[other] Añadir { $count } minutos
}
pages-add-seconds = { $count ->
    [1] Añadir un segundo
    [one] Añadir { $count } segundo
   *[other] Añadir { $count } segundos
}
pages-time-near = El tiempo casi se acaba: quedan { $left }.
pages-more-time = Ahora tiene más tiempo.
pages-no-more-time = No se puede añadir más tiempo. Responda antes de que se acabe.
pages-time-up = Se acabó el tiempo.
pages-without-answer = Sin respuesta: { $words }
pages-without-answer-expires = Sin respuesta, la pregunta caduca y se informa al programa.
pages-without-approvals = { $count ->
    [1] Sin una aprobación más: { $words }
    [one] Sin { $count } aprobación más: { $words }
   *[other] Sin { $count } aprobaciones más: { $words }
}
pages-without-approvals-expires = { $count ->
    [1] Sin una aprobación más, la pregunta caduca y se informa al programa.
    [one] Sin { $count } aprobación más, la pregunta caduca y se informa al programa.
   *[other] Sin { $count } aprobaciones más, la pregunta caduca y se informa al programa.
}
pages-escalates-group = A partir de { $time }, responde en su lugar el grupo { $name }.
pages-escalates-person = A partir de { $time }, responde en su lugar { $name }.
pages-escalates-others = A partir de { $time }, responden en su lugar otras personas.
pages-steps = Pasos
pages-step = Paso { $here } de { $total }: { $title }
pages-step-done = { $title }, hecho: cambiar
pages-check-and-send = Revisar y enviar
pages-check = Revise antes de enviar
pages-check-title = Revise antes de enviar: { $title }
pages-check-all = Esto es todo lo que recibirá { $client }.
pages-fixed = Fijado por el formulario.
pages-change-for = Cambiar { $label }
pages-back-to-form = Volver al formulario
pages-nothing = Nada
pages-not-shown = Rellenado, no se muestra
pages-your-decision = Su decisión
pages-undo-hint = { $count ->
    [one] No se envía nada durante { $count } segundo: puede deshacer.
   *[other] No se envía nada durante { $count } segundos: puede deshacer.
}
pages-votes-title = { $approvals } de { $needed } aprobaciones
pages-votes-enough = Aprueban suficientes personas.
pages-votes-missing = { $count ->
    [1] Falta una aprobación.
    [one] Falta { $count } aprobación.
   *[other] Faltan { $count } aprobaciones.
}
pages-votes-ends = Un solo rechazo le pone fin.
pages-votes-goes-on = Un rechazo no le pone fin.
pages-vote-approved = Aprobado
pages-vote-rejected = Rechazado
pages-you = Usted
pages-quote = «{ $text }»
pages-own-request = Usted lo solicitó, así que no puede decidir.
pages-request-of = { $name } lo solicitó, así que no puede decidir.
pages-yes = Sí
pages-no = No
pages-no-answer = Sin respuesta
pages-no-choice = Sin elección
pages-choose-one = Elija una opción
pages-choose-some = Elija opciones
pages-chosen = { $count ->
    [one] { $count } elegido
   *[other] { $count } elegidos
}
pages-search = Buscar
pages-search-in = Buscar en { $label }
pages-find-for = Buscar { $label }
pages-first-options = { $count ->
    [one] Las primeras de { $count } opción. Busque para ver otras.
   *[other] Las primeras de { $count } opciones. Busque para ver otras.
}
pages-first-fitting = { $count ->
    [one] La primera opción que coincide ({ $count }).
   *[other] Las primeras { $count } opciones que coinciden.
}
pages-options-fit = { $count ->
    [0] Nada coincide con esta búsqueda.
    [1] Coincide una opción.
    [one] Coincide { $count } opción.
   *[other] Coinciden { $count } opciones.
}
pages-steps-of = En pasos de { $number }.
pages-show = Mostrar
pages-hide = Ocultar
pages-secret-kept = Se conserva lo que escribió antes. Déjelo vacío para usarlo, o escriba otra cosa.
pages-secret-remove = Quitar lo que escribí antes
pages-secret-again = Hay que volver a escribir { $label }. Lo que escribió antes ya no se conoce aquí.
pages-zone-of = Zona horaria de { $label }
pages-zone-choose = Elija la zona horaria
pages-zone-missing = Elija la zona horaria de { $label }.
pages-clocks-forward = Ese día los relojes se adelantan y se saltan esta hora. Cuenta como { $time }.
pages-clocks-back = Ese día los relojes se atrasan y esta hora se repite: primero como { $first }, luego como { $second }. Elija a cuál se refiere.
pages-code = Código
pages-table = Tabla
pages-changes = Cambios
pages-test-for = Probar { $label }
pages-testing = Probando…
pages-test-fine = Esta dirección se aceptaría. No se ha visitado.
pages-test-nothing = Todavía no hay nada que probar.
pages-test-no-field = No existe ese campo.
pages-leads-to = Lleva a { $host }.
pages-mixed-scripts = Este nombre mezcla letras de distintos alfabetos, como hacen los nombres que se hacen pasar por otros. Mírelo bien.
pages-foreign-letters = Este nombre tiene letras distintas de la a a la z, que pueden parecerse a otras. Mírelo bien.
pages-size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-size-kb = { $number } KB
pages-size-mb = { $number } MB
pages-size-gb = { $number } GB
pages-file-any = Cualquier tipo de archivo, de { $size } como máximo.
pages-file-types = { $types }, de { $size } como máximo.
pages-file-certain = Solo ciertos tipos de archivo, de { $size } como máximo.
pages-file-too-large = { $label } puede ocupar como máximo { $size }.
pages-file-remove-this = Quitar este archivo
pages-file-remove = Quitar
pages-file-another-for = Elegir otro archivo { $label }
pages-file-drop = o suéltelo aquí
pages-file-uploading = Subiendo { $label }
pages-file-failed = No se pudo recibir este archivo. Vuelva a intentarlo.
pages-file-bad-name = { $label }: no se puede usar el nombre de archivo «{ $name }». Cambie el nombre del archivo.
pages-file-no-type = { $label }: su navegador dio a «{ $name }» un tipo que no existe. Elija otro archivo.
pages-file-refused = { $label }: no se puede recibir «{ $name }». Elija otro archivo.
pages-file-ending-and-browser = { $found ->
    [text] { $label }: el nombre «{ $name }» termina en { $ending }, pero según su navegador el archivo es texto sin formato. Cambie el nombre del archivo o elija otro.
    [html] { $label }: el nombre «{ $name }» termina en { $ending }, pero según su navegador el archivo es una página HTML. Cambie el nombre del archivo o elija otro.
    [unknown] { $label }: el nombre «{ $name }» termina en { $ending }, pero según su navegador el archivo no es de ningún tipo conocido. Cambie el nombre del archivo o elija otro.
   *[type] { $label }: el nombre «{ $name }» termina en { $ending }, pero según su navegador el archivo es de tipo { $type }. Cambie el nombre del archivo o elija otro.
}
pages-file-ending-and-content = { $found ->
    [text] { $label }: el nombre «{ $name }» termina en { $ending }, pero el contenido es texto sin formato. Elija otro archivo.
    [html] { $label }: el nombre «{ $name }» termina en { $ending }, pero el contenido es una página HTML. Elija otro archivo.
    [unknown] { $label }: el nombre «{ $name }» termina en { $ending }, pero el contenido no es de ningún tipo conocido. Elija otro archivo.
    [malformed] { $label }: el nombre «{ $name }» termina en { $ending }, pero su texto no tiene esa forma. Elija otro archivo.
   *[type] { $label }: el nombre «{ $name }» termina en { $ending }, pero el contenido es de tipo { $type }. Elija otro archivo.
}
pages-file-browser-and-content = { $found ->
    [text] { $label }: según su navegador, «{ $name }» es de tipo { $declared }, pero el contenido es texto sin formato. Elija otro archivo.
    [html] { $label }: según su navegador, «{ $name }» es de tipo { $declared }, pero el contenido es una página HTML. Elija otro archivo.
    [unknown] { $label }: según su navegador, «{ $name }» es de tipo { $declared }, pero el contenido no es de ningún tipo conocido. Elija otro archivo.
    [malformed] { $label }: según su navegador, «{ $name }» es de tipo { $declared }, pero su texto no tiene esa forma. Elija otro archivo.
   *[type] { $label }: según su navegador, «{ $name }» es de tipo { $declared }, pero el contenido es de tipo { $type }. Elija otro archivo.
}
pages-file-failed-field = No se pudo recibir { $label }. Vuelva a intentarlo.
pages-answer-too-long = Su respuesta es demasiado larga: en total puede ocupar como máximo { $size }.
pages-answer-own-request = Usted lo solicitó, así que no puede decidirlo.
pages-answer-sign-in = Varias personas deciden esto. Inicie sesión para que se pueda contar su voto.
pages-answer-no-votes = No se admiten más votos.
pages-answer-unchecked = No se pudo comprobar su respuesta en este momento. No se envió nada. Vuelva a intentarlo.
pages-connection-lost = Se ha perdido la conexión. Lo que escribió sigue en esta página; intentándolo de nuevo…
pages-unusable = Esta página ya no se puede usar aquí.
pages-see-why = Ver por qué
pages-see-what = Ver qué ocurrió
pages-live-answered = Ya se respondió. Lo que rellenó no se envió.
pages-live-answered-by = Ya respondió { $name }. Lo que rellenó no se envió.
pages-live-declined = Se rechazó. Lo que rellenó no se envió.
pages-live-declined-by = Lo rechazó { $name }. Lo que rellenó no se envió.
pages-live-timeout = Se acabó el tiempo. Lo que rellenó no se envió.
pages-live-cancelled = Se canceló. Lo que rellenó no se envió.
pages-approve = Aprobar
pages-reject = Rechazar
pages-comment = Comentario
pages-decision = Decisión
pages-rows-none = Aún no se ha añadido nada.
pages-rows-add = Añadir: { $item }
pages-rows-most = Se ha alcanzado el máximo: { $count }.
pages-row-up = Subir
pages-row-down = Bajar
pages-row-remove = Quitar
pages-computed = Calculado a partir de sus otras respuestas.
pages-source-none = No se encontraron opciones. Busque otra cosa o inténtelo más tarde.
pages-source-some = Estas son algunas de las opciones. Busque para ver otras.
pages-not-accepted = Esto no se aceptó.
