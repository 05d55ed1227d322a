import { within } from "../../../elements/bounds.ts";
import { boxAround } from "../../../geometry/polygon.ts";
import { minus } from "../../../geometry/vector.ts";
import { listOfRef, placeOfRef } from "../../../elements/ref.ts";
import { dragOfHandle } from "./drag-handle.ts";
import { dragOfOpening } from "./drag-opening.ts";
import { dragOfSelection } from "./drag-selection.ts";
import type { Dragging } from "./dragging.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** Selects by a click or a frame, and drags what is selected, as a whole or by its handles. */
export class SelectTool implements Tool {
  readonly cursor = "default";
  readonly staysBegun = true;
  overlay: Overlay = {};
  readonly #context: ToolContext;
  #pressed: PlanPointer | undefined;
  #dragging: Dragging | undefined;
  #isFrame = false;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get hint(): string {
    const { tools, kinds: words } = this.#context.texts;
    const { selection } = this.#context.view.state;
    if (selection.length === 0) return tools.hints.select;
    if (selection.length > 1) return tools.hints.selectedMany;
    const list = listOfRef(selection[0] ?? "");
    return list === undefined ? tools.hints.select : words[list].selected;
  }

  down(pointer: PlanPointer): void {
    const { view } = this.#context;
    this.#pressed = pointer;
    const { ref, handle, isAdding } = pointer;
    this.#isFrame = handle === undefined && (ref === undefined || isAdding);
    if (handle !== undefined || ref === undefined || isAdding) return;
    if (!view.state.selection.includes(ref)) view.select([ref]);
  }

  move(pointer: PlanPointer): void {
    const pressed = this.#pressed;
    if (pressed === undefined) return;
    const [x, z] = minus(pointer.at, pressed.at);
    const isStarting = this.#dragging === undefined && this.overlay.marquee === undefined;
    if (isStarting && Math.hypot(x, z) < tremble * pointer.pixel) return;
    if (this.#isFrame) {
      this.overlay = { marquee: boxAround([pressed.at, pointer.at]) };
      return;
    }
    this.#dragging ??= this.#begin(pressed);
    this.overlay = this.#dragging.move(pointer);
  }

  up(pointer: PlanPointer): void {
    const { view, session } = this.#context;
    const { marquee } = this.overlay;
    const pressed = this.#pressed;
    if (this.#dragging !== undefined) this.#dragging.commit();
    else if (marquee !== undefined) {
      const found = within(session.state.plan, view.state.level, marquee);
      view.select(pointer.isAdding ? [...view.state.selection, ...found] : found);
    } else if (pressed?.handle === undefined && pressed !== undefined) {
      if (pressed.ref === undefined) view.select([]);
      else if (pressed.isAdding) view.toggle(pressed.ref);
      else if (view.state.selection.length > 1) view.select([pressed.ref]);
    }
    this.#end();
  }

  cancel(): boolean {
    const isBusy = this.#pressed !== undefined;
    this.#dragging?.cancel();
    this.#end();
    return isBusy;
  }

  #begin(pressed: PlanPointer): Dragging {
    const { selection } = this.#context.view.state;
    const [only] = selection;
    if (pressed.handle !== undefined && only !== undefined)
      return dragOfHandle(this.#context, only, pressed.handle);
    if (selection.length === 1 && only !== undefined && placeOfRef(only) === "wall")
      return dragOfOpening(this.#context, only, pressed.at);
    return dragOfSelection(this.#context, pressed.at);
  }

  #end(): void {
    this.#pressed = undefined;
    this.#dragging = undefined;
    this.#isFrame = false;
    this.overlay = {};
  }
}
