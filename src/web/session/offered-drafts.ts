import { type PlanData } from "../../elements/entities.ts";
import { same } from "../../json/json.ts";
import { merge } from "../../merge/merge.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import type { Draft, DraftStore } from "./state.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** Whether a draft holds anything that a plan does not have. */
const hasNews = ({ base, plan, conflicts }: Draft, to: PlanData): boolean =>
  conflicts.length > 0 || !same(merge(base, plan, to).plan, to);

/** The drafts of a working copy: its own, and those of earlier tabs, which are offered. */
export class OfferedDrafts {
  readonly #keeper: DraftKeeper;
  readonly #copy: WorkingCopy;
  readonly #changed: () => void;
  #offered: readonly Draft[] = [];

  /** `onTrouble` is told why drafts cannot be kept, and with undefined that they can again. */
  constructor(
    store: DraftStore,
    copy: WorkingCopy,
    onTrouble: (reason: string | undefined) => void,
    changed: () => void,
  ) {
    this.#keeper = new DraftKeeper(store, onTrouble);
    this.#copy = copy;
    this.#changed = changed;
  }

  /** The one to be accepted or declined next: the newest. None while there is something to choose. */
  get next(): Draft | undefined {
    return this.#copy.conflicts.length === 0 ? this.#offered[0] : undefined;
  }

  /** Looks for drafts with something new, and deletes those whose content is stored. */
  async load(): Promise<void> {
    const drafts = await this.#keeper.list();
    const { base, plan } = this.#copy;
    this.#offered = drafts.filter((draft) => hasNews(draft, plan));
    for (const draft of drafts) if (!hasNews(draft, base)) void this.#keeper.remove(draft);
    this.#changed();
  }

  /** Merges the offered draft into the working copy. */
  accept(): void {
    const draft = this.next;
    if (draft === undefined) return;
    this.#offered = [];
    this.#copy.takeUp(draft);
    this.#changed();
    void this.#keeper.takeOver(draft).then(() => this.load());
  }

  /** Deletes the offered draft. */
  decline(): void {
    const draft = this.next;
    if (draft === undefined) return;
    this.#offered = [];
    this.#changed();
    void this.#keeper.remove(draft).then(() => this.load());
  }

  /** The working copy may have changed: its draft follows. */
  follow(): void {
    const { rev, base, plan, conflicts, isDirty } = this.#copy;
    const isUnsaved = isDirty || conflicts.length > 0;
    this.#keeper.update(isUnsaved ? { rev, base, plan, conflicts } : undefined);
  }

  flush(): Promise<void> {
    return this.#keeper.flush();
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }
}
