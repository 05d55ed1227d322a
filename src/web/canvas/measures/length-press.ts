import { placeOfRef } from "../../../model/elements/entities.ts";
import type { EditorContext } from "../component.ts";

/** How many pixels a pointer may move on a length and still click it. */
const slop = 5;

/** The name of the editable length that an event is on. */
export const lengthUnder = ({ target }: Event): string | undefined => {
  const chip = target instanceof Element ? target.closest("[data-measure]") : null;
  return chip?.getAttribute("data-measure") ?? undefined;
};

/** Whether a piece that is not selected lies beneath a place of the page. */
const isOverPiece = (
  root: Node,
  { view }: EditorContext,
  { clientX, clientY }: PointerEvent,
): boolean => {
  const { tool, selection } = view.state;
  if (!(root instanceof ShadowRoot) || tool !== "select") return false;
  const refs = root
    .elementsFromPoint(clientX, clientY)
    .filter((met) => !met.matches(".near"))
    .flatMap((met) => met.closest("[data-ref]")?.getAttribute("data-ref") ?? []);
  const piece = refs.find((ref) => placeOfRef(ref) !== "polygon");
  return piece !== undefined && !selection.includes(piece);
};

/**
 * Decides whether a press on a length is for the length or for what lies beneath: a click opens the length, unless
 * another piece lies there; a drag is always for the drawing.
 */
export class LengthPress {
  #pressed: PointerEvent | undefined;

  /** Takes a press on a length; returns false if it is for the drawing. */
  takes(event: PointerEvent, root: Node, context: EditorContext): boolean {
    const isTaken = lengthUnder(event) !== undefined && !isOverPiece(root, context, event);
    this.#pressed = isTaken ? event : undefined;
    // A drag may leave the drawing at once, for the bar over it.
    if (isTaken && event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    return isTaken;
  }

  /** Returns the press that has become a drag with this move, once. */
  dragged(event: PointerEvent): PointerEvent | undefined {
    const pressed = this.#pressed;
    if (pressed?.pointerId !== event.pointerId) return undefined;
    const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    if (event.buttons !== 0 && far < slop) return undefined;
    this.#pressed = undefined;
    return event.buttons === 0 ? undefined : pressed;
  }

  /** Whether a click on a length is meant for it; assistive technology clicks without a press. */
  isClick(event: MouseEvent): boolean {
    const isMeant = event.detail === 0 || this.#pressed !== undefined;
    this.#pressed = undefined;
    return isMeant;
  }
}
