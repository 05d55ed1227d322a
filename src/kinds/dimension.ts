import { levelField } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

/** Lines that show their length. */
export const dimensions: Kind = { place: "line", idPrefix: "dimension" };

export const dimensionsForm: Form = { hasRules: false, fields: () => [levelField] };
