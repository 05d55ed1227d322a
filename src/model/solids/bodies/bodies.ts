import { isDeviceName } from "../../kinds/catalogue/device-names.ts";
import { furnitureGroups, isLamp } from "../../kinds/catalogue/furniture.ts";
import { mergedParts, type Part } from "../material.ts";
import { extentOf, moved, stretched, type Vector } from "../mesh.ts";
import { bath } from "./bath.ts";
import { bedroom } from "./bedroom.ts";
import { block, type BodyMaker, type BodySize, part } from "./body.ts";
import { devices } from "./devices.ts";
import { dining } from "./dining.ts";
import { household } from "./household.ts";
import { kitchens } from "./kitchen.ts";
import { ceilingLamp, lamps } from "./lamps.ts";
import { leisure } from "./leisure.ts";
import { living } from "./living.ts";
import { outdoor } from "./outdoor.ts";
import { stairs } from "./stairs.ts";
import { work } from "./work.ts";

const groups = {
  living,
  dining,
  kitchen: kitchens,
  bath,
  bedroom,
  work,
  household,
  leisure,
  outdoor,
  stairs,
  lamps,
} satisfies Readonly<Record<keyof typeof furnitureGroups, Readonly<Record<string, BodyMaker>>>>;

const makers: ReadonlyMap<string, BodyMaker> = new Map(
  Object.values<Readonly<Record<string, BodyMaker>>>(groups).flatMap(Object.entries<BodyMaker>),
);

/** What is not in the catalogue: a box, as its symbol in the plan is an outline. */
const unknown: BodyMaker = (w, h, d) => [part("lacquer", block(0, 0, w, d, [0, h]))];

/** The parts squeezed into their box along each axis on which they get out of it, as at sizes that no such piece has. */
const squeezedInto = (parts: readonly Part[], [w, h, d]: BodySize): readonly Part[] => {
  const [[left, bottom, back], [right, top, front]] = extentOf(parts.map(({ mesh }) => mesh));
  const low = Math.min(0, bottom);
  const factors: Vector = [
    Math.min(1, w / 2 / Math.max(right, -left)),
    Math.min(1, h / (top - low)),
    Math.min(1, d / 2 / Math.max(front, -back)),
  ];
  if (low === 0 && factors.every((factor) => factor === 1)) return parts;
  return parts.map(({ mesh, material }) => ({
    material,
    mesh: stretched(moved(mesh, [0, -low, 0]), factors),
  }));
};

/** The most bodies that are kept; the oldest goes first. A large plan has some hundred types and sizes. */
export const keptBodies = 1024;

const kept = new Map<string, readonly Part[]>();

/** The body of a key, made at most once while it is kept. */
const keptBody = (key: string, make: BodyMaker, size: BodySize): readonly Part[] => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const parts = squeezedInto(mergedParts(make(...size)), size);
  kept.set(key, parts);
  const [oldest] = kept.keys();
  if (kept.size > keptBodies && oldest !== undefined) kept.delete(oldest);
  return parts;
};

/**
 * The body of a type of furniture at a size in metres, one part for each material, about the middle of its underside, with its
 * back at negative `z`. The same type and size give the same parts, so that they can be drawn as copies. An unknown lamp is a
 * ceiling lamp, and anything else unknown a box.
 */
export const bodyOf = (type: string, size: BodySize): readonly Part[] =>
  keptBody(
    `${type} ${size.join(" ")}`,
    makers.get(type) ?? (isLamp(type) ? ceilingLamp : unknown),
    size,
  );

/**
 * The body of a kind of device with a height in metres, and of a sensor as the kind `sensor`, as `bodyOf` has those of
 * furniture; its width and depth are its own. An unknown kind is `generic`.
 */
export const deviceBodyOf = (kind: string, h: number): readonly Part[] => {
  const [make, [w, d]] = devices[kind === "sensor" || isDeviceName(kind) ? kind : "generic"];
  return keptBody(`device ${kind} ${h}`, make, [w, h, d]);
};
