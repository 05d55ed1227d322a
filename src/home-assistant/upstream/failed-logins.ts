import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { type HassProblem, hassProblem } from "./status.ts";
import type { LoginOrigin } from "./refusals.ts";
import type { HassSettings } from "./handshake.ts";

/**
 * What Home Assistant makes of a login. `refused`: it has counted it as failed, or may have, as where it never answered.
 * `accepted`: it has forgotten those before. `neither`: it counts nothing of it.
 */
type LoginEnd = "accepted" | "refused" | "neither";

/** Is told, once, how a login ended. */
type EndLogin = (end: LoginEnd) => void;

/** Whose turn comes before whose. */
const byPriority: readonly LoginOrigin[] = ["known", "stranger"];

type Settings = Pick<HassSettings, "homeAssistant" | "homeAssistantMs" | "homeAssistantFailures">;

/** Logs in as the service itself. `invalid-auth`: it has no token with which that can be. */
type LogIn = () => Promise<Either<HassProblem, unknown>>;

/** Is told, once, that it is its turn, or why it is not. */
type Waiter = (turn: Either<HassProblem, EndLogin>) => void;

/**
 * The failed logins of this service's address as Home Assistant counts them: in a row, however long that takes, until one
 * succeeds (`components/http/ban.py`). So that it does not ban the address, whoever logs in waits for their turn: after a
 * few failed ones, be they only under way, the service first logs in itself, which starts the count anew. Strangers never
 * have all turns: Home Assistant may take its time to count what it refuses, and whoever is known is not to wait for that.
 * Where it has no token of its own nobody waits.
 */
export class FailedLogins {
  readonly #settings: Settings;
  readonly #logIn: LogIn | undefined;
  readonly #boundary: Boundary;
  readonly #startAnew: Guarded;
  /** All since the start of the service, and how many of these Home Assistant has forgotten. What it counted before nobody knows: as many as may be. */
  #failed: number;
  #forgotten = 0;
  #isStartingAnew = false;
  readonly #underWay: Record<LoginOrigin, number> = { known: 0, stranger: 0 };
  /** Whoever came first is first. */
  readonly #waiting: Readonly<Record<LoginOrigin, Set<Waiter>>> = {
    known: new Set(),
    stranger: new Set(),
  };

  constructor(settings: Settings, logIn: LogIn | undefined, boundary: Boundary) {
    this.#settings = settings;
    this.#logIn = logIn;
    this.#failed = settings.homeAssistantFailures;
    this.#boundary = boundary;
    this.#startAnew = boundary("the count of failed logins could not be started anew", () =>
      this.#logInFirst(),
    );
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.known.size + this.#waiting.stranger.size;
  }

  /** Begins a login that waits for nobody, since it is the service's own. */
  begin(): EndLogin {
    const before = this.#failed;
    return (end) => {
      if (end === "accepted") this.#forgotten = Math.max(this.#forgotten, before);
      if (end === "refused") this.#failed += 1;
      this.#goOn();
    };
  }

  /** Begins a login when it is its turn. The left says why that does not come before the deadline. */
  turn(whose: LoginOrigin, deadline: AbortSignal): Promise<Either<HassProblem, EndLogin>> {
    return new Promise((resolve) => {
      const waiting = this.#waiting[whose];
      const settle: Waiter = (turn) => {
        waiting.delete(settle);
        deadline.removeEventListener("abort", giveUp);
        resolve(turn);
      };
      const { homeAssistant, homeAssistantMs } = this.#settings;
      const giveUp = this.#boundary("a wait for a turn could not be given up", () =>
        settle(left(hassProblem.slow(homeAssistant, homeAssistantMs))),
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

  #hasRoom(whose: LoginOrigin): boolean {
    if (this.#isFull) return false;
    if (this.#logIn === undefined || whose === "known") return true;
    return this.#underWay.stranger < Math.max(1, this.#settings.homeAssistantFailures - 1);
  }

  /** As many have their turn as there is room for. */
  #goOn(): void {
    for (const whose of byPriority)
      for (const settle of this.#waiting[whose]) {
        if (!this.#hasRoom(whose)) break;
        settle(right(this.#begin(whose)));
      }
    const helps = this.#isFull && this.#failed > this.#forgotten;
    if (helps && this.waiting > 0 && !this.#isStartingAnew) this.#startAnew();
  }

  #begin(whose: LoginOrigin): EndLogin {
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
    // Without a token that Home Assistant takes it is as without any.
    const isInvalid = anew.left.kind === "invalid-auth";
    for (const whose of byPriority)
      for (const settle of this.#waiting[whose])
        settle(isInvalid ? right(this.#begin(whose)) : anew);
  }
}
