/**
 * Decides how long a batch waits for company before it is committed.
 *
 * Without it, editors that save without pause fall into two groups that take
 * turns: one is answered while the other's sync runs. So as many saves are
 * awaited as there were editors busy a moment ago: those of the last batch and
 * those that came during its sync. The wait costs at most half a sync, and a
 * lone editor never waits. (PostgreSQL's commit_delay has the same aim.)
 */
export class GroupCommit {
  readonly #longestMs: number;
  #busyEditors = 1;
  #syncMs = 0;

  /** `longestMs`: no batch waits longer than this many milliseconds. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** How many saves to wait for, and for how many milliseconds at most. */
  next(): { readonly saves: number; readonly ms: number } {
    return { saves: this.#busyEditors, ms: Math.min(this.#longestMs, this.#syncMs / 2) };
  }

  /** Takes note of a commit of `saves` saves that took `ms` milliseconds, at whose end `waiting` more had come. */
  committed(saves: number, ms: number, waiting: number): void {
    this.#busyEditors = saves + waiting;
    this.#syncMs = this.#syncMs === 0 ? ms : this.#syncMs * 0.8 + ms * 0.2;
  }
}
