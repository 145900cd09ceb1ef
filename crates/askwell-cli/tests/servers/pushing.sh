# An MCP server for the corners of `askwell call`. `push` speaks the modern era and pushes its question all the same;
# `failing` says that the client cannot be asked. In the legacy era, `endless` asks for ever, and `page` insists on a page
# that it never says is done.
era=$1
result() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
form='{"message":"Go on?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}}}}'
push() { printf '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":%s}\n' "$form"; read -r answer; }
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\),.*/\1/p')
  case "$line" in
    *server/discover*)
      if [ "$era" = modern ]; then
        result '{"supportedVersions":["2026-07-28"],"serverInfo":{"name":"pushing","version":"1"},"capabilities":{}}'
      else printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id"; fi ;;
    *'"initialize"'*) result '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"pushing","version":"1"}}' ;;
    *tools/list*) result '{"tools":[{"name":"push"},{"name":"failing"},{"name":"endless"},{"name":"page"}]}' ;;
    *'"name":"push"'*) push; result '{"content":[{"type":"text","text":"asked"}]}' ;;
    *'"name":"failing"'*) result '{"isError":true,"content":[{"type":"text","text":"Client does not support Elicitation"}]}' ;;
    *'"name":"endless"'*) while :; do push; [ -n "$answer" ] || exit; done ;;
    *'"name":"page"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"visit","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://example.com/x","message":"Sign in."}]}}}\n' "$id" ;;
  esac
done
