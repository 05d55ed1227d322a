import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { LoopTurns } from "../server/event-loop-turns.ts";
import type { RatedLog } from "../server/rated-log.ts";
import type { Clock } from "../host/users/clock.ts";
import { FailedLogins } from "./upstream/failed-logins.ts";
import type { HassUserList } from "../auth/home-assistant-users.ts";
import { jwtSource } from "../hass/jwt-source.ts";
import { LocalOnly } from "../hass/local-only.ts";
import { OwnLogin } from "./upstream/service-login.ts";
import { Probe } from "../hass/probe.ts";
import type { HassProblem } from "./upstream/status.ts";
import { Refusals } from "./upstream/refusals.ts";
import { type HassSettings, websocketUrl } from "../hass/settings.ts";
import { Sockets } from "../hass/sockets.ts";
import { HassStatus } from "../hass/status.ts";
import { readTokenFile } from "../hass/token-file.ts";
import type { TokenSources } from "../hass/token-source.ts";
import type { UpstreamConnection, UpstreamContext } from "./upstream/connection.ts";
import { HassIdentities } from "../auth/home-assistant-identities.ts";

/** What the service has of a Home Assistant. */
export interface Hass {
  readonly context: UpstreamContext;
  readonly status: HassStatus;
  readonly users: HassIdentities;
  /** Logs in with the service's own long-lived token. */
  readonly own: OwnLogin;
  readonly close: () => void;
}

/** What it is built on. */
interface Setup {
  readonly settings: HassSettings & { readonly homeAssistantTokenFile: string };
  /** Sources of tokens beside its own access tokens. */
  readonly sources: readonly TokenSources[];
  /** All its users, as it tells the service itself. */
  readonly houseUsers: HassUserList;
  readonly turns: LoopTurns;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** Sets up what talks to Home Assistant; undefined where none is named. A left names the setting at fault. */
export const setUpHass = (setup: Setup): Either<string, Hass | undefined> => {
  const { settings, sources, houseUsers, turns, clock, log, ratedLog } = setup;
  const { homeAssistant, homeAssistantTokenFile } = settings;
  if (homeAssistant === "")
    return homeAssistantTokenFile === ""
      ? right(undefined)
      : left("--home-assistant-token-file: is of no use without --home-assistant");
  if (!URL.canParse(websocketUrl(settings)))
    return left(`--home-assistant: "${homeAssistant}" is no address`);
  const hasToken = homeAssistantTokenFile !== "";
  const token = hasToken ? readTokenFile(homeAssistantTokenFile) : right("");
  if (isLeft(token)) return left(`--home-assistant-token-file: ${token.left}`);
  const status = new HassStatus(log, ratedLog);
  const sockets = new Sockets();
  const logIn = async (): Promise<Either<HassProblem, void>> =>
    map((connection: UpstreamConnection) => connection.close())(await own.connect());
  const failures = new FailedLogins(settings, hasToken ? logIn : undefined, ratedLog.boundary);
  const context = { settings, status, turns, sockets, failures, log: ratedLog };
  const own = new OwnLogin(context, homeAssistantTokenFile, clock);
  const localOnly = new LocalOnly({ users: houseUsers, homeAssistant, hasToken });
  const refusals = new Refusals(settings, clock);
  const users = new HassIdentities(context, [...sources, jwtSource], localOnly, refusals);
  const probe = new Probe(context);
  probe.look();
  return right({
    context,
    status,
    users,
    own,
    close: () => {
      probe.end();
      users.close();
      sockets.terminate();
    },
  });
};
