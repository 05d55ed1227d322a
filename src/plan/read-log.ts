import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { LogVisitor } from "../../wal/index.ts";
import { emptyState, evolve, type PlanState, stateOf } from "./state.ts";
import { decodeRevision, type StoredPlan } from "./stored-plan.ts";

/** Builds the plan's state while a log is read; plans are not parsed. */
export class StateReader implements LogVisitor {
  state: PlanState = emptyState;
  /** The first record that holds no revision, and why. */
  problem: string | undefined;
  /** Memory of a plan that left the history: a log holds thousands, and only the last of them are kept. */
  #space: Buffer | undefined;

  onSnapshot(entries: readonly Buffer[], _index: number): void {
    const plans: StoredPlan[] = [];
    for (const entry of entries) this.#decode(entry, "snapshot", (plan) => plans.push(plan));
    this.state = stateOf(plans);
  }

  onRecord(payload: Buffer, file: string, offset: number, _index: number): void {
    this.#decode(payload, `${file}, offset ${offset}`, (plan) => {
      const [oldest] = this.state.history;
      this.state = evolve(this.state, plan);
      this.#space = this.state.history[0] === oldest ? undefined : oldest?.json[0];
    });
  }

  #decode(payload: Buffer, where: string, use: (plan: StoredPlan) => void): void {
    if (this.problem !== undefined) return;
    const plan: Either<string, StoredPlan> = decodeRevision(payload, this.#space);
    if (isLeft(plan)) this.problem = `${where}: ${plan.left}`;
    else use(plan.right);
  }
}
