import { entityField, itemFields, pointFields } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

export const texts: Kind = {
  place: "point",
  idPrefix: "text",
  nameField: "text",
  make: (_, text) => ({ text }),
};

/** What is filled in of one. */
export const textsForm: Form = {
  hasRules: true,
  fields: () => [
    { group: "main", name: "text", input: "long" },
    ...pointFields,
    entityField,
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "background", input: "colour" },
    ...itemFields,
  ],
};
