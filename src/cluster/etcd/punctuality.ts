/** A question may take so many times as long as it usually does until another member is asked as well. */
const timesUsual = 4;
/** What is answered sooner is never asked twice, however short it usually takes, in milliseconds. */
const leastMs = 100;
/** The part that a question has in what is usual. */
const weight = 1 / 8;

/** How long questions of each kind usually take, so that an answer that is late can be told from a cluster that is slow. */
export class UsualLatency {
  readonly #usualMs = new Map<string, number>();

  /** A question of that kind took so many milliseconds, until it was answered or given up. */
  record(kind: string, ms: number): void {
    const usual = this.#usualMs.get(kind) ?? 0;
    this.#usualMs.set(kind, usual + (ms - usual) * weight);
  }

  /** Milliseconds after which an answer to a question of that kind is late. */
  lateMs(kind: string): number {
    return Math.max(leastMs, timesUsual * (this.#usualMs.get(kind) ?? 0));
  }
}
