import { textIn } from "../json/read.ts";
import { deviceKind } from "./catalogue/devices.ts";
import { entityField, itemFields, pointFields } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

export const devices: Kind = {
  place: "point",
  idPrefix: "device",
  nameField: "name",
  make: (kind, name) => ({ kind, name }),
};

/** What is filled in of one. */
export const devicesForm: Form = {
  hasRules: true,
  fields: ({ kind }) => [
    { group: "main", name: "kind", input: "device" },
    { group: "main", name: "name", input: "text" },
    ...pointFields,
    entityField,
    { group: "entities", name: "active", input: "text" },
    { group: "look", name: "text", input: "text" },
    { group: "look", name: "text_on", input: "text" },
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "color_on", input: "colour" },
    ...itemFields,
    ...(deviceKind(textIn(kind) ?? "")?.fields ?? []),
  ],
};
