import type { MemberChannel } from "./member-channel.ts";

/** Which member is asked next: the one that did not fail for the longest time. At the start it is the first. */
export class Members {
  #inOrder: readonly MemberChannel[];
  readonly #listeners = new Set<(member: MemberChannel) => void>();

  constructor(all: readonly MemberChannel[]) {
    this.#inOrder = all;
  }

  /** All members, the best first. */
  get inOrder(): readonly MemberChannel[] {
    return this.#inOrder;
  }

  /** The member is asked after all others, until those have failed too. */
  failed(member: MemberChannel): void {
    this.#inOrder = [...this.#inOrder.filter((other) => other !== member), member];
  }

  /** The member has answered. */
  answered(member: MemberChannel): void {
    for (const listener of this.#listeners) listener(member);
  }

  /** Calls back, which must not throw, with each member that answers; the returned function ends that. */
  onAnswer(listener: (member: MemberChannel) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
