import { overlap } from "../../../model/editing/arrange.ts";
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Box } from "../../../model/geometry/polygon.ts";
import {
  distance,
  middle,
  minus,
  plus,
  type Point,
  times,
} from "../../../model/geometry/vector.ts";
import type { ScreenPoint, Viewport } from "../../renderer/viewport.ts";
import type { MeasuresTexts } from "../../i18n/en/tools.ts";
import type { OverlayScene } from "../draw-overlay.ts";
import type { Measure } from "../tools/tool.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { roomsOn } from "../../../model/elements/rooms.ts";
import type { DrawOptions } from "../../renderer/index.ts";
import { nameOf } from "../../renderer/rooms.ts";
import { labelPlace } from "../../../model/editing/room-annotations.ts";
import type { MeasureMode } from "../../../model/editing/measured-lengths.ts";
import type { EditorContext } from "../component.ts";

/** Pixels of a line that is too short for its length, which is then not written, and of a letter. */
const [tooShort, letter] = [18, 7.2];

/** Pixels between a line and its length: where nothing else is, and beside handles. */
const [beside, besideHandles] = [8, 17];

/** To the right of a line, as it runs, and to its left. */
const sides = [1, -1] as const;

/** A length as it lies on the screen. */
export interface Chip {
  readonly measure: Measure;
  readonly words: string;
  readonly box: Box;
  /** Whether there is no length yet, only the offer to type one. */
  readonly isOffer?: boolean;
}

const offLine = (pixels: number, across: ScreenPoint, width: number, gap: number): ScreenPoint => {
  const room =
    pixels === 0 ? 28 + gap : (Math.abs(across[0]) * width) / 2 + Math.abs(across[1]) * 11 + gap;
  return times(across, room);
};

/** Where nothing is drawn yet: what a finger taps to type a length, as it has no keys. */
const offer = ([x, y]: ScreenPoint, measure: Measure, words: string): Chip => {
  const width = words.length * letter + 18;
  const box = { left: Math.max(2, x - width / 2), top: Math.max(2, y - 52), width, height: 24 };
  return { measure, words, box, isOffer: true };
};

const chipOf = (
  { viewport, metres }: OverlayScene,
  measure: Measure,
  offered: string | undefined,
  side: 1 | -1,
  farther = 0,
): Chip | undefined => {
  const { from, to, text, entry, isLine } = measure;
  const length = distance(from, to);
  const [a, b] = [viewport.toScreen(from), viewport.toScreen(to)];
  const pixels = distance(a, b);
  const isShort = length < 0.005 || pixels < tooShort;
  if (text === undefined && isLine !== true && isShort)
    return offered === undefined || entry === undefined ? undefined : offer(a, measure, offered);
  const words = text ?? metres(length);
  const width = words.length * letter + 18;
  const run: ScreenPoint = pixels === 0 ? [1, 0] : times(minus(b, a), 1 / pixels);
  const isBeyond = isLine === true && pixels < width + 44;
  // Beside the line, so that the wall itself can be seen; beyond one that is too short for that.
  const across: ScreenPoint = pixels === 0 ? [0, -side] : times([-run[1], run[0]], side);
  const gap = entry === undefined ? beside : besideHandles;
  const [x, y] = isBeyond
    ? plus(b, times(run, (Math.abs(run[0]) * width) / 2 + Math.abs(run[1]) * 12 + 12))
    : plus(middle(a, b), offLine(pixels, across, width, isLine === true ? 4 : gap + farther));
  // Not cut off at the left or the top, where the drawing ends.
  const [left, top] = [Math.max(2, x - width / 2), Math.max(2, y - 12)];
  return { measure, words, box: { left, top, width, height: 24 } };
};

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

/** Pixels by which what is no length of a line, such as an area, goes farther away where something is in the way. */
const aside = [0, 26, 52] as const;

/** The places that a length may have, the best one first: on the inner side of a wall; in a small room on the outer one. */
const placesOf = (
  scene: OverlayScene,
  measure: Measure,
  offered: string | undefined,
): readonly Chip[] => {
  const isFree = measure.text !== undefined && distance(measure.from, measure.to) === 0;
  return (isFree ? aside : [0]).flatMap((farther) =>
    sides.flatMap((side) => chipOf(scene, measure, offered, side, farther) ?? []),
  );
};

/**
 * Where lengths are written. None lies over another: where there is no room for all, the first ones stay. They
 * leave the names of rooms free as long as there is a place beside them.
 */
export const placedMeasures = (
  scene: OverlayScene,
  measures: readonly Measure[],
  names: readonly Box[],
  offered?: string,
): readonly Chip[] => {
  const chips: Chip[] = [];
  for (const measure of measures) {
    const free = placesOf(scene, measure, offered).filter(
      ({ box }) => !chips.some((other) => overlap(box, other.box)),
    );
    const chip = free.find(({ box }) => !names.some((name) => overlap(box, name))) ?? free[0];
    if (chip !== undefined) chips.push(chip);
  }
  return chips;
};

/**
 * The lengths beside what they are of; those that can be typed are buttons. `names` are where rooms' names stand.
 * `isPassing`: they go with the pointer, which must not meet them.
 */
export const drawMeasures = (
  scene: OverlayScene,
  texts: MeasuresTexts,
  measures: readonly Measure[] = [],
  { isPassing = false, names = [] }: { isPassing?: boolean; names?: readonly Box[] } = {},
): SVGTemplateResult | typeof nothing => {
  const chips = placedMeasures(scene, measures, names, isPassing ? texts.type : undefined);
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

/** The name of a room as it is written: its middle and its size, in metres of the plan and of the upright letters. */
interface RoomName {
  readonly at: Point;
  readonly size: Point;
}

let known:
  | { readonly causes: readonly unknown[]; readonly written: readonly RoomName[] }
  | undefined;

/** Remembered, as each frame of a drag or a pan asks for the same ones. */
const writtenOn = (
  plan: PlanData,
  level: string | undefined,
  options: DrawOptions,
  scale: number,
): readonly RoomName[] => {
  const { states, words, detail, language, isTurned } = options;
  const ofPlan = ["rooms", "labels", "levels", "outdoor"].map((field) => plan[field]);
  const causes = [...ofPlan, level, states, words, detail, language, isTurned, scale];
  if (known?.causes.every((cause, at) => cause === causes[at]) === true) return known.written;
  const written = roomsOn(plan, level).flatMap((room): readonly RoomName[] => {
    const name = nameOf(room, { ...options, scale });
    if (name === undefined || room.corners.length === 0) return [];
    return [{ at: labelPlace(plan, room.entity.data), size: name.size }];
  });
  known = { causes, written };
  return written;
};

/** Where the names of the rooms of a level are written on the screen, in pixels: lengths leave them free. */
export const nameBoxes = (
  plan: PlanData,
  level: string | undefined,
  options: DrawOptions,
  viewport: Pick<Viewport, "toScreen" | "scale" | "step">,
): readonly Box[] =>
  writtenOn(plan, level, options, viewport.step).map(({ at, size }) => {
    const [width, height] = times(size, viewport.scale);
    const [x, y] = viewport.toScreen(at);
    return { left: x - width / 2, top: y - height / 2, width, height };
  });

/** Where the browser keeps the choice. */
const place = "floorplan-measures";

/** The sort of measures that was chosen in this browser; inner ones, as a tape gives them, where none was. */
export const storedMeasureMode = (): MeasureMode => {
  try {
    return localStorage.getItem(place) === "centre" ? "centre" : "inner";
  } catch {
    // A browser that keeps nothing asks anew.
    return "inner";
  }
};

const choose = ({ view, texts, say }: EditorContext): void => {
  const measures = view.state.measures === "inner" ? "centre" : "inner";
  view.update({ measures });
  say(texts.measures.chosen[measures]);
  try {
    localStorage.setItem(place, measures);
  } catch {
    // It holds until the page is left.
  }
};

/** Says between what lengths are measured, and changes that. */
export const measureModeButton = (context: EditorContext): TemplateResult => {
  const { texts, view } = context;
  const { measures } = view.state;
  return html`<button
    class="sort"
    title=${texts.measures.chosen[measures]}
    @click=${() => choose(context)}
  >
    ${texts.measures.sorts[measures]}
  </button>`;
};
