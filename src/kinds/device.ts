import { textIn } from "../json/read.ts";
import { deviceKind } from "./catalogue/devices.ts";
import { entityField, itemFields, pointFields } from "./field.ts";
import type { Kind } from "./kind.ts";

export const devices: Kind = {
  place: "point",
  idPrefix: "device",
  nameField: "name",
  make: (kind, name) => ({ kind, name }),
  hasRules: true,
  fields: [
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
  ],
  moreFields: ({ kind }) => deviceKind(textIn(kind) ?? "")?.fields ?? [],
};
