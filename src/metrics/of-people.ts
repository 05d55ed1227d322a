import { isHassUser } from "../hass/user-id.ts";
import type { Connections } from "../server/websocket/connections.ts";
import type { SessionFigures } from "../host/channel/session-figures.ts";
import type { HttpServer } from "../server/http/http-server.ts";
import type { ConnectionSlots } from "../server/http/connection-slots.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { Metrics } from "../server/metrics/metrics.ts";

/** Who is connected, and who would be. */
export interface PeopleParts {
  readonly channel: Pick<Connections, "figures" | "slowPeers">;
  readonly server: Pick<HttpServer, "figures">;
  readonly places: Pick<ConnectionSlots, "refused">;
  readonly authenticator: Pick<Authenticator, "figures">;
}

/** Whose websocket it is: of a token of the service's own, of a user of Home Assistant or of its ingress, or of somebody who has not logged in yet. */
const kinds = ["token", "home_assistant", "ingress", "stranger"] as const;

const kindOf = ({ user, passesOn }: SessionFigures): (typeof kinds)[number] => {
  if (user === undefined) return "stranger";
  if (!isHassUser(user)) return "token";
  return passesOn ? "home_assistant" : "ingress";
};

/** Adds what is known of connections and logins. */
export const addPeople = (
  metrics: Metrics,
  { channel, server, places, authenticator }: PeopleParts,
): void => {
  metrics.gauge("floorplan_connections", "Open websockets, by whose they are.", () => {
    const found = channel.figures.map(kindOf);
    return kinds.map((kind) => ({
      labels: { kind },
      value: found.filter((each) => each === kind).length,
    }));
  });
  metrics.gauge("floorplan_subscriptions", "Subscriptions of all websockets.", () =>
    channel.figures.reduce((sum, { subscriptions }) => sum + subscriptions, 0),
  );
  metrics.gauge(
    "floorplan_outbox_backlog_bytes",
    "Bytes that were sent to all websockets and are not taken by the network yet.",
    () => channel.figures.reduce((sum, { backlogBytes }) => sum + backlogBytes, 0),
  );
  metrics.gauge(
    "floorplan_outbox_backlog_max_bytes",
    "The same of the websocket with the most.",
    () => channel.figures.reduce((most, { backlogBytes }) => Math.max(most, backlogBytes), 0),
  );
  metrics.counter(
    "floorplan_slow_consumers_total",
    "Peers that were cut off because they read too slowly: what they subscribed to, or the answer to a request.",
    () => [
      { labels: { kind: "subscriber" }, value: channel.slowPeers },
      { labels: { kind: "request" }, value: server.figures.slowReaders },
    ],
  );
  metrics.counter(
    "floorplan_connections_refused_total",
    "Connections that were refused: there was no place, or what they sent was no request that is answered.",
    () => [
      { labels: { reason: "no_place" }, value: places.refused },
      { labels: { reason: "bad_request" }, value: server.figures.refused },
    ],
  );
  metrics.counter(
    "floorplan_login_failures_total",
    "Logins that failed.",
    () => authenticator.figures.failures,
  );
  metrics.gauge("floorplan_bans", "Addresses that are banned.", () => authenticator.figures.bans);
};
