import type { StoredPlan } from "../stored-plan.ts";

/** Bytes of changes that are kept for followers that come back; longer ones are no shorter than most plans. */
const recentBytes = 1024 * 1024;

/** Revisions that are kept: those that change nothing have no bytes, and take memory all the same. */
const recentRevisions = 20_000;

/** What leads from recent revisions to the newest one, as long as it is shorter than the plan. */
export class RecentChanges {
  /** Oldest first, one for each revision up to the newest; as texts, since a short buffer can keep 8 KiB. */
  #changes: string[] = [];
  #bytes = 0;
  #rev = 0;

  /** Takes the next revision. After a gap, or a revision without changes, nothing before it is known. */
  add(plan: StoredPlan): void {
    const { rev, changes } = plan;
    const isNext = rev === this.#rev + 1;
    this.#rev = rev;
    if (changes === undefined || !isNext) {
      this.#changes = [];
      this.#bytes = 0;
      return;
    }
    this.#changes.push(changes.toString());
    this.#bytes += changes.length;
    const most = Math.min(recentBytes, plan.text.bytes);
    let dropped = Math.max(0, this.#changes.length - recentRevisions);
    for (const old of this.#changes.slice(0, dropped)) this.#bytes -= Buffer.byteLength(old);
    while (this.#bytes > most) this.#bytes -= Buffer.byteLength(this.#changes[dropped++] ?? "");
    if (dropped > 0) this.#changes.splice(0, dropped);
  }

  /** The changes from a revision to the newest one, oldest first; undefined if they are not known. */
  since(rev: number): readonly string[] | undefined {
    const count = this.#rev - rev;
    if (count < 0 || count > this.#changes.length) return undefined;
    return this.#changes.slice(this.#changes.length - count);
  }
}
