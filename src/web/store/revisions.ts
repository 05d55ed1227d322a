import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import { type Change, differences } from "../../model/merge/difference.ts";
import type { PlanClient } from "../connection/plan-client.ts";

/** What a stored plan looks like, and what it changed. */
export interface RevisionSummary {
  /** As much of the plan as a small picture shows. */
  readonly picture: PlanData;
  /** What is new since the stored plan before it; undefined where that is not stored, or not here yet. */
  readonly changes: readonly Change[] | undefined;
}

/**
 * Looks at stored plans, which may be large: one after the other, each when it is wanted, and keeps of them
 * no more than is shown, and the last one whole, as whoever looks at one looks at the one before it next.
 */
export class RevisionSummaries {
  readonly #client: PlanClient;
  readonly #changed: () => void;
  readonly #glances = new Map<number, RevisionSummary | undefined>();
  #work: Promise<void> = Promise.resolve();
  #last: { readonly rev: number; readonly plan: PlanData } | undefined;

  /** `changed` is called when there is more to see of some revision. */
  constructor(client: PlanClient, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** What is known of a revision by now. */
  of(rev: number): RevisionSummary | undefined {
    return this.#glances.get(rev);
  }

  /** Looks at a revision, once, and compares it with the one stored before it. */
  want(rev: number, before: number | undefined): void {
    if (this.#glances.has(rev)) return;
    this.#glances.set(rev, undefined);
    this.#work = this.#work.then(() => this.#look(rev, before));
  }

  async #look(rev: number, before: number | undefined): Promise<void> {
    const plan = await this.#plan(rev);
    // Without a picture its line still says what it is.
    if (plan === undefined) return;
    const { levels, rooms, openings } = plan;
    const picture = { levels, rooms, openings };
    this.#show(rev, { picture, changes: undefined });
    const old = before === undefined ? undefined : await this.#plan(before);
    if (old !== undefined) this.#show(rev, { picture, changes: differences(old, plan) });
  }

  #show(rev: number, glance: RevisionSummary): void {
    this.#glances.set(rev, glance);
    this.#changed();
  }

  async #plan(rev: number): Promise<PlanData | undefined> {
    if (this.#last?.rev === rev) return this.#last.plan;
    const answer = await this.#client.revision(rev);
    if (isLeft(answer)) return undefined;
    this.#last = { rev, plan: answer.right };
    return answer.right;
  }
}
