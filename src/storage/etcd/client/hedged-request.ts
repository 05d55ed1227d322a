import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../../server/runtime/boundary.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Failure } from "./failure.ts";

/**
 * The order in which members are asked: the one without a failure for the longest time first; initially as
 * configured.
 */
export class MemberOrder {
  #bestFirst: readonly MemberChannel[];
  readonly #listeners = new Set<Guarded<[member: MemberChannel]>>();

  constructor(all: readonly MemberChannel[]) {
    this.#bestFirst = all;
  }

  get bestFirst(): readonly MemberChannel[] {
    return this.#bestFirst;
  }

  /** Moves a member behind all others. */
  putLast(member: MemberChannel): void {
    this.#bestFirst = [...this.#bestFirst.filter((other) => other !== member), member];
  }

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

/** Pause before members that all failed are asked again. */
export const roundMs = 100;
/** The longest pause until the next member is asked while there is no answer. */
const longestLateMs = 400;

interface HedgedRequest<Answer> {
  readonly members: MemberOrder;
  readonly once: (member: MemberChannel, ms: number) => Promise<Either<Failure, Answer>>;
  /**
   * Whether the request changes something. A member keeps every copy, applied or not. So a member that may have one gets
   * no second, and no copy is sent after half of the first one's time. The caller decides whether to repeat a failed
   * change.
   */
  readonly isChange: boolean;
  /** Milliseconds after which an answer is late, and another member is asked too. */
  readonly lateMs: number;
  /** Milliseconds for a member's answer. */
  readonly answerMs: number;
  /** Milliseconds in total. */
  readonly ms: number;
  readonly isClosed: () => boolean;
  readonly boundary: Boundary;
}

/** The first answer of several members. */
export interface HedgedAnswer<Answer> {
  readonly answer: Either<Failure, Answer>;
  /** Why another member may have done it, or may do it later; undefined if none can. */
  readonly doubt: string | undefined;
}

/** The worse of two failures: one member's refusal does not undo what another may have done. */
const worseFailure = (one: Failure | undefined, other: Failure): Failure =>
  one?.kind === "unknown" ? one : other;

/**
 * The first answer of several members: the next one is asked when one fails, and beside one that is late. If none
 * answers, `unknown` if one may have done it, else the last failure.
 */
export const hedgedRequest = <Answer>(
  question: HedgedRequest<Answer>,
): Promise<HedgedAnswer<Answer>> =>
  new Promise((resolve) => {
    const { members, once, isChange, answerMs, ms, isClosed, boundary } = question;
    const deadline = performance.now() + ms;
    // With less time a request would be sent but hardly answered, and turn "not done" into "may have been done".
    const minMs = Math.min(ms, answerMs) / 2;
    /** Members that have the request, or may have it. */
    const asked = new Set<MemberChannel>();
    let underWay = 0;
    /** Since when some request has been under way. */
    let since = 0;
    const isOld = (): boolean => isChange && performance.now() - since > answerMs - minMs;
    /** Whether a member that may have the request failed so late that no further one is asked, only waited for. */
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
    // The caller gets an answer in any case; the outcome is unknown.
    const bug = (): void =>
      end(left({ kind: "unknown", reason: "the request failed unexpectedly" }));
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
      failed = worseFailure(failed, answer.left);
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
      if (failed !== undefined && deadline - performance.now() < minMs) {
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
