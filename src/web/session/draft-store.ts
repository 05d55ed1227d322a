import { createStore, entries, promisifyRequest, set } from "idb-keyval";
import { isObject } from "../../model/json.ts";
import type { Draft, DraftStore } from "../store/session-state.ts";

const lockOf = (id: string): string => `floorplan-draft-${id}`;

/** The drafts that an open tab is still writing: each holds a lock of that name. */
const lockedNames = async (): Promise<ReadonlySet<string>> => {
  // Locks exist only on secure origins; elsewhere a draft of an open tab is offered too.
  if (!("locks" in navigator)) return new Set();
  const { held } = await navigator.locks.query();
  return new Set(held?.map(({ name }) => name ?? ""));
};

/** Whether a draft can be read: another version of the editor may have written it. */
const isReadable = (draft: Partial<Draft>): boolean =>
  isObject(draft.base) && isObject(draft.plan) && Array.isArray(draft.conflicts);

/** Drafts in the browser's own database. `address` names the service, as drafts belong to its plan. */
export const browserDrafts = (address: string): DraftStore => {
  const store = createStore(`floorplan-drafts-${address}`, "drafts");
  /** How to let go of the lock of a draft; undefined where that was done. */
  const locks = new Map<string, (() => void) | undefined>();
  const hold = (id: string): void => {
    if (locks.has(id) || !("locks" in navigator)) return;
    // Held until the tab is gone, whichever way it goes, unless it is released.
    const released = new Promise<void>((resolve) => locks.set(id, resolve));
    navigator.locks.request(lockOf(id), () => released).catch(() => undefined);
  };
  return {
    async list() {
      const [stored, names] = await Promise.all([entries<string, Draft>(store), lockedNames()]);
      return stored
        .map(([, draft]) => draft)
        .filter((draft) => isReadable(draft) && !names.has(lockOf(draft.id)))
        .toSorted((one, other) => other.savedAt - one.savedAt);
    },
    write(draft) {
      hold(draft.id);
      return set(draft.id, draft, store);
    },
    remove: (id, savedAt) =>
      store("readwrite", async (drafts) => {
        const known = await promisifyRequest<Draft | undefined>(drafts.get(id));
        if (savedAt === undefined || known?.savedAt === savedAt)
          await promisifyRequest(drafts.delete(id));
      }),
    release(id) {
      locks.get(id)?.();
      locks.set(id, undefined);
    },
  };
};
