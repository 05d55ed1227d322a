import { YamlProblem } from "./problem.ts";
import type { Json, YamlLimits } from "./types.ts";

/**
 * About as many characters as data has when it is written. A `YamlProblem` that names the limit where
 * it holds more, or is nested deeper, than may be written; found without walking further.
 */
export const checkSize = (data: Json, limits: YamlLimits): number => {
  let nodes = 0;
  let units = 0;
  const count = (text: string): void => {
    nodes += 1;
    units += text.length;
    if (nodes > limits.yamlNodes)
      throw new YamlProblem(`more values than yaml-nodes, ${limits.yamlNodes}`);
    if (units > limits.yamlBytes)
      throw new YamlProblem(`longer than yaml-bytes, ${limits.yamlBytes} bytes`);
  };
  const visit = (value: Json, depth: number): void => {
    count(typeof value === "string" ? value : "");
    if (typeof value !== "object" || value === null) return;
    if (depth >= limits.yamlDepth)
      throw new YamlProblem(`nested deeper than yaml-depth, ${limits.yamlDepth} levels`);
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) count(key);
      visit(inner, depth + 1);
    }
  };
  visit(data, 0);
  return units + nodes;
};
