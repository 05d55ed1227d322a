import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Ref, refOf } from "../../model/elements/entities.ts";
import { type RoomOverlap, roomOverlapsOn } from "../../model/editing/room-overlaps.ts";
import { sharedCorners } from "../../model/geometry/overlap.ts";
import { boxAround, middleOf } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import type { EditorContext } from "./component.ts";
import { formatList, hundredthsIn, metresIn } from "./formats.ts";
import { entityName } from "./tools/kind-tools.ts";

type Words = Pick<EditorContext, "texts" | "language">;

/** Which rooms overlap and by how much, as a sentence. */
export const overlapText = ({ rooms, depth }: RoomOverlap, { texts, language }: Words): string =>
  texts.panels.checks.finding.overlappingRooms(
    formatList(
      language,
      rooms.map(({ entity }) => entityName(entity, texts)),
    ),
    hundredthsIn(language, depth),
  );

/** The overlaps of rooms with others, as sentences. */
export const overlapsOf = (
  context: Words & Pick<EditorContext, "session" | "view">,
  rooms: readonly Ref[],
): readonly string[] =>
  roomOverlapsOn(context.session.state.plan, context.view.state.level)
    .filter((overlap) => overlap.rooms.some(({ entity }) => rooms.includes(refOf(entity))))
    .map((overlap) => overlapText(overlap, context));

/** The most overlaps to draw; more appear when these are gone. */
const most = 20;

/** Width in pixels of a character, and what is around the words. */
const [letter, around] = [7.4, 18];

const drawOverlap = (
  viewport: Viewport,
  overlap: RoomOverlap,
  at: number,
  context: Words,
): SVGTemplateResult => {
  const [one, other] = overlap.rooms.map(({ corners }) => corners);
  const [path = "", otherPath = ""] = [one, other].map((corners: readonly Point[] = []) =>
    closedPath(corners.map((corner) => viewport.toScreen(corner))),
  );
  const box = boxAround(sharedCorners(one ?? [], other ?? []));
  const [x, y] = viewport.toScreen(box === undefined ? [0, 0] : middleOf(box));
  const words = context.texts.measures.overlap(metresIn(context.language)(overlap.depth));
  const width = words.length * letter + around;
  return svg`<g class="overlap" role="img" aria-label=${overlapText(overlap, context)}>
    <clipPath id=${`overlap-${at}`}><path d=${path}></path></clipPath>
    <path class="hatched" d=${otherPath} clip-path=${`url(#overlap-${at})`} fill="url(#overlap-hatch)"></path>
    <g transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <rect x=${-width / 2} y="-11" width=${width} height="22" rx="4"></rect>
      <text text-anchor="middle" y="4">${words}</text>
    </g>
  </g>`;
};

/** Hatches where rooms of a floor overlap, and says by how much. */
export const drawOverlaps = (
  viewport: Viewport,
  { session, view, ...words }: EditorContext,
): SVGTemplateResult | typeof nothing => {
  const overlaps = roomOverlapsOn(session.state.plan, view.state.level).slice(0, most);
  return overlaps.length === 0
    ? nothing
    : svg`<g class="overlaps">
        <pattern id="overlap-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path class="hatch" d="M0 0V9"></path>
        </pattern>
        ${overlaps.map((overlap, at) => drawOverlap(viewport, overlap, at, words))}
      </g>`;
};
