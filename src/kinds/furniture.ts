import { numberIn, textIn } from "../json/read.ts";
import { furnitureSize } from "./catalogue/furniture.ts";
import { entityField, itemFields, pointFields } from "./field.ts";
import type { Form, Kind } from "./kind.ts";

/** Furniture, lamps among it. */
export const furniture: Kind = {
  place: "point",
  idPrefix: "item",
  isTurnable: true,
  sizeOf: ({ type, w, d }) => {
    const [usualW, usualD] = furnitureSize(textIn(type) ?? "");
    return [numberIn(w, usualW), numberIn(d, usualD)];
  },
  make: (type) => {
    const [w, d] = furnitureSize(type);
    return { type, w, d };
  },
};

/** What is filled in of one. */
export const furnitureForm: Form = {
  hasRules: true,
  fields: () => [
    { group: "main", name: "type", input: "furniture" },
    ...pointFields,
    { group: "place", name: "rotation", input: "degrees" },
    { group: "place", name: "w", input: "metres" },
    { group: "place", name: "d", input: "metres" },
    entityField,
    ...itemFields,
  ],
};
