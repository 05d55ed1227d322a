import type { Draft, DraftStore } from "../../../src/web/store/session-state.ts";

/** A browser's drafts. */
export interface MemoryDrafts extends DraftStore {
  readonly kept: Map<string, Draft>;
  /** Why nothing can be written, as when there is no room. */
  trouble: string | undefined;
}

/** Keeps drafts as a browser does that knows no locks: those of open tabs are listed too, unless `isLocking`. */
export const memoryDrafts = (isLocking = false): MemoryDrafts => {
  const kept = new Map<string, Draft>();
  const locked = new Set<string>();
  const drafts: MemoryDrafts = {
    kept,
    trouble: undefined,
    list: () => Promise.resolve([...kept.values()].filter(({ id }) => !locked.has(id))),
    write(draft) {
      if (drafts.trouble !== undefined) return Promise.reject(new Error(drafts.trouble));
      if (isLocking) locked.add(draft.id);
      kept.set(draft.id, structuredClone(draft));
      return Promise.resolve();
    },
    remove(id, savedAt) {
      if (savedAt === undefined || kept.get(id)?.savedAt === savedAt) kept.delete(id);
      return Promise.resolve();
    },
    release: (id) => void locked.delete(id),
  };
  return drafts;
};
