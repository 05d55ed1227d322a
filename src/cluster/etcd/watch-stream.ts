import type { ClientDuplexStream } from "@grpc/grpc-js";
import type { Boundary } from "../../boundary.ts";
import type { Change, KeyRange } from "../../storage/etcd/client/etcd.ts";
import { type Failure, failureOfCancel } from "../../storage/etcd/client/failure.ts";
import type { MemberChannel } from "../../storage/etcd/client/member-channel.ts";
import {
  watch as watchMethod,
  type WatchAnswer,
  type WatchRequest,
} from "../../storage/etcd/client/methods.ts";
import { deleteEvent } from "../../storage/etcd/client/protocol.ts";
import { wireRange } from "./ranges.ts";

/** How often a member is asked how far it is. */
const askMs = 1000;
/** After how many such questions without a word it is left. They are counted, as a process that did not run itself heard nothing. */
const unanswered = 5;

/** How long a member may say nothing, in milliseconds. */
export const silenceMs = askMs * unanswered;

/** What is watched at a member. */
export interface WatchTarget {
  readonly range: KeyRange;
  /** The first revision of etcd that is told. */
  readonly from: number;
  readonly token: string | undefined;
}

/** Hears what a member tells. */
export interface WatchStreamListener {
  /** Whole transactions, in order. */
  readonly changed: (changes: readonly Change[]) => void;
  /** Every change up to this revision of etcd was told. */
  readonly reached: (revision: number) => void;
  /** What would be told next was compacted; nothing follows. */
  readonly compacted: (oldest: number) => void;
  /** Nothing follows. */
  readonly failed: (failure: Failure) => void;
}

/** What one member tells of a range. */
export class WatchStream {
  readonly #member: MemberChannel;
  readonly #listener: WatchStreamListener;
  readonly #stream: ClientDuplexStream<WatchRequest, WatchAnswer>;
  readonly #timer: NodeJS.Timeout;
  /** What came of a message of which the rest is on its way. */
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
    const bug = (): void => failed({ kind: "unknown", reason: "what it told failed unexpectedly" });
    this.#stream = member.stream(watchMethod, token, failed);
    const take = boundary(
      "what a watch told failed unexpectedly",
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
        // Large answers come in parts: so a slow connection is not taken for a silent member.
        fragment: true,
      },
    });
    const ask = boundary("a member could not be asked how far it is", () => this.#ask(), bug);
    this.#timer = setInterval(ask, askMs);
  }

  /** Ends it; nothing more is told. */
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
