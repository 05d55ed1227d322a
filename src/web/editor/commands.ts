import { boundsOf } from "../../elements/bounds.ts";
import { flip } from "../../kinds/opening.ts";
import { cornersOf } from "../../elements/places.ts";
import type { PlanData } from "../../elements/entities.ts";
import { type Point, plus } from "../../geometry/vector.ts";
import { findRef, findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { updateOne } from "../model/change.ts";
import { copy, type Fragment, paste, refsOfFragment, renew } from "../model/copy.ts";
import { addCorner, removeCorner } from "../model/corners.ts";
import { moveBy, rotateBy, withContents } from "../model/move.ts";
import { removeWithParts } from "../model/remove.ts";
import { onGrid } from "../model/snap.ts";
import { Burst } from "./burst.ts";
import { actionOf, dragHandle, findHandle, type Handle, handleName } from "./handles.ts";
import { startEdit } from "./tools/dragging.ts";
import { labelOf, type ToolContext } from "./tools/tool.ts";

/** What can be done with the selection, by a key or by a button; each is one undo step. */
export class Commands {
  readonly #context: ToolContext;
  readonly #burst: Burst;
  #clipboard: Fragment | undefined;

  constructor(context: ToolContext) {
    this.#context = context;
    this.#burst = new Burst(context.session);
  }

  /** The same commands with another context of the same session, such as one in another language. */
  in(context: ToolContext): Commands {
    const commands = new Commands(context);
    commands.#clipboard = this.#clipboard;
    return commands;
  }

  remove(): void {
    const { session, view, texts, say } = this.#context;
    const refs = this.#selection;
    if (refs.length === 0) return;
    const label = labelOf(this.#context, "remove", refs);
    const { openings } = removeWithParts(session.state.plan, refs);
    session.edit(label, (plan) => removeWithParts(plan, refs).plan);
    view.select([]);
    const name = label.name ?? "";
    say(
      openings === 0 ? texts.tools.removed(name) : texts.tools.removedWithOpenings(name, openings),
    );
  }

  copy(): void {
    const { session, texts, say } = this.#context;
    const refs = this.#selection;
    if (refs.length === 0) return;
    this.#clipboard = copy(session.state.plan, refs);
    say(texts.tools.copied(labelOf(this.#context, "copy", refs).name ?? ""));
  }

  cut(): void {
    this.copy();
    this.remove();
  }

  /** Pastes with the middle at a point, or a little beside the original. */
  paste(at?: Point): void {
    if (this.#clipboard === undefined) return;
    const [x, z] = this.#clipboard.middle;
    const by: Point = at === undefined ? [0.5, 0.5] : [onGrid(at[0] - x), onGrid(at[1] - z)];
    this.#add("paste", this.#clipboard, by);
  }

  duplicate(): void {
    const refs = this.#selection;
    if (refs.length === 0) return;
    this.#add("duplicate", copy(this.#context.session.state.plan, refs), [0.5, 0.5]);
  }

  /** Moves the selection by metres, with what stands in its rooms; a burst of this is one step. */
  nudge(by: Point): void {
    const refs = this.#selection;
    this.#burst.add(["move", ...refs].join(" "), by, (whole) => {
      const all = withContents(this.#context.session.state.plan, refs);
      this.#edit("move", all, (plan, named) => moveBy(plan, named, whole));
    });
  }

  /** Moves a handle of the selected thing by metres; a burst of this is one step. */
  nudgeHandle(ref: Ref, handle: Handle, by: Point): void {
    const [action, name] = [actionOf(handle), handleName(handle)];
    this.#burst.add([action, ref, name].join(" "), by, (whole) =>
      this.#edit(action, [ref], (plan, [named = ref]) => {
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
    this.#burst.add(key, [degrees, 0], ([whole]) => this.rotate(whole));
  }

  /** Turns the selection clockwise about its middle. */
  rotate(degrees: number): void {
    const { session } = this.#context;
    const refs = withContents(session.state.plan, this.#selection);
    const box = boundsOf(session.state.plan, this.#selection);
    if (box === undefined) return;
    const middle: Point = [box.left + box.width / 2, box.top + box.height / 2];
    this.#edit("rotate", refs, (plan, named) => rotateBy(plan, named, degrees, middle));
  }

  /** Turns the selected door around. */
  flip(what: "hinge" | "swing"): void {
    this.#edit("flip", this.#selection, (plan, [ref = ""]) =>
      updateOne(plan, ref, (opening) => flip(opening, what)),
    );
  }

  /** Adds a corner to a room, in the middle of a wall or at a point of it. */
  addCorner(ref: Ref, edge: number, at?: Point): void {
    this.#edit("reshape", [ref], (plan, [named = ref]) => addCorner(plan, named, edge, at));
  }

  /** Takes a corner of a room away. */
  removeCorner(ref: Ref, index: number): void {
    const { session, texts, say } = this.#context;
    const room = findRef(session.state.plan, ref);
    if (room !== undefined && cornersOf(room.data).length <= 3)
      return say(texts.editor.threeCorners);
    this.#edit("reshape", [ref], (plan, [named = ref]) => removeCorner(plan, named, index));
  }

  get #selection(): readonly Ref[] {
    const { session, view } = this.#context;
    return findRefs(session.state.plan, view.state.selection).map(refOf);
  }

  #edit(
    action: string,
    refs: readonly Ref[],
    change: (plan: PlanData, refs: readonly Ref[]) => PlanData,
  ): void {
    if (refs.length === 0) return;
    const editing = startEdit(this.#context, action, refs);
    editing.preview(change);
    editing.commit();
  }

  #add(action: string, fragment: Fragment, by: Point): void {
    const { session, view } = this.#context;
    const fresh = renew(session.state.plan, fragment);
    const { level } = view.state;
    const label = labelOf(this.#context, action, this.#selection);
    session.edit(label, (plan) => paste(plan, fresh, level, by));
    view.update({ tool: "select" });
    view.select(refsOfFragment(fresh));
  }
}
