# An MCP server of the legacy era with a tool that deletes, which says what it was called with, and one that reads.
result() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
echo "ready" >&2
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\)[,}].*/\1/p')
  case "$line" in
    *server/discover*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id" ;;
    *'"initialize"'*) result '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"gated","version":"1.0"}}' ;;
    *tools/list*) result '{"tools":[{"name":"delete_file","description":"Deletes a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},{"name":"read_file","description":"Reads a file.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}' ;;
    *tools/call*) echo "$line" >> calls.log; result '{"content":[{"type":"text","text":"it ran"}]}' ;;
  esac
done
