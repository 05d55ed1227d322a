import { boundsOf } from "../../../model/elements/places.ts";
import { findRef, type Ref } from "../../../model/elements/entities.ts";
import { middleOf } from "../../../model/geometry/polygon.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import { withGroups } from "../../../model/editing/arrange.ts";
import { hitAt } from "../hit-testing.ts";
import type { EditorContext } from "../component.ts";

/** The canvas as its menu sees it. */
interface MenuCanvas extends HTMLElement {
  readonly context: EditorContext | undefined;
  readonly viewport: Viewport;
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** Opens the menu below the pressed button. */
export const openMenuBelow = (context: EditorContext, { currentTarget }: Event): void => {
  if (!(currentTarget instanceof Element)) return;
  const { left, bottom } = currentTarget.getBoundingClientRect();
  context.openMenu({ x: left, y: bottom + 4 });
};

/** Selects the element under the menu, unless it is already part of the selection. */
const choose = ({ session, view }: EditorContext, ref: Ref | undefined): void => {
  const { plan } = session.state;
  if (ref === undefined || findRef(plan, ref) === undefined) view.select([]);
  else if (!view.state.selection.includes(ref)) view.select(withGroups(plan, [ref]));
};

/** Handles the browser's `contextmenu` event; touch has its own long press. */
export const openMenuOfPointer = (canvas: MenuCanvas, event: MouseEvent): void => {
  event.preventDefault();
  const { context } = canvas;
  const pointer = "pointerType" in event ? event.pointerType : "mouse";
  if (context?.view.state.tool !== "select" || pointer === "touch") return;
  // Menu keys are handled on keydown.
  if (pointer === "" || event.button !== 2) return;
  const { ref, handle } = hitAt(canvas.renderRoot, context, event);
  // A handle belongs to the selection.
  if (handle === undefined) choose(context, ref);
  context.openMenu({ x: event.clientX, y: event.clientY });
};

/** Opens the menu by keyboard: at the focused shape, else in the middle of the selection. */
export const openMenuOfKeys = (canvas: MenuCanvas): void => {
  const { context, viewport, renderRoot } = canvas;
  if (context === undefined) return;
  const { session, view } = context;
  if (view.state.tool !== "select") view.update({ tool: "select" });
  const focused = renderRoot instanceof ShadowRoot ? renderRoot.activeElement : null;
  const ref = focused?.closest("[data-ref]")?.getAttribute("data-ref") ?? undefined;
  if (ref !== undefined) choose(context, ref);
  const box = boundsOf(session.state.plan, view.state.selection);
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [x, y] = box === undefined ? [width / 2, height / 2] : viewport.toScreen(middleOf(box));
  context.openMenu({
    x: left + Math.max(0, Math.min(width, x)),
    y: top + Math.max(0, Math.min(height, y)),
  });
};
