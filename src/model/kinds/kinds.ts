import { numberIn, textIn } from "../json.ts";
import { deviceKind } from "./catalogue/devices.ts";
import {
  elevationField,
  entityField,
  type Field,
  type Form,
  heightField,
  itemFields,
  type Kind,
  layerField,
  levelField,
  pointFields,
  sizes,
  type EntityFilter,
} from "./kind.ts";
import { furnitureSize, isLamp } from "./catalogue/furniture.ts";
import { openings, openingsForm } from "./opening.ts";

const devices: Kind = {
  place: "point",
  idPrefix: "device",
  nameField: "name",
  make: (kind, name) => ({ kind, name }),
};

const devicesForm: Form = {
  hasRules: true,
  fields: ({ kind }) => [
    { group: "main", name: "kind", input: "device" },
    { group: "main", name: "name", input: "text" },
    ...pointFields,
    elevationField,
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

/** Dimension lines, which show their length. */
const dimensions: Kind = { place: "line", idPrefix: "dimension" };

const dimensionsForm: Form = { hasRules: false, fields: () => [levelField, layerField] };

/** Furniture, including lamps. */
const furniture: Kind = {
  place: "point",
  idPrefix: "item",
  isTurnable: true,
  sizeOf: ({ type, w, d }) => {
    const [defaultW, defaultD] = furnitureSize(textIn(type) ?? "");
    return [numberIn(w, defaultW), numberIn(d, defaultD)];
  },
  make: (type) => {
    const [w, d] = furnitureSize(type);
    return { type, w, d };
  },
};

const lampField: Field = { ...entityField, wants: { first: ["light", "switch"] } };

const furnitureForm: Form = {
  hasRules: true,
  fields: ({ type }) => [
    { group: "main", name: "type", input: "furniture" },
    ...pointFields,
    { group: "place", name: "rotation", input: "degrees" },
    { group: "place", name: "w", input: "metres" },
    { group: "place", name: "d", input: "metres" },
    heightField,
    elevationField,
    isLamp(textIn(type) ?? "") ? lampField : entityField,
    ...itemFields,
  ],
};

const rooms: Kind = {
  place: "polygon",
  idPrefix: "room",
  nameField: "name",
};

const measured = (what: string): EntityFilter => ({
  only: ["sensor", "input_number"],
  first: [what],
});

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
    { group: "look", name: "kind", input: "purpose" },
    { group: "look", name: "floor", input: "flooring" },
    { group: "look", name: "icon", input: "icon" },
    { group: "look", name: "color", input: "colour" },
    { group: "look", name: "outdoor", input: "outdoor" },
    { group: "look", name: "label_size", input: sizes },
    { group: "look", name: "label_color", input: "colour" },
    { ...heightField, group: "look" },
    { group: "look", name: "wall_thickness", input: "thickness" },
    { group: "look", name: "outer_wall_thickness", input: "thickness" },
  ],
};

/** Parts of floors of which is told who is in them. */
const zones: Kind = { place: "polygon", idPrefix: "zone", nameField: "name" };

const zonesForm: Form = {
  hasRules: false,
  fields: () => [
    { group: "main", name: "name", input: "text" },
    { group: "main", name: "trackers", input: "trackers" },
    { group: "main", name: "exclude", input: "yes" },
    levelField,
    { group: "main", name: "sensor", input: "zoneSensor" },
    layerField,
  ],
};

const sensors: Kind = {
  place: "point",
  idPrefix: "sensor",
};

const sensorsForm: Form = {
  hasRules: true,
  fields: () => [...pointFields, elevationField, entityField, ...itemFields],
};

const texts: Kind = {
  place: "point",
  idPrefix: "text",
  nameField: "text",
  make: (_, text) => ({ text }),
};

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

/** Freestanding walls, such as one between a kitchen and a dining area. */
const walls: Kind = { place: "line", idPrefix: "wall" };

const wallsForm: Form = {
  hasRules: false,
  fields: () => [
    { group: "main", name: "thickness", input: "thickness" },
    { ...heightField, group: "main" },
    { group: "main", name: "end_height", input: "height" },
    levelField,
  ],
};

const table = { rooms, zones, walls, openings, furniture, devices, sensors, texts, dimensions };

/** A list of a plan whose elements are drawn. */
export type Collection = keyof typeof table;

/** The kinds of all drawn lists, bottom layer first. */
export const kinds: Readonly<Record<Collection, Kind>> = table;

/** The forms for elements of these lists. */
export const forms: Readonly<Record<Collection, Form>> = {
  rooms: roomsForm,
  zones: zonesForm,
  walls: wallsForm,
  openings: openingsForm,
  furniture: furnitureForm,
  devices: devicesForm,
  sensors: sensorsForm,
  texts: textsForm,
  dimensions: dimensionsForm,
};

/** Whether a field of a plan is a list of drawn elements. */
export const isCollection = (field: string): field is Collection => Object.hasOwn(kinds, field);

/** The lists of drawn elements, bottom layer first. */
export const collections: readonly Collection[] = Object.keys(kinds).filter(isCollection);

/** Lists whose elements stand at a point, inside or outside rooms. */
export const standingCollections: readonly Collection[] = collections.filter((collection) => {
  const { place } = kinds[collection];
  return place === "point" || place === "line";
});

/** Lists whose elements are in the room that contains their middle, if any, and move along with it. */
export const collectionsInRooms: readonly Collection[] = ["zones", ...standingCollections];
