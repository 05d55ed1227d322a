import { historyLength, revisionOf } from "../plan/state.ts";
import { StateReader } from "../storage/folder/embedded-log.ts";

/** Records that are gone, between two revisions that are there. */
export interface Loss {
  /** How many records are gone. */
  readonly count: number;
  /** The revision before them; 0 where none is. */
  readonly after: number;
  /** The revision behind them. */
  readonly before: number;
}

/**
 * Builds the state of a damaged log, and notes where records are gone. A
 * record's index is not its revision: a log that was restored or repaired
 * starts anew with 1, and leaves out what was not in the history.
 */
export class LossReader extends StateReader {
  readonly losses: Loss[] = [];
  #index = 0;

  override onSnapshot(entries: readonly Buffer[], index: number): void {
    super.onSnapshot(entries, index);
    this.#index = index;
  }

  override onRecord(payload: Buffer, file: string, offset: number, index: number): void {
    const after = revisionOf(this.state);
    super.onRecord(payload, file, offset, index);
    const count = index - this.#index - 1;
    if (count > 0) this.losses.push({ count, after, before: revisionOf(this.state) });
    this.#index = index;
  }
}

/** At most that many are named one by one. */
const named = 20;

/** A loss for a person: `revision 4`, `revision 5, 6`, `revisions 7 to 99`, `3 of the revisions 10 to 19`. */
export const describeLoss = ({ count, after, before }: Loss): string => {
  const [from, to] = [after + 1, before - 1];
  // What was compacted away was not there any more; what the snapshot still had of it, nobody knows.
  if (after === 0 && count > named)
    return `the history before revision ${before}, at most ${historyLength} plans`;
  if (count !== to - from + 1) return `${count} of the revisions ${from} to ${to}`;
  if (count > named) return `revisions ${from} to ${to}`;
  return `revision ${Array.from({ length: count }, (_none, at) => from + at).join(", ")}`;
};
