import type { List } from "../../model/elements/entities.ts";
import { type ThicknessField, thicknessFields, thicknessIn } from "../../model/elements/rooms.ts";
import { type JsonObject, numberIn, textIn } from "../../model/json.ts";

/** Says of the thickness of walls what no wall has. */
export interface OddThickness {
  readonly field: ThicknessField;
  /** What is said, as a text. */
  readonly given: string;
}

/** What an element of a list, or the plan, says of the thickness of walls and no wall has. */
export const oddThicknesses = (list: List | "plan", data: JsonObject): readonly OddThickness[] => {
  const fields =
    list === "walls"
      ? (["thickness"] as const)
      : list === "rooms" || list === "plan"
        ? thicknessFields
        : [];
  return fields.flatMap((field: ThicknessField) => {
    const said = data[field];
    if (said === undefined || said === null || thicknessIn(data, field) !== undefined) return [];
    const given = numberIn(said, undefined) ?? textIn(said) ?? JSON.stringify(said);
    return [{ field, given: String(given) }];
  });
};
