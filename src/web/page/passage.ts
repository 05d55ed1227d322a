import type { FloorplanCard } from "../card/card.ts";
import type { FloorplanEditor } from "../editor/editor.ts";

/** The card, where it is shown. */
const cardIn = (root: ParentNode): FloorplanCard | null =>
  root.querySelector<FloorplanCard>("floorplan-card");

/** The editor, once it is there, also while it is hidden. */
export const editorIn = (root: ParentNode): FloorplanEditor | null =>
  root.querySelector<FloorplanEditor>("floorplan-editor");

/** Leads from the plan to the editor and back: to the same floor, and with the focus, which is not to be lost on the way. */
export class ViewSwitch {
  #isEditing = false;
  #hadFocus = false;
  #level: string | undefined;

  /** The id of the floor that was shown last. */
  get level(): string | undefined {
    return this.#level;
  }

  /** Before the page is drawn; true where the other of the two will be shown. */
  begins(root: ShadowRoot, isEditing: boolean): boolean {
    if (isEditing === this.#isEditing) return false;
    const shown = this.#isEditing ? editorIn(root) : cardIn(root);
    if (shown !== null) this.#level = shown.level;
    this.#hadFocus = root.activeElement !== null;
    this.#isEditing = isEditing;
    return true;
  }

  /** Once the page was drawn; `link` leads to the editor. */
  ends(root: ParentNode, link: string): void {
    if (!this.#hadFocus) return;
    const there = this.#isEditing
      ? editorIn(root)
      : root.querySelector<HTMLElement>(`a[href="${link}"]`);
    there?.focus();
  }
}
