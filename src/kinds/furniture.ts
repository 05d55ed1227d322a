import { numberIn, textIn } from "../json/read.ts";
import { furnitureSize, isLamp } from "../model/kinds/catalogue/furniture.ts";
import { entityField, type Field, itemFields, pointFields } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

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

const lampField: Field = { ...entityField, wants: { first: ["light", "switch"] } };

/** What is filled in of one. */
export const furnitureForm: Form = {
  hasRules: true,
  fields: ({ type }) => [
    { group: "main", name: "type", input: "furniture" },
    ...pointFields,
    { group: "place", name: "rotation", input: "degrees" },
    { group: "place", name: "w", input: "metres" },
    { group: "place", name: "d", input: "metres" },
    isLamp(textIn(type) ?? "") ? lampField : entityField,
    ...itemFields,
  ],
};
