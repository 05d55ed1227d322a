/** The kill of a member that led: when, after how many ms another one did, and until when a member was missing. */
export interface LeaderKill {
  readonly from: number;
  readonly electedMs: number;
  readonly until: number;
}

/** What a campaign measures; times are in milliseconds, of the clock of `performance`. */
export class Figures {
  /** How often each kind of disturbance was made. */
  readonly disturbances = new Map<string, number>();
  readonly leaderKills: LeaderKill[] = [];
  /** How long each client of a killed node needed, from the kill on, to be in at another one. */
  readonly back: number[] = [];
  /** How many clients were let in while there was no quorum. */
  blind = 0;
  /** How many saves were told as of unknown outcome. */
  unknown = 0;
  readonly #acknowledged: number[] = [];

  disturbed(kind: string): void {
    this.disturbances.set(kind, (this.disturbances.get(kind) ?? 0) + 1);
  }

  acknowledged(): void {
    this.#acknowledged.push(performance.now());
  }

  /** Whether a save was acknowledged since then, by the clock of `performance`. */
  hasSavedSince(from: number): boolean {
    return (this.#acknowledged.at(-1) ?? -Infinity) > from;
  }

  get count(): number {
    return [...this.disturbances.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Of each kill of a leader the longest time without an acknowledged save that began before all members were there again. */
  pauses(): readonly number[] {
    return this.leaderKills.map(({ from, until }) => {
      let [longest, before] = [0, from];
      for (const at of this.#acknowledged.filter((each) => each >= from)) {
        if (before > until) return longest;
        longest = Math.max(longest, at - before);
        before = at;
      }
      return before > until ? longest : Infinity;
    });
  }

  /** Each kind of disturbance with how often it was made. */
  tellDisturbances(): string {
    const kinds = [...this.disturbances].map(([kind, count]) => `${count} × ${kind}`);
    return `${this.count} disturbances: ${kinds.toSorted().join(", ")}`;
  }
}

/** The median and the longest of some times, in words. */
export const tellTimes = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (median === undefined || longest === undefined) return "none";
  return `median ${median.toFixed()} ms, longest ${longest.toFixed()} ms of ${sorted.length}`;
};
