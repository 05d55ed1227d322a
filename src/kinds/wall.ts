import { levelField } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

/** Walls that are of no room, such as one between a kitchen and where people eat. */
export const walls: Kind = { place: "line", idPrefix: "wall" };

export const wallsForm: Form = {
  hasRules: false,
  fields: () => [{ group: "main", name: "thickness", input: "thickness" }, levelField],
};
