import { boxAround, interiorPoint, middleOf } from "../../model/geometry/polygon.ts";
import { rangeTo } from "../../model/geometry/svg-path.ts";
import { plus, type Point } from "../../model/geometry/vector.ts";
import { entitiesOf, type Entity, entriesOf, idOf, refOf } from "../../model/elements/entities.ts";
import { outlineOf, placeOf } from "../../model/elements/places.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { pointIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { Floor } from "../../model/elements/floor.ts";
import { badgeOf, deviceTextSize, pillSize, textOf } from "./devices-and-texts.ts";
import { type ElementLook, lookOf } from "./element-look.ts";
import { lampsOn } from "./light/lamps.ts";
import { areSame } from "./layer.ts";
import type { LabelSpot, Layout } from "./options.ts";
import { boxAt, isWithin, type LabelRequest, placeLabels } from "./place-labels.ts";
import { insideCorners, namesOf } from "./room-names.ts";
import { isOnLevel, optionsAt, type Scene } from "./scene.ts";

/** Pixels per metre from which on everything is shown even if it overlaps, as nobody zooms in further. */
const closeBy = 60;

/** Where a name may be in its room, as parts of the room's size from its middle: the nearest first. */
const aroundMiddle: readonly Point[] = [-3, -2, -1, 0, 1, 2, 3]
  .flatMap((x, _, all) => all.map((z): Point => [x / 8, z / 8]))
  .toSorted((one, other) => Math.hypot(...one) - Math.hypot(...other));

/** A label request of a drawing. */
interface RequestedLabel extends LabelRequest {
  /** Which form of its element's label it is; the only one is 0. */
  readonly form?: number;
  /** Whether the plan says where it is. */
  readonly isSet?: boolean;
}

/** Offsets for a sign whose place is taken: just above or below, else to a side. */
const beside: readonly Point[] = [
  [0, 0],
  [0, -1.05],
  [0, 1.05],
  [0, -2.1],
  [0, 2.1],
  [-1.05, 0],
  [1.05, 0],
];

/** Offsets for a name that the plan places, the nearest first: it stays about where it was put. */
const nudges: readonly Point[] = [-2, -1, 0, 1, 2]
  .flatMap((x) => rangeTo(17).map((z): Point => [x * 0.4, (z - 8) / 2]))
  // Names are some five times as wide as high.
  .toSorted(([x, z], other) => Math.hypot(x * 5, z) - Math.hypot(other[0] * 5, other[1]));

/** Those that are worth it for the fuller forms of the name. */
const shortNudges = nudges.filter(([x, z]) => Math.abs(x) < 0.5 && Math.abs(z) <= 1);

/** The offset of what stays where it is. */
const still: readonly Point[] = [[0, 0]];

const placesAround = (
  at: Point,
  [width, height]: LabelRequest["size"],
  steps: readonly Point[],
): readonly Point[] => steps.map(([x, z]) => plus(at, [x * width, z * height]));

const middles = new WeakMap<Room, Point>();

/** The best place for a room's label, which takes a search in concave rooms. */
const middleOfRoom = (room: Room): Point => {
  const known = middles.get(room) ?? interiorPoint(room.corners);
  middles.set(room, known);
  return known;
};

/** How far labels stay off walls, in metres. */
const gap = 0.02;

/** The place for a label at a point in a room that covers no wall of a rectangular one. */
const offWalls = ({ box, reach }: Room, at: Point, size: LabelRequest["size"]): Point => {
  const along = (axis: 0 | 1, start: number, length: number): number => {
    const away = reach.half + gap + size[axis] / 2;
    // One that is wider than the room is in its middle.
    return away * 2 > length
      ? start + length / 2
      : Math.max(start + away, Math.min(start + length - away, at[axis]));
  };
  return [along(0, box.left, box.width), along(1, box.top, box.height)];
};

/** An element at a point and its look. */
interface PlacedLook {
  readonly ref: string;
  readonly at: Point;
  readonly look: ElementLook;
}

/** The lamps that labels keep clear of: those that are drawn. */
const lampsIn = ({ plan, level, options }: Scene): readonly Entity[] => {
  if (options.detail === "tiny") return [];
  const lamps = lampsOn(plan, level);
  if (options.interactive === "edit") return lamps;
  return lamps.filter(({ data }) => !lookOf(data, options).isHidden);
};

const requestedLabels = (scene: Scene): readonly RequestedLabel[] => {
  const { plan, floor, options } = scene;
  const { detail = "near", scale = closeBy, isTurned = false, interactive } = options;
  const isClose = scale >= closeBy;
  const upright = ([width, height]: LabelRequest["size"]): LabelRequest["size"] =>
    isTurned ? [height, width] : [width, height];
  const mayMove = interactive !== "edit";
  const drawnAt = optionsAt(options);
  /** Whether what is at a place has its details, and with them its label. */
  const isDetailed = (at: Point): boolean => drawnAt(at) === options;
  const on = (list: Collection, isWanted?: typeof isDetailed): readonly PlacedLook[] =>
    entitiesOf(plan, list).flatMap((entity) => {
      const at = isOnLevel(entity.data, scene) ? placeOf(entity.data) : undefined;
      // First, as most of thousands are out of view, and looks take long.
      if (at === undefined || isWanted?.(at) === false) return [];
      const look = lookOf(entity.data, options);
      return look.isHidden && mayMove ? [] : [{ ref: refOf(entity), at, look }];
    });
  const labels = entriesOf(plan["labels"]);
  const names = floor.rooms.flatMap((room): readonly RequestedLabel[] => {
    const set = pointIn(labels[idOf(room.entity.data) ?? ""]);
    const { width, height } = room.box;
    const inside = insideCorners(room, plan);
    const isSet = set !== undefined;
    const free = isSet ? [] : placesAround(middleOfRoom(room), [width, height], aroundMiddle);
    const ref = refOf(room.entity);
    return namesOf(room, plan, options).map((name, form, { length }) => {
      const size = upright(name.size);
      const isLast = form === length - 1;
      const around = mayMove ? (isLast ? nudges : shortNudges) : still;
      // A name that was put outside its room stays there, without its area.
      const staysIn = !isSet || name.hasArea || isWithin(inside, boxAt(set, size));
      return {
        ref,
        form,
        size,
        places: isSet ? placesAround(set, size, around) : free,
        within: staysIn ? inside : undefined,
        isNeeded: isLast && (isClose || isSet),
        isSet,
      };
    });
  });
  const lamps = lampsIn(scene).flatMap((lamp): readonly RequestedLabel[] => {
    const box = boxAround(outlineOf(lamp));
    return box ? [{ size: [box.width, box.height], places: [middleOf(box)], isNeeded: true }] : [];
  });
  const devices = on("devices");
  const badges = devices.map(({ look, at }): RequestedLabel => {
    const size = badgeOf(look.data);
    return { size: [size, size], places: [at], isNeeded: true };
  });
  // In the editor, elements stay where they are, also while dragged.
  const steps: readonly Point[] = mayMove ? beside : still;
  const signs = (["texts", "sensors"] as const).flatMap((list) =>
    detail !== "near"
      ? []
      : on(list, isDetailed).map(({ ref, at, look }): RequestedLabel => {
          const size = upright(list === "texts" ? textOf(look, options) : pillSize(look, options));
          const room = mayMove ? floor.roomAt(at) : undefined;
          const inside = room && insideCorners(room, plan);
          const first = room === undefined ? at : offWalls(room, at, size);
          return {
            ref,
            size,
            places: placesAround(first, size, steps),
            within: inside && isWithin(inside, boxAt(first, size)) ? inside : undefined,
            isNeeded: isClose || !mayMove,
          };
        }),
  );
  const notes =
    detail !== "near"
      ? []
      : devices
          .filter(({ at }) => isDetailed(at))
          .flatMap(({ ref, at, look }): readonly RequestedLabel[] => {
            const found = deviceTextSize(look, options);
            if (found === undefined) return [];
            const { away } = found;
            const sides: readonly Point[] = isTurned
              ? [
                  [away, 0],
                  [-away, 0],
                ]
              : [
                  [0, away],
                  [0, -away],
                ];
            const places = sides.map((side) => plus(at, side));
            return [{ ref, size: upright(found.size), places, isNeeded: isClose }];
          });
  const set = names.filter(({ isSet }) => isSet);
  return [...badges, ...lamps, ...set, ...signs, ...names.filter(({ isSet }) => !isSet), ...notes];
};

interface CachedLayout {
  readonly causes: readonly unknown[];
  readonly layout: Layout;
}

const known = new WeakMap<Floor, CachedLayout>();

const causesOf = (scene: Scene): readonly unknown[] => {
  const { plan, options } = scene;
  const { states, rendered, detail, detailed, scale, isTurned, interactive, words } = options;
  const lists = ["sensors", "texts", "devices", "labels"].map((list) => plan[list]);
  const entityInputs = [
    states,
    rendered,
    options.nameOf,
    options.format,
    options.word,
    options.iconFor,
  ];
  // Of furniture only the lamps count, so that a piece that is dragged leaves all labels as they are.
  const lamps = lampsIn(scene).map(({ data }) => data);
  return [
    ...lists,
    ...entityInputs,
    detail,
    detailed,
    scale,
    isTurned,
    interactive,
    words,
    options.language,
    ...lamps,
  ];
};

/** Places the names, values, pills and texts of a scene without overlap. Cached while its inputs stay the same. */
export const layoutOf = (scene: Scene): Layout => {
  const causes = causesOf(scene);
  const before = known.get(scene.floor);
  if (before !== undefined && areSame(causes, before.causes)) return before.layout;
  const wishes = requestedLabels(scene);
  const places = placeLabels(wishes);
  const layout = new Map<string, LabelSpot | undefined>();
  wishes.forEach(({ ref, form = 0 }, index) => {
    if (ref === undefined || layout.get(ref) !== undefined) return;
    const [at, last] = [places[index], before?.layout.get(ref)];
    // Keeps unchanged objects, as drawings compare them by identity.
    const isSame = last?.form === form && String(last.at) === String(at);
    layout.set(ref, isSame ? last : at && { at, form });
  });
  known.set(scene.floor, { causes, layout });
  return layout;
};
