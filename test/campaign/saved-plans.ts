import assert from "node:assert/strict";
import { countsOf, type PlanKind, readPlan, type ShownPlan } from "./wire-plans.ts";

/** How many earlier plans the history keeps. */
const historyLength = 20;

/** A plan that was sent. Times are those of the wall clock, in milliseconds. */
interface Sent {
  readonly kind: PlanKind;
  readonly sentAt: number;
  answeredAt: number | undefined;
  rev: number | undefined;
  isRefused?: boolean;
}

/** An entry of the history, as `history/list` tells it. */
export interface HistoryEntry {
  readonly rev: number;
  readonly saved_at: string;
  readonly rooms: number;
  readonly items: number;
}

/** All that is known of the plans that were sent, over all restarts. */
export class SavedPlans {
  /** The newest revision that was acknowledged or seen. */
  newest = 0;
  acknowledged = 0;
  /** How many of these were changes of the stored plan. */
  changed = 0;
  /** How many plans were compared byte for byte. */
  compared = 0;
  readonly #sent: Sent[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #times = new Map<number, string>();

  /** A new number for a plan that is about to be sent. */
  send(kind: PlanKind): number {
    return this.#sent.push({ kind, sentAt: Date.now(), answeredAt: undefined, rev: undefined }) - 1;
  }

  acknowledge(number: number, rev: number): void {
    this.#note(rev, number);
    this.#of(number).answeredAt = Date.now();
    this.acknowledged += 1;
  }

  /** A change was refused, as another save was first: its plan is never to be seen. */
  refuse(number: number): void {
    this.#of(number).isRefused = true;
    this.#of(number).answeredAt = Date.now();
  }

  /** The kind of a plan that was sent. */
  kindOf(number: number): PlanKind {
    return this.#of(number).kind;
  }

  /** Reads a message with a plan in it, and compares the plan with what was sent. */
  see(message: Buffer): ShownPlan {
    const shown = readPlan(message, (number) => this.#of(number).kind);
    if (shown.number !== undefined) this.#note(shown.rev, shown.number);
    this.compared += 1;
    return shown;
  }

  /** How many were sent and never answered: each may have been saved or not. */
  get unanswered(): number {
    return this.#sent.filter(({ answeredAt }) => answeredAt === undefined).length;
  }

  /** The revisions without gaps up to `rev`, but for saves that nobody ever heard of again. */
  assertContiguous(rev: number): void {
    const unheard = this.#sent.filter((sent) => sent.rev === undefined && !sent.isRefused).length;
    const unknown = rev - this.#numbers.size;
    assert(unknown >= 0 && unknown <= unheard, `${unknown} revisions come from ${unheard} saves`);
  }

  /** The history below revision `rev`, newest first: the right plans, their times and their counts. */
  assertHistory(rev: number, entries: readonly HistoryEntry[]): void {
    const expected: number[] = [];
    for (let each = rev - 1; each > 0 && expected.length < historyLength; each -= 1) {
      const number = this.#numbers.get(each);
      if (number !== undefined && countsOf(this.#of(number).kind).rooms > 0) expected.push(each);
    }
    const listed = entries.map((entry) => entry.rev);
    assert.deepEqual(listed, expected, "the last 20 plans with rooms are the history");
    for (const entry of entries.toReversed()) {
      const number = this.#numbers.get(entry.rev);
      assert(number !== undefined);
      const { kind, sentAt, answeredAt = Infinity } = this.#of(number);
      const { rooms, items } = entry;
      assert.deepEqual({ rooms, items }, countsOf(kind), `the counts of revision ${entry.rev}`);
      const time = this.#times.get(entry.rev) ?? entry.saved_at;
      assert.equal(entry.saved_at, time, `the time of revision ${entry.rev} stays`);
      this.#times.set(entry.rev, time);
      const at = Date.parse(time);
      const latest = this.#latest(entry.rev, answeredAt);
      assert(at >= sentAt && at <= latest, `revision ${entry.rev} was saved at ${time}`);
    }
  }

  /**
   * The latest that a revision can be, which was answered then: each is a millisecond after the one before it (HIST-8),
   * so where saves come faster than that they run ahead of the clock.
   */
  #latest(rev: number, answeredAt: number): number {
    for (let before = rev - 1; before > 0; before -= 1) {
      const time = this.#times.get(before);
      if (time !== undefined) return Math.max(answeredAt - 1, Date.parse(time)) + rev - before;
    }
    return answeredAt + rev;
  }

  #of(number: number): Sent {
    const sent = this.#sent[number];
    assert(sent !== undefined, `plan ${number} was sent`);
    return sent;
  }

  #note(rev: number, number: number): void {
    assert.equal(this.#numbers.get(rev) ?? number, number, `revision ${rev} is one plan for all`);
    const sent = this.#of(number);
    assert.equal(sent.rev ?? rev, rev, `plan ${number} was saved once`);
    assert(!sent.isRefused, `plan ${number} was refused`);
    sent.rev = rev;
    this.#numbers.set(rev, number);
    this.newest = Math.max(this.newest, rev);
  }
}
