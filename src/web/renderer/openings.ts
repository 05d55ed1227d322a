import { nothing, svg, type SVGTemplateResult } from "lit";
import { entitiesOf, type Entity } from "../../model/elements/entities.ts";
import { type Room, roomIdOf } from "../../model/elements/rooms.ts";
import { signedArea } from "../../model/geometry/polygon.ts";
import {
  angleOf,
  lengthOf,
  plus,
  type Point,
  pointAlong,
  turned,
} from "../../model/geometry/vector.ts";
import { kindOf, spanOf } from "../../model/kinds/opening.ts";
import { type JsonObject, numberIn, textIn } from "../../model/json.ts";
import type { Floor } from "./floor.ts";
import { type Content, frame, translated } from "./frame.ts";
import {
  type EntityState,
  isActive,
  isUnavailable,
  unknownState,
} from "../../model/bindings/entity-state.ts";
import { stateText } from "../../model/bindings/state-text.ts";
import { lookOf, roomName, typeWord } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";
import { elementInputs, type Layer } from "./scene.ts";
import { ellipsePath, linePath, rectPath, svgNumber } from "../../model/geometry/svg-path.ts";

/** Where an opening is drawn: along `x` from its centre, with its room towards positive `z`. */
export interface OpeningPlace {
  readonly room: Room;
  readonly centre: Point;
  /** Degrees from the drawing's `x` to the wall's. */
  readonly angle: number;
  readonly width: number;
  /** Whether there is no room on the other side. */
  readonly isOuter: boolean;
  /** Metres from the line between the wall's corners to its face in the room, and to the other one. */
  readonly reach: readonly [inside: number, beyond: number];
}

/** The place of an opening; nothing where its room or wall is missing on this floor. */
export const placeOfOpening = (floor: Floor, { data }: Entity): OpeningPlace | undefined => {
  const room = floor.byId.get(roomIdOf(data));
  const edge = numberIn(data["edge"], -1);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined || lengthOf(wall) === 0) return undefined;
  const { offset, width } = spanOf(data);
  const centre = pointAlong(wall, offset);
  // Seen from inside, left is where the wall starts when the corners run clockwise.
  const isClockwise = signedArea(room.corners) > 0;
  const angle = angleOf(isClockwise ? wall : { from: wall.to, to: wall.from });
  const beyond = plus(centre, turned([0, -0.2], angle));
  const isOuter = !room.isOutdoor && floor.roomAt(beyond) === undefined;
  // A gate in the open air stands in no wall.
  const half = floor.halfAt(room, edge, centre) || room.reach.half;
  const reach = [half, isOuter ? room.reach.outer : half] as const;
  return { room, centre, angle, width: Math.max(0.1, width), isOuter, reach };
};

/** An entity of an opening, and its state where there is a Home Assistant. */
interface Part {
  readonly id: string;
  readonly state: EntityState;
}

const isOpen = (part: Part | undefined): boolean =>
  part !== undefined && isActive(part.id, part.state);

/** How much of its opening a blind covers, from 0 to 1: by its position where it tells one (0 is closed), else all or nothing. */
const covering = (blind: Part): number => {
  // What is not known of is drawn whole, and pale.
  if (isUnavailable(blind.state)) return 1;
  const position = blind.state.attributes?.["current_position"];
  if (typeof position === "number") return 1 - Math.max(0, Math.min(100, position)) / 100;
  return isOpen(blind) ? 0 : 1;
};

/** Draws how far a blind covers an opening that is so wide, along its side without a room. */
const blindView = (blind: Part | undefined, width: number, top: number): Content => {
  const covered = blind === undefined ? 0 : covering(blind) * width;
  if (blind === undefined || covered === 0) return nothing;
  const path = linePath(-width / 2, top + 0.05, -width / 2 + covered, top + 0.05);
  return svg`<path class=${isUnavailable(blind.state) ? "blind away" : "blind"} d=${path}></path>`;
};

const doorBody = (
  data: JsonObject,
  width: number,
  [half, top]: readonly [number, number],
  contact: Part | undefined,
  blind: Part | undefined,
  isTiny: boolean,
): SVGTemplateResult => {
  const side = data["hinge"] === "right" ? 1 : -1;
  const swing = data["swing"] === "out" ? -1 : 1;
  const isShut = contact !== undefined && !isOpen(contact) && !isUnavailable(contact.state);
  const [hinge, face] = [(side * width) / 2, swing * half];
  const sweep = side * swing > 0 ? 0 : 1;
  const arc = `M${svgNumber(-hinge)} ${face}A${svgNumber(width)} ${svgNumber(width)} 0 0 ${sweep} ${svgNumber(hinge)} ${svgNumber(face + swing * width)}`;
  const leaf = rectPath(0, (swing * width) / 2, 0.045, width, 0.01);
  const turn = isShut ? side * swing * 90 : 0;
  return svg`${isTiny ? nothing : svg`<path class="near" d=${`${arc}L${svgNumber(hinge)} ${face}Z`}></path><path class="swing" d=${arc}></path>`}<path class="leaf" d=${leaf} transform="${translated([hinge, face])} rotate(${turn})"></path>${isTiny ? nothing : blindView(blind, width, top)}`;
};

/** One of the two wings of a window that is open into the room. */
const sash = (side: -1 | 1, width: number, bottom: number): SVGTemplateResult =>
  svg`<path class="sash" d=${rectPath((-side * width) / 4, 0, width / 2, 0.04, 0.01)} transform="${translated([(side * width) / 2, bottom])} rotate(${side * -40})"></path>`;

const windowBody = (
  width: number,
  [top, bottom]: readonly [number, number],
  contact: Part | undefined,
  blind: Part | undefined,
  isTiny: boolean,
): SVGTemplateResult => {
  const middle = (top + bottom) / 2;
  const left = -width / 2;
  const glass = svg`<path class="glass" d=${rectPath(0, middle, width, 0.07)}></path>`;
  if (isTiny) return glass;
  return svg`${glass}
    <path class="pane" d=${[top, middle, bottom].map((z) => linePath(left, z, -left, z)).join("")}></path>
    ${isOpen(contact) ? svg`${sash(-1, width, bottom)}${sash(1, width, bottom)}` : nothing}
    ${blindView(blind, width, top)}`;
};

/** What a lock is, as class names. */
const lockClass = (lock: Part): string => {
  if (isUnavailable(lock.state)) return "lock away";
  if (lock.state.state === "jammed") return "lock jammed";
  return isOpen(lock) ? "lock open" : "lock";
};

/** Draws a door, a window or a passage at its place; live contacts, locks and blinds where known. */
const drawOpening = (entity: Entity, place: OpeningPlace, options: DrawOptions): Content => {
  const { states, words } = options;
  const look = lookOf(entity.data, options);
  const { data } = look;
  const partOf = (field: string): Part | undefined => {
    // Which entities a thing has, no rule changes.
    const id = textIn(entity.data[field]);
    if (id === undefined || states === undefined) return undefined;
    return { id, state: states(id) ?? unknownState };
  };
  const kind = kindOf(data);
  const [contact, lock, blind] = [partOf("contact"), partOf("lock"), partOf("blind")];
  const { room, width, centre, angle, reach } = place;
  const [half, beyond] = reach;
  const top = -beyond - 0.005;
  const bottom = half + 0.005;
  const gap = rectPath(0, (top + bottom) / 2, width, bottom - top);
  const jambs =
    linePath(-width / 2, top, -width / 2, bottom) + linePath(width / 2, top, width / 2, bottom);
  const isTiny = options.detail === "tiny";
  const filling =
    kind === "window"
      ? windowBody(width, [top, bottom], contact, blind, isTiny)
      : kind === "door"
        ? doorBody(data, width, [half, top], contact, blind, isTiny)
        : nothing;
  const hole = svg`<path class="gap" d=${gap}></path>${filling}`;
  const body = isTiny
    ? hole
    : svg`${hole}
    <path class="jamb" d=${jambs}></path>
    ${lock === undefined ? nothing : svg`<path class=${lockClass(lock)} d=${ellipsePath(0, (top + bottom) / 2, 0.1)}></path>`}`;
  const said = [contact, lock, blind].flatMap((part) =>
    part === undefined ? [] : [stateText(part.id, part.state, options)],
  );
  const isGone = contact !== undefined && isUnavailable(contact.state);
  return frame(entity, { ...look, isOn: isOpen(contact), isAway: isGone }, options, {
    label: [typeWord(words, "openings", kind), roomName(room.entity.data, words), ...said]
      .filter((part) => part !== undefined)
      .join(", "),
    kind,
    place: `${translated(centre)} rotate(${svgNumber(angle)})`,
    body,
  });
};

const openings: Layer["items"] = ({ plan, floor, options }) => {
  const own = elementInputs("openings", options);
  return entitiesOf(plan, "openings").flatMap((entity) => {
    const place = placeOfOpening(floor, entity);
    if (place === undefined) return [];
    const causes = [...own(entity), place.room.entity.data, place.isOuter, ...place.reach];
    return [{ key: entity.key, causes, draw: () => drawOpening(entity, place, options) }];
  });
};

/** Openings lie in the walls. */
export const openingLayers: readonly Layer[] = [
  { name: "openings", height: "walls", items: openings },
];
