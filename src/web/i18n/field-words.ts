import type { Texts } from "./editor-translator.ts";

/** The words of an identifier, such as `Pool table` for `pool_table`. */
export const humanizeIdentifier = (identifier: string): string => {
  const words = identifier.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** The units of the fields that are figures: those of the plan's format, in any language. */
const units: Readonly<Record<string, "m" | "°">> = {
  d: "m",
  fov: "°",
  offset: "m",
  outer_wall_thickness: "m",
  range: "m",
  rotation: "°",
  thickness: "m",
  w: "m",
  wall_thickness: "m",
  width: "m",
  x: "m",
  z: "m",
};

const ownIn = <Value>(words: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** What a field of an element is called, where the plan's format has it. */
const documented = (field: string, { panels }: Texts): string | undefined =>
  ownIn(panels.properties.fields, field);

/** What a field is called where a change of the plan is told: by its own name where the format does not have it. */
export const fieldWords = (field: string, texts: Texts): string =>
  // What the plan says of one room goes before what that room says of itself.
  ownIn(texts.changes.fields, field) ?? documented(field, texts) ?? field;

/** What a field is called where it is filled in, with its unit. */
export const fieldLabel = (field: string, texts: Texts): string => {
  const words = documented(field, texts) ?? humanizeIdentifier(field);
  const unit = ownIn(units, field);
  return unit === undefined ? words : `${words} (${unit})`;
};

/** A figure with the unit of its field, such as `1.2 m` or `90°`. */
export const withUnit = (figure: string, field: string): string => {
  const unit = ownIn(units, field);
  return unit === undefined ? figure : unit === "°" ? `${figure}°` : `${figure} ${unit}`;
};
