import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { type HomeAssistantProblem, homeAssistantProblem } from "./status.ts";
import type { LoginFamiliarity } from "./refusals.ts";
import type { HomeAssistantSettings } from "./handshake.ts";

/**
 * The effect of a login on Home Assistant's count. `refused`: counted as failed, or possibly, as when there was no
 * answer. `accepted`: resets the count. `neither`: does not affect it.
 */
type LoginEnd = "accepted" | "refused" | "neither";

/** Called once, with how a login ended. */
type EndLogin = (end: LoginEnd) => void;

/** Who goes first. */
const byPriority: readonly LoginFamiliarity[] = ["known", "stranger"];

type Settings = Pick<
  HomeAssistantSettings,
  "homeAssistant" | "homeAssistantMs" | "homeAssistantFailures"
>;

/** Logs in with the service's own token. `invalid-auth`: there is no valid one. */
type LogIn = () => Promise<Either<HomeAssistantProblem, unknown>>;

/** Called once: when its turn comes, or with why it never will. */
type Waiter = (turn: Either<HomeAssistantProblem, EndLogin>) => void;

/**
 * Counts the failed logins from this service's address as Home Assistant does: in a row, over any time, until one
 * succeeds (`components/http/ban.py`). To prevent a ban of the address, logins wait for their turn: after a few
 * failed or pending ones the service first logs in itself, which resets the count. Strangers never take every turn,
 * as Home Assistant may be slow to count refusals and known users must not wait for that. Without a token of its own
 * the service makes nobody wait.
 */
export class FailedLogins {
  readonly #settings: Settings;
  readonly #logIn: LogIn | undefined;
  readonly #boundary: Boundary;
  readonly #startAnew: Guarded;
  /**
   * Failed logins since the start, and how many of them a success has reset. Home Assistant's count before the start is
   * unknown, so the worst is assumed.
   */
  #failed: number;
  #forgotten = 0;
  #isStartingAnew = false;
  readonly #underWay: Record<LoginFamiliarity, number> = { known: 0, stranger: 0 };
  /** First come, first served. */
  readonly #waiting: Readonly<Record<LoginFamiliarity, Set<Waiter>>> = {
    known: new Set(),
    stranger: new Set(),
  };

  constructor(settings: Settings, logIn: LogIn | undefined, boundary: Boundary) {
    this.#settings = settings;
    this.#logIn = logIn;
    this.#failed = settings.homeAssistantFailures;
    this.#boundary = boundary;
    this.#startAnew = boundary("the count of failed logins could not be reset", () =>
      this.#logInFirst(),
    );
  }

  /** How many logins wait for their turn. */
  get waiting(): number {
    return this.#waiting.known.size + this.#waiting.stranger.size;
  }

  /** Begins a login of the service itself, which waits for nobody. */
  begin(): EndLogin {
    const before = this.#failed;
    return (end) => {
      if (end === "accepted") this.#forgotten = Math.max(this.#forgotten, before);
      if (end === "refused") this.#failed += 1;
      this.#goOn();
    };
  }

  /** Begins a login when it is its turn. Left: why that does not come before the deadline. */
  turn(
    whose: LoginFamiliarity,
    deadline: AbortSignal,
  ): Promise<Either<HomeAssistantProblem, EndLogin>> {
    return new Promise((resolve) => {
      const waiting = this.#waiting[whose];
      const settle: Waiter = (turn) => {
        waiting.delete(settle);
        deadline.removeEventListener("abort", giveUp);
        resolve(turn);
      };
      const { homeAssistant, homeAssistantMs } = this.#settings;
      const giveUp = this.#boundary("a wait for a turn could not be cancelled", () =>
        settle(left(homeAssistantProblem.slow(homeAssistant, homeAssistantMs))),
      );
      if (deadline.aborted) return giveUp();
      deadline.addEventListener("abort", giveUp);
      waiting.add(settle);
      this.#goOn();
    });
  }

  get #isFull(): boolean {
    const { known, stranger } = this.#underWay;
    const inARow = this.#failed - this.#forgotten + known + stranger;
    return this.#logIn !== undefined && inARow >= this.#settings.homeAssistantFailures;
  }

  #hasRoom(whose: LoginFamiliarity): boolean {
    if (this.#isFull) return false;
    if (this.#logIn === undefined || whose === "known") return true;
    return this.#underWay.stranger < Math.max(1, this.#settings.homeAssistantFailures - 1);
  }

  /** Gives turns while there is room. */
  #goOn(): void {
    for (const whose of byPriority)
      for (const settle of this.#waiting[whose]) {
        if (!this.#hasRoom(whose)) break;
        settle(right(this.#begin(whose)));
      }
    const helps = this.#isFull && this.#failed > this.#forgotten;
    if (helps && this.waiting > 0 && !this.#isStartingAnew) this.#startAnew();
  }

  #begin(whose: LoginFamiliarity): EndLogin {
    this.#underWay[whose] += 1;
    const done = this.begin();
    return (end) => {
      this.#underWay[whose] -= 1;
      done(end);
    };
  }

  async #logInFirst(): Promise<void> {
    this.#isStartingAnew = true;
    const anew = await this.#logIn?.().finally(() => (this.#isStartingAnew = false));
    if (anew === undefined || !isLeft(anew)) return this.#goOn();
    // A token that Home Assistant refuses is as good as none.
    const isInvalid = anew.left.kind === "invalid-auth";
    for (const whose of byPriority)
      for (const settle of this.#waiting[whose])
        settle(isInvalid ? right(this.#begin(whose)) : anew);
  }
}
