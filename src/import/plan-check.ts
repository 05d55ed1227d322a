import { isList, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Expectation, ImportRefusal } from "../model/import/import-result.ts";
import { type ImportLimits, limitName } from "./limits.ts";
import { printable } from "./shown.ts";

/** The fields of a plan that the service wants to be lists, where they are there. */
const lists = ["rooms", "levels", "furniture", "devices", "sensors", "texts"] as const;

const encoder = new TextEncoder();

const depthOf = (value: Json | undefined): number => {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values<Json | undefined>(value))
    deepest = Math.max(deepest, depthOf(inner));
  return deepest + 1;
};

/**
 * Why the service would not take a plan, or one of its history; undefined where it would. Said here
 * once more, as this room stands above the server's, and so that it is told before anything is sent.
 */
export const planProblem = (
  plan: Json | undefined,
  file: string,
  place: string,
  limits: ImportLimits,
): ImportRefusal | undefined => {
  const no = (
    why: ImportRefusal["why"],
    path: string,
    detail: Partial<ImportRefusal["detail"]>,
  ): ImportRefusal => ({
    why,
    file: printable(file),
    detail: { place: printable(path), limit: "", most: 0, expected: "", ...detail },
  });
  const wrong = (path: string, expected: Expectation): ImportRefusal =>
    no("wrongType", path, { expected });
  if (!isObject(plan)) return wrong(place, "an object");
  for (const field of lists) {
    const value = plan[field];
    if (value !== undefined && value !== null && !isList(value))
      return wrong(`${place}.${field}`, "a list");
  }
  const backgrounds = plan["backgrounds"];
  if (backgrounds !== undefined && backgrounds !== null) {
    if (!isObject(backgrounds)) return wrong(`${place}.backgrounds`, "an object");
    for (const [level, image] of Object.entries(backgrounds)) {
      if (image === undefined || image === null) continue;
      const there = `${place}.backgrounds.${level}`;
      if (!isObject(image)) return wrong(there, "an object");
      const { url } = image;
      if (url !== undefined && url !== null && typeof url !== "string")
        return wrong(`${there}.url`, "a text");
    }
  }
  for (const limit of ["planDepth", "planBytes"] as const) {
    const most = limits[limit];
    const found = limit === "planDepth" ? depthOf(plan) : bytesOf(plan);
    if (found > most) return no("limit", place, { limit: limitName(limit), most });
  }
  return undefined;
};

const bytesOf = (plan: JsonObject): number => {
  const { rev: _, ...rest } = plan;
  return encoder.encode(JSON.stringify(rest)).length;
};
