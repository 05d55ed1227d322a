import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Entity, entitiesOf, idOf } from "../../elements/entities.ts";
import { kindOf, spanOf } from "../model/openings.ts";
import { type Floor, type FloorRoom, isClockwise } from "./floor.ts";
import { type Content, frame } from "./frame.ts";
import { isActive, lookOf, typeWord } from "./look.ts";
import type { DrawOptions, EntityState } from "./options.ts";
import { type Layer, ownOf } from "./scene.ts";
import { numberIn, textIn } from "../../json/read.ts";
import { type Point } from "../../geometry/vector.ts";
import { box, line, oval, short } from "../../geometry/shapes.ts";

/** Metres of a wall within the line through its corners, on both sides. */
export const halfWall = 0.06;

/** Metres of an outer wall beyond that line. */
export const outerWall = 0.17;

/** Where an opening is drawn: along `x` from its centre, with its room towards positive `z`. */
export interface OpeningPlace {
  readonly centre: Point;
  /** Degrees from the drawing's `x` to the wall's. */
  readonly angle: number;
  readonly width: number;
  /** Whether there is no room on the other side. */
  readonly isOuter: boolean;
}

/** The room of an opening on this floor. */
export const roomOf = (floor: Floor, { data }: Entity): FloorRoom | undefined => {
  const id = textIn(data["room_id"]);
  return id === undefined ? undefined : floor.byId.get(id);
};

/** The place of an opening; nothing where its room or wall is missing. */
export const placeOfOpening = (floor: Floor, entity: Entity): OpeningPlace | undefined => {
  const room = roomOf(floor, entity);
  const edge = numberIn(entity.data["edge"], -1);
  const from = room?.corners[edge];
  const to = room?.corners[(edge + 1) % room.corners.length];
  if (room === undefined || from === undefined || to === undefined) return undefined;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return undefined;
  const [dx, dz] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const { offset, width } = spanOf(entity.data);
  const centre: Point = [from[0] + dx * offset, from[1] + dz * offset];
  // Seen from inside, left is where the wall starts when the corners run clockwise.
  const turn = isClockwise(room.corners) ? 1 : -1;
  const beyond: Point = [centre[0] + dz * turn * 0.2, centre[1] - dx * turn * 0.2];
  const angle = (Math.atan2(dz * turn, dx * turn) * 180) / Math.PI;
  const isOuter = !room.isOutdoor && floor.roomAt(beyond) === undefined;
  return { centre, angle, width: Math.max(0.1, width), isOuter };
};

const doorBody = (
  { data }: Entity,
  width: number,
  contact: EntityState | undefined,
  isTiny: boolean,
): SVGTemplateResult => {
  const side = data["hinge"] === "right" ? 1 : -1;
  const swing = data["swing"] === "out" ? -1 : 1;
  const isShut = contact !== undefined && !isActive(contact);
  const [hinge, face] = [(side * width) / 2, swing * halfWall];
  const sweep = side * swing > 0 ? 0 : 1;
  const arc = `M${short(-hinge)} ${face}A${short(width)} ${short(width)} 0 0 ${sweep} ${short(hinge)} ${short(face + swing * width)}`;
  const leaf = box(0, (swing * width) / 2, 0.045, width, 0.01);
  const turn = isShut ? side * swing * 90 : 0;
  return svg`${isTiny ? nothing : svg`<path class="swing" d=${arc}></path>`}<path class="leaf" d=${leaf} transform="translate(${short(hinge)} ${face}) rotate(${turn})"></path>`;
};

/** One of the two wings of a window that is open into the room. */
const sash = (side: -1 | 1, width: number, bottom: number): SVGTemplateResult =>
  svg`<path class="sash" d=${box((-side * width) / 4, 0, width / 2, 0.04, 0.01)} transform="translate(${short((side * width) / 2)} ${short(bottom)}) rotate(${side * -40})"></path>`;

const windowBody = (
  width: number,
  [top, bottom]: readonly [number, number],
  isOpen: boolean,
  blind: EntityState | undefined,
  isTiny: boolean,
): SVGTemplateResult => {
  const middle = (top + bottom) / 2;
  const left = -width / 2;
  const glass = svg`<path class="glass" d=${box(0, middle, width, 0.07)}></path>`;
  if (isTiny) return glass;
  return svg`${glass}
    <path class="pane" d=${[top, middle, bottom].map((z) => line(left, z, -left, z)).join("")}></path>
    ${isOpen ? svg`${sash(-1, width, bottom)}${sash(1, width, bottom)}` : nothing}
    ${blind !== undefined && !isActive(blind) ? svg`<path class="blind" d=${line(left, top + 0.05, -left, top + 0.05)}></path>` : nothing}`;
};

/** Draws a door, a window or a passage at its place; live contacts, locks and blinds where known. */
const drawOpening = (
  entity: Entity,
  place: OpeningPlace,
  room: FloorRoom,
  options: DrawOptions,
): Content => {
  const { data } = entity;
  const { states, words } = options;
  const stateOf = (field: string): EntityState | undefined => {
    const id = textIn(data[field]);
    return id === undefined ? undefined : states?.(id);
  };
  const kind = kindOf(data);
  const contact = stateOf("contact");
  const lock = stateOf("lock");
  const top = -(place.isOuter ? outerWall : halfWall) - 0.005;
  const bottom = halfWall + 0.005;
  const { width, centre, angle } = place;
  const gap = box(0, (top + bottom) / 2, width, bottom - top);
  const jambs = line(-width / 2, top, -width / 2, bottom) + line(width / 2, top, width / 2, bottom);
  const isOpen = isActive(contact);
  const isTiny = options.detail === "tiny";
  const filling =
    kind === "window"
      ? windowBody(width, [top, bottom], isOpen, stateOf("blind"), isTiny)
      : kind === "door"
        ? doorBody(entity, width, contact, isTiny)
        : nothing;
  const hole = svg`<path class="gap" d=${gap}></path>${filling}`;
  const body = isTiny
    ? hole
    : svg`<path class="hit" d=${box(0, 0, width, 0.5)}></path>${hole}
    <path class="jamb" d=${jambs}></path>
    ${lock === undefined ? nothing : svg`<path class=${isActive(lock) ? "lock open" : "lock"} d=${oval(0, (top + bottom) / 2, 0.1)}></path>`}`;
  const name = textIn(room.entity.data["name"]) ?? idOf(room.entity.data) ?? words.things.rooms;
  const state = contact === undefined ? undefined : words.states[isOpen ? "open" : "closed"];
  return frame(entity, { ...lookOf(data, states), isOn: isOpen }, options, {
    label: [typeWord(words, "openings", kind), name, state]
      .filter((part) => part !== undefined)
      .join(", "),
    kind,
    place: `translate(${short(centre[0])} ${short(centre[1])}) rotate(${short(angle)})`,
    body,
  });
};

const openings: Layer["items"] = ({ plan, floor, options }) => {
  const own = ownOf("openings", options);
  return entitiesOf(plan, "openings").flatMap((entity) => {
    const room = roomOf(floor, entity);
    const place = placeOfOpening(floor, entity);
    if (room === undefined || place === undefined) return [];
    const causes = [...own(entity), room.entity.data, place.isOuter];
    return [{ key: entity.key, causes, draw: () => drawOpening(entity, place, room, options) }];
  });
};

/** Openings lie in the walls. */
export const openingLayers: readonly Layer[] = [
  { name: "openings", height: "walls", items: openings },
];
