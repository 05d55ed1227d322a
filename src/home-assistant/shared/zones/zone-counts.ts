import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { HeldCount } from "../../../model/zones/held-count.ts";
import type { Zone } from "../../../model/zones/zone.ts";
import {
  occupants,
  type PlacedTarget,
  type PlanZones,
} from "../../../model/zones/zone-occupants.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import type { JsonText } from "../../../plan/raw-json/raw-json.ts";
import type { Boundary, Guarded } from "../../../server/runtime/boundary.ts";
import { Hub } from "../../../server/runtime/hub.ts";
import { entitiesEventCodec } from "../entity-events.ts";
import type { Positions } from "../positions.ts";
import type { SharedConnection } from "../shared-connection.ts";

/** Limits on the counts of zones. */
export interface CountLimits {
  /** Milliseconds for which a count is told that has fallen. */
  readonly zoneHoldMs: number;
}

/** Radars lose who sits still for some seconds, and whoever is followed by several is kept for 5 s. */
export const countLimits = { zoneHoldMs: 10_000 };

/** A zone, and how many are there: people, pets and targets. Undefined while that is not known. */
export interface ZoneCount {
  readonly zone: Zone;
  readonly count: number | undefined;
}

/** What tells where somebody is. */
const placeCodec = t.readonly(
  t.intersection([
    t.type({ x: t.number, z: t.number, kind: t.string }),
    t.partial({ level: t.string, part_of: t.string, sources: t.readonlyArray(t.string) }),
  ]),
);

/** A robot in a zone makes nobody be there, and neither does a thing. */
const nobodies: ReadonlySet<string> = new Set(["vacuum", "device"]);

const placed = (id: string, s: string, a: unknown): PlacedTarget | undefined => {
  const read = placeCodec.decode(a);
  if (s !== "located" || isLeft(read) || nobodies.has(read.right.kind)) return undefined;
  const { x, z, level, part_of: partOf, sources } = read.right;
  return { id, place: [x, z], level, partOf, sources };
};

/**
 * How many are in each zone of the plan that is not excluded. It looks at the positions as a screen does, while somebody
 * follows it and the plan has such a zone. Who it is, it does not tell.
 */
export class ZoneCounts {
  readonly #positions: Pick<Positions, "join">;
  readonly #connection: Pick<SharedConnection, "state">;
  readonly #holdMs: number;
  readonly #hub: Hub<[readonly ZoneCount[]]>;
  readonly #look: Guarded;
  readonly #heard: Guarded<[JsonText]>;
  /** Undefined before the plan was read. */
  #plan: PlanZones | undefined;
  readonly #counts = new Map<string, HeldCount>();
  readonly #targets = new Map<string, PlacedTarget>();
  #followers = 0;
  /** Ends looking at the positions; undefined while it does not. */
  #leave: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What was told last, as text. */
  #last = "";

  constructor(
    positions: Pick<Positions, "join">,
    connection: Pick<SharedConnection, "state" | "use">,
    { zoneHoldMs }: CountLimits,
    boundary: Boundary,
  ) {
    this.#positions = positions;
    this.#connection = connection;
    this.#holdMs = zoneHoldMs;
    this.#hub = new Hub(boundary, "the counts of zones could not be told");
    this.#look = boundary("the counts of zones could not be computed", () => this.#lookNow());
    this.#heard = boundary("positions could not be counted", (json) => this.#take(json));
    connection.use({ changed: this.#look });
  }

  /** A newer plan has these zones. */
  show(plan: PlanZones): void {
    this.#plan = plan;
    // What was counted before a zone was excluded is long over when it counts again.
    const ids = new Set(plan.zones.flatMap(({ id, isExcluded }) => (isExcluded ? [] : [id])));
    for (const id of this.#counts.keys()) if (!ids.has(id)) this.#counts.delete(id);
    this.#look();
  }

  /** Calls back with every zone once the plan is read, and whenever something changes. The returned function ends it. */
  follow(listener: (zones: readonly ZoneCount[]) => void): () => void {
    const leave = this.#hub.subscribe(listener);
    this.#followers += 1;
    this.#last = "";
    this.#look();
    return () => {
      leave();
      this.#followers -= 1;
      if (this.#followers === 0) this.close();
    };
  }

  /** Looks at nothing any more. */
  close(): void {
    this.#leave?.();
    this.#leave = undefined;
    clearTimeout(this.#timer);
    this.#counts.clear();
    this.#targets.clear();
  }

  #take(json: JsonText): void {
    const event = decodeJson(entitiesEventCodec, Buffer.concat(json));
    if (isLeft(event)) return;
    const { a = {}, r = [] } = event.right;
    for (const id of r) this.#targets.delete(id);
    for (const [id, state] of Object.entries(a)) {
      const target = placed(id, state.s, state.a);
      if (target === undefined) this.#targets.delete(id);
      else this.#targets.set(id, target);
    }
    this.#lookNow();
  }

  /** Looks at the positions, if that is of use. */
  #join(zones: readonly Zone[]): void {
    if (zones.every(({ isExcluded }) => isExcluded)) {
      this.#leave?.();
      this.#leave = undefined;
      this.#targets.clear();
    } else if (this.#leave === undefined) {
      // It hears of the positions at once, and then looks already.
      this.#leave = () => undefined;
      this.#leave = this.#positions.join({
        emit: this.#heard,
        hasRoom: () => true,
        whenRoom: () => undefined,
      });
    }
  }

  /** Counts, and tells what has changed. */
  #lookNow(): void {
    clearTimeout(this.#timer);
    if (this.#followers === 0 || this.#plan === undefined) return;
    const { zones, firstLevel } = this.#plan;
    this.#join(zones);
    const now = performance.now();
    const isKnown = this.#connection.state.kind === "connected";
    const there = occupants(zones, this.#targets.values(), firstLevel);
    const counts = zones
      .filter(({ isExcluded }) => !isExcluded)
      .map((zone): ZoneCount => {
        const held = this.#counts.get(zone.id) ?? new HeldCount(this.#holdMs);
        this.#counts.set(zone.id, held);
        held.see(isKnown ? (there.get(zone.id)?.length ?? 0) : undefined, now);
        return { zone, count: held.told(now) };
      });
    this.#lookAgain(now);
    const text = JSON.stringify(counts.map(({ zone, count }) => [zone.id, zone.name, count]));
    if (text === this.#last) return;
    this.#last = text;
    this.#hub.publish(counts);
  }

  #lookAgain(now: number): void {
    const due = [...this.#counts.values()].flatMap((held) => held.changesAt(now) ?? []);
    if (due.length === 0) return;
    this.#timer = setTimeout(this.#look, Math.min(...due) - now + 1).unref();
  }
}
