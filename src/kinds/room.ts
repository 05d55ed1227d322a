import { levelField, sizes, type Wants } from "./field.ts";
import type { Form, Kind } from "../model/kinds/kind.ts";

export const rooms: Kind = {
  place: "polygon",
  idPrefix: "room",
  nameField: "name",
};

const measured = (what: string): Wants => ({ only: ["sensor", "input_number"], first: [what] });

/** What is filled in of one. */
export const roomsForm: Form = {
  hasRules: true,
  fields: () => [
    { group: "main", name: "name", input: "text" },
    levelField,
    { group: "entities", name: "area_id", input: "area" },
    {
      group: "entities",
      name: "temperature",
      input: "entity",
      wants: measured("temperature"),
    },
    { group: "entities", name: "humidity", input: "entity", wants: measured("humidity") },
    { group: "entities", name: "sheet_extra", input: "entities" },
    { group: "look", name: "icon", input: "icon" },
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "outdoor", input: "outdoor" },
    { group: "look", name: "label_size", input: sizes },
    { group: "look", name: "label_color", input: "colour" },
    { group: "look", name: "wall_thickness", input: "thickness" },
    { group: "look", name: "outer_wall_thickness", input: "thickness" },
  ],
};
