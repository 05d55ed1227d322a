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

/** Length in pixels below which a line gets no measure, and width of a character. */
const [tooShort, letter] = [18, 7.2];

/** Distance in pixels between a line and its measure: usually, and beside handles. */
const [beside, besideHandles] = [8, 17];

/** Right and left of a line in its direction. */
const sides = [1, -1] as const;

/** A measure on the screen. */
export interface Chip {
  readonly measure: Measure;
  readonly words: string;
  readonly box: Box;
  /** Whether it only offers to type a length. */
  readonly isOffer?: boolean;
}

const offLine = (pixels: number, across: ScreenPoint, width: number, gap: number): ScreenPoint => {
  const room =
    pixels === 0 ? 28 + gap : (Math.abs(across[0]) * width) / 2 + Math.abs(across[1]) * 11 + gap;
  return times(across, room);
};

/** The button to type a length before anything is drawn, for touch without keys. */
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
  // Beside the line, to keep the wall visible; beyond the end of a line that is too short.
  const across: ScreenPoint = pixels === 0 ? [0, -side] : times([-run[1], run[0]], side);
  const gap = entry === undefined ? beside : besideHandles;
  const [x, y] = isBeyond
    ? plus(b, times(run, (Math.abs(run[0]) * width) / 2 + Math.abs(run[1]) * 12 + 12))
    : plus(middle(a, b), offLine(pixels, across, width, isLine === true ? 4 : gap + farther));
  // Inside the left and top edges of the drawing.
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

/** Offsets in pixels to try for measures that are not lengths of lines, such as areas. */
const aside = [0, 26, 52] as const;

/** Possible places of a measure, best first: on a wall's inner side, in a small room on the outer side. */
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

/** Places measures without overlap; if space is short, the first ones stay. They avoid room names where possible. */
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
 * Draws measures beside their subjects; editable ones are buttons. `names` are the boxes of room names. `isPassing`:
 * they follow the pointer, which must not hit them.
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

/** A room name on the plan: its middle in metres, and its size in upright metres. */
interface RoomName {
  readonly at: Point;
  readonly size: Point;
}

let known:
  | { readonly causes: readonly unknown[]; readonly written: readonly RoomName[] }
  | undefined;

/** Cached, as each frame of a drag or a pan needs them. */
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

/** The boxes of room names on the screen in pixels, which measures avoid. */
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

/** Storage key of the choice. */
const place = "floorplan-measures";

/** The stored kind of measures; by default inner ones, as a tape measure gives. */
export const storedMeasureMode = (): MeasureMode => {
  try {
    return localStorage.getItem(place) === "centre" ? "centre" : "inner";
  } catch {
    // Without storage, use the default.
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
    // Without storage, it holds until the page is closed.
  }
};

/** A button that shows and switches between inner and centre-line measures. */
export const measureModeButton = (context: EditorContext): TemplateResult => {
  const { texts, view } = context;
  const { measures } = view.state;
  return html`<button
    class="sort"
    title=${texts.measures.chosen[measures]}
    @click=${() => choose(context)}
  >
    ${texts.measures.modes[measures]}
  </button>`;
};
