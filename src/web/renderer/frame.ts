import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Entity, refOf } from "../../model/elements/entities.ts";
import { type Collection, kinds } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import { placeOf } from "../../model/elements/places.ts";
import { svgNumber } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type Look, lookOf } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";

/** What is drawn of something; nothing where it has no place or is hidden. */
export type Content = SVGTemplateResult | typeof nothing;

/** What an element looks like, and how it is called. */
export interface Drawn {
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
  look: Look,
  options: DrawOptions,
  { label, kind, color = look.color, place, problem, body }: Drawn,
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
interface Standing extends Entity {
  readonly place: Point;
  readonly look: Look;
}

/** Draws what stands at a point in its group; nothing where it does not say at which. */
export const atPoint =
  (draw: (thing: Standing, options: DrawOptions) => Drawn) =>
  (entity: Entity, options: DrawOptions): Content => {
    const place = placeOf(entity.data);
    if (place === undefined) return nothing;
    const look = lookOf(entity.data, options);
    return frame(entity, look, options, draw({ ...entity, data: look.data, place, look }, options));
  };
