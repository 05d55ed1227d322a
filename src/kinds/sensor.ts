import { entityField, itemFields, pointFields } from "./field.ts";
import type { Kind } from "./kind.ts";

export const sensors: Kind = {
  place: "point",
  idPrefix: "sensor",
  hasRules: true,
  fields: [...pointFields, entityField, ...itemFields],
};
