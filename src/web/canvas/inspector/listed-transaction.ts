import type { PanelList } from "../../../model/editing/listed.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { Gesture, Label } from "../../store/session-state.ts";
import type { ActiveInput, InputPhase, InputPlace } from "./typed-input.ts";

/** Edits the elements of a list by typed inputs: each edit is one undo step, however many keys it takes. */
export class ListedTransaction {
  readonly #list: PanelList;
  readonly #typedIn: ActiveInput = { now: undefined };
  #open: { readonly key: string; readonly gesture: Gesture } | undefined;

  constructor(list: PanelList) {
    this.#list = list;
  }

  /** The place of an input; its key is unique among the list's inputs. */
  place(session: EditorSession, key: string): InputPlace {
    const cancel = (): void => this.#cancel();
    return { key: `${this.#list}/${key}`, session, refs: [], typedIn: this.#typedIn, cancel };
  }

  /** Takes an edit by the input with a key. */
  fill(
    session: EditorSession,
    key: string,
    label: Label,
    change: (plan: PlanData) => PlanData,
    phase: InputPhase,
  ): void {
    // Another gesture or a save may have committed it.
    const open = this.#open?.key === key && this.#open.gesture.isOpen ? this.#open : undefined;
    if (open === undefined && phase === "done") {
      this.close();
      return session.edit(label, change);
    }
    if (open === undefined) this.close();
    this.#open = open ?? { key, gesture: session.begin(label, { isTyped: true }) };
    this.#open.gesture.preview(change);
    if (phase === "done") this.close();
  }

  /** Completes what was typed as an undo step. */
  close(): void {
    this.#open?.gesture.commit();
    this.#open = undefined;
  }

  #cancel(): void {
    this.#open?.gesture.cancel();
    this.#open = undefined;
  }
}
