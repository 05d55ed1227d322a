import type { PlanData } from "../elements/entities.ts";
import { levelsOf } from "../elements/levels.ts";
import { distance } from "../geometry/vector.ts";
import { type Floor, floorOf } from "../trackers/floor.ts";
import { strongest, weakest } from "./mesh.ts";
import type { MeshPlace } from "./placed-nodes.ts";

/** What lies between two places. */
export interface RadioWay {
  /** Through the air. */
  readonly metres: number;
  readonly walls: number;
  /** Ceilings. */
  readonly ceilings: number;
}

/** Metres from one floor to the next. */
const storey = 2.8;

/**
 * What a signal of 2.4 GHz loses, in dB: over the first metre, with each tenfold distance, in a wall and in a ceiling. These are
 * the free space and the multi-wall model of COST 231 (final report, 4.7.2), whose light walls take 3.4 dB, heavy ones
 * 6.9 dB and ceilings 18.3 dB; the plan does not say of what its walls are.
 */
const [firstMetre, tenfold, perWall, perCeiling] = [40, 20, 5, 18.3];

/** The strength at which radios send, in dBm: that of most Zigbee, Thread and Z-Wave devices, from 0 to 8, with their antennas. */
const sent = 0;

/** The loss of a way in dB. Nearer than a metre, it is that of a metre. */
export const lossOf = ({ metres, walls, ceilings }: RadioWay): number =>
  firstMetre + tenfold * Math.log10(Math.max(1, metres)) + perWall * walls + perCeiling * ceilings;

/** The quality that a way lets expect; above 1 and below 0 where it is beyond what qualities tell. */
export const expectedOver = (way: RadioWay): number =>
  (sent - lossOf(way) - weakest) / (strongest - weakest);

/** The floors of a plan, as far as they are in the way of radio. */
export class RadioFloors {
  readonly #plan: PlanData;
  readonly #order: ReadonlyMap<string | undefined, number>;
  readonly #floors = new Map<string | undefined, Floor>();

  constructor(plan: PlanData) {
    this.#plan = plan;
    this.#order = new Map(levelsOf(plan).map(({ id }, at) => [id, at]));
  }

  /** What lies between two places. A way to another floor crosses half of the walls of each, as it is on each for half of it. */
  between(one: MeshPlace, other: MeshPlace): RadioWay {
    const along = distance(one.at, other.at);
    const ceilings = Math.abs(this.#orderOf(one) - this.#orderOf(other));
    const walls = this.#floor(one).wallsBetween(one.at, other.at);
    if (ceilings === 0) return { metres: along, walls, ceilings };
    const others = this.#floor(other).wallsBetween(one.at, other.at);
    return {
      metres: Math.hypot(along, storey * ceilings),
      walls: Math.round((walls + others) / 2),
      ceilings,
    };
  }

  #orderOf({ level }: MeshPlace): number {
    return this.#order.get(level) ?? 0;
  }

  #floor({ level }: MeshPlace): Floor {
    const known = this.#floors.get(level);
    if (known !== undefined) return known;
    const made = floorOf(this.#plan, level);
    this.#floors.set(level, made);
    return made;
  }
}
