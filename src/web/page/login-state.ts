import type { PlanData } from "../../model/elements/entities.ts";
import type {
  PlanClient,
  PlanProblem,
  PlanUser,
  SubscriptionState,
} from "../connection/plan-client.ts";
import { pause, pauseAfter } from "../connection/retry.ts";
import { whyHomeAssistantIsAway } from "./home-assistant-sign-in.ts";

/** Who is signed in, and what they follow. */
export interface LoginState {
  readonly client: PlanClient | undefined;
  /** Known once the client has logged in. */
  readonly user: PlanUser | undefined;
  readonly plan: PlanData | undefined;
  readonly following: SubscriptionState | undefined;
  readonly problem: PlanProblem | undefined;
  /** Whether a link is being opened, and the service was away so far. */
  readonly opening: "begun" | "away" | undefined;
  /** Why a link did not take the place of the one that is signed in. */
  readonly notice: PlanProblem | undefined;
  /** Why nobody can log in as a user of Home Assistant now, in the service's own words. */
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

/** Waits until a token that was refused is worth another try, for screens before which nobody stands. */
export class LoginRetry {
  #refusals = 0;
  #waiting: AbortController | undefined;

  /** Calls `retry` once, unless the waiting ends before. */
  async wait(problem: PlanProblem, retry: () => void): Promise<void> {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#refusals += 1;
    await pause(pauseAfter(problem, this.#refusals, Date.now()), waiting.signal);
    if (!waiting.signal.aborted) retry();
  }

  /** Waits no longer: somebody has logged in, or wants to. */
  end(): void {
    this.#refusals = 0;
    this.#waiting?.abort();
  }
}

/** Milliseconds between two questions. */
const againMs = 3000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the service why nobody can log in as a user of Home Assistant now, again and again as long as somebody wants to. */
export class AwayReason {
  readonly #tell: (reason: string | undefined) => void;
  #asking: object | undefined;

  /** `tell` gets the service's words; undefined where it is not Home Assistant that is away. */
  constructor(tell: (reason: string | undefined) => void) {
    this.#tell = tell;
  }

  /** Asks on behalf of a client until `isWanted` says no more; once however often it is called. */
  async ask(client: object, isWanted: () => boolean): Promise<void> {
    if (this.#asking === client) return;
    this.#asking = client;
    const isMine = (): boolean => this.#asking === client && isWanted();
    while (isMine()) {
      const reason = await whyHomeAssistantIsAway();
      if (!isMine()) break;
      this.#tell(reason);
      await sleep(againMs);
    }
    if (this.#asking === client) this.#asking = undefined;
  }
}
