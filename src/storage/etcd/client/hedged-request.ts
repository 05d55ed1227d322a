import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../../server/runtime/boundary.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Failure } from "./failure.ts";

/** Which member is asked next: the one that did not fail for the longest time. At the start it is the first. */
export class MemberOrder {
  #bestFirst: readonly MemberChannel[];
  readonly #listeners = new Set<Guarded<[member: MemberChannel]>>();

  constructor(all: readonly MemberChannel[]) {
    this.#bestFirst = all;
  }

  get bestFirst(): readonly MemberChannel[] {
    return this.#bestFirst;
  }

  /** The member is asked after all others, until those have failed too. */
  putLast(member: MemberChannel): void {
    this.#bestFirst = [...this.#bestFirst.filter((other) => other !== member), member];
  }

  /** The member has answered. */
  answered(member: MemberChannel): void {
    for (const listener of this.#listeners) listener(member);
  }

  /** Calls back with each member that answers, until `offAnswer`. */
  onAnswer(listener: Guarded<[member: MemberChannel]>): void {
    this.#listeners.add(listener);
  }

  offAnswer(listener: Guarded<[member: MemberChannel]>): void {
    this.#listeners.delete(listener);
  }
}

/** How long it takes until members that all failed are asked again. */
export const roundMs = 100;
/** While nothing is answered the next member is asked so often, at least. */
const longestLateMs = 400;

/** What is asked, and of whom. */
interface HedgedRequest<Answer> {
  readonly members: MemberOrder;
  readonly once: (member: MemberChannel, ms: number) => Promise<Either<Failure, Answer>>;
  /**
   * Whether it changes something. Members store each copy, whether it is done or not: so one that may have it gets no
   * other, and none is sent where the first has had half of its time. Whoever asked knows best whether to ask again
   * what failed then.
   */
  readonly isChange: boolean;
  /** Milliseconds after which an answer is late, and another member is asked as well. */
  readonly lateMs: number;
  /** Milliseconds that a member has for an answer. */
  readonly answerMs: number;
  /** Milliseconds for all of them. */
  readonly ms: number;
  readonly isClosed: () => boolean;
  readonly boundary: Boundary;
}

/** The first answer of several members. */
export interface HedgedAnswer<Answer> {
  readonly answer: Either<Failure, Answer>;
  /** Why another member may have done what was asked, or may do it later; undefined where none has. */
  readonly doubt: string | undefined;
}

/** How a failure counts beside one that came before: what may have been done is not undone by who did not do it. */
const worse = (one: Failure | undefined, other: Failure): Failure =>
  one?.kind === "unknown" ? one : other;

/**
 * The first answer that a member gives to what may be asked of several: the next one is asked when one fails, and
 * beside one that is late. Where none answers, `unknown` if one of them may have done it, else why the last one did not.
 */
export const hedgedRequest = <Answer>(
  question: HedgedRequest<Answer>,
): Promise<HedgedAnswer<Answer>> =>
  new Promise((resolve) => {
    const { members, once, isChange, answerMs, ms, isClosed, boundary } = question;
    const deadline = performance.now() + ms;
    // With less it would be sent and hardly answered: what was surely not done would become what may have been.
    const leastMs = Math.min(ms, answerMs) / 2;
    /** Members that have it, or may have. */
    const asked = new Set<MemberChannel>();
    let underWay = 0;
    /** Since when a question has been under way, one or another. */
    let since = 0;
    const isOld = (): boolean => isChange && performance.now() - since > answerMs - leastMs;
    /** Whether one that may have it failed so late: no further one is asked then, and those that have it are waited for. */
    let isSlow = false;
    let { lateMs } = question;
    let waiting: readonly MemberChannel[] = [];
    let failed: Failure | undefined;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (answer: Either<Failure, Answer>): void => {
      isOver = true;
      clearTimeout(timer);
      const unanswered = underWay > 0 ? "another member gave no answer" : undefined;
      resolve({ answer, doubt: failed?.kind === "unknown" ? failed.reason : unanswered });
    };
    // Whoever has asked is not left without an answer: nobody knows what was done.
    const bug = (): void =>
      end(left({ kind: "unknown", reason: "the asking failed unexpectedly" }));
    const ask = async (member: MemberChannel): Promise<void> => {
      if (underWay === 0) since = performance.now();
      asked.add(member);
      underWay += 1;
      const answer = await once(member, Math.min(answerMs, deadline - performance.now()));
      underWay -= 1;
      if (isOver) return;
      if (!isLeft(answer)) return end(answer);
      const { kind } = answer.left;
      if (kind !== "away" && kind !== "unknown") return end(answer);
      members.putLast(member);
      failed = worse(failed, answer.left);
      if (kind === "away" || !isChange) asked.delete(member);
      else if (isOld()) isSlow = true;
      if (isSlow && underWay === 0) return end(left(failed));
      if (waiting.length > 0 || isClosed()) next();
      else if (underWay === 0) again(roundMs);
    };
    const again = (afterMs: number, late?: MemberChannel): void => {
      clearTimeout(timer);
      const goOn = boundary(
        "another member could not be asked",
        () => {
          if (late !== undefined) members.putLast(late);
          next();
        },
        bug,
      );
      timer = setTimeout(goOn, afterMs);
    };
    const asking = boundary("a member could not be asked", ask, bug);
    const next = (): void => {
      if (isClosed()) return end(left(failed ?? { kind: "away", reason: "the client is closed" }));
      if (failed !== undefined && deadline - performance.now() < leastMs) {
        if (underWay === 0) end(left(failed));
        return;
      }
      if (underWay > 0 && isOld()) return;
      if (waiting.length === 0) waiting = members.bestFirst;
      const at = waiting.findIndex((each) => !asked.has(each));
      const member = waiting[at];
      if (member === undefined && underWay === 0 && failed !== undefined) return end(left(failed));
      waiting = member === undefined ? [] : waiting.slice(at + 1);
      again(lateMs, member);
      lateMs = Math.max(question.lateMs, Math.min(longestLateMs, 2 * lateMs));
      if (member !== undefined) asking(member);
    };
    next();
  });
