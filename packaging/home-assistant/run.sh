#!/bin/sh
# Starts the service for Home Assistant's Supervisor: people come through ingress with their Home Assistant accounts, and
# the service itself uses the token that the Supervisor gives each app.
set -eu
umask 077
folder=/data/floorplan
token=/run/home-assistant-token

install -d -o node -g node -m 700 "$folder"
printf '%s' "$SUPERVISOR_TOKEN" >"$token"
chown node:node "$token"
unset SUPERVISOR_TOKEN HASSIO_TOKEN

option() {
  node -p 'JSON.parse(require("fs").readFileSync("/data/options.json", "utf8"))[process.argv[1]] ?? ""' "$1"
}
export FLOORPLAN_LOG_LEVEL="$(option log_level)"
export FLOORPLAN_HOME_ASSISTANT_PUBLIC="$(option home_assistant_url)"

export HOME=/home/node
cd "$folder"
exec setpriv --reuid=node --regid=node --clear-groups --no-new-privs \
  floorplan serve --host 0.0.0.0 --port 8125 --data "$folder" \
  --ingress-proxy 172.30.32.2 \
  --home-assistant http://supervisor/core --home-assistant-token-file "$token"
