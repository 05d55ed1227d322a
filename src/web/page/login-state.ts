import type { PlanData } from "../../model/elements/entities.ts";
import type {
  PlanClient,
  PlanProblem,
  PlanUser,
  SubscriptionState,
} from "../connection/plan-client.ts";
import { pause, pauseAfter } from "../connection/retry.ts";
import { whyUnavailable } from "./home-assistant-sign-in.ts";

/** State of the login. */
export interface LoginState {
  readonly client: PlanClient | undefined;
  /** Known once the client has logged in. */
  readonly user: PlanUser | undefined;
  readonly plan: PlanData | undefined;
  readonly following: SubscriptionState | undefined;
  readonly problem: PlanProblem | undefined;
  /** Set while a link is being opened; `away`: the service has not answered so far. */
  readonly opening: "begun" | "away" | undefined;
  /** Why a link did not replace the current login. */
  readonly notice: PlanProblem | undefined;
  /** Why Home Assistant's users cannot log in now, in the service's own words. */
  readonly homeAssistantAway: string | undefined;
}

/** Nobody is signed in. */
export const signedOut: LoginState = {
  client: undefined,
  user: undefined,
  plan: undefined,
  following: undefined,
  problem: undefined,
  opening: undefined,
  notice: undefined,
  homeAssistantAway: undefined,
};

/** Retries refused tokens, for screens that nobody attends. */
export class LoginRetry {
  #refusals = 0;
  #waiting: AbortController | undefined;

  /** Calls `retry` after a pause, unless `end` is called before. */
  async wait(problem: PlanProblem, retry: () => void): Promise<void> {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#refusals += 1;
    await pause(pauseAfter(problem, this.#refusals, Date.now()), waiting.signal);
    if (!waiting.signal.aborted) retry();
  }

  /** Stops waiting: somebody has logged in or wants to. */
  end(): void {
    this.#refusals = 0;
    this.#waiting?.abort();
  }
}

/** Milliseconds between two requests. */
const againMs = 3000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls the service for why Home Assistant's users cannot log in now. */
export class UnavailableReason {
  readonly #tell: (reason: string | undefined) => void;
  #asking: object | undefined;

  /** `tell` gets the service's words; undefined if Home Assistant is not the cause. */
  constructor(tell: (reason: string | undefined) => void) {
    this.#tell = tell;
  }

  /** Polls on behalf of a client until `isWanted` is false; repeated calls share one poll. */
  async ask(client: object, isWanted: () => boolean): Promise<void> {
    if (this.#asking === client) return;
    this.#asking = client;
    const isMine = (): boolean => this.#asking === client && isWanted();
    while (isMine()) {
      const reason = await whyUnavailable();
      if (!isMine()) break;
      this.#tell(reason);
      await sleep(againMs);
    }
    if (this.#asking === client) this.#asking = undefined;
  }
}
