import type { JsonObject } from "../model/json.ts";
import { type Collection, kinds } from "../model/kinds/kinds.ts";

/** The elements of a list with ids by their order, as those of ours begin. */
export const withIds = (list: Collection, elements: readonly JsonObject[]): readonly JsonObject[] =>
  elements.map((element, at) => ({ id: `${kinds[list].idPrefix}-${at + 1}`, ...element }));
