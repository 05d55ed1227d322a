import { floorOf } from "../../model/elements/floor.ts";
import { firstLevel } from "../../model/elements/levels.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { northOf, sunOf } from "../../model/bindings/sun.ts";
import type { SolarPosition } from "../../model/geometry/solar-position.ts";
import { litFloorOf } from "../renderer/light/lit-floor.ts";
import type { DrawOptions } from "../renderer/options.ts";
import { linearOf } from "./colours.ts";
import type { House } from "./house.ts";
import { type LampMap, lampMapOf } from "./lamp-map.ts";

/** How strongly lamps light by day, and at night. */
const [byDay, atNight] = [0.4, 0.95];

/** Milliseconds after which the sun is looked for again, and degrees that it has to have moved. */
const [againMs, leastDegrees] = [60_000, 0.5];

/** The colour of a lowered wall's cut where the page has none. */
const usualCut = [0.06, 0.08, 0.1] as const;

/** What lights a house. */
export interface LitHouse {
  readonly plan: PlanData;
  readonly options: DrawOptions;
  readonly pastAt: number | undefined;
  /** The style of the page, whose colours tell whether it is dark. */
  readonly style: CSSStyleDeclaration;
  /** Whether something stands elsewhere than before. */
  readonly isNew: boolean;
}

const isDark = ({ color }: CSSStyleDeclaration): boolean => {
  const [red = 0, green = 0, blue = 0] = linearOf(color) ?? [];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
};

/** The sun and the lamps of a house, as they are at each moment. */
export class HouseLight {
  readonly #house: House;
  readonly #changed: () => void;
  readonly #maps = new Map<string | undefined, LampMap>();
  readonly #timer: ReturnType<typeof setInterval>;
  #lit: LitHouse | undefined;
  #sun: SolarPosition | undefined;
  #north: number | undefined;
  #wasDark: boolean | undefined;

  /** `changed`: the light is another one. */
  constructor(house: House, changed: () => void) {
    this.#house = house;
    this.#changed = changed;
    this.#timer = setInterval(() => this.#follow(false), againMs);
  }

  /** Lights the house as it is shown now. */
  show(lit: LitHouse): void {
    this.#lit = lit;
    const { plan, options } = lit;
    for (const [level, floor] of this.#house.floors) {
      const drawn = { plan, level, options, first: firstLevel(plan), floor: floorOf(plan, level) };
      const before = this.#maps.get(level);
      const map = lampMapOf(litFloorOf(drawn), options, before);
      if (map !== before) {
        this.#changed();
        before?.texture.dispose();
        if (map === undefined) this.#maps.delete(level);
        else this.#maps.set(level, map);
      }
      // A floor that was away has been made anew.
      if (map !== undefined) floor.uniforms.lamps.value = map.texture;
      if (map === undefined) floor.uniforms.lampsArea.value.set(0, 0, 0, 0);
      else floor.uniforms.lampsArea.value.copy(map.area);
    }
    this.#follow(lit.isNew);
  }

  /** Ends following the sun. */
  end(): void {
    clearInterval(this.#timer);
    for (const { texture } of this.#maps.values()) texture.dispose();
  }

  #follow(isNew: boolean): void {
    if (this.#lit === undefined) return;
    const { plan, options, pastAt, style } = this.#lit;
    const sun = sunOf(plan, options.states, pastAt ?? Date.now());
    const dark = isDark(style);
    const north = northOf(plan) ?? 0;
    const before = this.#sun;
    const hasMoved =
      (sun === undefined) !== (before === undefined) ||
      (sun !== undefined &&
        before !== undefined &&
        Math.hypot(sun.elevation - before.elevation, sun.azimuth - before.azimuth) > leastDegrees);
    const isTurned = north !== this.#north;
    if (!isNew && !hasMoved && !isTurned && dark === this.#wasDark) return;
    this.#sun = sun;
    this.#north = north;
    this.#wasDark = dark;
    const { daylight, extent } = this.#house;
    daylight.shine(sun, north, dark, extent);
    const { lampPower, cutColour } = daylight.uniforms;
    lampPower.value = atNight + (byDay - atNight) * daylight.part;
    cutColour.value.fromArray(linearOf(style.getPropertyValue("--plan-wall")) ?? usualCut);
    this.#changed();
  }
}
