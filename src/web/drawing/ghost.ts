import { svg, type SVGTemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import { firstLevel, shownLevel } from "../../model/elements/levels.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import { floorOf } from "../renderer/floor.ts";
import { layers } from "./kinds.ts";
import type { DrawOptions } from "../renderer/options.ts";

/** An element that is in no plan yet. */
export interface Ghost {
  readonly list: Collection;
  readonly data: JsonObject;
}

/** Draws an element as it would be drawn on the level that is shown, if the plan had it. */
export const drawGhost = (
  plan: PlanData,
  { list, data }: Ghost,
  options: DrawOptions,
): SVGTemplateResult => {
  const level = shownLevel(plan, options.level);
  const scene = {
    plan: { ...plan, [list]: [level === undefined ? data : { ...data, level }] },
    level,
    first: firstLevel(plan),
    floor: floorOf(plan, level),
    options: { ...options, interactive: "none" as const, selected: undefined },
  };
  const items = layers[list].flatMap((layer) => layer.items(scene));
  return svg`<g class="symbol" aria-hidden="true">${items.map(({ draw }) => draw())}</g>`;
};
