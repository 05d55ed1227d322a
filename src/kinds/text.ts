import { entityField, itemFields, pointFields } from "./field.ts";
import type { Kind } from "./kind.ts";

export const texts: Kind = {
  place: "point",
  idPrefix: "text",
  nameField: "text",
  make: (_, text) => ({ text }),
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
