import { nothing, svg, type SVGTemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { plus, type Point, times, turned } from "../../model/geometry/vector.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { rectangle } from "../../model/editing/add-remove.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { ToolsTexts } from "../i18n/en/tools.ts";
import { cornersOf } from "../../model/elements/places.ts";
import type { Entity, PlanData } from "../../model/elements/entities.ts";
import { wallOf } from "../../model/elements/opening-walls.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import { spanOf } from "../../model/kinds/opening.ts";
import { outlineOnWall } from "./opening-position.ts";
import { drawPull } from "./measures/wall-ways.ts";
import type { WallProposal } from "../../model/scan/wall-proposal.ts";
import type { ScreenSize } from "./fit-view.ts";
import type { Overlay } from "./tools/tool.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import { type Handle, handleName } from "./handles.ts";

/** Inputs of the overlay. */
export interface OverlayScene {
  readonly viewport: Viewport;
  readonly words: ToolsTexts;
  /** Formats metres, such as `2.40 m`. */
  readonly metres: (length: number) => string;
  readonly room: HandleRoom;
}

/** What decides how far handles stand off. */
export interface HandleRoom {
  /** Size of the drawing in pixels. */
  readonly screen: ScreenSize;
  /** Whether fingers press them. */
  readonly isTouch: boolean;
}

const place = (viewport: Viewport, points: readonly Point[]): readonly ScreenPoint[] =>
  points.map((point) => viewport.toScreen(point));

const path = (points: readonly ScreenPoint[], isOpen: boolean): string => {
  const closed = closedPath(points);
  return isOpen ? closed.slice(0, -1) : closed;
};

/** The outline of a room, or of an opening in its wall (empty if the wall is missing); undefined for anything else. */
export const outlineOf = (
  plan: PlanData,
  { collection, data }: Entity,
): readonly Point[] | undefined => {
  const { place: kindOfPlace } = kinds[collection];
  if (kindOfPlace === "polygon") return cornersOf(data);
  if (kindOfPlace !== "wall") return undefined;
  const wall = wallOf(plan, data);
  return wall === undefined ? [] : outlineOnWall({ wall, span: spanOf(data) });
};

/** Draws the walls that were found in an image, dashed where they are left out, with the rooms that the others close. */
const drawProposal = (viewport: Viewport, proposal: WallProposal): SVGTemplateResult => {
  const { openings, rooms, taken, walls } = proposal;
  return svg`<g class="proposal">
    ${rooms.map((room) => svg`<path class="room" d=${path(place(viewport, room), false)}></path>`)}
    ${walls.map(({ from, thickness, to }, wall) => {
      const d = path(place(viewport, [from, to]), true);
      return svg`<path class=${taken.has(wall) ? "wall" : "wall left"} stroke-width=${Math.max(3, thickness * viewport.scale)} d=${d}></path>`;
    })}
    ${openings.map(({ from, kind, to, wall }) =>
      taken.has(wall)
        ? svg`<path class=${kind} d=${path(place(viewport, [from, to]), true)}></path>`
        : nothing,
    )}
  </g>`;
};

/** Draws guides and the preview of a click. */
export const drawOverlay = ({ viewport }: OverlayScene, overlay: Overlay): SVGTemplateResult => {
  const {
    guides = [],
    ghost = [],
    made,
    dots = [],
    marquee,
    isOpen = false,
    pull,
    proposal,
  } = overlay;
  const frame =
    marquee === undefined
      ? []
      : rectangle(
          [marquee.left, marquee.top],
          [marquee.left + marquee.width, marquee.top + marquee.height],
        );
  return svg`<g class="overlay" aria-hidden="true">
    ${ghost.length === 0 || made !== undefined ? nothing : svg`<path class=${isOpen ? "ghost open" : "ghost"} d=${path(place(viewport, ghost), isOpen)}></path>`}
    ${guides.map(({ from, to }) => {
      const [[ax, ay], [bx, by]] = [viewport.toScreen(from), viewport.toScreen(to)];
      return svg`<line class="guide" x1=${ax} y1=${ay} x2=${bx} y2=${by}></line>
        <circle class="guide-end" cx=${ax} cy=${ay} r="4"></circle>`;
    })}
    ${place(viewport, dots).map(([x, y]) => svg`<circle class="dot" cx=${x} cy=${y} r="5"></circle>`)}
    ${pull === undefined ? nothing : drawPull(viewport, pull)}
    ${proposal === undefined ? nothing : drawProposal(viewport, proposal)}
    ${frame.length === 0 ? nothing : svg`<path class="marquee" d=${path(place(viewport, frame), false)}></path>`}
  </g>`;
};

/** Draws the keyboard's crosshair. */
export const drawCross = (viewport: Viewport, at: Point): SVGTemplateResult => {
  const [x, y] = viewport.toScreen(at);
  return svg`<path class="cross" aria-hidden="true" d=${`M${x - 14} ${y}h28M${x} ${y - 14}v28`}></path>`;
};

/** Distance of a handle from its element in pixels. */
const handleOffset: Readonly<Record<Handle["kind"], number>> = {
  corner: 0,
  wall: 0,
  end: 11,
  side: 13,
  turn: 44,
  label: 0,
};

/**
 * Least distance of a handle from the middle of its piece in pixels, for a mouse and for fingers: a small thing is seen
 * between its handles, and can be dragged.
 */
const standOff: Readonly<Partial<Record<Handle["kind"], Point>>> = {
  side: [27, 42],
  turn: [58, 84],
};

/** Pixels from the edge of the drawing within which a handle cannot be pressed. */
const handleEdge = 14;

const cursors = ["ew-resize", "nwse-resize", "ns-resize", "nesw-resize"] as const;

/** The cursor over a handle when the screen is rotated by `turn` degrees. */
export const cursorOf = ({ kind, angle }: Handle, turn: number): string => {
  if (kind === "corner" || kind === "label") return "move";
  if (kind === "turn") return "grab";
  const eighth = Math.round((((angle + turn) % 180) + 180) / 45) % 4;
  return cursors[eighth] ?? "move";
};

const shape = ({ kind, angle }: Handle, turn: number): SVGTemplateResult => {
  if (kind === "wall")
    return svg`<rect class="grip" x="-3.5" y="-9" width="7" height="18" rx="3.5" transform=${`rotate(${angle + turn})`}></rect>`;
  if (kind === "turn")
    return svg`<circle class="grip" r="10"></circle><path class="sign" d="M4.2-2.6A5 5 0 1 0 5 1M4.8-5.6v3.2H1.6"></path>`;
  if (kind === "label")
    return svg`<circle class="grip" r="9"></circle><path class="sign" d="M-4 0h8M0-4v8"></path>`;
  return kind === "corner"
    ? svg`<circle class="grip" r="6.5"></circle>`
    : svg`<rect class="grip" x="-5.5" y="-5.5" width="11" height="11" rx="3" transform=${`rotate(${angle + turn})`}></rect>`;
};

/** Where a turn handle goes that would leave the screen: in front of its piece, or beside it. */
const turnPlaces = (viewport: Viewport, { at, away, reach }: Handle, push: number) => {
  const centre = plus(at, times(away, -reach[0]));
  return [0, 180, 90, 270].map((degrees, index) => {
    const metres = (index < 2 ? reach[0] : reach[1]) + push;
    return viewport.toScreen(plus(centre, times(turned(away, degrees), metres)));
  });
};

/** The position of a handle on the screen, offset from its element. */
export const placeOfHandle = (
  viewport: Viewport,
  handle: Handle,
  { screen, isTouch }: HandleRoom,
): ScreenPoint => {
  const { kind, at, away, reach } = handle;
  const least = standOff[kind]?.[isTouch ? 1 : 0] ?? 0;
  const pixels = Math.max(handleOffset[kind], least - reach[0] * viewport.scale);
  const push = pixels / viewport.scale;
  const [x, y] = viewport.toScreen(plus(at, times(away, push)));
  if (kind === "turn") {
    const isFree = ([left, top]: ScreenPoint): boolean =>
      Math.min(left, top, screen.width - left, screen.height - top) >= handleEdge;
    return turnPlaces(viewport, handle, push).find(isFree) ?? [x, y];
  }
  // A name is always upright, so its handle is always below it.
  return [x, kind === "label" ? y + 24 + 0.13 * viewport.scale : y];
};

const drawHandle = ({ viewport, words, room }: OverlayScene, handle: Handle): SVGTemplateResult => {
  const at = placeOfHandle(viewport, handle, room);
  const word = words.handles[handle.kind](handle.index + 1);
  return svg`<g class="handle" data-handle=${handleName(handle)} role="button" tabindex="0"
      aria-label=${word} cursor=${cursorOf(handle, viewport.turn)}
      transform=${`translate(${at.map((pixels) => pixels.toFixed(1)).join(" ")})`}>
    <title>${word}</title>
    <circle class="target" r="14"></circle>
    ${shape(handle, viewport.turn)}
  </g>`;
};

/** Length in pixels of a wall or side from which on its handle has room. */
const minSideForHandle: Readonly<Record<Handle["kind"], number>> = {
  corner: 0,
  wall: 44,
  end: 0,
  side: 12,
  turn: 0,
  label: 90,
};

/** The handles that fit on the screen. */
export const fittingHandles = (
  { scale }: Viewport,
  handles: readonly Handle[],
): readonly Handle[] => handles.filter(({ kind, span }) => span * scale >= minSideForHandle[kind]);

/** Radius in pixels of the area of a handle that measures leave free. */
const handleReach = 11;

/** The boxes of the handles that fit on the screen, in pixels. */
export const handleBoxes = (
  viewport: Viewport,
  handles: readonly Handle[],
  room: HandleRoom,
): readonly Box[] =>
  fittingHandles(viewport, handles).map((handle) => {
    const [x, y] = placeOfHandle(viewport, handle, room);
    const side = handleReach * 2;
    return { left: x - handleReach, top: y - handleReach, width: side, height: side };
  });

/** Draws the selection's handles that fit on the screen. */
export const drawHandles = (
  scene: OverlayScene,
  handles: readonly Handle[],
): SVGTemplateResult | typeof nothing => {
  const fitting = fittingHandles(scene.viewport, handles);
  return fitting.length === 0
    ? nothing
    : svg`<g class="handles">${repeat(fitting, handleName, (handle) => drawHandle(scene, handle))}</g>`;
};
