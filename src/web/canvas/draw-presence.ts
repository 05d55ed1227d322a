import { css, nothing, svg, type SVGTemplateResult } from "lit";
import { shownLevel } from "../../model/elements/levels.ts";
import { findRefs, type PlanData } from "../../model/elements/entities.ts";
import { cornersOf, levelOfEntity, pointsAround } from "../../model/elements/places.ts";
import { wallOf } from "../../model/elements/rooms.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import { spanOf } from "../../model/kinds/opening.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { outlineOnWall } from "../editor/tools/on-wall.ts";
import { colorOf } from "../editor/together/colors.ts";
import type { Collaborator } from "../editor/together/other.ts";

/** What the others' selections look like. */
export const othersStyle = css`
  .other path {
    fill: none;
    stroke: var(--other);
    stroke-width: 2.5;
    stroke-dasharray: 7 4;
    stroke-linejoin: round;
  }
  .other .edge {
    stroke: light-dark(#fff, #12171d);
    stroke-width: 5.5;
    stroke-dasharray: none;
  }
  .other rect {
    fill: var(--other);
  }
  .other text {
    fill: light-dark(#fff, #10171d);
    font:
      600 12px system-ui,
      sans-serif;
  }
`;

/** Longer names are cut off on the drawing. */
const mostLetters = 18;

const outlinesOf = (plan: PlanData, level: string | undefined, { selection }: Collaborator) =>
  findRefs(plan, selection)
    .filter((entity) => levelOfEntity(plan, entity) === level)
    .map((entity): readonly Point[] => {
      const { place } = kinds[entity.collection];
      if (place === "polygon") return cornersOf(entity.data);
      if (place !== "wall") return pointsAround(plan, entity);
      const wall = wallOf(plan, entity.data);
      return wall === undefined ? [] : outlineOnWall({ wall, span: spanOf(entity.data) });
    })
    .filter((points) => points.length > 0);

const tag = (name: string, [left, top]: Point): SVGTemplateResult => {
  const letters = Array.from(name);
  const short =
    letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join("")}…` : name;
  const width = Array.from(short).length * 7.4 + 12;
  // Above what is selected, and not cut off at the left or the top, where the drawing ends.
  const place = `translate(${Math.max(2, left).toFixed(1)} ${Math.max(2, top - 22).toFixed(1)})`;
  return svg`<g transform=${place}>
    <rect width=${width} height="19" rx="5"></rect>
    <text x="6" y="13.5">${short}</text>
  </g>`;
};

const drawOther = (
  viewport: Viewport,
  plan: PlanData,
  level: string | undefined,
  other: Collaborator,
): SVGTemplateResult | typeof nothing => {
  const outlines = outlinesOf(plan, level, other).map((points) =>
    points.map((point) => viewport.toScreen(point)),
  );
  const box = boxAround(outlines.flat());
  if (box === undefined) return nothing;
  const path = outlines.map(closedPath).join("");
  return svg`<g class="other" data-other=${other.id} .style=${`--other:${colorOf(other.color)}`}>
    <path class="edge" d=${path}></path><path d=${path}></path>
    ${other.name === "" ? nothing : tag(other.name, [box.left, box.top])}
  </g>`;
};

/** What others have selected on the floor that is shown: outlines in their color, with their name. */
export const drawOthers = (
  viewport: Viewport,
  plan: PlanData,
  level: string | undefined,
  others: readonly Collaborator[],
): SVGTemplateResult | typeof nothing => {
  const shown = shownLevel(plan, level);
  const here = others.filter((other) => shownLevel(plan, other.level) === shown);
  return here.length === 0
    ? nothing
    : svg`<g aria-hidden="true">${here.map((other) => drawOther(viewport, plan, shown, other))}</g>`;
};
