import { createStore, entries, promisifyRequest, set } from "idb-keyval";
import type { PlanData } from "../../model/elements/entities.ts";
import { deepEqual, isObject } from "../../model/json.ts";
import { merge } from "../../model/merge/merge.ts";
import type { Draft, DraftStore, InvalidInputs } from "./session-state.ts";
import type { PlanDocument } from "./document.ts";

/** Whether a draft has anything that a plan lacks. */
const hasNews = ({ base, plan, conflicts, held }: Draft, to: PlanData): boolean =>
  conflicts.length > 0 || (held?.size ?? 0) > 0 || !deepEqual(merge(base, plan, to).plan, to);

/** Milliseconds from an edit to its draft: short for a person, long compared with a drag's events. */
const pause = 400;

/**
 * The drafts of a document: its own, written shortly after each edit and removed when everything is saved, and those of
 * earlier tabs, which are offered to the user. Requests to the store run one at a time.
 */
export class Drafts {
  readonly #id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  readonly #store: DraftStore;
  readonly #document: PlanDocument;
  readonly #invalidInputs: InvalidInputs;
  readonly #onTrouble: (reason: string | undefined) => void;
  readonly #changed: () => void;
  #offered: readonly Draft[] = [];
  /** The unsaved work of this session. */
  #work: Omit<Draft, "id" | "savedAt"> | undefined;
  #isWritten = false;
  #isInTrouble = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** `onTrouble` gets once why drafts cannot be stored, and undefined when they can again. */
  constructor(
    store: DraftStore,
    document: PlanDocument,
    invalidInputs: InvalidInputs,
    onTrouble: (reason: string | undefined) => void,
    changed: () => void,
  ) {
    this.#store = store;
    this.#document = document;
    this.#invalidInputs = invalidInputs;
    this.#onTrouble = onTrouble;
    this.#changed = changed;
  }

  /** The newest draft to accept or decline; none while conflicts are open. */
  get next(): Draft | undefined {
    return this.#document.now.conflicts.length === 0 ? this.#offered[0] : undefined;
  }

  /** Loads the drafts with unsaved changes, and deletes those already stored. */
  async load(): Promise<void> {
    let drafts: readonly Draft[] = [];
    await this.#enqueue(async () => {
      drafts = (await this.#store.list()).filter(({ id }) => id !== this.#id);
    });
    const { base, plan } = this.#document.now;
    this.#offered = drafts.filter((draft) => hasNews(draft, plan));
    for (const draft of drafts)
      if (!hasNews(draft, base)) void this.#enqueue(() => this.#remove(draft));
    this.#changed();
  }

  /** Merges the offered draft into the document. The own draft is written before the offered one is deleted. */
  accept(): void {
    this.#answer(
      (draft) => {
        this.#document.takeUp(draft);
        this.#invalidInputs.takeUp(draft);
      },
      () => this.#put(),
    );
  }

  /** Deletes the offered draft. */
  decline(): void {
    this.#answer();
  }

  /** Updates the draft after a change of the document or of typed input. `plan` includes typed input. */
  follow(plan: PlanData): void {
    const { rev, base, conflicts } = this.#document.now;
    const held = this.#invalidInputs.now;
    const isUnsaved = !deepEqual(plan, base) || conflicts.length > 0 || held.size > 0;
    const [known, work] = [
      this.#work,
      isUnsaved ? { rev, base, plan, conflicts, held } : undefined,
    ];
    this.#work = work;
    const isKnown =
      known?.base === work?.base &&
      known?.plan === work?.plan &&
      known?.held === work?.held &&
      known?.conflicts.length === work?.conflicts.length;
    if (isKnown) return;
    if (work === undefined) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), pause);
  }

  /** Writes or removes the own draft at once; resolves when that is done. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#enqueue(() => this.#put());
  }

  /** Writes the draft a last time, and releases it for the next session. */
  async close(): Promise<void> {
    await this.flush();
    this.#store.release(this.#id);
  }

  #answer(take?: (draft: Draft) => void, secure?: () => Promise<void>): void {
    const draft = this.next;
    if (draft === undefined) return;
    this.#offered = [];
    take?.(draft);
    this.#changed();
    const settle = async (): Promise<void> => {
      await secure?.();
      await this.#remove(draft);
    };
    void this.#enqueue(settle).then(() => this.load());
  }

  /** Deletes another draft, unless a tab has written it since. */
  #remove({ id, savedAt }: Draft): Promise<void> {
    return this.#store.remove(id, savedAt);
  }

  async #put(): Promise<void> {
    const work = this.#work;
    if (work !== undefined) {
      this.#isWritten = true;
      await this.#store.write({ ...work, id: this.#id, savedAt: Date.now() });
      this.#tell(undefined);
    } else if (this.#isWritten) {
      await this.#store.remove(this.#id);
      this.#isWritten = false;
    }
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task).catch((error: unknown) => this.#tell(String(error)));
    return this.#queue;
  }

  #tell(trouble: string | undefined): void {
    const isInTrouble = trouble !== undefined;
    if (isInTrouble !== this.#isInTrouble) this.#onTrouble(trouble);
    this.#isInTrouble = isInTrouble;
  }
}

const lockOf = (id: string): string => `floorplan-draft-${id}`;

/** The drafts still written by open tabs, which hold a lock of that name. */
const lockedNames = async (): Promise<ReadonlySet<string>> => {
  // Only secure origins have locks; elsewhere drafts of open tabs are offered too.
  if (!("locks" in navigator)) return new Set();
  const { held } = await navigator.locks.query();
  return new Set(held?.map(({ name }) => name ?? ""));
};

/** Whether a draft has a known format: another version of the editor may have written it. */
const isReadable = (draft: Partial<Draft>): boolean =>
  isObject(draft.base) && isObject(draft.plan) && Array.isArray(draft.conflicts);

/** Stores drafts in IndexedDB. `address` identifies the service, as drafts belong to its plan. */
export const browserDrafts = (address: string): DraftStore => {
  const store = createStore(`floorplan-drafts-${address}`, "drafts");
  /** The function that releases each draft's lock; undefined once released. */
  const locks = new Map<string, (() => void) | undefined>();
  const hold = (id: string): void => {
    if (locks.has(id) || !("locks" in navigator)) return;
    // Held until released or until the tab is gone.
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
