import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { HassProblem } from "./problem.ts";

/** Home Assistant is not asked, since it has refused as much as it is to be made to. */
export interface TooManyRefused {
  readonly kind: "too-many-refused";
  readonly message: string;
}

const minuteMs = 60_000;

/** Issuers that are known at a time; whoever came in longest ago is forgotten first. */
const mostKnown = 10_000;

/**
 * Bounds the failed logins that strangers make this service have at Home Assistant: it counts them for the address
 * that they come from, and may ban that (`components/http/ban.py`, `process_wrong_login`). A token says by which
 * refresh token it was issued; an issuer of which a token was accepted is known, and its tokens are always asked about.
 */
export class Refusals {
  readonly #most: number;
  readonly #known = new Set<string>();
  /** When each of the last minute was, by a clock that is never put back. */
  #refusedAt: readonly number[] = [];
  #asking = 0;
  #waiting: (() => void)[] = [];

  /** `most` a minute of issuers that are not known. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Asks about a token of an issuer, or a code, which has none, as soon as that cannot be one refusal too many; a left says where it is one already. */
  async during<A>(
    issuer: string | undefined,
    ask: () => Promise<Either<HassProblem, A>>,
  ): Promise<Either<HassProblem | TooManyRefused, A>> {
    while (!this.#isKnown(issuer) && this.#refused + this.#asking >= this.#most) {
      if (this.#asking === 0) return left(this.#tooMany);
      // One that is accepted leaves its room to the next.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#asking += 1;
    try {
      const answer = await ask();
      if (!isLeft(answer)) this.#accepted(issuer);
      else if (answer.left.kind === "invalid-auth") this.#wasRefused(issuer);
      return answer;
    } finally {
      this.#asking -= 1;
      for (const goOn of this.#waiting.splice(0)) goOn();
    }
  }

  #isKnown(issuer: string | undefined): boolean {
    return issuer !== undefined && this.#known.has(issuer);
  }

  get #refused(): number {
    const since = performance.now() - minuteMs;
    this.#refusedAt = this.#refusedAt.filter((at) => at > since);
    return this.#refusedAt.length;
  }

  get #tooMany(): TooManyRefused {
    const message = `Home Assistant has refused as many logins within a minute as --home-assistant-refusals allows, ${this.#most}: try again`;
    return { kind: "too-many-refused", message };
  }

  #accepted(issuer: string | undefined): void {
    if (issuer === undefined) return;
    this.#known.delete(issuer);
    this.#known.add(issuer);
    const [oldest] = this.#known;
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Whoever knows an issuer could go on with it. */
  #wasRefused(issuer: string | undefined): void {
    if (issuer !== undefined) this.#known.delete(issuer);
    this.#refusedAt = [...this.#refusedAt, performance.now()];
  }
}
