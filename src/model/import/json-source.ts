import { isList, isObject, type Json, type JsonObject, ownField } from "../json.ts";
import type { Expectation, GivenFile } from "./import-result.ts";
import { checkLimit, hasControls, type ImportLimits, limitName, refuse } from "./refusal.ts";

/** Keys with a meaning in JavaScript; no program writes them in these formats. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** A file's text without a byte order mark; refuses invalid UTF-8. */
export const textOf = ({ name, bytes }: GivenFile): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("damagedText", name);
  }
};

/** A field's path, such as `data.rooms.3`. */
const placeIn = (place: string, field: string | number): string =>
  place === "" ? String(field) : `${place}.${field}`;

/** Checks every value of a file once, so that readers may rely on it. */
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

/** What bytes of JSON mean here: texts, and what separates and holds values. */
const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b] as const;

/** At least this part of the values that are counted before they are read is there: empty lists count as two. */
const certain = 0.5;

/**
 * Refuses a file with too many values before they are made: each of some needs tens of times its length, and a browser ends a
 * page that has no memory left.
 */
const checkCount = ({ bytes, name }: GivenFile, limits: ImportLimits): void => {
  let [values, isText] = [1, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) at += 1;
    } else if (byte === comma || byte === bracket || byte === brace) values += 1;
  }
  checkLimit(limits, "importElements", Math.ceil(values * certain), name);
};

/** A JSON file's content, with every value within the limits. */
export const jsonOf = (file: GivenFile, limits: ImportLimits): Json => {
  checkCount(file, limits);
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

/** A value in a JSON file with its path, for error messages. */
export class Source {
  readonly value: Json | undefined;
  readonly place: string;
  readonly file: string;
  readonly limits: ImportLimits;

  constructor(value: Json | undefined, place: string, file: string, limits: ImportLimits) {
    this.value = value;
    this.place = place;
    this.file = file;
    this.limits = limits;
  }

  /** Whether it is missing or null. */
  get isMissing(): boolean {
    return this.value === undefined || this.value === null;
  }

  #expected(expected: Expectation): never {
    return refuse("wrongType", this.file, { place: this.place, expected });
  }

  #inner(value: Json | undefined, name: string | number): Source {
    return new Source(value, placeIn(this.place, name), this.file, this.limits);
  }

  /** A field of an object; refuses anything else. */
  field(name: string): Source {
    return this.#inner(ownField(this.object(), name), name);
  }

  object(): JsonObject {
    return isObject(this.value) ? this.value : this.#expected("an object");
  }

  /** The entries of an object; none if it is missing. */
  entries(): readonly (readonly [key: string, value: Source])[] {
    if (this.isMissing) return [];
    return Object.entries(this.object()).map(([key, value]) => [key, this.#inner(value, key)]);
  }

  /** The elements of a list; none if it is missing. */
  list(): readonly Source[] {
    if (this.isMissing) return [];
    if (!isList(this.value)) return this.#expected("a list");
    return this.value.map((each, at) => this.#inner(each, at));
  }

  /** A string without control characters, such as a name; undefined if it is missing. */
  text(): string | undefined {
    if (this.isMissing) return undefined;
    if (typeof this.value !== "string") return this.#expected("a text");
    if (hasControls(this.value)) refuse("badText", this.file, { place: this.place });
    return this.value;
  }

  /** A required string. */
  needed(): string {
    return this.text() ?? this.#expected("a text");
  }

  /** A number; undefined if it is missing. */
  number(): number | undefined {
    if (this.isMissing) return undefined;
    return typeof this.value === "number" ? this.value : this.#expected("a number");
  }

  /** A required number, times `each`, in metres. */
  metres(each: number): number {
    const metres = (this.number() ?? this.#expected("a number")) * each;
    checkLimit(this.limits, "importMetres", Math.abs(metres), this.file, this.place);
    return metres;
  }

  /** A boolean; false if it is missing. */
  isTrue(): boolean {
    if (this.isMissing) return false;
    return typeof this.value === "boolean" ? this.value : this.#expected("true or false");
  }
}
