import { entityField, itemFields, pointFields } from "./field.ts";
import type { Kind } from "./kind.ts";

export const text: Kind = {
  place: "point",
  idPrefix: "text",
  nameField: "text",
  hasRules: true,
  fields: [
    { group: "main", name: "text", input: "long" },
    ...pointFields,
    entityField,
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "background", input: "colour" },
    ...itemFields,
  ],
};
