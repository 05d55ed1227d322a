import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { coalescing } from "../server/runtime/coalescing.ts";
import { Backoff, RetryTimer } from "../server/runtime/retry-timer.ts";
import {
  startHandshake,
  type HomeAssistantSettings,
  Sockets,
  websocketUrl,
} from "./upstream/handshake.ts";
import type { Guarded } from "../server/runtime/boundary.ts";
import type { UpstreamConnection, UpstreamContext } from "./upstream/connection.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Clock } from "../server/runtime/time.ts";
import { FailedLogins } from "./upstream/failed-logins.ts";
import { type HomeAssistantUserList, LocalOnly } from "../auth/home-assistant-users.ts";
import { jwtSource, type TokenSources } from "../auth/home-assistant-tokens.ts";
import { OwnLogin } from "./upstream/service-login.ts";
import {
  type HomeAssistantProblem,
  HomeAssistantStatus,
  longestPauseAfter,
} from "./upstream/status.ts";
import { Refusals } from "./upstream/refusals.ts";
import { readTokenFile } from "../server/read-settings.ts";
import { HomeAssistantIdentities } from "../auth/home-assistant-identities.ts";

type ProbeContext = Pick<UpstreamContext, "settings" | "status" | "sockets" | "log">;

/** Checks at intervals whether Home Assistant answers, while no open connection shows that it does. Does not log in. */
class Probe {
  readonly #context: ProbeContext;
  readonly #pauses: Backoff;
  readonly #retry: RetryTimer;
  #isOver = false;

  /** Checks now, and at intervals until closed. */
  readonly look: Guarded;

  constructor(context: ProbeContext) {
    const { homeAssistantPauseMs } = context.settings;
    this.#context = context;
    this.#pauses = new Backoff(homeAssistantPauseMs);
    this.look = context.log.boundary(
      "Home Assistant could not be checked",
      coalescing(() => this.#lookOnce()),
      () => this.#retry.start(homeAssistantPauseMs),
    );
    this.#retry = new RetryTimer(this.look);
    context.status.whenSilent(this.look);
  }

  async #lookOnce(): Promise<void> {
    if (this.#isOver) return;
    this.#retry.stop();
    this.#retry.start(await this.#ask());
  }

  end(): void {
    this.#isOver = true;
    this.#retry.close();
  }

  /** Milliseconds until the next check. */
  async #ask(): Promise<number> {
    const { settings, status } = this.#context;
    const { homeAssistantMs, homeAssistantPauseMs } = settings;
    if (status.isHeard) return homeAssistantPauseMs;
    const greeted = await startHandshake(this.#context, AbortSignal.timeout(homeAssistantMs));
    if (isLeft(greeted)) {
      if (!this.#isOver) status.failed(greeted.left);
      return this.#pauses.next(longestPauseAfter(greeted.left, settings));
    }
    greeted.right.ws.close(1000);
    this.#pauses.reset();
    status.reached(greeted.right.version);
    return homeAssistantPauseMs;
  }
}

/** The service's access to a Home Assistant. */
export interface HomeAssistant {
  readonly context: UpstreamContext;
  readonly status: HomeAssistantStatus;
  readonly users: HomeAssistantIdentities;
  /** Logs in with the service's own long-lived token. */
  readonly own: OwnLogin;
  readonly close: () => void;
}

/** Dependencies of access to Home Assistant. */
interface Setup {
  readonly settings: HomeAssistantSettings & { readonly homeAssistantTokenFile: string };
  /** Sources of tokens other than Home Assistant's own access tokens. */
  readonly sources: readonly TokenSources[];
  /** All users of Home Assistant, listed with the service's own token. */
  readonly homeAssistantUsers: HomeAssistantUserList;
  readonly turns: EventLoopTurns;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** Sets up the access to Home Assistant; undefined if none is configured. A left names the setting at fault. */
export const setUpHomeAssistant = (setup: Setup): Either<string, HomeAssistant | undefined> => {
  const { settings, sources, homeAssistantUsers, turns, clock, log, ratedLog } = setup;
  const { homeAssistant, homeAssistantTokenFile } = settings;
  if (homeAssistant === "")
    return homeAssistantTokenFile === ""
      ? right(undefined)
      : left("--home-assistant-token-file: needs --home-assistant");
  if (!URL.canParse(websocketUrl(settings)))
    return left(`--home-assistant: "${homeAssistant}" is not an address`);
  const hasToken = homeAssistantTokenFile !== "";
  const token = hasToken ? readTokenFile(homeAssistantTokenFile) : right("");
  if (isLeft(token)) return left(`--home-assistant-token-file: ${token.left}`);
  const status = new HomeAssistantStatus(log, ratedLog);
  const sockets = new Sockets();
  const logIn = async (): Promise<Either<HomeAssistantProblem, void>> =>
    map((connection: UpstreamConnection) => connection.close())(await own.connect());
  const failures = new FailedLogins(settings, hasToken ? logIn : undefined, ratedLog.boundary);
  const context = { settings, status, turns, sockets, failures, log: ratedLog };
  const own = new OwnLogin(context, homeAssistantTokenFile, clock);
  const localOnly = new LocalOnly({ users: homeAssistantUsers, homeAssistant, hasToken });
  const refusals = new Refusals(settings, clock);
  const users = new HomeAssistantIdentities(context, [...sources, jwtSource], localOnly, refusals);
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
