// Loaded when a plan is drawn that needs it; until then, drawings have outlines.

import { isLamp } from "./furniture.ts";
import { bath } from "./symbols/bath.ts";
import { bedroom } from "./symbols/bedroom.ts";
import { dining } from "./symbols/dining.ts";
import { household } from "./symbols/household.ts";
import { kitchens } from "./symbols/kitchen.ts";
import { lamps, ceilingLamp } from "./symbols/lamps.ts";
import { leisure } from "./symbols/leisure.ts";
import { living } from "./symbols/living.ts";
import { outdoor } from "./symbols/outdoor.ts";
import { stairs } from "./symbols/stairs.ts";
import type { PlanSymbol, SymbolMaker } from "./symbols/symbol.ts";
import { work } from "./symbols/work.ts";

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
};

const makers: ReadonlyMap<string, SymbolMaker> = new Map(
  Object.values<Readonly<Record<string, SymbolMaker>>>(groups).flatMap(Object.entries<SymbolMaker>),
);

/** The symbol of a type at a size in metres: for unknown lamps that of a ceiling lamp, for other unknown types none. */
export const symbolOf = (type: string, w: number, d: number): PlanSymbol | undefined =>
  (makers.get(type) ?? (isLamp(type) ? ceilingLamp : undefined))?.(w, d);

export { deviceKind } from "./devices.ts";
export { openingParts } from "./opening-symbols.ts";
