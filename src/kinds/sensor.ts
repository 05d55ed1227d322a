import { entityField, itemFields, pointFields } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

export const sensors: Kind = {
  place: "point",
  idPrefix: "sensor",
};

/** What is filled in of one. */
export const sensorsForm: Form = {
  hasRules: true,
  fields: () => [...pointFields, entityField, ...itemFields],
};
