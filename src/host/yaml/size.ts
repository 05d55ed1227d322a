import { YamlProblem } from "./problem.ts";
import type { Json, YamlLimits } from "../../server/yaml/types.ts";

/**
 * How many values and keys a JSON text holds, which is known to be one: counted in the text,
 * because millions of them would take all of a worker's memory once they are parsed.
 */
const valuesIn = (json: string): number => {
  let values = 1;
  let isOpened = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? "";
    if (sign <= " ") continue;
    if (isOpened && sign !== "]" && sign !== "}") values += 1;
    isOpened = sign === "[" || sign === "{";
    if (sign === "," || sign === ":") values += 1;
    if (sign !== '"') continue;
    for (at += 1; json[at] !== '"'; at += 1) if (json[at] === "\\") at += 1;
  }
  return values;
};

/** Checks data's text and nesting. A `YamlProblem` that names the limit; found without walking further. */
const checkSize = (data: Json, limits: YamlLimits): void => {
  let units = 0;
  const count = (text: string): void => {
    units += text.length;
    if (units > limits.yamlBytes)
      throw new YamlProblem(`longer than yaml-bytes, ${limits.yamlBytes} bytes`);
  };
  const visit = (value: Json, depth: number): void => {
    if (typeof value === "string") count(value);
    if (typeof value !== "object" || value === null) return;
    if (depth >= limits.yamlDepth)
      throw new YamlProblem(`nested deeper than yaml-depth, ${limits.yamlDepth} levels`);
    if (Array.isArray(value)) {
      for (const inner of value) visit(inner, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      count(key);
      visit(inner, depth + 1);
    }
  };
  visit(data, 0);
};

/** The data of a JSON text. A `YamlProblem` that names the limit where it holds more, or is nested deeper, than may be written. */
export const parseWithin = (json: string, limits: YamlLimits): Json => {
  if (valuesIn(json) > limits.yamlNodes)
    throw new YamlProblem(`more values than yaml-nodes, ${limits.yamlNodes}`);
  const data: Json = JSON.parse(json);
  checkSize(data, limits);
  return data;
};
