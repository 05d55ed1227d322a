import { type Box, interiorPoint, isInside } from "../../model/geometry/polygon.ts";
import { plus, type Point } from "../../model/geometry/vector.ts";
import { entitiesOf, entriesOf, idOf, refOf } from "../../model/elements/entities.ts";
import { placeOf } from "../../model/elements/places.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { pointIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { Floor } from "./floor.ts";
import { badgeOf, deviceTextSize, pillSize, textOf } from "./devices-and-texts.ts";
import { type ElementLook, lookOf } from "./element-look.ts";
import type { Layout } from "./options.ts";
import { nameOf } from "./rooms.ts";
import { isOnLevel, type Scene } from "./scene.ts";

/** A label to place without overlapping others. */
export interface LabelRequest {
  readonly size: readonly [width: number, height: number];
  /** Possible positions of its middle, best first. */
  readonly places: readonly Point[];
  /** Whether it takes the first place if none is free; otherwise it is left out. */
  readonly isNeeded: boolean;
}

/** Cell size of the spatial grid in metres. */
const cell = 1;

const boxAt = ([x, z]: Point, [width, height]: LabelRequest["size"]): Box => ({
  left: x - width / 2,
  top: z - height / 2,
  width,
  height,
});

const areApart = (one: Box, other: Box): boolean =>
  one.left >= other.left + other.width ||
  other.left >= one.left + one.width ||
  one.top >= other.top + other.height ||
  other.top >= one.top + one.height;

/** The cells that a box covers; for boxes larger than any room, only the first ones. */
const cellsOf = ({ left, top, width, height }: Box): readonly string[] => {
  const cells: string[] = [];
  const [columns, rows] = [Math.min(width, 50), Math.min(height, 50)];
  for (let x = Math.floor(left / cell); x * cell <= left + columns; x += 1)
    for (let z = Math.floor(top / cell); z * cell <= top + rows; z += 1) cells.push(`${x} ${z}`);
  return cells;
};

/** Gives each label, in order, its first free place, or undefined if there is none. The result is deterministic. */
export const placeLabels = (wishes: readonly LabelRequest[]): readonly (Point | undefined)[] => {
  const taken = new Map<string, Box[]>();
  return wishes.map(({ size, places, isNeeded }) => {
    const free = places.find((place) => {
      const box = boxAt(place, size);
      return cellsOf(box).every(
        (key) => taken.get(key)?.every((other) => areApart(box, other)) ?? true,
      );
    });
    const place = free ?? (isNeeded ? places[0] : undefined);
    if (place === undefined) return undefined;
    const box = boxAt(place, size);
    for (const key of cellsOf(box)) {
      const others = taken.get(key);
      if (others === undefined) taken.set(key, [box]);
      else others.push(box);
    }
    return place;
  });
};

/** A label request and its element. */
interface RequestedLabel extends LabelRequest {
  readonly ref?: string;
}

/** Pixels per metre from which on everything is shown even if it overlaps, as nobody zooms in further. */
const closeBy = 60;

/** Offsets to try around a place, relative to the size: the nearest ones first. */
const around: readonly Point[] = [
  [0, 0],
  ...[0.6, 1.1, 1.8, 2.6].flatMap((far): readonly Point[] => [
    [0, -far],
    [0, far],
    [-far / 2, 0],
    [far / 2, 0],
    [-far / 2, -far],
    [far / 2, -far],
    [-far / 2, far],
    [far / 2, far],
  ]),
];

/** Offsets for a sign whose place is taken: just above or below. */
const beside: readonly Point[] = [
  [0, 0],
  [0, -1.05],
  [0, 1.05],
  [0, -2.1],
  [0, 2.1],
];

const placesAround = (
  at: Point,
  [width, height]: LabelRequest["size"],
  steps: readonly Point[],
): readonly Point[] => steps.map(([x, z]) => plus(at, [x * width, z * height]));

const isWithin = (
  { corners }: Room,
  [x, z]: Point,
  [width, height]: LabelRequest["size"],
): boolean =>
  [-0.5, 0.5].every((right) =>
    [-0.5, 0.5].every((down) => isInside([x + right * width, z + down * height], corners)),
  );

const middles = new WeakMap<Room, Point>();

/** The best place for a room's label, which takes a search in concave rooms. */
const middleOfRoom = (room: Room): Point => {
  const known = middles.get(room) ?? interiorPoint(room.corners);
  middles.set(room, known);
  return known;
};

/** An element at a point and its look. */
interface PlacedLook {
  readonly ref: string;
  readonly at: Point;
  readonly look: ElementLook;
}

const requestedLabels = (scene: Scene): readonly RequestedLabel[] => {
  const { plan, floor, options } = scene;
  const { detail = "near", scale = closeBy, isTurned = false, interactive } = options;
  const isClose = scale >= closeBy;
  const upright = ([width, height]: LabelRequest["size"]): LabelRequest["size"] =>
    isTurned ? [height, width] : [width, height];
  const mayMove = interactive !== "edit";
  const on = (list: Collection): readonly PlacedLook[] =>
    entitiesOf(plan, list).flatMap((entity) => {
      const at = isOnLevel(entity.data, scene) ? placeOf(entity.data) : undefined;
      if (at === undefined) return [];
      const look = lookOf(entity.data, options);
      return look.isHidden && mayMove ? [] : [{ ref: refOf(entity), at, look }];
    });
  const labels = entriesOf(plan["labels"]);
  const names = floor.rooms.flatMap(
    (room): readonly (RequestedLabel & { readonly isSet: boolean })[] => {
      const written = nameOf(room, options);
      if (written === undefined) return [];
      const at = pointIn(labels[idOf(room.entity.data) ?? ""]);
      const size = upright(written.size);
      const ref = refOf(room.entity);
      if (at !== undefined) return [{ ref, size, places: [at], isNeeded: true, isSet: true }];
      const [first, ...others] = placesAround(middleOfRoom(room), size, around);
      const within = others.filter((place) => isWithin(room, place, size));
      return [
        {
          ref,
          size,
          places: first === undefined ? [] : [first, ...within],
          isNeeded: isClose,
          isSet: false,
        },
      ];
    },
  );
  const devices = on("devices");
  const badges = devices.map(({ look, at }): RequestedLabel => {
    const size = badgeOf(look.data);
    return { size: [size, size], places: [at], isNeeded: true };
  });
  // In the editor, elements stay where they are, also while dragged.
  const steps: readonly Point[] = mayMove ? beside : around.slice(0, 1);
  const signs = (["texts", "sensors"] as const).flatMap((list) =>
    detail !== "near"
      ? []
      : on(list).map(({ ref, at, look }): RequestedLabel => {
          const size = upright(list === "texts" ? textOf(look, options) : pillSize(look, options));
          const places = placesAround(at, size, steps);
          return { ref, size, places, isNeeded: isClose || !mayMove };
        }),
  );
  const notes =
    detail !== "near"
      ? []
      : devices.flatMap(({ ref, at, look }): readonly RequestedLabel[] => {
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
  return [
    ...names.filter(({ isSet }) => isSet),
    ...badges,
    ...signs,
    ...names.filter(({ isSet }) => !isSet),
    ...notes,
  ];
};

interface CachedLayout {
  readonly causes: readonly unknown[];
  readonly layout: Layout;
}

const known = new WeakMap<Floor, CachedLayout>();

const causesOf = ({ plan, options }: Scene): readonly unknown[] => {
  const { states, rendered, detail, scale, isTurned, interactive, words, language } = options;
  const lists = ["sensors", "texts", "devices", "labels"].map((list) => plan[list]);
  const entityInputs = [
    states,
    rendered,
    options.nameOf,
    options.format,
    options.word,
    options.iconFor,
  ];
  return [...lists, ...entityInputs, detail, scale, isTurned, interactive, words, language];
};

/** Places the names, values, pills and texts of a scene without overlap. Cached while its inputs stay the same. */
export const layoutOf = (scene: Scene): Layout => {
  const causes = causesOf(scene);
  const before = known.get(scene.floor);
  if (before !== undefined && causes.every((cause, at) => cause === before.causes[at]))
    return before.layout;
  const wishes = requestedLabels(scene);
  const places = placeLabels(wishes);
  const layout = new Map<string, Point | undefined>();
  wishes.forEach(({ ref }, at) => {
    if (ref === undefined) return;
    const [now, then] = [places[at], before?.layout.get(ref)];
    // Keeps unchanged objects, as drawings compare them by identity.
    layout.set(ref, now !== undefined && then?.[0] === now[0] && then[1] === now[1] ? then : now);
  });
  known.set(scene.floor, { causes, layout });
  return layout;
};
