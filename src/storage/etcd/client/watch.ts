import { isLeft } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../../boundary.ts";
import type { RequestDispatcher } from "./request-dispatcher.ts";
import type { Change, EtcdProblem, KeyRange, Watcher } from "./etcd.ts";
import type { Failure } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import { silenceMs, WatchStream } from "../../../cluster/etcd/watch-stream.ts";

/** How long it takes until a watch that failed at a member is tried again, at most: members that lose their leader end all watches, and take them again as soon as they have one. */
const longestPauseMs = 250;

/** So many members are watched at once, where there are. */
const mostMembersWatched = 2;

/** Where one of several looks at a range goes on, at one member after another. */
interface MemberWatch {
  member: MemberChannel | undefined;
  stream: WatchStream | undefined;
  pauseMs: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * One watch, at two members at once: what one of them tells first, whether the other is slow, stopped or cut off, is
 * told, and not again what the other one tells later. All tell the same in the same order, so a revision says what was
 * told before. One of both is the member that answered last, so that what was done there is told.
 */
export class Watch {
  readonly #dispatcher: RequestDispatcher;
  readonly #range: KeyRange;
  readonly #watcher: Watcher;
  readonly #memberWatches: readonly MemberWatch[];
  /** The first revision of which not everything was told. */
  #next: number;
  #over = false;
  readonly #start: Guarded<[eye: MemberWatch]>;
  readonly #answered: Guarded<[member: MemberChannel]>;

  constructor(dispatcher: RequestDispatcher, range: KeyRange, from: number, watcher: Watcher) {
    this.#dispatcher = dispatcher;
    this.#range = range;
    this.#next = from;
    const { boundary } = dispatcher;
    // What is beside a change that was not taken nobody knows: all of it is to be read again.
    const bug = (): void => this.#end({ kind: "away", reason: "what was told was not taken" });
    const ended = boundary("the end of a watch was not taken", watcher.ended);
    this.#watcher = {
      changed: boundary("a change in etcd was not taken", watcher.changed, bug),
      reached: boundary("how far a watch is was not taken", watcher.reached, bug),
      ended,
    };
    this.#start = boundary(
      "a watch could not be begun",
      (memberWatch: MemberWatch) => this.#begin(memberWatch),
      (memberWatch) => this.#later(memberWatch),
    );
    this.#memberWatches = dispatcher.members.inOrder.slice(0, mostMembersWatched).map(() => ({
      member: undefined,
      stream: undefined,
      pauseMs: 0,
      timer: undefined,
    }));
    this.#answered = boundary("a watch could not go to another member", (member: MemberChannel) =>
      this.#lookAt(member),
    );
    dispatcher.members.onAnswer(this.#answered);
    for (const memberWatch of this.#memberWatches) this.#start(memberWatch);
  }

  /** Ends it; nothing more is told. */
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
      members.inOrder.find((each) => this.#memberWatches.every((one) => one.member !== each));
    if (member === undefined) throw new Error("a cluster has a member for each eye");
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
          // A member that lags behind another one has told nothing of what comes after.
          this.#next = Math.max(this.#next, revision + 1);
          this.#watcher.reached(this.#next - 1);
        },
        compacted: (oldest) => {
          // Others may have told what this one cannot tell any more.
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

  /** Where no eye is at a member that answers, the one at the member that is asked last goes there. */
  #lookAt(answering: MemberChannel): void {
    // One without a stream is about to choose its member, or has just done so.
    if (this.#memberWatches.some(({ member, stream }) => member === answering || !stream)) return;
    const { inOrder } = this.#dispatcher.members;
    const last = inOrder.findLast((each) =>
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
