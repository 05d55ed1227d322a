/** Longer than a node that is cut off from the others lets people in, or keeps those who are. */
const doubtMs = 15_000;

/**
 * Lets nobody who goes from node to node see an older plan than before. A node that tells an older one than another
 * did is not believed at once: it may only lag. A service whose nodes go on telling it was set back, as by a
 * restore; to refuse that for good would leave a screen with a plan that is nowhere any more. One node that is
 * asked again is believed at once, as a service without others is.
 */
export class NewestSeen {
  #rev = 0;
  #from: string | undefined;
  #doubtedSinceMs: number | undefined;

  /** Whether the plan of a revision may be shown that is told at an address at a time in milliseconds; after a no, ask again after another login. */
  takes(rev: number, address: string, nowMs: number): boolean {
    const isOlder = rev < this.#rev && address !== this.#from;
    if (isOlder && nowMs - (this.#doubtedSinceMs ??= nowMs) < doubtMs) return false;
    this.#rev = rev;
    this.#from = address;
    this.#doubtedSinceMs = undefined;
    return true;
  }
}
