import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Failure } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Members } from "./members.ts";
import type { Method } from "./methods.ts";
import type { Tokens } from "./tokens.ts";

/** How often something may be asked, and for how long. */
export interface Patience {
  /** Whether it may be asked again after it may have been done: it changes nothing, or nothing more. */
  readonly repeatable: boolean;
  /** Milliseconds for all members together; the time for an answer, times the members, where undefined. */
  readonly ms?: number | undefined;
}

/** How long it takes until members that all failed are asked again. */
const roundMs = 100;

/** Asks one member after another. */
export class Asking {
  readonly members: Members;
  readonly tokens: Tokens;
  readonly #answerMs: number;
  #closed = false;

  /** `answerMs` is how many milliseconds a member has for an answer. */
  constructor(members: Members, tokens: Tokens, answerMs: number) {
    this.members = members;
    this.tokens = tokens;
    this.#answerMs = answerMs;
  }

  /** Whether nobody is asked any more. */
  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** The first answer that a member gives; else `unknown` where one of them may have done it, or why the last one did not. */
  ask<Request, Answer>(
    method: Method<Request, Answer>,
    request: Request,
    patience: Patience,
  ): Promise<Either<Failure, Answer>> {
    return this.onMembers(
      (member, ms, token) => member.call(method, request, { ms, token }),
      patience,
    );
  }

  /** The same for whatever can be done with one member. */
  async onMembers<Answer>(
    once: (
      member: MemberChannel,
      ms: number,
      token: string | undefined,
    ) => Promise<Either<Failure, Answer>>,
    { repeatable, ms = this.#answerMs * this.members.inOrder.length }: Patience,
  ): Promise<Either<Failure, Answer>> {
    const deadline = performance.now() + ms;
    // With less it would be sent and hardly answered: what was surely not done would become what may have been.
    const least = Math.min(ms, this.#answerMs) / 2;
    let failed: Failure | undefined;
    for (;;) {
      for (const member of this.members.inOrder) {
        if (this.#closed) return left(failed ?? { kind: "away", reason: "the client is closed" });
        const remaining = deadline - performance.now();
        if (failed !== undefined && remaining < least) return left(failed);
        const limit = Math.min(remaining, this.#answerMs);
        const answer = await this.tokens.use(member, limit, (token, within) =>
          once(member, within, token),
        );
        if (!isLeft(answer)) return answer;
        const { kind } = answer.left;
        if (kind !== "away" && kind !== "unknown") return answer;
        this.members.failed(member);
        if (failed?.kind !== "unknown") failed = answer.left;
        if (failed.kind === "unknown" && !repeatable) return left(failed);
      }
      await sleep(roundMs);
    }
  }
}
