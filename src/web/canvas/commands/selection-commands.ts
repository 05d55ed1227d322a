import { boundsOf, cornersOf } from "../../../model/elements/places.ts";
import { flip } from "../../../model/kinds/opening.ts";
import { plus, type Point } from "../../../model/geometry/vector.ts";
import { findRef, type Ref } from "../../../model/elements/entities.ts";
import { updateElement } from "../../../model/editing/change.ts";
import {
  copyElements,
  type Fragment,
  pastedRefs,
  pasteFragment,
  withNewIds,
} from "../../../model/editing/fragment.ts";
import { addCorner, removeCorner } from "../../../model/editing/reshape-rooms.ts";
import { moveBy, rotateBy, withContents } from "../../../model/editing/transform.ts";
import { removeWithParts } from "../../model/remove.ts";
import { onGrid } from "../snapping.ts";
import { thingName } from "../../i18n/element-names.ts";
import { RepeatedStep } from "../../editor/burst.ts";
import { editOnce, selectionOf } from "./selection-edits.ts";
import { actionOf, dragHandle, findHandle, type Handle, handleName } from "../handles.ts";
import { PlanClipboard } from "../../editor/plan-clipboard.ts";
import { labelOf, type ToolContext } from "../tools/tool.ts";

/** What can be done with the selection, by a key or by a button; each is one undo step. */
export class SelectionCommands {
  readonly clipboard: PlanClipboard;
  readonly #context: ToolContext;
  readonly #repeated: RepeatedStep;

  constructor(context: ToolContext, clipboard: PlanClipboard = new PlanClipboard()) {
    this.clipboard = clipboard;
    this.#context = context;
    this.#repeated = new RepeatedStep(context.session);
  }

  /** The same commands with another context of the same session, such as one in another language. */
  in(context: ToolContext): SelectionCommands {
    return new SelectionCommands(context, this.clipboard);
  }

  remove(): void {
    this.#remove("remove");
  }

  copy(): void {
    const { session, texts, say } = this.#context;
    const refs = this.#selection;
    if (refs.length === 0) return;
    this.clipboard.put(copyElements(session.state.plan, refs));
    say(texts.tools.copied(labelOf(this.#context, "copy", refs).name ?? ""));
  }

  cut(): void {
    this.copy();
    this.#remove("cut");
  }

  /** Pastes with the middle at a point, or a little beside the original. */
  paste(at?: Point): void {
    const { fragment } = this.clipboard;
    const [x, z] = fragment?.middle ?? [0, 0];
    this.#paste(at === undefined ? [0.5, 0.5] : [onGrid(at[0] - x), onGrid(at[1] - z)]);
  }

  /** Pastes on the floor that is shown, exactly where it was copied. */
  pasteInPlace(): void {
    this.#paste([0, 0]);
  }

  duplicate(): void {
    const refs = this.#selection;
    if (refs.length === 0) return;
    this.#add("duplicate", copyElements(this.#context.session.state.plan, refs), [0.5, 0.5]);
  }

  /** Moves the selection by metres, with what stands in its rooms; a burst of this is one step. */
  nudge(by: Point): void {
    const refs = this.#selection;
    this.#repeated.add(["move", ...refs].join(" "), by, (whole) => {
      const all = withContents(this.#context.session.state.plan, refs);
      editOnce(this.#context, "move", all, (plan, named) => moveBy(plan, named, whole));
    });
  }

  /** Moves a handle of the selected thing by metres; a burst of this is one step. */
  nudgeHandle(ref: Ref, handle: Handle, by: Point): void {
    const [action, name] = [actionOf(handle), handleName(handle)];
    this.#repeated.add([action, ref, name].join(" "), by, (whole) =>
      editOnce(this.#context, action, [ref], (plan, [named = ref]) => {
        // Where the burst began, as the handle has moved since.
        const start = findHandle(plan, named, name);
        return start === undefined
          ? plan
          : dragHandle(plan, named, start, plus(start.at, whole), false);
      }),
    );
  }

  /** Turns the selection clockwise, as `rotate` does; a burst of this is one step. */
  turn(degrees: number): void {
    const key = ["rotate", ...this.#selection].join(" ");
    this.#repeated.add(key, [degrees, 0], ([whole]) => this.rotate(whole));
  }

  /** Turns the selection clockwise about its middle. */
  rotate(degrees: number): void {
    const { session } = this.#context;
    const refs = withContents(session.state.plan, this.#selection);
    const box = boundsOf(session.state.plan, this.#selection);
    if (box === undefined) return;
    const middle: Point = [box.left + box.width / 2, box.top + box.height / 2];
    editOnce(this.#context, "rotate", refs, (plan, named) =>
      rotateBy(plan, named, degrees, middle),
    );
  }

  /** Turns the selected door around. */
  flip(what: "hinge" | "swing"): void {
    editOnce(this.#context, "flip", this.#selection, (plan, [ref = ""]) =>
      updateElement(plan, ref, (opening) => flip(opening, what)),
    );
  }

  /** Adds a corner to a room, in the middle of a wall or at a point of it. */
  addCorner(ref: Ref, edge: number, at?: Point): void {
    editOnce(this.#context, "reshape", [ref], (plan, [named = ref]) =>
      addCorner(plan, named, edge, at),
    );
  }

  /** Takes a corner of a room away. */
  removeCorner(ref: Ref, index: number): void {
    const { session, texts, say } = this.#context;
    const room = findRef(session.state.plan, ref);
    if (room !== undefined && cornersOf(room.data).length <= 3)
      return say(texts.editor.threeCorners);
    editOnce(this.#context, "reshape", [ref], (plan, [named = ref]) =>
      removeCorner(plan, named, index),
    );
  }

  get #selection(): readonly Ref[] {
    return selectionOf(this.#context);
  }

  #remove(action: string): void {
    const { session, view, texts, say } = this.#context;
    const refs = this.#selection;
    if (refs.length === 0) return;
    const label = labelOf(this.#context, action, refs);
    const { openings } = removeWithParts(session.state.plan, refs);
    session.edit(label, (plan) => removeWithParts(plan, refs).plan);
    view.select([]);
    const name = label.name ?? "";
    say(
      openings === 0 ? texts.tools.removed(name) : texts.tools.removedWithOpenings(name, openings),
    );
  }

  #paste(by: Point): void {
    const { fragment } = this.clipboard;
    const { texts, say } = this.#context;
    if (fragment === undefined) say(texts.arranging.nothingCopied);
    else this.#add("paste", fragment, by);
  }

  #add(action: string, fragment: Fragment, by: Point): void {
    const { session, view, texts, say } = this.#context;
    const fresh = withNewIds(session.state.plan, fragment);
    const { level } = view.state;
    const { elements } = fragment;
    const [only] = elements;
    const name =
      elements.length === 1 && only !== undefined
        ? thingName(only.collection, only.data, texts)
        : texts.tools.things(elements.length);
    session.edit({ action, name }, (plan) => pasteFragment(plan, fresh, level, by));
    const here = pastedRefs(session.state.plan, fresh);
    if (here.length < elements.length) say(texts.arranging.leftOut(elements.length - here.length));
    view.update({ tool: "select" });
    view.select(here);
  }
}
