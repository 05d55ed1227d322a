/** A count that was true until then; undefined if nothing was known. */
interface Past {
  readonly count: number | undefined;
  /** When it has been over for as long as it is held: milliseconds. */
  readonly until: number;
}

/**
 * How many are in a zone, held against flicker: a count that rises counts at once, and one that falls after a while in which it
 * did not rise again. That nobody is there also has to last before it is said of a zone of which nothing was known.
 */
export class HeldCount {
  readonly #holdMs: number;
  #count: number | undefined;
  /** Earlier counts that still hold, each greater than those after it; that nothing was known is the first. */
  #past: readonly Past[] = [];

  /** `holdMs`: milliseconds for which an earlier count is held. */
  constructor(holdMs: number) {
    this.#holdMs = holdMs;
  }

  /** Takes over a count; undefined if it is not known, which counts at once. `now` is in milliseconds of any clock. */
  see(count: number | undefined, now: number): void {
    const before = this.#count;
    this.#count = count;
    if (count === undefined) {
      this.#past = [];
      return;
    }
    if (count === before) return;
    const least = Math.max(count, before ?? 0);
    const kept = this.#past.filter(
      ({ count: past, until }) => until > now && (past === undefined || past > least),
    );
    const isOver = before === undefined || before > count;
    this.#past = isOver ? [...kept, { count: before, until: now + this.#holdMs }] : kept;
  }

  /** The count that is told now: the greatest that holds, or undefined while nobody is seen and that has not lasted. */
  told(now: number): number | undefined {
    if (this.#count === undefined) return undefined;
    const held = this.#past.filter(({ until }) => until > now);
    const most = Math.max(this.#count, ...held.map(({ count }) => count ?? 0));
    const wasUnknown = held.some(({ count }) => count === undefined);
    return most === 0 && wasUnknown ? undefined : most;
  }

  /** When what is told may change by itself next; undefined if it does not. */
  changesAt(now: number): number | undefined {
    const coming = this.#past.map(({ until }) => until).filter((until) => until > now);
    return coming.length === 0 ? undefined : Math.min(...coming);
  }
}
