import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Entity, refOf } from "../../model/elements/entities.ts";
import { type Collection, kinds } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import { placeOf } from "../../model/elements/places.ts";
import { ellipsePath, svgNumber } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type ElementLook, lookOf } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";

/** What is drawn of something; nothing where it has no place or is hidden. */
export type Content = SVGTemplateResult | typeof nothing;

/** What an element looks like, and how it is called. */
export interface ElementAppearance {
  /** For screen readers, in words. */
  readonly label: string;
  /** Further class names. */
  readonly kind: string;
  /** In place of the color of its look. */
  readonly color?: string | undefined;
  /** `transform` of the group, where its body is not drawn in its place already. */
  readonly place?: string;
  /** What is wrong with it, in Home Assistant's words. */
  readonly problem?: string | undefined;
  readonly body: Content;
}

/** A floor is no button where nobody says otherwise: what stands on it is. */
const hasAction = (list: Collection, data: JsonObject): boolean =>
  kinds[list].place !== "polygon" &&
  (data["tap_action"] !== undefined || data["entity"] !== undefined);

/** The keys of those among `refs` that are of a list. */
export const keysIn = (list: Collection, refs: Iterable<string> = []): ReadonlySet<string> => {
  const start = `${list}/`;
  return new Set(
    [...refs].flatMap((ref) => (ref.startsWith(start) ? [ref.slice(start.length)] : [])),
  );
};

/** `transform` that moves the origin to a place. */
export const translated = ([x, z]: Point): string => `translate(${svgNumber(x)} ${svgNumber(z)})`;

/** The group of an element, with its name, its mark and its color. */
export const frame = (
  entity: Entity,
  look: ElementLook,
  options: DrawOptions,
  { label, kind, color = look.color, place, problem, body }: ElementAppearance,
): Content => {
  const isEdited = options.interactive === "edit";
  // In the editor nothing hides, as nobody could find it again.
  if (look.isHidden && !isEdited) return nothing;
  const ref = refOf(entity);
  const mark = options.marks?.get(ref);
  const isSelected = options.selected?.has(ref) ?? false;
  const { isTouched = hasAction } = options;
  const isButton =
    isEdited || (options.interactive === "view" && isTouched(entity.collection, look.data));
  const classes = [
    "thing",
    kind,
    look.isOn ? "on" : "",
    look.isAway ? "away" : "",
    look.isHidden ? "hidden" : "",
    problem === undefined ? "" : "faulty",
    isSelected ? "selected" : "",
    mark === undefined ? "" : `marked ${mark}`,
  ];
  const style = classes.filter((name) => name !== "").join(" ");
  const { opacity = nothing } = look;
  const content = problem === undefined ? body : svg`<title>${problem}</title>${body}`;
  if (!isButton)
    return svg`<g class=${style} data-ref=${ref} transform=${place ?? nothing} color=${color ?? nothing} opacity=${opacity}>${content}</g>`;
  const said = [label, problem, mark === undefined ? undefined : options.words.marks[mark]];
  return svg`<g class=${style} data-ref=${ref} transform=${place ?? nothing} color=${color ?? nothing} opacity=${opacity} role="button" tabindex="0" aria-label=${said.filter((part) => part !== undefined).join(", ")} aria-pressed=${isEdited ? String(isSelected) : nothing}>${content}</g>`;
};

/** What stands at a point, and how it looks now. */
interface PlacedEntity extends Entity {
  readonly place: Point;
  readonly look: ElementLook;
}

/** Draws what stands at a point in its group; nothing where it does not say at which. */
export const atPoint =
  (draw: (thing: PlacedEntity, options: DrawOptions) => ElementAppearance) =>
  (entity: Entity, options: DrawOptions): Content => {
    const place = placeOf(entity.data);
    if (place === undefined) return nothing;
    const look = lookOf(entity.data, options);
    return frame(entity, look, options, draw({ ...entity, data: look.data, place, look }, options));
  };

/** How a text is written. */
export interface Writing {
  /** Height of the letters' line, in metres. */
  readonly size: number;
  /** The place of its middle, in metres of the group around it; its origin where nothing is said. */
  readonly at?: Point;
  /** A further class name. */
  readonly kind: string;
  readonly color?: string | undefined;
}

// Browsers round letters that are less than a pixel high before they scale them, so text is written
// in centimetres and scaled down to metres.
const centimetres = 100;

/** Lines of text around a place, upright whichever way the drawing is turned. */
export const textLines = (
  lines: readonly string[],
  { size, at, kind, color }: Writing,
): SVGTemplateResult => {
  const height = size * centimetres;
  const first = 0.35 - ((lines.length - 1) * 1.15) / 2;
  return svg`<g transform=${at === undefined ? nothing : translated(at)}><g class="upright"><text class="words ${kind}" transform="scale(.01)" font-size=${svgNumber(height)} fill=${color ?? nothing}>${lines.map(
    (each, index) =>
      svg`<tspan class=${index === 0 ? "first" : "next"} x="0" y=${svgNumber((first + index * 1.15) * height)}>${each}</tspan>`,
  )}</text></g></g>`;
};

/** At least how wide a text is, in metres, without asking the browser: by the letters of DejaVu Sans, which is a wide font. */
export const textWidth = (text: string, size: number): number => {
  let units = 0;
  for (const letter of text) {
    if (/[ilj.,:;|!' ]/.test(letter)) units += 0.35;
    else if (/[mwMW%@—\u2e80-\u{10ffff}]/u.test(letter)) units += 1;
    else units += /\p{Lu}/u.test(letter) ? 0.75 : 0.64;
  }
  return units * size;
};

/** The outline of a thing; what has none as small as it is drawn, is ringed as a dot. */
const outlines = ".body, .badge, .pill, .plate, .hit, .gap, .floor, .fine";
const dot = ellipsePath(0, 0, 0.3);

/** The ring around what has the focus: the last of a drawing, so that no wall lies over it, with a light edge. */
export const focusRing = svg`<g class="ring" aria-hidden="true"><g><path class="edge"></path><path></path></g></g>`;

const write = (element: Element, name: string, value: string): void => {
  if ((element.getAttribute(name) ?? "") !== value) element.setAttribute(name, value);
};

/** Lays the ring of the drawing in an element around what has the focus there by keyboard; call it after each change. */
export const placeFocusRing = (sheet: Element | null): void => {
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
  placeFocusRing(currentTarget instanceof Element ? currentTarget : null);
