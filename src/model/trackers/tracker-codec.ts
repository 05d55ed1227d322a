import * as t from "io-ts";
import { domainOf, isEntityId } from "../bindings/entity-state.ts";
import { guardCodec } from "../codec.ts";
import type { Point } from "../geometry/vector.ts";
import type { Matrix } from "./similarity.ts";

/** Metres per unit of length, by the unit's name in Home Assistant. */
export const lengthUnits: ReadonlyMap<string, number> = new Map([
  ["mm", 0.001],
  ["cm", 0.01],
  ["m", 1],
  ["in", 0.0254],
  ["ft", 0.3048],
]);

/** No source counts further; squares of larger numbers lose their digits. */
const largest = 1e9;

/** Whether a value is a number with which positions can be computed. */
export const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) < largest;

const number = guardCodec("a number", isCoordinate);

const numbers = <A extends readonly number[]>(name: string, count: number): t.Type<A, unknown> =>
  guardCodec(
    name,
    (value): value is A =>
      Array.isArray(value) && value.length === count && value.every(isCoordinate),
  );

/** Decodes a place: two numbers. */
export const point = numbers<Point>("two numbers", 2);

const matching = (name: string, rule: RegExp): t.Type<string, unknown> =>
  guardCodec(name, (value): value is string => typeof value === "string" && rule.test(value));

const entity = guardCodec(
  "an entity, such as sensor.radar_x",
  (value): value is string => typeof value === "string" && isEntityId(value),
);

/** Decodes an id of a tracker or a zone. */
export const identifier = matching("1 to 64 letters, digits, _ and -", /^[\w-]{1,64}$/);

/** Decodes a name: no more than the browser shows of it. */
export const shortText = matching("1 to 64 characters", /^[^]{1,64}$/);

/** Decodes a list of at most so many items. */
export const atMost = <A>(
  most: number,
  item: t.Type<A, unknown>,
): t.Type<readonly A[], unknown> => {
  const list = t.readonlyArray(item);
  return new t.Type<readonly A[], unknown>(
    list.name,
    list.is,
    (given, context) =>
      Array.isArray(given) && given.length > most
        ? t.failure(given, context, `expected at most ${most}`)
        : list.validate(given, context),
    list.encode,
  );
};

const pair = t.type({ source: point, plan: point });

/** How coordinates become metres of a floor. */
const calibrationFields = {
  points: atMost(8, pair),
  matrix: numbers<Matrix>("six numbers", 6),
  mirrored: t.boolean,
  dock: point,
  level: shortText,
};
const calibration = t.partial(calibrationFields);

/** Decodes how coordinates become metres. */
export type WrittenCalibration = t.TypeOf<typeof calibration>;

const camera = guardCodec(
  "a camera, such as camera.robi_map_data",
  (value): value is string =>
    typeof value === "string" && isEntityId(value) && domainOf(value) === "camera",
);

/** Where values stand: entities or, with `entity`, paths to attributes of it; with `valetudo`, in its map. */
const receiver = t.intersection([
  t.type({ distance: t.string, at: point }),
  t.partial({ height: number }),
]);

const source = t.partial({
  entity,
  valetudo: camera,
  x: t.union([t.string, number]),
  y: t.union([t.string, number]),
  heading: t.string,
  room: t.string,
  map: t.string,
  dock: t.string,
  path: t.string,
  accuracy: t.union([t.string, number]),
  active: entity,
  distances: atMost(32, receiver),
});

/** The source of a tracker, as the plan has it. */
export type WrittenSource = t.TypeOf<typeof source>;

/** Decodes what can be followed. */
export const trackerKind = t.keyof({
  vacuum: null,
  person: null,
  pet: null,
  target: null,
  device: null,
});
export type TrackerKind = t.TypeOf<typeof trackerKind>;

const notNegative = guardCodec(
  "seconds, 0 or more",
  (value): value is number => isCoordinate(value) && value >= 0,
);

const unit = guardCodec(
  [...lengthUnits.keys()].join(", "),
  (value): value is string => typeof value === "string" && lengthUnits.has(value),
);

/** The most maps of a tracker, and targets of one device. */
const most = { maps: 16, targets: 32 };

const maps = guardCodec(
  `at most ${most.maps} maps by name`,
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= most.maps,
).pipe(t.record(t.string, calibration));

/** Decodes an element of the plan's list `trackers`; fields that it does not know stay. */
export const trackerCodec = t.intersection([
  t.type({ id: identifier }),
  t.partial({
    ...calibrationFields,
    name: shortText,
    kind: trackerKind,
    source,
    targets: atMost(most.targets, source),
    pose: t.intersection([
      t.type({ x: number, z: number, rotation: number }),
      t.partial({ height: number, mirrored: t.boolean }),
    ]),
    maps,
    unit,
    timeout: notNegative,
    fuse: t.boolean,
  }),
]);

/** A tracker as the plan has it. */
export type WrittenTracker = t.TypeOf<typeof trackerCodec>;
