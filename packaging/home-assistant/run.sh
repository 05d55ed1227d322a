#!/bin/sh
# Starts the service for Home Assistant's Supervisor: people come through ingress with their Home Assistant accounts, and
# the service itself uses the token that the Supervisor gives each app.
set -eu
umask 077
folder=/data/floorplan
token=/run/home-assistant-token
integration_token=/data/integration-token

install -d -o node -g node -m 700 "$folder"
# The Supervisor restores a backup as root, and keeps no owner of a file.
chown -hR node:node "$folder"
printf '%s' "$SUPERVISOR_TOKEN" >"$token"
chown node:node "$token"

as_node() {
  setpriv --reuid=node --regid=node --clear-groups --no-new-privs "$@"
}

# Home Assistant's integration is handed a token, made once, so that nobody has to type one. Without it the app works too.
export HOME=/home/node
[ -s "$integration_token" ] ||
  as_node floorplan token create home-assistant --delegate --data "$folder" >"$integration_token" ||
  true
{ [ -s "$integration_token" ] && node /discovery.mjs "$integration_token" 8125; } ||
  echo "Home Assistant was not told of the service" >&2
unset SUPERVISOR_TOKEN HASSIO_TOKEN

option() {
  node -p 'JSON.parse(require("fs").readFileSync("/data/options.json", "utf8"))[process.argv[1]] ?? ""' "$1"
}
export FLOORPLAN_LOG_LEVEL="$(option log_level)"
export FLOORPLAN_HOME_ASSISTANT_PUBLIC="$(option home_assistant_url)"

cd "$folder"
exec setpriv --reuid=node --regid=node --clear-groups --no-new-privs \
  floorplan serve --host 0.0.0.0 --port 8125 --data "$folder" \
  --ingress-proxy 172.30.32.2 \
  --home-assistant http://supervisor/core --home-assistant-token-file "$token"
