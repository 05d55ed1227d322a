import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type Clock, hourMs } from "../../server/runtime/time.ts";
import { ask } from "./request.ts";
import type { HomeAssistantProblem } from "./status.ts";
import { readTokenFile } from "../../server/read-settings.ts";
import { connectUpstream, type UpstreamConnection, type UpstreamContext } from "./connection.ts";

/** The part of `auth/current_user` in use. */
const userCodec = t.type({ is_admin: t.boolean });

/** The longest pause before a refused token is retried. */
const longestPauseMs = hourMs;

/** A token that Home Assistant has refused. */
interface RefusedToken {
  readonly token: string;
  readonly problem: HomeAssistantProblem;
  readonly at: number;
  /** Milliseconds until it may be retried. */
  readonly pauseMs: number;
}

/**
 * Logs in to Home Assistant with the service's own token. Its file is read each time, so that a new token needs no
 * restart. A refused token counts as a failed login, so the same one is retried ever more rarely.
 */
export class OwnLogin {
  readonly #context: UpstreamContext;
  readonly #file: string;
  readonly #clock: Pick<Clock, "elapsed">;
  #refused: RefusedToken | undefined;
  /** The token whose rights are known or being read. */
  #checked: string | undefined;

  /** `file` is empty if the service has no token. */
  constructor(context: UpstreamContext, file: string, clock: Pick<Clock, "elapsed">) {
    this.#context = context;
    this.#file = file;
    this.#clock = clock;
  }

  /** Whether the service has a token. */
  get isPossible(): boolean {
    return this.#file !== "";
  }

  /** The token that the file has now; the left says why there is none. */
  get token(): Either<string, string> {
    return this.isPossible
      ? readTokenFile(this.#file)
      : left("--home-assistant-token-file is not set");
  }

  /** The caller closes the connection. `invalid-auth`: there is no token, or Home Assistant refuses it. */
  async connect(): Promise<Either<HomeAssistantProblem, UpstreamConnection>> {
    const { token } = this;
    if (isLeft(token)) return left({ kind: "invalid-auth", message: token.left });
    const before = this.#refused?.token === token.right ? this.#refused : undefined;
    if (before !== undefined && this.#clock.elapsed() - before.at < before.pauseMs)
      return left(before.problem);
    const connected = await connectUpstream(this.#context, token.right, "service");
    if (!isLeft(connected)) {
      this.#told(undefined);
      this.#checkRights(token.right, connected.right);
    } else if (connected.left.kind === "invalid-auth") {
      const { homeAssistantPauseMs } = this.#context.settings;
      const pauseMs = before === undefined ? homeAssistantPauseMs : 2 * before.pauseMs;
      this.#told({
        token: token.right,
        problem: connected.left,
        at: this.#clock.elapsed(),
        pauseMs: Math.min(pauseMs, longestPauseMs),
      });
    }
    return connected;
  }

  /** Finds out whether a token is an administrator's, once for each token. */
  #checkRights(token: string, connection: UpstreamConnection): void {
    if (token === this.#checked) return;
    this.#checked = token;
    const { settings, status, log } = this.#context;
    log.boundary("the rights of the service's token could not be read", async () => {
      const answer = await ask(connection, { type: "auth/current_user" }, settings);
      if (!isLeft(answer) && userCodec.is(answer.right)) status.ownRights(answer.right.is_admin);
      else if (this.#checked === token) this.#checked = undefined;
    })();
  }

  #told(refused: RefusedToken | undefined): void {
    this.#refused = refused;
    this.#context.status.ownToken(refused?.problem);
  }
}
