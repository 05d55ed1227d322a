import type { Texts } from "./editor-translator.ts";
import { humanizeIdentifier } from "./word-types.ts";

/** Units of numeric fields, as the plan's format defines them. */
const units: Readonly<Record<string, "m" | "°">> = {
  ceiling_height: "m",
  d: "m",
  elevation: "m",
  end_height: "m",
  floor_thickness: "m",
  fov: "°",
  height: "m",
  latitude: "°",
  lintel: "m",
  longitude: "°",
  north: "°",
  offset: "m",
  outer_wall_thickness: "m",
  range: "m",
  rotation: "°",
  sill: "m",
  thickness: "m",
  w: "m",
  wall_thickness: "m",
  width: "m",
  x: "m",
  z: "m",
};

const ownIn = <Value>(words: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** The name of a documented field of an element. */
const documented = (field: string, { panels }: Texts): string | undefined =>
  ownIn(panels.properties.fields, field);

/** The name of a field in a description of changes; the field itself if undocumented. */
export const fieldWords = (field: string, texts: Texts): string =>
  // The plan's field about a room takes precedence over the room's own.
  ownIn(texts.changes.fields, field) ?? documented(field, texts) ?? field;

/** The label of a field in a form, with its unit. */
export const fieldLabel = (field: string, texts: Texts): string => {
  const words = documented(field, texts) ?? humanizeIdentifier(field);
  const unit = ownIn(units, field);
  return unit === undefined ? words : `${words} (${unit})`;
};

/** A number with the unit of its field, such as `1.2 m` or `90°`. */
export const withUnit = (figure: string, field: string): string => {
  const unit = ownIn(units, field);
  return unit === undefined ? figure : unit === "°" ? `${figure}°` : `${figure} ${unit}`;
};
