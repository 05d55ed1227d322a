import type { ClientDuplexStream } from "@grpc/grpc-js";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../../server/runtime/boundary.ts";
import type { Change, EtcdProblem, KeyRange, Watcher } from "./etcd.ts";
import { type Failure, failureOfCancel } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import { watch as watchMethod, type WatchAnswer, type WatchRequest, wireRange } from "./methods.ts";
import { deleteEvent } from "./protocol.ts";
import type { RequestDispatcher } from "./request-dispatcher.ts";

/** How often a member is asked for its progress. */
const askMs = 1000;
/**
 * Unanswered requests before a member is given up. Requests are counted instead of time, as a paused process hears
 * nothing.
 */
const unanswered = 5;

/** Milliseconds of silence that a member is granted. */
const silenceMs = askMs * unanswered;

interface WatchTarget {
  readonly range: KeyRange;
  /** The first revision of etcd to report. */
  readonly from: number;
  readonly token: string | undefined;
}

interface WatchStreamListener {
  /** Whole transactions, in order. */
  readonly changed: (changes: readonly Change[]) => void;
  readonly reached: (revision: number) => void;
  readonly compacted: (oldest: number) => void;
  readonly failed: (failure: Failure) => void;
}

/** A watch at one member. */
class WatchStream {
  readonly #member: MemberChannel;
  readonly #listener: WatchStreamListener;
  readonly #stream: ClientDuplexStream<WatchRequest, WatchAnswer>;
  readonly #timer: NodeJS.Timeout;
  /** Fragments of an incomplete message. */
  #part: Change[] = [];
  #silence = 0;
  #over = false;

  constructor(
    member: MemberChannel,
    { range, from, token }: WatchTarget,
    listener: WatchStreamListener,
    boundary: Boundary,
  ) {
    this.#member = member;
    this.#listener = listener;
    const failed = boundary("the end of a watch failed unexpectedly", (failure: Failure) =>
      this.#failed(failure),
    );
    const bug = (): void =>
      failed({ kind: "unknown", reason: "an event of the watch failed unexpectedly" });
    this.#stream = member.stream(watchMethod, token, failed);
    const take = boundary(
      "an event of a watch failed unexpectedly",
      (answer: WatchAnswer) => {
        if (!this.#over) this.#take(answer);
      },
      bug,
    );
    this.#stream.on("data", take);
    this.#stream.write({
      createRequest: {
        ...wireRange(range),
        startRevision: from,
        progressNotify: true,
        // Large answers are fragmented: a slow connection does not look like a silent member.
        fragment: true,
      },
    });
    const ask = boundary("a member could not be asked for its progress", () => this.#ask(), bug);
    this.#timer = setInterval(ask, askMs);
  }

  /** Ends it; nothing more is reported. */
  close(): void {
    this.#over = true;
    clearInterval(this.#timer);
    this.#stream.cancel();
  }

  #ask(): void {
    this.#silence += 1;
    if (this.#silence > unanswered)
      this.#failed({ kind: "unknown", reason: `${this.#member.url} says nothing` });
    else this.#stream.write({ progressRequest: {} });
  }

  #take(answer: WatchAnswer): void {
    this.#silence = 0;
    const { canceled, compactRevision, cancelReason, created, events, fragment, header } = answer;
    if (compactRevision > 0) {
      this.close();
      this.#listener.compacted(compactRevision);
    } else if (canceled) this.#failed(failureOfCancel(cancelReason));
    else if (events.length > 0) {
      for (const { type, kv } of events) {
        const value = type === deleteEvent ? undefined : kv.value;
        this.#part.push({ key: kv.key.toString(), value, changed: kv.modRevision });
      }
      if (fragment) return;
      const changes = this.#part;
      this.#part = [];
      this.#listener.changed(changes);
    } else if (!created) this.#listener.reached(header.revision);
  }

  #failed(failure: Failure): void {
    if (this.#over) return;
    this.close();
    this.#listener.failed(failure);
  }
}

/**
 * The longest pause before a failed watch is retried: members that lose their leader end all watches, and accept them
 * again as soon as they have one.
 */
const longestPauseMs = 250;

const maxMembersWatched = 2;

/** One of the parallel watches, at one member after another. */
interface MemberWatch {
  member: MemberChannel | undefined;
  stream: WatchStream | undefined;
  pauseMs: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * A watch at two members at once: whichever reports a change first is heard, even if the other is slow, paused or cut
 * off; the second report is dropped. Both report the same in the same order, so the revision tells what is new. One of
 * them is the member that answered last, so that its changes are seen.
 */
export class Watch {
  readonly #dispatcher: RequestDispatcher;
  readonly #range: KeyRange;
  readonly #watcher: Watcher;
  readonly #memberWatches: readonly MemberWatch[];
  /** The first revision that was not fully reported. */
  #next: number;
  #over = false;
  readonly #start: Guarded<[memberWatch: MemberWatch]>;
  readonly #answered: Guarded<[member: MemberChannel]>;

  constructor(dispatcher: RequestDispatcher, range: KeyRange, from: number, watcher: Watcher) {
    this.#dispatcher = dispatcher;
    this.#range = range;
    this.#next = from;
    const { boundary } = dispatcher;
    // Handling a change failed: everything must be read again.
    const bug = (): void => this.#end({ kind: "away", reason: "an event could not be handled" });
    const ended = boundary("the end of a watch could not be handled", watcher.ended);
    this.#watcher = {
      changed: boundary("a change in etcd could not be handled", watcher.changed, bug),
      reached: boundary("a watch's progress could not be handled", watcher.reached, bug),
      ended,
    };
    this.#start = boundary(
      "a watch could not be started",
      (memberWatch: MemberWatch) => this.#begin(memberWatch),
      (memberWatch) => this.#later(memberWatch),
    );
    this.#memberWatches = dispatcher.members.bestFirst.slice(0, maxMembersWatched).map(() => ({
      member: undefined,
      stream: undefined,
      pauseMs: 0,
      timer: undefined,
    }));
    this.#answered = boundary("a watch could not move to another member", (member: MemberChannel) =>
      this.#lookAt(member),
    );
    dispatcher.members.onAnswer(this.#answered);
    for (const memberWatch of this.#memberWatches) this.#start(memberWatch);
  }

  /** Ends it; nothing more is reported. */
  close(): void {
    this.#over = true;
    this.#dispatcher.members.offAnswer(this.#answered);
    for (const { stream, timer } of this.#memberWatches) {
      clearTimeout(timer);
      stream?.close();
    }
  }

  async #begin(memberWatch: MemberWatch): Promise<void> {
    const { members, tokens } = this.#dispatcher;
    const member =
      memberWatch.member ??
      members.bestFirst.find((each) => this.#memberWatches.every((one) => one.member !== each));
    if (member === undefined) throw new Error("a cluster has a member for each watch");
    memberWatch.member = member;
    const token = await tokens.get(member, silenceMs);
    if (this.#over || this.#dispatcher.closed) return;
    if (isLeft(token)) return this.#failed(memberWatch, token.left, undefined);
    memberWatch.stream = new WatchStream(
      member,
      { range: this.#range, from: this.#next, token: token.right },
      {
        changed: (changes) => {
          memberWatch.pauseMs = 0;
          this.#changed(changes);
        },
        reached: (revision) => {
          memberWatch.pauseMs = 0;
          // A member that lags behind has reported nothing of what follows.
          this.#next = Math.max(this.#next, revision + 1);
          this.#watcher.reached(this.#next - 1);
        },
        compacted: (oldest) => {
          // The other member may have reported what this one no longer has.
          if (oldest <= this.#next) return this.#later(memberWatch);
          const reason = `revision ${this.#next} of etcd was compacted`;
          this.#end({ kind: "compacted", reason, oldest });
        },
        failed: (failure) => this.#failed(memberWatch, failure, token.right),
      },
      this.#dispatcher.boundary,
    );
  }

  #changed(changes: readonly Change[]): void {
    const fresh = changes.filter(({ changed }) => changed >= this.#next);
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.#next = last.changed + 1;
    this.#watcher.changed(fresh);
  }

  #failed(memberWatch: MemberWatch, { kind, reason }: Failure, token: string | undefined): void {
    const { members, tokens } = this.#dispatcher;
    if (kind === "refused" || (kind === "token" && !tokens.refused(token)))
      return this.#end({ kind: "refused", reason });
    if (kind !== "token" && memberWatch.member !== undefined) members.putLast(memberWatch.member);
    this.#later(memberWatch);
  }

  /** If no watch is at the member that answers, the one at the worst member moves there. */
  #lookAt(answering: MemberChannel): void {
    // A watch without a stream is about to choose its member, or has just done so.
    if (this.#memberWatches.some(({ member, stream }) => member === answering || !stream)) return;
    const { bestFirst } = this.#dispatcher.members;
    const last = bestFirst.findLast((each) =>
      this.#memberWatches.some(({ member }) => member === each),
    );
    const memberWatch = this.#memberWatches.find(({ member }) => member === last);
    if (memberWatch === undefined) return;
    memberWatch.stream?.close();
    memberWatch.stream = undefined;
    memberWatch.member = answering;
    this.#start(memberWatch);
  }

  #later(memberWatch: MemberWatch): void {
    if (this.#over) return;
    memberWatch.member = undefined;
    memberWatch.stream = undefined;
    memberWatch.timer = setTimeout(this.#start, memberWatch.pauseMs, memberWatch);
    memberWatch.pauseMs = Math.min(longestPauseMs, Math.max(50, memberWatch.pauseMs * 2));
  }

  #end(problem: EtcdProblem): void {
    if (this.#over) return;
    this.close();
    this.#watcher.ended(problem);
  }
}
