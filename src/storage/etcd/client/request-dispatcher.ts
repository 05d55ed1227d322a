import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../../server/runtime/boundary.ts";
import type { Failure } from "./failure.ts";
import { type HedgedAnswer, hedgedRequest, type MemberOrder, roundMs } from "./hedged-request.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Method } from "./methods.ts";
import type { AuthToken } from "./auth-token.ts";

/** An answer that takes this many times as long as usual is late. */
const timesUsual = 4;
/** Answers are never late before this, in milliseconds. */
const minMs = 100;
/** The weight of an answer in the average. */
const weight = 1 / 8;

/** How long requests of each kind usually take: tells a late answer from a slow cluster. */
class UsualLatency {
  readonly #defaultMs = new Map<string, number>();

  /** Records a request's time in milliseconds, until it was answered or given up. */
  record(kind: string, ms: number): void {
    const usual = this.#defaultMs.get(kind) ?? 0;
    this.#defaultMs.set(kind, usual + (ms - usual) * weight);
  }

  /** Milliseconds after which an answer is late. */
  lateMs(kind: string): number {
    return Math.max(minMs, timesUsual * (this.#defaultMs.get(kind) ?? 0));
  }
}

export interface RetryPolicy {
  /**
   * Whether it may be repeated, even at several members at once, after it may have been done: it changes nothing, or
   * nothing further.
   */
  readonly repeatable: boolean;
  /** Milliseconds for all members together; by default the time for an answer, times the members. */
  readonly ms?: number | undefined;
}

/** A request to one member; `kind` groups requests that take about as long. */
export interface MemberRequest<Answer> {
  readonly kind: string;
  readonly once: (
    member: MemberChannel,
    ms: number,
    token: string | undefined,
  ) => Promise<Either<Failure, Answer>>;
}

export const memberRequest = <Request, Answer>(
  method: Method<Request, Answer>,
  request: Request,
): MemberRequest<Answer> => ({
  kind: method.path,
  once: (member, ms, token) => member.call(method, request, { ms, token }),
});

/** Sends requests to members: one member after another if it may be done once only, several if it may be repeated. */
export class RequestDispatcher {
  readonly members: MemberOrder;
  readonly tokens: AuthToken;
  /** Wraps events and timers. */
  readonly boundary: Boundary;
  readonly #answerMs: number;
  readonly #punctuality = new UsualLatency();
  #closed = false;

  /** `answerMs`: milliseconds for a member's answer. */
  constructor(members: MemberOrder, tokens: AuthToken, answerMs: number, boundary: Boundary) {
    this.boundary = boundary;
    this.members = members;
    this.tokens = tokens;
    this.#answerMs = answerMs;
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** The first answer; else `unknown` if a member may have done it, or the last failure. */
  ask<Request, Answer>(
    method: Method<Request, Answer>,
    request: Request,
    retry: RetryPolicy,
  ): Promise<Either<Failure, Answer>> {
    return this.perform(memberRequest(method, request), retry);
  }

  async perform<Answer>(
    work: MemberRequest<Answer>,
    { repeatable, ms }: RetryPolicy,
  ): Promise<Either<Failure, Answer>> {
    return repeatable ? (await this.#ofSeveral(work, ms, false)).answer : this.#oneByOne(work, ms);
  }

  /** Sends a change to several members at once; also reports whether another one may have done it. */
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
    // See `hedgedRequest`: a request needs half of its time at least.
    const least = Math.min(ms, this.#answerMs) / 2;
    let failed: Failure | undefined;
    for (;;) {
      for (const member of this.members.bestFirst) {
        if (this.#closed) return left(failed ?? { kind: "away", reason: "the client is closed" });
        const remaining = deadline - performance.now();
        if (failed !== undefined && remaining < least) return left(failed);
        // Later requests go to others.
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

  /** An unreachable member says nothing about how long answers take. */
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
