import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { createStore, delMany, entries, setMany } from "idb-keyval";
import type { Appended, Follower, OpenedLog, PlanLog } from "../plan/plan-log.ts";
import { emptyState, evolve, type PlanState, storedPlans } from "../plan/state.ts";
import { decodeRevision, encodeRevision, type StoredPlan } from "../plan/stored-plan.ts";

/** Keeps revisions as bytes, by their number. */
export interface RevisionStore {
  /** Whether they outlive the worker. */
  readonly isLasting: boolean;
  readonly read: () => Promise<ReadonlyMap<number, Uint8Array>>;
  /** Stores all of them or none. */
  readonly write: (revisions: readonly (readonly [rev: number, Uint8Array])[]) => Promise<void>;
  readonly remove: (revs: readonly number[]) => Promise<void>;
}

/** Keeps revisions as long as the worker lives. */
export const memoryStore = (): RevisionStore => {
  const kept = new Map<number, Uint8Array>();
  return {
    isLasting: false,
    read: async () => kept,
    write: async (revisions) => revisions.forEach(([rev, bytes]) => kept.set(rev, bytes)),
    remove: async (revs) => revs.forEach((rev) => kept.delete(rev)),
  };
};

/** Keeps revisions in this browser. Rejects where it keeps nothing, as in some private windows. */
export const browserStore = (): RevisionStore => {
  const store = createStore("floorplan-demo", "revisions");
  return {
    isLasting: true,
    read: async () => new Map(await entries<number, Uint8Array>(store)),
    write: (revisions) =>
      setMany(
        revisions.map(([rev, bytes]) => [rev, bytes]),
        store,
      ),
    remove: (revs) => delMany([...revs], store),
  };
};

/** The plan's log in a store of the browser. One worker appends. */
class StoreLog implements PlanLog {
  readonly most = { saves: Infinity, bytes: Infinity };
  readonly storesWhole = true;
  readonly #store: RevisionStore;
  readonly #stored: Set<number>;
  #follower: Follower | undefined;

  /** `stored`: the revisions that are in the store. */
  constructor(store: RevisionStore, stored: Iterable<number>) {
    this.#store = store;
    this.#stored = new Set(stored);
  }

  readonly follow = (follower: Follower): void => {
    this.#follower = follower;
  };

  readonly groupCommitHint = () => ({ saves: 1, ms: 0 });

  readonly append = async (plans: readonly StoredPlan[]): Promise<Appended> => {
    try {
      await this.#store.write(
        plans.map((plan) => [plan.rev, Buffer.concat(encodeRevision(plan))] as const),
      );
    } catch (error) {
      return { kind: "away", reason: `the browser does not store it: ${String(error)}` };
    }
    for (const plan of plans) {
      this.#stored.add(plan.rev);
      this.#follower?.followed(plan);
    }
    return { kind: "durable" };
  };

  readonly caughtUp = async (): Promise<Either<string, void>> => right(undefined);

  /** Drops what has left the history. */
  readonly compact = async (state: PlanState): Promise<Either<string, void>> => {
    const kept = new Set(storedPlans(state).map(({ rev }) => rev));
    const gone = [...this.#stored].filter((rev) => !kept.has(rev));
    try {
      if (gone.length > 0) await this.#store.remove(gone);
      for (const rev of gone) this.#stored.delete(rev);
    } catch {
      // They go with the next save.
    }
    return right(undefined);
  };

  readonly close = async (): Promise<void> => undefined;
}

/** Opens the log in a store, with a first revision if there is none. Left: it cannot be read or written. */
export const openStoreLog = async (
  store: RevisionStore,
  first?: StoredPlan,
): Promise<Either<string, OpenedLog>> => {
  const stored = [...(await store.read())].toSorted(([one], [other]) => one - other);
  let state: PlanState = emptyState;
  for (const [, bytes] of stored) {
    const read = decodeRevision(Buffer.from(bytes));
    if (isLeft(read)) return read;
    state = evolve(state, read.right);
  }
  const log = new StoreLog(
    store,
    stored.map(([rev]) => rev),
  );
  if (state.current === undefined && first !== undefined) {
    const appended = await log.append([first]);
    if (appended.kind === "away") return left(appended.reason);
    state = evolve(state, first);
  }
  return right({ log, state });
};

/** The log of the demo's plan, and whether it outlives the worker. */
export interface OpenedStore {
  readonly log: OpenedLog;
  readonly isLasting: boolean;
}

/** Opens the log in the first store that has what it needs. Rejects if none has; one in memory always does. */
export const openFirstStore = async (
  stores: readonly (() => RevisionStore)[],
  first: StoredPlan,
): Promise<OpenedStore> => {
  for (const open of stores) {
    try {
      const store = open();
      const log = await openStoreLog(store, first);
      if (isRight(log)) return { log: log.right, isLasting: store.isLasting };
      console.warn("the demo does not keep its plan in this browser:", log.left);
    } catch (error) {
      console.warn("the demo does not keep its plan in this browser:", error);
    }
  }
  throw new Error("no store can be opened");
};
