import type { Guarded } from "../../boundary.ts";
import type { MemberChannel } from "../../storage/etcd/client/member-channel.ts";

/** Which member is asked next: the one that did not fail for the longest time. At the start it is the first. */
export class MemberOrder {
  #inOrder: readonly MemberChannel[];
  readonly #listeners = new Set<Guarded<[member: MemberChannel]>>();

  constructor(all: readonly MemberChannel[]) {
    this.#inOrder = all;
  }

  /** All members, the best first. */
  get inOrder(): readonly MemberChannel[] {
    return this.#inOrder;
  }

  /** The member is asked after all others, until those have failed too. */
  putLast(member: MemberChannel): void {
    this.#inOrder = [...this.#inOrder.filter((other) => other !== member), member];
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
