import type { Draft, DraftStore } from "./state.ts";

/** The unsaved work of this session, as far as a draft holds it. */
export type Work = Omit<Draft, "id" | "savedAt">;

/** Milliseconds from an edit to its draft: short for a person, long for a drag. */
const pause = 400;

/** Writes the session's own draft a moment after each edit, and removes it when nothing is unsaved. */
export class DraftKeeper {
  readonly id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  readonly #store: DraftStore;
  readonly #onFailure: (reason: string) => void;
  #work: Work | undefined;
  #isWritten = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(store: DraftStore, onFailure: (reason: string) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** What is unsaved now; undefined when nothing is. */
  update(work: Work | undefined): void {
    const known = this.#work;
    const isKnown =
      known === work ||
      (known !== undefined &&
        known.base === work?.base &&
        known.plan === work.plan &&
        known.conflicts.length === work.conflicts.length);
    this.#work = work;
    if (isKnown) return;
    if (work === undefined) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), pause);
  }

  /** Writes or removes the draft at once; done when the store has done it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const work = this.#work;
    return this.#enqueue(async () => {
      if (work !== undefined) {
        this.#isWritten = true;
        await this.#store.write({ ...work, id: this.id, savedAt: Date.now() });
      } else if (this.#isWritten) {
        this.#isWritten = false;
        await this.#store.remove(this.id);
      }
    });
  }

  /** Deletes another draft, after what was to be written before. */
  remove(id: string): Promise<void> {
    return this.#enqueue(() => this.#store.remove(id));
  }

  /** Drafts of earlier tabs, newest first. */
  async list(): Promise<readonly Draft[]> {
    try {
      const drafts = await this.#store.list();
      return drafts.filter(({ id }) => id !== this.id);
    } catch (error) {
      this.#onFailure(String(error));
      return [];
    }
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task).catch((error: unknown) => this.#onFailure(String(error)));
    return this.#queue;
  }
}
