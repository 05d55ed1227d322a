import type { JsonObject } from "../json.ts";
import type { Field } from "../../kinds/field.ts";

/**
 * How an element says where it is: a polygon by its corners (`points`), what stands at a point by
 * its centre (`x`, `z`), what is in a wall by the room (`room_id`), the wall's number (`edge`) and
 * the centre from its start (`offset`), a line by its two ends (`from`, `to`).
 */
export type Place = "polygon" | "point" | "wall" | "line";

/** Width and depth in metres. */
export type Size = readonly [w: number, d: number];

/** What is known of all elements of one list of a plan. */
export interface Kind {
  readonly place: Place;
  /** How the id of a new one begins. */
  readonly idPrefix: string;
  /** The field that a person names one by, where there is such a field. */
  readonly nameField?: string;
  /** Whether one can be turned about itself, by its `rotation`. */
  readonly isTurnable?: boolean;
  /** How large one that stands at a point is, where it is not as small as a sign. */
  readonly sizeOf?: (element: JsonObject) => Size;
  /** What a new one is, besides its id and its place: of the piece that was chosen, with a name. */
  readonly make?: (piece: string, name: string) => JsonObject;
}

/** What a person fills in of the elements of one list; apart from the rest, as only an editor needs it. */
export interface Form {
  /** Whether `rules` may change how one looks. */
  readonly hasRules: boolean;
  /** The documented fields, in the order of a form; some may depend on what one is. */
  readonly fields: (element: JsonObject) => readonly Field[];
}
