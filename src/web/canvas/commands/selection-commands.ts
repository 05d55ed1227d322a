import { findRef, listOfRef, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { plus, type Point } from "../../../model/geometry/vector.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import {
  copyElements,
  type Fragment,
  pastedRefs,
  pasteFragment,
  readFragment,
  withNewIds,
  writeFragment,
} from "../../../model/editing/fragment.ts";
import { boundsOf, cornersOf } from "../../../model/elements/places.ts";
import { flip } from "../../../model/kinds/opening.ts";
import { updateElement } from "../../../model/editing/change.ts";
import { addCorner, removeCorner } from "../../../model/editing/reshape-rooms.ts";
import { addZoneCorner, removeZoneCorner } from "../../../model/editing/zones.ts";
import { adjoinsOthers } from "../../../model/editing/room-overlaps.ts";
import { moveBy, rotateBy, withContents } from "../../../model/editing/transform.ts";
import { removeWithParts } from "../../../model/editing/add-remove.ts";
import { overlapsOf } from "../draw-overlaps.ts";
import { movementOnPlan } from "../seen-directions.ts";
import { onGrid } from "../snapping.ts";
import { thingName } from "../../i18n/element-names.ts";
import { editOnce, selectionOf } from "./selection-edits.ts";
import { actionOf, dragHandle, findHandle, type Handle, handleName } from "../handles.ts";
import { labelOf, type ToolContext } from "../tools/tool.ts";

/** Milliseconds after which a repeated key starts a new step. */
const pause = 1000;

/** Merges the edits of a repeated key, such as an arrow that is held, into one undo step. */
class RepeatedStep {
  readonly #session: EditorSession;
  #last:
    | {
        readonly key: string;
        readonly plan: PlanData;
        readonly whole: Point;
        readonly time: number;
      }
    | undefined;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /**
   * Adds `by` to the last step: undoes it and applies `edit` with the sum. Another key, or an edit in between, starts a
   * new step.
   */
  add(key: string, by: Point, edit: (whole: Point) => void): void {
    const time = performance.now();
    const last = this.#last;
    const goesOn =
      last?.key === key && last.plan === this.#session.state.plan && time - last.time < pause;
    const whole = goesOn ? plus(last.whole, by) : by;
    if (goesOn) this.#session.undo();
    const before = this.#session.state.plan;
    edit(whole);
    const { plan } = this.#session.state;
    // An edit without effect made no step.
    this.#last = plan === before ? undefined : { key, plan, whole, time };
  }
}

/** The editor's clipboard, also written to the system's clipboard as text where allowed. */
export class PlanClipboard {
  #fragment: Fragment | undefined;
  /** Whether the system's clipboard has the same content, so that anything else there is newer. */
  #isShared = false;

  get fragment(): Fragment | undefined {
    return this.#fragment;
  }

  put(fragment: Fragment): void {
    this.#fragment = fragment;
    this.#isShared = false;
  }

  /** Writes the content to a clipboard event. */
  give(event: ClipboardEvent): void {
    if (this.#fragment === undefined || event.clipboardData === null) return;
    event.clipboardData.setData("text/plain", writeFragment(this.#fragment));
    event.preventDefault();
    this.#isShared = true;
  }

  /** Writes the content to the system's clipboard without an event, as for a menu; only secure pages may. */
  async share(): Promise<void> {
    if (this.#fragment === undefined || !("clipboard" in navigator)) return;
    try {
      await navigator.clipboard.writeText(writeFragment(this.#fragment));
      this.#isShared = true;
    } catch {
      // Without permission, pasting works in this editor only.
    }
  }

  /** Reads the system's clipboard without an event, as for a menu, if nothing was copied in this editor. */
  async ask(): Promise<void> {
    if (this.#fragment !== undefined || !("clipboard" in navigator)) return;
    try {
      this.take(await navigator.clipboard.readText());
    } catch {
      // Without permission, the editor's own clipboard is used.
    }
  }

  /**
   * Takes a text of the system's clipboard; returns false if it is newer than the editor's clipboard but not part of a
   * plan.
   */
  take(text: string): boolean {
    const fragment = readFragment(text);
    if (fragment === undefined) return text === "" || !this.#isShared;
    this.#fragment = fragment;
    this.#isShared = true;
    return true;
  }
}

/** The commands on the selection; each is one undo step. */
export class SelectionCommands {
  readonly clipboard: PlanClipboard;
  readonly #context: ToolContext;
  readonly #repeated: RepeatedStep;

  constructor(context: ToolContext, clipboard: PlanClipboard = new PlanClipboard()) {
    this.clipboard = clipboard;
    this.#context = context;
    this.#repeated = new RepeatedStep(context.session);
  }

  /** The same commands with another context of the same session, such as in another language. */
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

  /** Pastes centred on a point, or slightly beside the original. */
  paste(at?: Point): void {
    const { fragment } = this.clipboard;
    const [x, z] = fragment?.middle ?? [0, 0];
    this.#paste(at === undefined ? this.#beside : [onGrid(at[0] - x), onGrid(at[1] - z)]);
  }

  /** Pastes on the shown floor at the original position. */
  pasteInPlace(): void {
    this.#paste([0, 0]);
  }

  duplicate(): void {
    const refs = this.#selection;
    if (refs.length === 0) return;
    this.#add("duplicate", copyElements(this.#context.session.state.plan, refs), this.#beside);
  }

  /**
   * Moves the selection in metres, with the contents of its rooms. Repeated moves are one undo step.
   */
  nudge(by: Point): void {
    const refs = this.#selection;
    const { session } = this.#context;
    let wasJoined = false;
    this.#repeated.add(["move", ...refs].join(" "), by, (whole) => {
      const { plan: start } = session.state;
      wasJoined = adjoinsOthers(start, refs);
      const all = withContents(start, refs);
      editOnce(this.#context, "move", all, (plan, named) => moveBy(plan, named, whole));
    });
    this.#sayApart(wasJoined);
  }

  /** Says that rooms came off their neighbours, and which they overlap, which nothing holds here as it does in a drag. */
  #sayApart(wasJoined: boolean): void {
    const { session, view, texts, say } = this.#context;
    const { plan } = session.state;
    const { selection } = view.state;
    const name = labelOf(this.#context, "move", selection).name ?? "";
    const isApart = wasJoined && !adjoinsOthers(plan, selection);
    const sentences = [
      ...(isApart ? [texts.tools.detached(name)] : []),
      ...overlapsOf(this.#context, selection),
    ];
    if (sentences.length > 0) say(sentences.join(" "));
  }

  /** Moves a handle of the selected element in metres. Repeated moves are one undo step. */
  nudgeHandle(ref: Ref, handle: Handle, by: Point): void {
    const [action, name] = [actionOf(handle), handleName(handle)];
    this.#repeated.add([action, ref, name].join(" "), by, (whole) =>
      editOnce(this.#context, action, [ref], (plan, [named = ref]) => {
        // From the start of the step, since the handle has moved.
        const start = findHandle(plan, named, name);
        return start === undefined
          ? plan
          : dragHandle(plan, named, start, plus(start.at, whole), { isOn: false });
      }),
    );
  }

  /** Rotates like `rotate`. Repeated rotations are one undo step. */
  turn(degrees: number): void {
    const key = ["rotate", ...this.#selection].join(" ");
    this.#repeated.add(key, [degrees, 0], ([whole]) => this.rotate(whole));
  }

  /** Rotates the selection clockwise about its middle. */
  rotate(degrees: number): void {
    const { session } = this.#context;
    const refs = withContents(session.state.plan, this.#selection);
    const box = boundsOf(session.state.plan, this.#selection);
    if (box === undefined) return;
    const middle: Point = [box.left + box.width / 2, box.top + box.height / 2];
    const wasJoined = adjoinsOthers(session.state.plan, this.#selection);
    editOnce(this.#context, "rotate", refs, (plan, named) =>
      rotateBy(plan, named, degrees, middle),
    );
    this.#sayApart(wasJoined);
  }

  /** Flips the selected door. */
  flip(what: "hinge" | "swing"): void {
    editOnce(this.#context, "flip", this.#selection, (plan, [ref = ""]) =>
      updateElement(plan, ref, (opening) => flip(opening, what)),
    );
  }

  /** Adds a corner to a wall of a room or a side of a zone, in its middle or at a point. */
  addCorner(ref: Ref, edge: number, at?: Point): void {
    editOnce(this.#context, "reshape", [ref], (plan, [named = ref]) =>
      listOfRef(named) === "zones"
        ? addZoneCorner(plan, named, edge, at)
        : addCorner(plan, named, edge, at),
    );
  }

  /** Removes a corner of a room or a zone. */
  removeCorner(ref: Ref, index: number): void {
    const { session, texts, say } = this.#context;
    const room = findRef(session.state.plan, ref);
    if (room !== undefined && cornersOf(room.data).length <= 3)
      return say(texts.editor.threeCorners);
    editOnce(this.#context, "reshape", [ref], (plan, [named = ref]) =>
      listOfRef(named) === "zones"
        ? removeZoneCorner(plan, named, index)
        : removeCorner(plan, named, index),
    );
  }

  /** From an original to its copy: right and down as seen. */
  get #beside(): Point {
    return movementOnPlan(this.#context.view.state.turn, [0.5, 0.5]);
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
