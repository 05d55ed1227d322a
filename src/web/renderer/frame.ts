import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Entity, refOf } from "../../model/elements/entities.ts";
import { type Collection, kinds } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import { placeOf } from "../../model/elements/places.ts";
import { ellipsePath, svgNumber } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type ElementLook, lookOf } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";

/** The drawing of an element; nothing if it has no place or is hidden. */
export type Content = SVGTemplateResult | typeof nothing;

/** The drawn body of an element and its label. */
export interface ElementAppearance {
  /** The accessible name. */
  readonly label: string;
  /** Further class names. */
  readonly kind: string;
  /** Overrides the colour of its look. */
  readonly color?: string | undefined;
  /** `transform` of the group, unless the body is already in place. */
  readonly place?: string;
  /** Its error, in Home Assistant's words. */
  readonly problem?: string | undefined;
  readonly body: Content;
}

/** By default, a room's floor is not a button; the elements on it are. */
const hasAction = (list: Collection, data: JsonObject): boolean =>
  kinds[list].place !== "polygon" &&
  (data["tap_action"] !== undefined || data["entity"] !== undefined);

/** Where the label of an element is its name, and not what is written there anyway. */
const named: ReadonlySet<Collection> = new Set<Collection>([
  "devices",
  "furniture",
  "openings",
  "rooms",
  "sensors",
]);

/** The keys of the refs of one collection. */
export const keysIn = (list: Collection, refs: Iterable<string> = []): ReadonlySet<string> => {
  const start = `${list}/`;
  return new Set(
    [...refs].flatMap((ref) => (ref.startsWith(start) ? [ref.slice(start.length)] : [])),
  );
};

/** The `transform` that moves the origin to a place. */
export const translated = ([x, z]: Point): string => `translate(${svgNumber(x)} ${svgNumber(z)})`;

/** The group of an element, with its name, its mark and its color. */
export const frame = (
  entity: Entity,
  look: ElementLook,
  options: DrawOptions,
  { label, kind, color = look.color, place, problem, body }: ElementAppearance,
): Content => {
  const isEdited = options.interactive === "edit";
  // The editor shows hidden elements too, since nobody could find them otherwise.
  if (look.isHidden && !isEdited) return nothing;
  const ref = refOf(entity);
  const mark = options.marks?.get(ref);
  const isSelected = options.selected?.has(ref) ?? false;
  const { isTouched = hasAction } = options;
  const isButton =
    isEdited || (options.interactive === "view" && isTouched(entity.collection, look.data));
  const isNamed =
    (options.interactive === "names" && named.has(entity.collection)) ||
    (options.interactive === "view" && problem !== undefined);
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
  if (!isButton && !isNamed)
    return svg`<g class=${style} data-ref=${ref} transform=${place ?? nothing} color=${color ?? nothing} opacity=${opacity}>${content}</g>`;
  const said = [label, problem, mark === undefined ? undefined : options.words.marks[mark]];
  return svg`<g class=${style} data-ref=${ref} transform=${place ?? nothing} color=${color ?? nothing} opacity=${opacity} role=${isButton ? "button" : "img"} tabindex="0" aria-label=${said.filter((part) => part !== undefined).join(", ")} aria-pressed=${isEdited ? String(isSelected) : nothing}>${content}</g>`;
};

/** An element at a point, with its current look. */
interface PlacedEntity extends Entity {
  readonly place: Point;
  readonly look: ElementLook;
}

/** Wraps the drawing of an element at a point in its group; nothing if the point is missing. */
export const atPoint =
  (draw: (thing: PlacedEntity, options: DrawOptions) => ElementAppearance) =>
  (entity: Entity, options: DrawOptions): Content => {
    const place = placeOf(entity.data);
    if (place === undefined) return nothing;
    const look = lookOf(entity.data, options);
    return frame(entity, look, options, draw({ ...entity, data: look.data, place, look }, options));
  };

/** Size and position of a text. */
export interface Writing {
  /** Line height in metres. */
  readonly size: number;
  /** Its middle in metres within its group; by default the group's origin. */
  readonly at?: Point;
  /** A further class name. */
  readonly kind: string;
  readonly color?: string | undefined;
}

/** The height of a line, relative to the font size. */
export const lineStep = 1.15;

/** The font size of all lines but the first, relative to its; as in the stylesheet. */
export const nextSize = 0.8;

/**
 * Lines of text centred on a place, upright however the drawing is turned. All have one font size, and are scaled: a browser
 * takes a millisecond to prepare a font of each size, and rounds sizes below a pixel.
 */
export const textLines = (
  lines: readonly string[],
  { size, at, kind, color }: Writing,
): SVGTemplateResult => {
  const first = 0.35 - ((lines.length - 1) * lineStep) / 2;
  return svg`<g transform=${at === undefined ? nothing : translated(at)}><g class="upright"><text class="words ${kind}" transform=${`scale(${svgNumber(size)})scale(.01)`} font-size="100" fill=${color ?? nothing}>${lines.map(
    (each, index) =>
      svg`<tspan class=${index === 0 ? "first" : "next"} x="0" y=${svgNumber((first + index * lineStep) * 100)}>${each}</tspan>`,
  )}</text></g></g>`;
};

/**
 * An estimate of a text's width in metres without asking the browser, by the letters of DejaVu Sans, which is a wide
 * font.
 */
export const textWidth = (text: string, size: number): number => {
  let units = 0;
  for (const letter of text) {
    if (/[ilj.,:;|!' ]/.test(letter)) units += 0.35;
    else if (/[mwMW%@\u2014\u2e80-\u{10ffff}]/u.test(letter)) units += 1;
    else units += /\p{Lu}/u.test(letter) ? 0.75 : 0.64;
  }
  return units * size;
};

/** Parts that can be ringed; an element without any is ringed as a dot. */
const outlines = ".body, .badge, .pill, .plate, .hit, .gap, .floor, .fine";
const dot = ellipsePath(0, 0, 0.3);

/** The focus ring with a light edge: last in the drawing, so that no wall covers it. */
export const focusRing = svg`<g class="ring" aria-hidden="true"><g><path class="edge"></path><path></path></g></g>`;

/** Sets an attribute if it differs, since every write triggers layout. */
export const writeAttribute = (element: Element | null, name: string, value: string): void => {
  if ((element?.getAttribute(name) ?? "") !== value) element?.setAttribute(name, value);
};

/** Places the focus ring around the keyboard focus; call it after each change. */
export const placeFocusRing = (sheet: Element | null): void => {
  const around = sheet?.querySelector(".drawing")?.lastElementChild;
  const inner = around?.firstElementChild;
  const root = sheet?.getRootNode();
  if (!around || !inner || !(root instanceof ShadowRoot)) return;
  const active = root.activeElement;
  const thing = active?.matches("[data-ref]:focus-visible") === true ? active : undefined;
  const shape = thing?.querySelector(outlines);
  writeAttribute(around, "transform", thing?.getAttribute("transform") ?? "");
  writeAttribute(
    inner,
    "class",
    shape?.parentElement?.getAttribute("class") === "upright" ? "upright" : "",
  );
  for (const path of inner.children)
    writeAttribute(path, "d", thing === undefined ? "" : (shape?.getAttribute("d") ?? dot));
};

/**
 * Listener for focusin and focusout that moves the ring. Attach it around the `<svg>`: Chromium makes an `<svg>` with
 * focus listeners focusable itself.
 */
export const followFocus = ({ currentTarget }: Event): void =>
  placeFocusRing(currentTarget instanceof Element ? currentTarget : null);
