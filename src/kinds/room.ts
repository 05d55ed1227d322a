import { levelField, sizes } from "./field.ts";
import type { Form, Kind } from "./kind.ts";

export const rooms: Kind = {
  place: "polygon",
  idPrefix: "room",
  nameField: "name",
};

/** What is filled in of one. */
export const roomsForm: Form = {
  hasRules: true,
  fields: () => [
    { group: "main", name: "name", input: "text" },
    levelField,
    { group: "entities", name: "temperature", input: "entity" },
    { group: "entities", name: "humidity", input: "entity" },
    { group: "look", name: "icon", input: "text" },
    { group: "look", name: "label_size", input: sizes },
    { group: "look", name: "label_color", input: "colour" },
  ],
};
