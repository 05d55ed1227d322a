import { isObject, type JsonObject } from "../model/json.ts";

/** The plan with the addresses at which its tracing images are now, by level; where an image lies in the plan stays as it is. */
export const withImageUrls = (plan: JsonObject, urls: ReadonlyMap<string, string>): JsonObject => {
  const { backgrounds } = plan;
  if (urls.size === 0 || !isObject(backgrounds)) return plan;
  const placed = Object.entries(backgrounds).map(([level, background]) => {
    const url = urls.get(level);
    return [
      level,
      url === undefined || !isObject(background) ? background : { ...background, url },
    ];
  });
  return { ...plan, backgrounds: Object.fromEntries(placed) };
};
