import { kinds } from "../../model/kinds/kinds.ts";
import { spanOf } from "../../model/kinds/opening.ts";
import { wallOf } from "../../model/elements/rooms.ts";
import { cornersOf } from "../../model/elements/places.ts";
import { nothing, svg, type SVGTemplateResult } from "lit";
import { findRefs, type PlanData } from "../../model/elements/entities.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { outlineOnWall } from "./tools/on-wall.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";

/** The outlines of the selected rooms and openings; a piece shows by itself that it is selected. */
const outlinesOf = (plan: PlanData, selection: readonly string[]): readonly (readonly Point[])[] =>
  findRefs(plan, selection).flatMap(({ collection, data }) => {
    const { place } = kinds[collection];
    if (place === "polygon") return [cornersOf(data)];
    const wall = place === "wall" ? wallOf(plan, data) : undefined;
    return wall === undefined ? [] : [outlineOnWall({ wall, span: spanOf(data) })];
  });

/** What is selected and lies in or between dark walls: a line with a light edge, so that it is seen there too. */
export const drawSelection = (
  viewport: Viewport,
  plan: PlanData,
  selection: readonly string[],
): SVGTemplateResult | typeof nothing => {
  const path = outlinesOf(plan, selection)
    .map((points) => closedPath(points.map((point) => viewport.toScreen(point))))
    .join("");
  return path === ""
    ? nothing
    : svg`<g class="chosen" aria-hidden="true"><path class="edge" d=${path}></path><path d=${path}></path></g>`;
};
