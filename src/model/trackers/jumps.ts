import { distance, type Point } from "../geometry/vector.ts";
import type { Located } from "./locate.ts";
import type { Target } from "./tracker.ts";

/** Metres a second that nobody moves in a home. */
const fastest = 10;

/** Metres by which a place may be off besides: noise, or somebody else whom a sensor sees first. */
const slack = 3;

/** So many jumps within so many seconds are no chance: the sensor is disturbed, or two have one name. */
const [many, within] = [3, 60];

interface Sight {
  readonly at: number;
  readonly place: Point;
  readonly level: string | undefined;
}

interface Jump {
  readonly at: number;
  readonly metres: number;
}

/** Finds sensors whose targets jump: by its last places, and when it jumped. Times are seconds of a clock that never goes back. */
export class Jumps {
  /** The last two places of each target, the newest first, by tracker: a radar swaps its numbers, which is no jump. */
  readonly #sights = new Map<string, Map<string, readonly Sight[]>>();
  readonly #jumps = new Map<string, readonly Jump[]>();

  /** What is known of a target that was located: a problem if it jumps again and again. `at` is when its place changed. */
  see({ id, tracker }: Target, located: Located, at: number): Located {
    const sights = this.#sights.get(tracker) ?? new Map<string, readonly Sight[]>();
    this.#sights.set(tracker, sights);
    if (located.kind !== "located") {
      sights.delete(id);
      return located;
    }
    const { place, level, accuracy = 0, source } = located;
    const isReached = (sight: Sight): boolean =>
      distance(sight.place, place) <= slack + 2 * accuracy + fastest * Math.max(0, at - sight.at);
    const [before] = sights.get(id) ?? [];
    let jumps = (this.#jumps.get(id) ?? []).filter((jump) => at - jump.at < within);
    if (before?.at !== at) {
      const others = [...sights].flatMap(([other, seen]) => (other === id ? [] : seen));
      if (before?.level === level && before !== undefined && ![before, ...others].some(isReached))
        jumps = [...jumps, { at, metres: distance(before.place, place) }].slice(-many);
      sights.set(id, [{ at, place, level }, ...(before === undefined ? [] : [before])]);
    }
    this.#jumps.set(id, jumps);
    const last = jumps.at(-1);
    return jumps.length < many || last === undefined
      ? located
      : { kind: "problem", problem: "jumps", value: Math.round(last.metres), source };
  }

  /** Forgets everybody but these targets. */
  keepOnly(targets: ReadonlySet<string>): void {
    for (const id of this.#jumps.keys()) if (!targets.has(id)) this.#jumps.delete(id);
    for (const [tracker, sights] of this.#sights) {
      for (const id of sights.keys()) if (!targets.has(id)) sights.delete(id);
      if (sights.size === 0) this.#sights.delete(tracker);
    }
  }
}
