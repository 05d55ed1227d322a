import { nothing, svg, type SVGTemplateResult } from "lit";
import type { States } from "../../../model/bindings/entity-state.ts";
import { sunOf } from "../../../model/bindings/sun.ts";
import type { Entity } from "../../../model/elements/entities.ts";
import { placeOf } from "../../../model/elements/places.ts";
import type { Room } from "../../../model/elements/rooms.ts";
import { rectPath, svgNumber } from "../../../model/geometry/svg-path.ts";
import { lookOf } from "../element-look.ts";
import { type Content, translated } from "../frame.ts";
import type { OpeningPlace } from "../../../model/elements/opening-place.ts";
import { clearFrom, isOfGlass, isOpen, partOf } from "../../../model/bindings/opening-state.ts";
import type { DrawOptions } from "../options.ts";
import { gradientId, stops, strengthOf } from "./glow.ts";
import { lampsOn } from "./lamps.ts";
import type { LitFloor } from "./lit-floor.ts";
import { openingsOn } from "./placed-openings.ts";

/** How far light is seen before a window, and beyond its sides, in metres. */
const [depth, aside] = [0.8, 0.3];

/** The most colours that are told apart in the light of a room. */
const mostColours = 3;

/** A colour in which a room is lit, undefined for the usual one of light, and its strength from 0 to 1. */
type Shine = readonly [color: string | undefined, strength: number];

/** A window or door of glass of an outer wall, or another door in one that is known to be open: where light falls out of a room. */
interface Outlet {
  readonly place: OpeningPlace;
  /** The part of it that no blind covers, from here to 1. */
  readonly from: number;
  readonly isGlass: boolean;
  readonly shines: readonly Shine[];
}

const roomsByLamp = new WeakMap<object, WeakMap<Entity["data"], Room | "none">>();

/** The room in which a lamp is; looked up once as long as neither moves. */
const roomOfLamp = ({ floor, causes }: LitFloor, { data }: Entity): Room | undefined => {
  const rooms = roomsByLamp.get(causes) ?? new WeakMap<Entity["data"], Room | "none">();
  roomsByLamp.set(causes, rooms);
  const place = placeOf(data);
  const room = rooms.get(data) ?? (place === undefined ? undefined : floor.roomAt(place)) ?? "none";
  rooms.set(data, room);
  return room === "none" ? undefined : room;
};

/** In which colours rooms are lit, the strongest first. */
const shinesByRoom = (lit: LitFloor, options: DrawOptions): ReadonlyMap<Room, readonly Shine[]> => {
  const found = new Map<Room, Map<string | undefined, number>>();
  for (const lamp of lampsOn(lit.plan, lit.level)) {
    const look = lookOf(lamp.data, options);
    const room = look.isOn && !look.isHidden ? roomOfLamp(lit, lamp) : undefined;
    if (room === undefined) continue;
    const colours = found.get(room) ?? new Map<string | undefined, number>();
    found.set(room, colours);
    colours.set(look.light, Math.max(strengthOf(look), colours.get(look.light) ?? 0));
  }
  return new Map(
    [...found].map(([room, colours]) => [
      room,
      [...colours].toSorted(([, one], [, other]) => other - one).slice(0, mostColours),
    ]),
  );
};

const outletsOf = (lit: LitFloor, options: DrawOptions): readonly Outlet[] => {
  const { states } = lit;
  const shines = shinesByRoom(lit, options);
  return openingsOn(lit).flatMap(({ data, place }): readonly Outlet[] => {
    const from = clearFrom(data, states);
    const isGlass = isOfGlass(data);
    if (!place.isOuter || from >= 1) return [];
    if (!isGlass && !isOpen(partOf(data, "contact", states))) return [];
    return [{ place, from, isGlass, shines: (place.room && shines.get(place.room)) ?? [] }];
  });
};

interface Known {
  readonly causes: object;
  readonly furniture: unknown;
  readonly rendered: unknown;
  readonly outlets: readonly Outlet[];
}

const known = new WeakMap<States, Known>();

/** Both layers of a drawing need the same. */
const knownOutlets = (lit: LitFloor, options: DrawOptions): readonly Outlet[] => {
  const { causes, states, plan } = lit;
  const { furniture } = plan;
  // Rules of lamps may have templates.
  const { rendered } = options;
  const last = states && known.get(states);
  if (last?.causes === causes && last.furniture === furniture && last.rendered === rendered)
    return last.outlets;
  const outlets = outletsOf(lit, options);
  if (states !== undefined) known.set(states, { causes, furniture, rendered, outlets });
  return outlets;
};

/** The light on the ground before a window: an ellipse around its middle that fades to all sides. */
const halo = (color: string | undefined): SVGTemplateResult =>
  svg`<radialGradient id=${gradientId("halo", color)} cx="0" cy="0" r="1" fx="0" fy="0" fr="0" gradientTransform="translate(.5 1) scale(.5 1)">${stops(
    color,
    [
      [0, 0.45],
      [0.4, 0.25],
      [0.7, 0.07],
      [1, 0],
    ],
  )}</radialGradient>`;

const drawOutlet = (
  part: "halos" | "panes",
  { place: { centre, angle, width, reach }, from, isGlass, shines }: Outlet,
): Content => {
  if (part === "panes" && !isGlass) return nothing;
  const [inside, beyond] = reach;
  const [left, right] = [(from - 0.5) * width, width / 2];
  const path =
    part === "panes"
      ? rectPath((left + right) / 2, (inside - beyond) / 2, right - left, 0.09)
      : rectPath((left + right) / 2, -beyond - depth / 2, right - left + aside * 2, depth);
  // One without light is there as well, so that light comes and goes softly.
  const all: readonly Shine[] = shines.length === 0 ? [[undefined, 0]] : shines;
  return svg`<g transform=${`${translated(centre)} rotate(${svgNumber(angle)})`}>${all.map(
    ([color, strength]) =>
      svg`<path d=${path} fill-opacity=${(strength / all.length).toFixed(2)} fill=${
        part === "panes" ? (color ?? "var(--plan-light)") : `url(#${gradientId("halo", color)})`
      }></path>`,
  )}</g>`;
};

/**
 * Draws how the windows of lit rooms look at night: light on the ground before them, or their glass. By day there is nothing.
 * Where it is not known how the sun stands, the style shows it in dark colours alone.
 */
export const windowGlow = (
  part: "halos" | "panes",
  lit: LitFloor,
  options: DrawOptions,
): Content => {
  const { sunAt = "now" } = options;
  const sun = sunOf(lit.plan, lit.states, sunAt === "now" ? Date.now() : sunAt);
  if (sun !== undefined && sun.elevation > 0) return nothing;
  const outlets = knownOutlets(lit, options);
  const colours = new Set(outlets.flatMap(({ shines }) => shines.map(([color]) => color)));
  return svg`<g class=${sun === undefined ? "dusk" : nothing}>${
    part === "panes" ? nothing : [...colours.add(undefined)].map(halo)
  }${outlets.map((outlet) => drawOutlet(part, outlet))}</g>`;
};
