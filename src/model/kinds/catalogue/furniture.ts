import { lamps } from "../../../kinds/catalogue/lamps.ts";
import { living } from "../../../kinds/catalogue/living.ts";
import { more } from "../../../kinds/catalogue/more.ts";
import { sleeping } from "../../../kinds/catalogue/sleeping.ts";
import type { FurnitureType, PlanSymbol } from "./furniture-symbols.ts";
import { water } from "../../../kinds/catalogue/water.ts";

/** All types of furniture by group, in the order in which a palette offers them. */
export const furnitureGroups = { living, sleeping, water, lamps, more };

/** The name of a group. */
export type FurnitureGroup = keyof typeof furnitureGroups;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;

/** The types that the catalogue has. */
export type FurnitureName = NamesOf<(typeof furnitureGroups)[FurnitureGroup]>;

const types: ReadonlyMap<string, FurnitureType> = new Map(
  Object.values(furnitureGroups).flatMap((group) => Object.entries<FurnitureType>(group)),
);

/** The types of a group that a palette offers. */
export const offeredOf = (group: FurnitureGroup): readonly string[] =>
  Object.keys(furnitureGroups[group]).filter((type) => types.get(type)?.isOffered !== false);

/** What is known of a type of furniture; nothing of one that only a plan has. */
export const furnitureType = (type: string): FurnitureType | undefined => types.get(type);

/** Whether a type of furniture gives light; plans have lamps of more types than the catalogue. */
export const isLamp = (type: string): boolean =>
  type.startsWith("lamp") || Object.hasOwn(lamps, type);

/** The usual width and depth of a type of furniture, in metres; half a metre square of an unknown one. */
export const furnitureSize = (type: string): readonly [w: number, d: number] =>
  types.get(type)?.size ?? [0.5, 0.5];

/** The symbol of a type in its size in metres; an unknown lamp is a round one, other unknown types have none. */
export const symbolOf = (type: string, w: number, d: number): PlanSymbol | undefined =>
  (types.get(type)?.symbol ?? (isLamp(type) ? lamps.lamp_ceiling.symbol : undefined))?.(w, d);
