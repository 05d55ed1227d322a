import type { Draft, DraftStore } from "./state.ts";

/** The unsaved work of this session, as far as a draft holds it. */
export type Work = Omit<Draft, "id" | "savedAt">;

/** Milliseconds from an edit to its draft: short for a person, long for a drag. */
const pause = 400;

/** Writes the session's own draft a moment after each edit, and removes it when nothing is unsaved. */
export class DraftKeeper {
  readonly id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  readonly #store: DraftStore;
  readonly #onTrouble: (reason: string | undefined) => void;
  #work: Work | undefined;
  #isWritten = false;
  #isInTrouble = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** `onTrouble` is told why drafts cannot be kept, once, and with undefined that they can again. */
  constructor(store: DraftStore, onTrouble: (reason: string | undefined) => void) {
    this.#store = store;
    this.#onTrouble = onTrouble;
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
    return this.#enqueue(() => this.#put());
  }

  /** Writes the draft, which has all of another one by now, and only then deletes that. */
  takeOver(other: Draft): Promise<void> {
    return this.#enqueue(async () => {
      await this.#put();
      await this.#store.remove(other.id, other.savedAt);
    });
  }

  /** Deletes another draft, unless somebody is still writing it. */
  remove({ id, savedAt }: Draft): Promise<void> {
    return this.#enqueue(() => this.#store.remove(id, savedAt));
  }

  /** Drafts of earlier tabs, newest first. */
  async list(): Promise<readonly Draft[]> {
    let others: readonly Draft[] = [];
    await this.#enqueue(async () => {
      const drafts = await this.#store.list();
      others = drafts.filter(({ id }) => id !== this.id);
    });
    return others;
  }

  /** Writes what is unsaved a last time, and leaves it to whoever comes next. */
  async close(): Promise<void> {
    await this.flush();
    this.#store.release(this.id);
  }

  async #put(): Promise<void> {
    const work = this.#work;
    if (work !== undefined) {
      this.#isWritten = true;
      await this.#store.write({ ...work, id: this.id, savedAt: Date.now() });
      this.#tell(undefined);
    } else if (this.#isWritten) {
      await this.#store.remove(this.id);
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
