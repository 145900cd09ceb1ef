problem-quoted-label = “{ $label }”
problem-required = { $label } é obrigatório.
problem-type-text = { $label } deve ser um texto.
problem-type-number = { $label } deve ser um número.
problem-type-number-digits = { $label } deve ser um número com no máximo 38 algarismos.
problem-type-number-range = { $label } deve ser um número entre -1e308 e 1e308.
problem-type-boolean = { $label } deve ser verdadeiro ou falso.
problem-type-list = { $label } deve ser uma lista de opções.
problem-type-date = { $label } deve ser uma data.
problem-type-option = { $label } deve ser uma das opções.
problem-type-file = { $label } deve ser um arquivo.
problem-type-other = { $label } deve ser de outro tipo.
problem-empty = { $label } não pode ficar vazio.
problem-min-length = { $count ->
    [one] { $label } deve ter pelo menos { $count } caractere.
   *[other] { $label } deve ter pelo menos { $count } caracteres.
}
problem-max-length = { $count ->
    [one] { $label } deve ter no máximo { $count } caractere.
   *[other] { $label } deve ter no máximo { $count } caracteres.
}
problem-pattern = { $label } não tem a forma esperada.
problem-characters = { $label } não pode conter caracteres de controle ocultos.
problem-format-email = { $label } deve ser um e-mail, por exemplo name@example.com.
problem-format-uri = { $label } deve ser um endereço web completo, por exemplo https://example.com.
problem-format-uuid = { $label } deve ser um UUID, por exemplo 123e4567-e89b-12d3-a456-426614174000.
problem-format-ipv4 = { $label } deve ser um endereço IPv4, por exemplo 203.0.113.7.
problem-format-ipv6 = { $label } deve ser um endereço IPv6, por exemplo 2001:db8::7.
problem-format-hostname = { $label } deve ser um nome de host, por exemplo www.example.com.
problem-format-date = { $label } deve ser uma data, por exemplo 2026-01-31.
problem-format-date-time = { $label } deve ser data e hora, por exemplo 2026-01-31T09:30:00Z.
problem-format-time = { $label } deve ser uma hora, por exemplo 09:30.
problem-format-colour = { $label } deve ser uma cor, por exemplo #1a7f4b.
problem-format-other = { $label } deve ter outro formato.
problem-earliest = { $label } não pode ser anterior a { DATETIME($date) }.
problem-latest = { $label } não pode ser posterior a { DATETIME($date) }.
problem-minimum = { $label } deve ser no mínimo { $number }.
problem-maximum = { $label } deve ser no máximo { $number }.
problem-more-than = { $label } deve ser maior que { $number }.
problem-less-than = { $label } deve ser menor que { $number }.
problem-whole-number = { $label } deve ser um número inteiro.
problem-multiple = { $label } deve ser um múltiplo de { $number }.
problem-one-of = { $label } deve ser uma destas opções: { $options }.
problem-option = { $label } deve ser uma das opções.
problem-min-items = { $count ->
    [one] { $label }: escolha pelo menos { $count } opção.
   *[other] { $label }: escolha pelo menos { $count } opções.
}
problem-max-items = { $count ->
    [one] { $label }: escolha no máximo { $count } opção.
   *[other] { $label }: escolha no máximo { $count } opções.
}
problem-twice = { $label } contém a mesma opção duas vezes.
problem-schemes = { $label } deve começar com { $schemes }.
problem-scheme = { $label } começa com um esquema não permitido.
problem-private-network = { $label } não pode levar a uma rede privada.
problem-local-machine = { $label } não pode levar à própria máquina.
problem-host = { $label } deve ser um endereço cujo host exista.
problem-size = { $label } pode ter no máximo { $size }.
problem-file-type = { $label } deve ser um arquivo do tipo { $types }.
problem-file-ending = { $label } deve ser um arquivo cujo nome termine em { $endings }.
problem-file-not-allowed = { $label } é um tipo de arquivo não permitido.
problem-filename = { $label } tem um nome de arquivo que não pode ser usado; renomeie o arquivo.
problem-content = { $label } tem um conteúdo que não pode ser usado.
problem-content-missing = { $label } não tem conteúdo.
problem-content-not-type = { $label } tem um conteúdo que não é { $expected }.
problem-content-broken = { $label } tem um conteúdo que não pode ser lido como { $expected }.
problem-content-other-type = { $label } tem conteúdo do tipo { $actual }, e não { $expected }.
problem-content-never-uploaded = { $label } tem um conteúdo que nunca foi enviado.
problem-no-field = Este formulário não tem o campo “{ $label }”.
problem-no-field-meant = Este formulário não tem o campo “{ $label }”; talvez quisesse dizer “{ $meant }”.
problem-answered-twice = { $label } foi respondido duas vezes.
problem-not-readable = Não é possível ler a resposta.
problem-computed = { $label } é calculado a partir de outras respostas e não pode ser alterado.
problem-not-computable = { $label } não pode ser calculado a partir destas respostas.
problem-not-accepted = { $label } não foi aceito.
problem-decide = Por favor, decida.
size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
size-kib = { $number } KiB
size-mib = { $number } MiB
size-gib = { $number } GiB

## Repeating groups. $item is what one entry is called, $number its number, $sentence the problem.
problem-min-rows = O número mínimo de entradas em { $label } é { $count }.
problem-max-rows = O número máximo de entradas em { $label } é { $count }.
problem-type-rows = { $label } deve ser uma lista de entradas.
problem-in-row = { $item } { $number }: { $sentence }
