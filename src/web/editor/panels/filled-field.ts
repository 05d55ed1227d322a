import type { Json, JsonObject } from "../../../model/json.ts";
import type { Field } from "../../../model/kinds/kind.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import type { Fill, InputPlace } from "../../canvas/inspector/typed-input.ts";

/** What an input shows, and whom it tells. */
export interface FieldInput {
  readonly field: Field;
  readonly value: Json | undefined;
  /** Whether the selected things differ in this field. */
  readonly isMixed: boolean;
  /** One of the things, for choices that depend on it. */
  readonly data: JsonObject;
  readonly context: ComponentContext;
  readonly place: InputPlace;
  /** Takes the new value; undefined takes the field away. */
  readonly commit: Fill<Json | undefined>;
}
