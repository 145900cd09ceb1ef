# An MCP server of one era, `one_era.sh legacy|modern`, that writes its process id to server.pid. Its tools: `ask` asks
# for a name, `visit` sends the person to a page, `required` fails until the page was visited, `finish` says that it
# was, `die` ends the server, everything else returns its params.
era=$1
echo $$ > server.pid
form='{"mode":"form","message":"What is your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","minLength":2}},"required":["name"]}}'
page='{"mode":"url","message":"Sign in","url":"https://example.com/in","elicitationId":"e1"}'
send() { printf '%s\n' "$1"; }
result() { send "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
error() { send "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":$1}"; }
# Returns what follows a member of the line, without the brace that ends the message.
after() { rest=${line#*\"$1\":}; rest=${rest%\}}; }
said() { result "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"said\":$1}}"; }
ask() {
  if [ "$era" = legacy ]; then
    call=$id
    send "{\"jsonrpc\":\"2.0\",\"id\":\"question\",\"method\":\"elicitation/create\",\"params\":$1}"
    while read -r line; do case "$line" in *'"id":"question"'*) break ;; esac; done
    id=$call
    after result
    said "$rest"
    return
  fi
  case "$line" in
    *'"inputResponses"'*'"requestState":"server state"'*) after params; said "$rest" ;;
    *) result "{\"resultType\":\"input_required\",\"requestState\":\"server state\",\"inputRequests\":{\"who\":{\"method\":\"elicitation/create\",\"params\":$1}}}" ;;
  esac
}
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/^{"jsonrpc":"2.0","id":\("[^"]*"\|[0-9]*\)[,}].*/\1/p')
  case "$era $line" in
    *'"method":"notifications/'*) ;;
    legacy*'"initialize"'*) result '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"asking","version":"1"}}' ;;
    modern*server/discover*) result '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"asking","version":"1"}}}' ;;
    *server/discover* | *'"initialize"'*) error '{"code":-32601,"message":"Method not found"}' ;;
    *'"method":"tools/list"'*) result '{"resultType":"complete","tools":[{"name":"ask","inputSchema":{"type":"object"}}]}' ;;
    *'"name":"ask"'*) ask "$form" ;;
    *'"name":"visit"'*) ask "$page" ;;
    *'"name":"required"'*)
      if [ -e visited ]; then said '"done"'; else
        touch visited
        error "{\"code\":-32042,\"message\":\"Sign in first\",\"data\":{\"elicitations\":[$page]}}"
      fi ;;
    *'"name":"finish"'*)
      send '{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}'
      said '"told"' ;;
    *'"name":"die"'*) exit 3 ;;
    *'"id":'*) after params; said "$rest" ;;
  esac
done
