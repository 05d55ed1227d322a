import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Json } from "../../../src/server/yaml/types.ts";
import { type Answer, isJson } from "./oracle.ts";

/** Where the cases and what PyYAML makes of them are kept. */
export const casesFile = new URL("./fixed-cases.json", import.meta.url);

/** A text and what PyYAML makes of it. */
export type ParseCase = { readonly rule: string; readonly yaml: string; readonly answer: Answer };

/** Data and the text it is dumped as. */
export type DumpCase = { readonly rule: string; readonly data: Json; readonly yaml: string };

/** The checked-in cases. */
export const readFixedCases = (): {
  readonly parse: readonly ParseCase[];
  readonly dump: readonly DumpCase[];
} => {
  const file: unknown = JSON.parse(readFileSync(casesFile, "utf8"));
  return { parse: list(file, "parse").map(parseCase), dump: list(file, "dump").map(dumpCase) };
};

const list = (file: unknown, name: string): readonly unknown[] => {
  const found = field(file, name);
  assert(Array.isArray(found));
  return found;
};

const field = (value: unknown, name: string): unknown => {
  assert(typeof value === "object" && value !== null);
  return Object.getOwnPropertyDescriptor(value, name)?.value;
};

const parseCase = (value: unknown): ParseCase => {
  const data = field(value, "value");
  const answer = isJson(data) ? { value: data } : { error: String(field(value, "error")) };
  return { rule: String(field(value, "rule")), yaml: String(field(value, "yaml")), answer };
};

const dumpCase = (value: unknown): DumpCase => {
  const data = field(value, "data");
  assert(isJson(data));
  return { rule: String(field(value, "rule")), data, yaml: String(field(value, "yaml")) };
};
