import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { LoopTurns } from "../host/loop-turns.ts";
import type { RatedLog } from "../host/rated-log.ts";
import type { HouseUsers } from "./house-users.ts";
import { jwtSource } from "./jwt-source.ts";
import { LocalOnly } from "./local-only.ts";
import { Probe } from "./probe.ts";
import { type HassSettings, websocketUrl } from "./settings.ts";
import { Sockets } from "./sockets.ts";
import { HassStatus } from "./status.ts";
import { readTokenFile } from "./token-file.ts";
import type { TokenSources } from "./token-source.ts";
import type { UpstreamContext } from "./upstream-connection.ts";
import { HassUsers } from "./users.ts";

/** What the service has of a Home Assistant. */
export interface Hass {
  readonly context: UpstreamContext;
  readonly status: HassStatus;
  readonly users: HassUsers;
  /**
   * Reads the service's own long-lived token, undefined where it has none. Each time anew: whoever puts another one
   * there need not start the service again.
   */
  readonly readToken: () => Either<string, string | undefined>;
  readonly close: () => void;
}

/** What it is built on. */
interface Setup {
  readonly settings: HassSettings & { readonly homeAssistantTokenFile: string };
  /** Sources of tokens beside its own access tokens. */
  readonly sources: readonly TokenSources[];
  /** All its users, as it tells the service itself. */
  readonly houseUsers: HouseUsers;
  readonly turns: LoopTurns;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** Sets up what talks to Home Assistant; undefined where none is named. A left names the setting at fault. */
export const setUpHass = (setup: Setup): Either<string, Hass | undefined> => {
  const { settings, sources, houseUsers, turns, log, ratedLog } = setup;
  const { homeAssistant, homeAssistantTokenFile } = settings;
  if (homeAssistant === "")
    return homeAssistantTokenFile === ""
      ? right(undefined)
      : left("--home-assistant-token-file: is of no use without --home-assistant");
  if (!URL.canParse(websocketUrl(settings)))
    return left(`--home-assistant: "${homeAssistant}" is no address`);
  const readToken = (): Either<string, string | undefined> =>
    homeAssistantTokenFile === "" ? right(undefined) : readTokenFile(homeAssistantTokenFile);
  const token = readToken();
  if (isLeft(token)) return left(`--home-assistant-token-file: ${token.left}`);
  const status = new HassStatus(log, ratedLog);
  const sockets = new Sockets();
  const context = { settings, status, turns, sockets, log: ratedLog };
  const hasToken = homeAssistantTokenFile !== "";
  const localOnly = new LocalOnly({ users: houseUsers, homeAssistant, hasToken });
  const users = new HassUsers(context, [...sources, jwtSource], localOnly);
  const probe = new Probe(context);
  probe.look();
  return right({
    context,
    status,
    users,
    readToken,
    close: () => {
      probe.end();
      users.close();
      sockets.terminate();
    },
  });
};
