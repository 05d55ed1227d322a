import { numberIn, textIn } from "../json.ts";
import { deviceKind } from "./catalogue/devices.ts";
import {
  entityField,
  type Field,
  type Form,
  itemFields,
  type Kind,
  levelField,
  pointFields,
  sizes,
  type Wants,
} from "./kind.ts";
import { furnitureSize, isLamp } from "./catalogue/furniture.ts";
import { openings, openingsForm } from "./opening.ts";

const devices: Kind = {
  place: "point",
  idPrefix: "device",
  nameField: "name",
  make: (kind, name) => ({ kind, name }),
};

/** What is filled in of one. */
const devicesForm: Form = {
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

/** Lines that show their length. */
const dimensions: Kind = { place: "line", idPrefix: "dimension" };

const dimensionsForm: Form = { hasRules: false, fields: () => [levelField] };

/** Furniture, lamps among it. */
const furniture: Kind = {
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
const furnitureForm: Form = {
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

const rooms: Kind = {
  place: "polygon",
  idPrefix: "room",
  nameField: "name",
};

const measured = (what: string): Wants => ({ only: ["sensor", "input_number"], first: [what] });

/** What is filled in of one. */
const roomsForm: Form = {
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

const sensors: Kind = {
  place: "point",
  idPrefix: "sensor",
};

/** What is filled in of one. */
const sensorsForm: Form = {
  hasRules: true,
  fields: () => [...pointFields, entityField, ...itemFields],
};

const texts: Kind = {
  place: "point",
  idPrefix: "text",
  nameField: "text",
  make: (_, text) => ({ text }),
};

/** What is filled in of one. */
const textsForm: Form = {
  hasRules: true,
  fields: () => [
    { group: "main", name: "text", input: "long" },
    ...pointFields,
    entityField,
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "background", input: "colour" },
    ...itemFields,
  ],
};

/** Walls that are of no room, such as one between a kitchen and where people eat. */
const walls: Kind = { place: "line", idPrefix: "wall" };

const wallsForm: Form = {
  hasRules: false,
  fields: () => [{ group: "main", name: "thickness", input: "thickness" }, levelField],
};

const table = { rooms, walls, openings, furniture, devices, sensors, texts, dimensions };

/** A list of a plan whose elements are drawn. */
export type Collection = keyof typeof table;

/** What is known of the elements of each list that is drawn, from the ground up. */
export const kinds: Readonly<Record<Collection, Kind>> = table;

/** What is filled in of the elements of each of these lists. */
export const forms: Readonly<Record<Collection, Form>> = {
  rooms: roomsForm,
  walls: wallsForm,
  openings: openingsForm,
  furniture: furnitureForm,
  devices: devicesForm,
  sensors: sensorsForm,
  texts: textsForm,
  dimensions: dimensionsForm,
};

/** Whether a field of a plan is a list whose elements are drawn. */
export const isCollection = (field: string): field is Collection => Object.hasOwn(kinds, field);

/** The lists of a plan whose elements are drawn, from the ground up. */
export const collections: readonly Collection[] = Object.keys(kinds).filter(isCollection);

/** The lists whose elements stand somewhere on a floor, in a room or outside of all. */
export const standingCollections: readonly Collection[] = collections.filter((collection) => {
  const { place } = kinds[collection];
  return place === "point" || place === "line";
});
