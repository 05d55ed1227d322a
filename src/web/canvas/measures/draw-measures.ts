import { nothing, svg, type SVGTemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { overlap } from "../../../model/editing/arrange.ts";
import { keptResults } from "../../../model/kept-results.ts";
import { type Box, boxAround } from "../../../model/geometry/polygon.ts";
import { type Point, times } from "../../../model/geometry/vector.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import type { MeasuresTexts } from "../../i18n/en/measures.ts";
import type { OverlayScene } from "../draw-overlay.ts";
import type { Measure } from "../tools/tool.ts";
import { type Entity, type PlanData, refOf } from "../../../model/elements/entities.ts";
import { firstLevel, shownLevel } from "../../../model/elements/levels.ts";
import { elementsOn, pointsAround } from "../../../model/elements/places.ts";
import { standingCollections } from "../../../model/kinds/kinds.ts";
import { type DrawOptions, floorOf } from "../../renderer/index.ts";
import { layoutOf } from "../../renderer/label-layout.ts";
import type { Layout } from "../../renderer/options.ts";
import { namesOf } from "../../renderer/room-names.ts";
import type { ScreenSize } from "../fit-view.ts";
import { type Chip, type Obstacles, placedMeasures } from "./place-measures.ts";

const drawLine = ({ viewport }: OverlayScene, { from, to }: Measure): SVGTemplateResult => {
  const [[ax, ay], [bx, by]] = [viewport.toScreen(from), viewport.toScreen(to)];
  return svg`<line class="span" aria-hidden="true" x1=${ax} y1=${ay} x2=${bx} y2=${by}></line>`;
};

const drawChip = (
  { measure: { entry }, words, box, isOffer }: Chip,
  { change }: MeasuresTexts,
  isPassing: boolean,
): SVGTemplateResult => {
  const at = `translate(${(box.left + box.width / 2).toFixed(1)} ${(box.top + 12).toFixed(1)})`;
  const shape = svg`<rect x=${-box.width / 2} y="-12" width=${box.width} height="24" rx="12"></rect>
    <text text-anchor="middle" y="4.5">${words}</text>`;
  return entry === undefined
    ? svg`<g class="measure" aria-hidden="true" transform=${at}>${shape}</g>`
    : svg`<g class=${`measure typed ${isPassing ? "passing" : ""} ${isOffer === true ? "offer" : ""}`} data-measure=${entry.name}
        role="button" tabindex="0" aria-label=${change(entry.label, words)} transform=${at}>${shape}</g>`;
};

/** How measures are drawn. */
interface MeasuresLook {
  /** Whether they follow the pointer, which must not hit them. */
  readonly isPassing: boolean;
  /** Size of the drawing in pixels. */
  readonly screen: ScreenSize;
  readonly obstacles: Obstacles;
}

/** Draws measures beside their subjects; editable ones are buttons. */
export const drawMeasures = (
  scene: OverlayScene,
  texts: MeasuresTexts,
  measures: readonly Measure[],
  { isPassing, screen, obstacles }: MeasuresLook,
): SVGTemplateResult | typeof nothing => {
  const offered = isPassing ? texts.type : undefined;
  const chips = placedMeasures(scene, screen, measures, obstacles, offered);
  return chips.length === 0
    ? nothing
    : svg`<g class="measures">${chips.map(({ measure }) =>
        measure.isLine === true ? drawLine(scene, measure) : nothing,
      )}${repeat(
        chips,
        ({ measure }, at) => measure.entry?.name ?? at,
        (chip) => drawChip(chip, texts, isPassing),
      )}</g>`;
};

/** A room name on the plan: its middle in metres, and its size in upright metres. */
interface WrittenName {
  readonly at: Point;
  readonly size: Point;
}

/** Cached, as each frame of a drag or a pan needs them. */
const known = new WeakMap<Layout, readonly WrittenName[]>();

const writtenOn = (plan: PlanData, options: DrawOptions): readonly WrittenName[] => {
  const level = shownLevel(plan, options.level);
  const floor = floorOf(plan, level);
  const layout = layoutOf({ plan, level, first: firstLevel(plan), floor, options });
  const before = known.get(layout);
  if (before !== undefined) return before;
  const written = floor.rooms.flatMap((room): readonly WrittenName[] => {
    const spot = layout.get(refOf(room.entity));
    if (spot === undefined) return [];
    const name = namesOf(room, plan, options)[spot.form];
    return name === undefined ? [] : [{ at: spot.at, size: name.size }];
  });
  known.set(layout, written);
  return written;
};

/** The boxes of room names on the screen in pixels, as a drawing with these options has them, which measures avoid. */
export const nameBoxes = (
  plan: PlanData,
  options: DrawOptions,
  viewport: Pick<Viewport, "toScreen" | "scale">,
): readonly Box[] =>
  writtenOn(plan, options).map(({ at, size }) => {
    const [width, height] = times(size, viewport.scale);
    const [x, y] = viewport.toScreen(at);
    return { left: x - width / 2, top: y - height / 2, width, height };
  });

/** The boxes of things that stand on a floor in metres; null for one that is nowhere. */
const boxesOf = keptResults((thing: Entity) => boxAround(pointsAround({}, thing)) ?? null);

/** How far from their lines measures may be, in pixels. */
const farthest = 150;

/** The part of a plan in which measures are placed, in metres. */
const areaOf = (measures: readonly Measure[], scale: number): Box | undefined => {
  const box = boxAround(measures.flatMap(({ from, to }) => [from, to]));
  if (box === undefined) return undefined;
  const { left, top, width, height } = box;
  const more = farthest / scale;
  return {
    left: left - more,
    top: top - more,
    width: width + more * 2,
    height: height + more * 2,
  };
};

/** The boxes of what stands on a floor near some measures, in pixels. */
export const pieceBoxes = (
  plan: PlanData,
  level: string | undefined,
  viewport: Pick<Viewport, "toScreen" | "scale">,
  measures: readonly Measure[],
): readonly Box[] => {
  const area = areaOf(measures, viewport.scale);
  const near = boxesOf(elementsOn(plan, shownLevel(plan, level), standingCollections)).filter(
    (box) => box !== null && overlap(box, area),
  );
  return near.flatMap((box) => {
    if (box === null) return [];
    const { left, top, width, height } = box;
    const ends: readonly Point[] = [
      [left, top],
      [left + width, top + height],
    ];
    return boxAround(ends.map((end) => viewport.toScreen(end))) ?? [];
  });
};
