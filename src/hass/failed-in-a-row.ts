import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { SharedAnswers } from "../shared-answers.ts";
import { type HassProblem, hassProblem } from "./problem.ts";
import type { HassSettings } from "./settings.ts";

/**
 * What Home Assistant makes of a login. `refused`: it has counted it as failed, or may have, as where it never answered.
 * `accepted`: it has forgotten those before. `neither`: it counts nothing of it.
 */
export type LoginEnd = "accepted" | "refused" | "neither";

/** Is told, once, how a login ended. */
export type EndLogin = (end: LoginEnd) => void;

type Settings = Pick<HassSettings, "homeAssistant" | "homeAssistantMs" | "homeAssistantFailures">;

/** Logs in as the service itself. `invalid-auth`: it has no token with which that can be. */
type LogIn = () => Promise<Either<HassProblem, unknown>>;

/**
 * The failed logins of this service's address as Home Assistant counts them: in a row, however long that takes, until one
 * succeeds (`components/http/ban.py`). So that it does not ban the address, whoever logs in waits for their turn: after a
 * few failed ones, be they only under way, the service first logs in itself, which starts the count anew. Where it has no
 * token of its own nobody waits.
 */
export class FailedInARow {
  readonly #settings: Settings;
  readonly #logIn: LogIn | undefined;
  /** All since the start of the service, and how many of these Home Assistant has forgotten. What it counted before nobody knows: as many as may be. */
  #failed: number;
  #forgotten = 0;
  #underWay = 0;
  /** Whoever waits for a count anew is helped by one that has begun. */
  readonly #anew = new SharedAnswers<"anew", Either<HassProblem, unknown>>();
  #waiting: (() => void)[] = [];

  constructor(settings: Settings, logIn: LogIn | undefined) {
    this.#settings = settings;
    this.#logIn = logIn;
    this.#failed = settings.homeAssistantFailures;
  }

  /** Begins a login that waits for nobody, since it is the service's own. */
  begin(): EndLogin {
    const before = this.#failed;
    return (end) => {
      if (end === "accepted") this.#forgotten = Math.max(this.#forgotten, before);
      if (end === "refused") this.#failed += 1;
      for (const goOn of this.#waiting.splice(0)) goOn();
    };
  }

  /** Begins a login when it is its turn. The left says why that does not come before the deadline. */
  async turn(deadline: AbortSignal): Promise<Either<HassProblem, EndLogin>> {
    const late = new Promise<void>((resolve) =>
      deadline.addEventListener("abort", () => resolve(), { once: true }),
    );
    while (!this.#hasRoom && !deadline.aborted) {
      const anew = await Promise.race([
        this.#underWay > 0 ? this.#nextEnd() : this.#startAnew(),
        late,
      ]);
      if (anew === undefined || !isLeft(anew)) continue;
      if (anew.left.kind !== "invalid-auth") return anew;
      // As without a token.
      break;
    }
    const { homeAssistant, homeAssistantMs } = this.#settings;
    if (deadline.aborted) return left(hassProblem.slow(homeAssistant, homeAssistantMs));
    this.#underWay += 1;
    const done = this.begin();
    return right((end) => {
      this.#underWay -= 1;
      done(end);
    });
  }

  get #hasRoom(): boolean {
    if (this.#logIn === undefined) return true;
    return this.#failed - this.#forgotten + this.#underWay < this.#settings.homeAssistantFailures;
  }

  #nextEnd(): Promise<undefined> {
    return new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
  }

  #startAnew(): Promise<Either<HassProblem, unknown>> | undefined {
    return this.#logIn && this.#anew.to("anew", this.#logIn);
  }
}
