import type { ClientDuplexStream } from "@grpc/grpc-js";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Asking } from "./asking.ts";
import type { Change, EtcdProblem, KeyRange, Watcher } from "./etcd.ts";
import { type Failure, failureOfCancel } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import { watch as watchMethod, type WatchAnswer, type WatchRequest } from "./methods.ts";
import { deleteEvent } from "./protocol.ts";
import { wireRange } from "./ranges.ts";

/** How often a member is asked how far it is. */
const askMs = 1000;
/** After how many such questions without a word another member is asked. They are counted, as a process that did not run itself heard nothing. */
const unanswered = 5;
/** How long it takes until a watch that failed is tried again, at most. */
const longestPauseMs = 1000;

type Stream = ClientDuplexStream<WatchRequest, WatchAnswer>;

/** One watch, over streams of one member after another. */
export class Watch {
  readonly #asking: Asking;
  readonly #range: KeyRange;
  readonly #watcher: Watcher;
  /** The first revision of which not everything was told. */
  #next: number;
  /** What came of a message of which the rest is on its way. */
  #part: Change[] = [];
  #stream: Stream | undefined;
  #silence = 0;
  #pauseMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(asking: Asking, range: KeyRange, from: number, watcher: Watcher) {
    this.#asking = asking;
    this.#range = range;
    this.#next = from;
    this.#watcher = watcher;
    this.#start();
  }

  /** Ends it; nothing more is told. */
  close(): void {
    this.#over = true;
    this.#leave();
  }

  #start(): void {
    this.#begin().catch((error: unknown) => {
      // A bug, which is to be seen as one.
      setImmediate(() => {
        throw error;
      });
    });
  }

  async #begin(): Promise<void> {
    const [member] = this.#asking.members.inOrder;
    if (member === undefined) throw new Error("a cluster has members");
    const token = await this.#asking.tokens.get(member, askMs * unanswered);
    if (this.#over || this.#asking.closed) return;
    if (isLeft(token)) this.#failed(member, token.left);
    else this.#follow(member, token.right);
  }

  #follow(member: MemberChannel, token: string | undefined): void {
    const stream = member.stream(watchMethod, token, (failure) => {
      if (stream === this.#stream) this.#failed(member, failure, token);
    });
    this.#stream = stream;
    this.#part = [];
    this.#silence = 0;
    stream.on("data", (answer: WatchAnswer) => {
      if (stream === this.#stream) this.#take(member, answer, token);
    });
    stream.write({
      createRequest: {
        ...wireRange(this.#range),
        startRevision: this.#next,
        progressNotify: true,
        // Large answers come in parts: so a slow connection is not taken for a silent member.
        fragment: true,
      },
    });
    this.#timer = setInterval(() => {
      this.#silence += 1;
      if (this.#silence > unanswered) {
        this.#failed(member, { kind: "unknown", reason: `${member.url} says nothing` });
      } else stream.write({ progressRequest: {} });
    }, askMs);
  }

  #take(member: MemberChannel, answer: WatchAnswer, token: string | undefined): void {
    this.#silence = 0;
    const { canceled, compactRevision, cancelReason, created, events, fragment, header } = answer;
    if (compactRevision > 0) {
      const reason = `revision ${this.#next} of etcd was compacted`;
      this.#end({ kind: "compacted", reason, oldest: compactRevision });
    } else if (canceled) this.#failed(member, failureOfCancel(cancelReason), token);
    else if (events.length > 0) {
      this.#pauseMs = 0;
      for (const { type, kv } of events) {
        if (kv.modRevision < this.#next) continue;
        const value = type === deleteEvent ? undefined : kv.value;
        this.#part.push({ key: kv.key.toString(), value, changed: kv.modRevision });
      }
      if (!fragment) this.#tell();
    } else if (!created) {
      this.#pauseMs = 0;
      // A member that lags behind another one has told nothing of what comes after.
      this.#next = Math.max(this.#next, header.revision + 1);
      this.#watcher.reached(this.#next - 1);
    }
  }

  #tell(): void {
    const changes = this.#part;
    this.#part = [];
    const last = changes.at(-1);
    if (last === undefined) return;
    this.#next = last.changed + 1;
    this.#watcher.changed(changes);
  }

  #failed(member: MemberChannel, failure: Failure, token?: string): void {
    const { kind, reason } = failure;
    if (kind === "refused" || (kind === "token" && !this.#asking.tokens.refused(token))) {
      this.#end({ kind: "refused", reason });
      return;
    }
    this.#leave();
    if (kind !== "token") this.#asking.members.failed(member);
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs);
    this.#pauseMs = Math.min(longestPauseMs, Math.max(50, this.#pauseMs * 2));
  }

  #end(problem: EtcdProblem): void {
    this.close();
    this.#watcher.ended(problem);
  }

  #leave(): void {
    clearInterval(this.#timer);
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.cancel();
  }
}
