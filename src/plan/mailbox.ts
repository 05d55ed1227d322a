import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Overloaded } from "./plan-error.ts";
import type { Batch } from "./plan-log.ts";

/** What a mailbox holds: how many bytes of a plan a message keeps in memory while it waits, and whether it will need a commit. */
export interface Message {
  readonly bytes: number;
  readonly commits: boolean;
}

/** Limits of a mailbox. */
export interface MailboxLimits {
  /** Messages that may wait. */
  readonly mailboxMessages: number;
  /** Bytes of plans that may wait. */
  readonly mailboxBytes: number;
}

interface Waiter {
  readonly commits: number;
  readonly wake: () => void;
}

/** A bounded queue with one reader, who takes what waits many at a time. */
export class Mailbox<M extends Message> {
  readonly #limits: MailboxLimits;
  #messages: M[] = [];
  #bytes = 0;
  #commits = 0;
  #waiter: Waiter | undefined;

  constructor(limits: MailboxLimits) {
    this.#limits = limits;
  }

  /** Messages that wait and need a commit. */
  get commits(): number {
    return this.#commits;
  }

  /** What waits: messages, and bytes of plans. */
  get waiting(): { readonly messages: number; readonly bytes: number } {
    return { messages: this.#messages.length, bytes: this.#bytes };
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Queues a message, or says which limit is reached. */
  offer(message: M): Either<Overloaded, void> {
    const { mailboxMessages, mailboxBytes } = this.#limits;
    if (this.#messages.length >= mailboxMessages)
      return left({ kind: "overloaded", limit: "mailbox-messages", value: mailboxMessages });
    if (this.#bytes + message.bytes > mailboxBytes)
      return left({ kind: "overloaded", limit: "mailbox-bytes", value: mailboxBytes });
    this.#messages.push(message);
    this.#bytes += message.bytes;
    if (message.commits) this.#commits += 1;
    if (this.#waiter !== undefined && this.#commits >= this.#waiter.commits) this.#waiter.wake();
    return right(undefined);
  }

  /** Takes what waits, in order, but no more plans and bytes of them than `most`, beyond the first message. */
  take(most: Batch): readonly M[] {
    const end = this.#endOf(most);
    const taken = this.#messages.splice(0, end);
    for (const { bytes, commits } of taken) {
      this.#bytes -= bytes;
      if (commits) this.#commits -= 1;
    }
    return taken;
  }

  /** Resolves when `count` messages that need a commit wait, or after `ms` milliseconds. */
  gathering(count: number, ms: number): Promise<void> {
    if (this.#commits >= count) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiter = undefined;
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiter = { commits: count, wake };
    });
  }

  #endOf(most: Batch): number {
    let [saves, bytes] = [0, 0];
    const end = this.#messages.findIndex((message, position) => {
      if (message.bytes > 0) saves += 1;
      bytes += message.bytes;
      return position > 0 && (saves > most.saves || bytes > most.bytes);
    });
    return end === -1 ? this.#messages.length : end;
  }
}
