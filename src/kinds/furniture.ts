import { entityField, itemFields, pointFields } from "./field.ts";
import type { Kind } from "./kind.ts";

/** Furniture, lamps among it. */
export const furniture: Kind = {
  place: "point",
  idPrefix: "item",
  isTurnable: true,
  hasRules: true,
  fields: [
    { group: "main", name: "type", input: "furniture" },
    ...pointFields,
    { group: "place", name: "rotation", input: "degrees" },
    { group: "place", name: "w", input: "metres" },
    { group: "place", name: "d", input: "metres" },
    entityField,
    ...itemFields,
  ],
};
