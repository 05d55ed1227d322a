import { svg } from "lit";
import { ellipsePath } from "../../model/geometry/svg-path.ts";

/** The outline of a thing; what has none as small as it is drawn, is ringed as a dot. */
const outlines = ".body, .badge, .pill, .plate, .hit, .gap, .floor, .fine";
const dot = ellipsePath(0, 0, 0.3);

/** The ring around what has the focus: the last of a drawing, so that no wall lies over it, with a light edge. */
export const focusRing = svg`<g class="ring" aria-hidden="true"><g><path class="edge"></path><path></path></g></g>`;

const write = (element: Element, name: string, value: string): void => {
  if ((element.getAttribute(name) ?? "") !== value) element.setAttribute(name, value);
};

/** Lays the ring of the drawing in an element around what has the focus there by keyboard; call it after each change. */
export const placeRing = (sheet: Element | null): void => {
  const around = sheet?.querySelector(".drawing")?.lastElementChild;
  const inner = around?.firstElementChild;
  const root = sheet?.getRootNode();
  if (!around || !inner || !(root instanceof ShadowRoot)) return;
  const active = root.activeElement;
  const thing = active?.matches("[data-ref]:focus-visible") === true ? active : undefined;
  const shape = thing?.querySelector(outlines);
  write(around, "transform", thing?.getAttribute("transform") ?? "");
  write(inner, "class", shape?.parentElement?.getAttribute("class") === "upright" ? "upright" : "");
  for (const path of inner.children)
    write(path, "d", thing === undefined ? "" : (shape?.getAttribute("d") ?? dot));
};

/**
 * Lets the ring follow the focus, as a listener for both events of what is around the `<svg>`: Chromium takes an
 * `<svg>` that listens to them itself for something that wants the focus.
 */
export const followFocus = ({ currentTarget }: Event): void =>
  placeRing(currentTarget instanceof Element ? currentTarget : null);
