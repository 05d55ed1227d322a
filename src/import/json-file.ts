import { isList, type Json } from "../model/json.ts";
import type { GivenFile } from "../model/import/import-result.ts";
import { type ImportLimits, limitName } from "./limits.ts";
import { refuse } from "../model/import/refusal.ts";
import { hasControls } from "./shown.ts";

/** Fields that mean something to JavaScript itself; no program of these formats writes them. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** A file's text, without a byte order mark; refused where it is none in UTF-8. */
export const textOf = ({ name, bytes }: GivenFile): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("damagedText", name);
  }
};

/** A field's place, such as `data.rooms.3`. */
export const placeIn = (place: string, field: string | number): string =>
  place === "" ? String(field) : `${place}.${field}`;

/** Looks at every value of a file, so that nobody else has to be afraid of it. */
const checkAll = (root: Json, file: string, limits: ImportLimits): void => {
  let values = 0;
  const check = (value: Json, path: readonly (string | number)[]): void => {
    const no = (why: Parameters<typeof refuse>[0], limit?: keyof ImportLimits): never =>
      refuse(why, file, {
        place: path.join("."),
        ...(limit === undefined ? {} : { limit: limitName(limit), most: limits[limit] }),
      });
    values += 1;
    if (values > limits.importElements) no("limit", "importElements");
    if (typeof value === "number" && !Number.isFinite(value)) no("badNumber");
    if (typeof value === "string" && value.length > limits.importText) no("limit", "importText");
    if (typeof value !== "object" || value === null) return;
    if (path.length >= limits.importDepth) no("limit", "importDepth");
    if (isList(value)) value.forEach((each, at) => check(each, [...path, at]));
    else
      for (const [field, inner] of Object.entries(value)) {
        const there = [...path, field];
        if (forbidden.has(field)) refuse("forbiddenKey", file, { place: there.join(".") });
        if (hasControls(field)) refuse("badText", file, { place: there.join(".") });
        if (inner !== undefined) check(inner, there);
      }
  };
  check(root, []);
};

/** What a file of JSON holds, each value of it within the limits. */
export const jsonOf = (file: GivenFile, limits: ImportLimits): Json => {
  const text = textOf(file);
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("damagedJson", file.name);
  }
  checkAll(value, file.name, limits);
  return value;
};
