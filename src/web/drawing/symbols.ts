import type { Maker, Symbol } from "./symbol.ts";
import { seat, cupboard, bed, table, desk, chair, shelf, wardrobe } from "./symbols-home.ts";
import { television, rack, stairs, plant, piano, bench, robot, printer } from "./symbols-things.ts";
import { kitchen, fridge, bathtub, shower, wc, washbasin } from "./symbols-water.ts";

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["sofa", seat((w) => Math.round((w - 0.3) / 0.75))],
  ["armchair", seat(() => 1)],
  ["bed", bed],
  ["table", table],
  ["desk", desk],
  ["workbench", desk],
  ["chair", chair],
  ["shelf", shelf],
  ["chest", cupboard],
  ["nightstand", cupboard],
  ["wardrobe", wardrobe],
  ["kitchen", kitchen],
  ["fridge", fridge],
  ["bathtub", bathtub],
  ["shower", shower],
  ["wc", wc],
  ["washbasin", washbasin],
  ["tv_wall", television],
  ["rack", rack],
  ["stairs", stairs],
  ["plant", plant],
  ["piano", piano],
  ["bench", bench],
  ["robot_vacuum", robot],
  ["printer", printer],
]);

/** The symbol of a type of furniture in its size in metres; nothing for a type that has none. */
export const symbolOf = (type: string, w: number, d: number): Symbol | undefined =>
  makers.get(type)?.(w, d);
