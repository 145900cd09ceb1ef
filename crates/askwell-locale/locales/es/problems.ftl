problem-quoted-label = «{ $label }»
problem-required = { $label } es obligatorio.
problem-type-text = { $label } debe ser un texto.
problem-type-number = { $label } debe ser un número.
problem-type-number-digits = { $label } debe ser un número de 38 cifras como máximo.
problem-type-number-range = { $label } debe ser un número entre -1e308 y 1e308.
problem-type-boolean = { $label } debe ser verdadero o falso.
problem-type-list = { $label } debe ser una lista de opciones.
problem-type-date = { $label } debe ser una fecha.
problem-type-option = { $label } debe ser una de las opciones.
problem-type-file = { $label } debe ser un archivo.
problem-type-other = { $label } debe ser de otro tipo.
problem-empty = { $label } no puede quedar vacío.
problem-min-length = { $count ->
    [one] { $label } debe tener al menos { $count } carácter.
   *[other] { $label } debe tener al menos { $count } caracteres.
}
problem-max-length = { $count ->
    [one] { $label } debe tener como máximo { $count } carácter.
   *[other] { $label } debe tener como máximo { $count } caracteres.
}
problem-pattern = { $label } no tiene la forma esperada.
problem-characters = { $label } no puede contener caracteres de control ocultos.
problem-format-email = { $label } debe ser un correo electrónico, por ejemplo name@example.com.
problem-format-uri = { $label } debe ser una dirección web completa, por ejemplo https://example.com.
problem-format-uuid = { $label } debe ser un UUID, por ejemplo 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } debe ser una dirección IPv4, por ejemplo 203.0.113.7.
problem-format-ipv6 = { $label } debe ser una dirección IPv6, por ejemplo 2001:db8::7.
problem-format-hostname = { $label } debe ser un nombre de host, por ejemplo www.example.com.
problem-format-date = { $label } debe ser una fecha, por ejemplo 2026-01-31.
problem-format-date-time = { $label } debe ser una fecha con hora, por ejemplo 2026-01-31T09:30:00Z.
problem-format-time = { $label } debe ser una hora, por ejemplo 09:30.
problem-format-colour = { $label } debe ser un color, por ejemplo #1a7f4b.
problem-format-other = { $label } debe tener otro formato.
problem-earliest = { $label } no puede ser anterior al { DATETIME($date) }.
problem-latest = { $label } no puede ser posterior al { DATETIME($date) }.
problem-minimum = { $label } debe ser como mínimo { $number }.
problem-maximum = { $label } debe ser como máximo { $number }.
problem-more-than = { $label } debe ser mayor que { $number }.
problem-less-than = { $label } debe ser menor que { $number }.
problem-whole-number = { $label } debe ser un número entero.
problem-multiple = { $label } debe ser un múltiplo de { $number }.
problem-one-of = { $label } debe ser una de estas opciones: { $options }.
problem-option = { $label } debe ser una de las opciones.
problem-min-items = { $count ->
    [one] { $label }: elija al menos { $count } opción.
   *[other] { $label }: elija al menos { $count } opciones.
}
problem-max-items = { $count ->
    [one] { $label }: elija como máximo { $count } opción.
   *[other] { $label }: elija como máximo { $count } opciones.
}
problem-twice = { $label } contiene dos veces la misma opción.
problem-schemes = { $label } debe empezar por { $schemes }.
problem-scheme = { $label } empieza por un esquema no permitido.
problem-private-network = { $label } no puede llevar a una red privada.
problem-local-machine = { $label } no puede llevar al equipo local.
problem-host = { $label } debe ser una dirección cuyo host exista.
problem-size = { $label } puede ocupar como máximo { $size }.
problem-file-type = { $label } debe ser un archivo de tipo { $types }.
problem-file-ending = { $label } debe ser un archivo cuyo nombre termine en { $endings }.
problem-file-not-allowed = { $label } es un tipo de archivo no permitido.
problem-filename = { $label } tiene un nombre de archivo que no se puede usar; cambie el nombre.
problem-content = { $label } tiene un contenido que no se puede usar.
problem-content-missing = { $label } no tiene contenido.
problem-content-not-type = { $label } tiene un contenido que no es { $expected }.
problem-content-broken = { $label } tiene un contenido que no se puede leer como { $expected }.
problem-content-other-type = { $label } tiene contenido de tipo { $actual }, no { $expected }.
problem-content-never-uploaded = { $label } tiene un contenido que nunca se subió.
problem-no-field = Este formulario no tiene el campo «{ $label }».
problem-no-field-meant = Este formulario no tiene el campo «{ $label }»; ¿quería decir «{ $meant }»?
problem-answered-twice = { $label } se respondió dos veces.
problem-not-readable = La respuesta no se puede leer.
problem-computed = { $label } se calcula a partir de otras respuestas y no se puede cambiar.
problem-not-computable = { $label } no se puede calcular a partir de estas respuestas.
problem-not-accepted = { $label } no se aceptó.
problem-decide = Por favor, decida.
size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = El número mínimo de entradas en { $label } es { $count }.
problem-max-rows = El número máximo de entradas en { $label } es { $count }.
problem-type-rows = { $label } debe ser una lista de entradas.
problem-in-row = { $item } { $number }: { $sentence }
