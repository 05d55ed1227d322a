import { createStore, del, entries, set } from "idb-keyval";
import type { Draft, DraftStore } from "./state.ts";

const lockOf = (id: string): string => `floorplan-draft-${id}`;

/** The drafts that an open tab is still writing: each holds a lock of that name. */
const lockedNames = async (): Promise<ReadonlySet<string>> => {
  // Locks exist only on secure origins; elsewhere a draft of an open tab is offered too.
  if (!("locks" in navigator)) return new Set();
  const { held } = await navigator.locks.query();
  return new Set(held?.map(({ name }) => name ?? ""));
};

/** Drafts in the browser's own database. `address` names the service, as drafts belong to its plan. */
export const browserDrafts = (address: string): DraftStore => {
  const store = createStore(`floorplan-drafts-${address}`, "drafts");
  const locked = new Set<string>();
  const hold = (id: string): void => {
    if (locked.has(id) || !("locks" in navigator)) return;
    locked.add(id);
    // Held until the tab is gone, whichever way it goes.
    void navigator.locks.request(lockOf(id), () => new Promise<never>(() => undefined));
  };
  return {
    async list() {
      const [stored, names] = await Promise.all([entries<string, Draft>(store), lockedNames()]);
      return stored
        .map(([, draft]) => draft)
        .filter(({ id }) => !names.has(lockOf(id)))
        .toSorted((one, other) => other.savedAt - one.savedAt);
    },
    write(draft) {
      hold(draft.id);
      return set(draft.id, draft, store);
    },
    remove: (id) => del(id, store),
  };
};
