import { ellipsePath, linePath, rectPath, rangeTo } from "../../geometry/svg-path.ts";
import {
  type FurnitureType,
  living,
  type PlanSymbol,
  sleeping,
  type SymbolMaker,
  water,
} from "./furniture-symbols.ts";

/** Rays around a lamp. */
const rays = (size: number): string =>
  rangeTo(8)
    .map((at) => {
      const [x, z] = [Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)];
      return linePath(x * size * 0.32, z * size * 0.32, x * size * 0.44, z * size * 0.44);
    })
    .join("");

const round: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return { body: ellipsePath(0, 0, size), soft: ellipsePath(0, 0, size * 0.42), line: rays(size) };
};

/** A light strip along a wall or a shelf. */
const strip: SymbolMaker = (w, d) => ({ body: rectPath(0, 0, w, Math.max(d, 0.05), 0.025) });

/** A ceiling panel. */
const panel: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0, w * 0.8, d * 0.8, 0.02),
});

const spot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return { body: ellipsePath(0, 0, size), soft: ellipsePath(0, 0, size * 0.5) };
};

/** Lamps. */
const lamps = {
  lamp_ceiling: { size: [0.35, 0.35], symbol: round },
  lamp_pendant: { size: [0.4, 0.4], symbol: round },
  lamp_floor: { size: [0.4, 0.4], symbol: round },
  lamp_table: { size: [0.3, 0.3], symbol: round },
  lamp_panel: { size: [0.5, 0.5], symbol: panel, isOffered: false },
  lamp_spot: { size: [0.5, 0.5], symbol: spot, isOffered: false },
  led_strip: { size: [2, 0.05], symbol: strip },
} as const satisfies Readonly<Record<string, FurnitureType>>;

/** Stairs with an arrow that points up. */
const stairs: SymbolMaker = (w, d) => {
  const steps = Math.max(2, Math.round(w / 0.26));
  const [tip, tail] = [w / 2 - 0.12, -w / 2 + 0.1];
  return {
    body: rectPath(0, 0, w, d),
    line:
      rangeTo(steps - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / steps;
          return linePath(x, -d / 2, x, d / 2);
        })
        .join("") +
      linePath(tail, 0, tip, 0) +
      linePath(tip - 0.12, -0.1, tip, 0, tip - 0.12, 0.1),
  };
};

/** A slatted bench. */
const bench: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.04),
  line:
    linePath(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    linePath(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

const robot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.4),
    line: linePath(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

const rack: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  line:
    rangeTo(5)
      .map((at) =>
        linePath(-w / 2 + 0.08, -d / 3 + (at * d) / 6, w / 2 - 0.08, -d / 3 + (at * d) / 6),
      )
      .join("") + rectPath(0, 0, w - 0.08, d - 0.08, 0.01),
});

const printer: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.04),
  soft: rectPath(0, 0.04, w * 0.6, d * 0.5, 0.02),
});

/** Furniture for any room. */
const more = {
  stairs: { size: [2.6, 0.9], symbol: stairs },
  bench: { size: [1.3, 0.4], atWall: true, symbol: bench },
  workbench: { size: [1.8, 0.7], atWall: true, symbol: sleeping.desk.symbol },
  robot_vacuum: { size: [0.35, 0.35], atWall: true, symbol: robot },
  rack: { size: [0.5, 0.5], symbol: rack, isOffered: false },
  printer: { size: [0.5, 0.5], symbol: printer, isOffered: false },
} as const satisfies Readonly<Record<string, FurnitureType>>;

/** All types of furniture by group, in palette order. */
export const furnitureGroups = { living, sleeping, water, lamps, more };

/** The name of a furniture group. */
export type FurnitureGroup = keyof typeof furnitureGroups;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;

/** The types of furniture in the catalogue. */
export type FurnitureName = NamesOf<(typeof furnitureGroups)[FurnitureGroup]>;

const types: ReadonlyMap<string, FurnitureType> = new Map(
  Object.values(furnitureGroups).flatMap((group) => Object.entries<FurnitureType>(group)),
);

/** The types of a group that are in the palette. */
export const offeredOf = (group: FurnitureGroup): readonly string[] =>
  Object.keys(furnitureGroups[group]).filter((type) => types.get(type)?.isOffered !== false);

/** A type of furniture; undefined if it is not in the catalogue. */
export const furnitureType = (type: string): FurnitureType | undefined => types.get(type);

/** Whether a type of furniture is a lamp; plans may have lamp types that are not in the catalogue. */
export const isLamp = (type: string): boolean =>
  type.startsWith("lamp") || Object.hasOwn(lamps, type);

/** The usual width and depth of a type in metres; half a metre each for unknown types. */
export const furnitureSize = (type: string): readonly [w: number, d: number] =>
  types.get(type)?.size ?? [0.5, 0.5];

/** The symbol of a type at a size in metres: for unknown lamps a round lamp, for other unknown types none. */
export const symbolOf = (type: string, w: number, d: number): PlanSymbol | undefined =>
  (types.get(type)?.symbol ?? (isLamp(type) ? lamps.lamp_ceiling.symbol : undefined))?.(w, d);
