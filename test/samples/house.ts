import type { Cell } from "./cells.ts";
import { grow } from "./grow.ts";
import type { DemoPlan } from "../../src/model/demo/demo-plan.ts";

/** The first and last metre of a row of rooms, measured down the screen. */
type Row = readonly [from: number, to: number];

const north: Row = [0, 4.8];
const middle: Row = [4.8, 6.8];
const south: Row = [6.8, 11.6];

/** A room of the house between two lines across the screen, `from` and `to` metres to the right. */
const room = (
  level: string,
  id: string,
  name: string,
  kind: string,
  [from, to]: Row,
  [top, bottom]: Row,
): Cell => ({ id, name, kind, level, x: from, z: top, w: to - from, d: bottom - top });

/** Ground floor: the day rooms to both sides of the hall, with the terrace before the living room. */
const ground = (): Cell[] => [
  {
    ...room("ground", "entrance_hall", "Entrance hall", "hall", [0, 16], middle),
    entrance: "right",
  },
  { ...room("ground", "kitchen", "Kitchen", "kitchen", [0, 5.2], north), opensTo: "dining_room" },
  { ...room("ground", "dining_room", "Dining room", "dining", [5.2, 10], north), bay: "top" },
  room("ground", "laundry", "Laundry", "utility", [10, 12.6], north),
  room("ground", "garage", "Garage", "garage", [12.6, 16], north),
  room("ground", "living_room", "Living room", "living", [0, 7], south),
  room("ground", "library", "Library", "living", [7, 12.6], south),
  room("ground", "guest_bath", "Guest bathroom", "bathroom", [12.6, 16], south),
  room("ground", "terrace", "Terrace", "terrace", [0, 7], [11.6, 15.2]),
];

/** Upper floor: the bedrooms, and a study for working from home. */
const upper = (): Cell[] => [
  room("upper", "landing", "Landing", "hall", [0, 16], middle),
  { ...room("upper", "main_bedroom", "Main bedroom", "bedroom", [0, 6], north), bay: "top" },
  room("upper", "main_bath", "Main bathroom", "bathroom", [6, 10], north),
  room("upper", "zoe_room", "Zoë's room", "bedroom", [10, 16], north),
  room("upper", "jonas_room", "Jonas' room", "bedroom", [0, 5], south),
  room("upper", "guest_room", "Guest room", "bedroom", [5, 10], south),
  room("upper", "study", "Study", "focus", [10, 13], south),
  room("upper", "shower_room", "Shower room", "bathroom", [13, 16], south),
];

/** Under the roof: a studio and a store room beside the stairs. */
const attic = (): Cell[] => [
  room("attic", "attic_landing", "Attic landing", "hall", [6.8, 9.2], [1.6, 10]),
  { ...room("attic", "studio", "Müller's studio", "living", [0, 6.8], [1.6, 10]), bay: "left" },
  room("attic", "attic_store", "Store room", "storage", [9.2, 16], [1.6, 10]),
];

/** A large house: 20 rooms on three floors with 540 items. */
export const housePlan = (): DemoPlan =>
  grow({
    levels: [
      { id: "ground", name: "Ground floor" },
      { id: "upper", name: "Upper floor" },
      { id: "attic", name: "Attic" },
    ],
    cells: [...ground(), ...upper(), ...attic()],
    items: 540,
    furnished: 0.4,
    detail: 0.85,
    seed: 20,
  });
