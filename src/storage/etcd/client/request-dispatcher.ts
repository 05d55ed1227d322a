import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../../server/runtime/boundary.ts";
import type { Failure } from "./failure.ts";
import { type HedgedAnswer, hedgedRequest, type MemberOrder, roundMs } from "./hedged-request.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Method } from "./methods.ts";
import type { AuthToken } from "./auth-token.ts";

/** A question may take so many times as long as it usually does until another member is asked as well. */
const timesUsual = 4;
/** What is answered sooner is never asked twice, however short it usually takes, in milliseconds. */
const leastMs = 100;
/** The part that a question has in what is usual. */
const weight = 1 / 8;

/** How long questions of each kind usually take, so that an answer that is late can be told from a cluster that is slow. */
class UsualLatency {
  readonly #usualMs = new Map<string, number>();

  /** A question of that kind took so many milliseconds, until it was answered or given up. */
  record(kind: string, ms: number): void {
    const usual = this.#usualMs.get(kind) ?? 0;
    this.#usualMs.set(kind, usual + (ms - usual) * weight);
  }

  /** Milliseconds after which an answer to a question of that kind is late. */
  lateMs(kind: string): number {
    return Math.max(leastMs, timesUsual * (this.#usualMs.get(kind) ?? 0));
  }
}

/** How often something may be asked, and for how long. */
export interface RetryPolicy {
  /** Whether it may be asked again, of several members at once too, after it may have been done: it changes nothing, or nothing more. */
  readonly repeatable: boolean;
  /** Milliseconds for all members together; the time for an answer, times the members, where undefined. */
  readonly ms?: number | undefined;
}

/** What is done with one member, and of which kind it is: answers of a kind usually take as long. */
export interface MemberRequest<Answer> {
  readonly kind: string;
  readonly once: (
    member: MemberChannel,
    ms: number,
    token: string | undefined,
  ) => Promise<Either<Failure, Answer>>;
}

/** A question by a method. */
export const memberRequest = <Request, Answer>(
  method: Method<Request, Answer>,
  request: Request,
): MemberRequest<Answer> => ({
  kind: method.path,
  once: (member, ms, token) => member.call(method, request, { ms, token }),
});

/** Asks members: one after another what may be done once, one beside another what may be asked again. */
export class RequestDispatcher {
  readonly members: MemberOrder;
  readonly tokens: AuthToken;
  /** Around what members tell and what comes due. */
  readonly boundary: Boundary;
  readonly #answerMs: number;
  readonly #punctuality = new UsualLatency();
  #closed = false;

  /** `answerMs` is how many milliseconds a member has for an answer. */
  constructor(members: MemberOrder, tokens: AuthToken, answerMs: number, boundary: Boundary) {
    this.boundary = boundary;
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
    retry: RetryPolicy,
  ): Promise<Either<Failure, Answer>> {
    return this.perform(memberRequest(method, request), retry);
  }

  /** The same for whatever can be done with one member. */
  async perform<Answer>(
    work: MemberRequest<Answer>,
    { repeatable, ms }: RetryPolicy,
  ): Promise<Either<Failure, Answer>> {
    return repeatable ? (await this.#ofSeveral(work, ms, false)).answer : this.#oneByOne(work, ms);
  }

  /** What may be asked of several members at once, although it changes something: says as well whether another one may have done it. */
  askSeveral<Answer>(work: MemberRequest<Answer>, ms?: number): Promise<HedgedAnswer<Answer>> {
    return this.#ofSeveral(work, ms, true);
  }

  async #ofSeveral<Answer>(
    work: MemberRequest<Answer>,
    ms: number | undefined,
    isChange: boolean,
  ): Promise<HedgedAnswer<Answer>> {
    const began = performance.now();
    const asked = await hedgedRequest({
      members: this.members,
      once: (member, limit) => this.#once(work, member, limit),
      isChange,
      lateMs: this.#lateMs(work),
      answerMs: this.#answerMs,
      ms: ms ?? this.#longestMs,
      isClosed: () => this.#closed,
      boundary: this.boundary,
    });
    this.#took(work, began, asked.answer);
    return asked;
  }

  async #oneByOne<Answer>(
    work: MemberRequest<Answer>,
    ms = this.#longestMs,
  ): Promise<Either<Failure, Answer>> {
    const deadline = performance.now() + ms;
    // With less it would be sent and hardly answered: what was surely not done would become what may have been.
    const least = Math.min(ms, this.#answerMs) / 2;
    let failed: Failure | undefined;
    for (;;) {
      for (const member of this.members.bestFirst) {
        if (this.#closed) return left(failed ?? { kind: "away", reason: "the client is closed" });
        const remaining = deadline - performance.now();
        if (failed !== undefined && remaining < least) return left(failed);
        // The next questions go to others.
        const late = setTimeout(() => this.members.putLast(member), this.#lateMs(work));
        const began = performance.now();
        const answer = await this.#once(work, member, Math.min(remaining, this.#answerMs));
        clearTimeout(late);
        this.#took(work, began, answer);
        if (!isLeft(answer)) return answer;
        const { kind } = answer.left;
        if (kind !== "away" && kind !== "unknown") return answer;
        this.members.putLast(member);
        failed = answer.left;
        if (kind === "unknown") return left(failed);
      }
      await sleep(roundMs);
    }
  }

  get #longestMs(): number {
    return this.#answerMs * this.members.bestFirst.length;
  }

  #lateMs({ kind }: MemberRequest<unknown>): number {
    return Math.min(this.#answerMs, this.#punctuality.lateMs(kind));
  }

  /** Who is away says nothing of how long an answer takes. */
  #took({ kind }: MemberRequest<unknown>, began: number, answer: Either<Failure, unknown>): void {
    if (isLeft(answer) && answer.left.kind === "away") return;
    this.#punctuality.record(kind, performance.now() - began);
  }

  async #once<Answer>(
    { once }: MemberRequest<Answer>,
    member: MemberChannel,
    limit: number,
  ): Promise<Either<Failure, Answer>> {
    const answer = await this.tokens.use(member, limit, (token, within) =>
      once(member, within, token),
    );
    if (!isLeft(answer)) this.members.answered(member);
    return answer;
  }
}
