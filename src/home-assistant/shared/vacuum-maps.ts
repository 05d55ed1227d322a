import { createHash } from "node:crypto";
import { isLeft } from "fp-ts/lib/Either.js";
import { isUnavailable, type States } from "../../model/bindings/entity-state.ts";
import { mapAttribute, MapProblem, type VacuumMap } from "../../model/trackers/vacuum-map.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";
import { serial } from "../../server/runtime/coalescing.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { ScreenUpstream } from "./shared-connection.ts";
import type { TrackedStates } from "./tracked-states.ts";
import { readValetudoMap } from "./valetudo-map.ts";

/**
 * How often the map of a vacuum that moves is read, in milliseconds: vacuums go some 30 cm in a second. The most cameras
 * that are read: more than a home has vacuums, and each map may be large.
 */
export const vacuumMapLimits = { vacuumMapMs: 2000, vacuumMaps: 16 };

/** How many times as long the longest pause is: of a vacuum that stands in its dock, or a camera without a map. */
const longestPauses = 5;

/** A camera with a map in its picture. */
class MapCamera {
  /** Null before the first picture. */
  map: VacuumMap | MapProblem | null = null;
  /** Of its bytes, which may be many. */
  digest: string | undefined;
  /** When the map changed: milliseconds of the monotonic clock, and seconds since 1970. */
  changedAt = -Infinity;
  updatedAt = -Infinity;
  /** When the picture, or why there is none, came last, by the monotonic clock. */
  readAt = -Infinity;
  pauseMs: number;
  isReading = false;
  /** Whether the last picture did not come. */
  hasFailed = false;
  readonly timer: RetryTimer;

  constructor(pauseMs: number, read: Guarded) {
    this.pauseMs = pauseMs;
    this.timer = new RetryTimer(read);
  }

  /** What it had may be wrong when it is there again. */
  forget(): void {
    this.map = null;
    this.digest = undefined;
  }
}

const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64");

/** Dependencies of the maps. */
interface MapsSetup {
  readonly tracked: TrackedStates;
  readonly picture: ScreenUpstream["picture"];
  readonly everyMs: number;
  /** The most cameras. */
  readonly most: number;
  readonly log: RatedLog;
  /** A camera has a new map. */
  readonly onChange: (cameras: readonly string[]) => void;
}

/**
 * The states that positions depend on, with an attribute more for cameras whose pictures have the map of a vacuum.
 *
 * Home Assistant does not tell when a camera has a new picture (homeassistant `components/mqtt/camera.py` writes no
 * state), and passes a topic on to administrators alone, its bytes as a Python literal (`mqtt/subscribe` of
 * `components/mqtt/__init__.py`). So pictures are asked for, which needs no right: again after `everyMs`, and after
 * longer pauses while they stay the same; one after another, as each may be large.
 */
export class VacuumMaps {
  readonly #setup: MapsSetup;
  readonly #inTurn = serial();
  #cameras: ReadonlyMap<string, MapCamera> = new Map();
  /** Those beyond the limit. */
  #tooMany: ReadonlySet<string> = new Set();

  constructor(setup: MapsSetup) {
    this.#setup = setup;
  }

  /** The state of an entity, as of `TrackedStates`. */
  readonly states: States = (entity) => {
    const state = this.#setup.tracked.states(entity);
    const map = this.#mapOf(entity);
    if (map === undefined || state === undefined || isUnavailable(state)) return state;
    return { ...state, attributes: { ...state.attributes, [mapAttribute]: map } };
  };

  /** When any of the entities or their maps changed last, by the monotonic clock; undefined if none has a state. */
  changedAt(entities: readonly string[]): number | undefined {
    const at = this.#setup.tracked.changedAt(entities);
    return at && Math.max(at, ...this.#among(entities).map(({ changedAt }) => changedAt));
  }

  /** When any of the entities or their maps was updated last, in seconds since 1970. */
  updatedAt(entities: Iterable<string>): number | undefined {
    const at = this.#setup.tracked.updatedAt(entities);
    return at && Math.max(at, ...this.#among(entities).map(({ updatedAt }) => updatedAt));
  }

  /** Reads the maps of these cameras from now on, and forgets all others. */
  want(cameras: Iterable<string>): void {
    const { everyMs, most, log } = this.#setup;
    const before = this.#cameras;
    const make = (entity: string): MapCamera => {
      const camera: MapCamera = new MapCamera(
        everyMs,
        log.boundary("the map of a vacuum could not be read", () => this.#read(entity, camera)),
      );
      return camera;
    };
    const all = [...cameras];
    this.#tooMany = new Set(all.slice(most));
    this.#cameras = new Map(
      all.slice(0, most).map((entity) => [entity, before.get(entity) ?? make(entity)]),
    );
    for (const [entity, camera] of before) if (!this.#cameras.has(entity)) camera.timer.close();
    this.changed(this.#cameras.keys());
  }

  /** The states of these entities have changed: a camera may be there again, or away. */
  changed(entities: Iterable<string>): void {
    for (const entity of entities) {
      const camera = this.#cameras.get(entity);
      if (camera === undefined) continue;
      camera.timer.stop();
      // States and saves may come many times a second.
      const ms = camera.readAt + this.#setup.everyMs - performance.now();
      if (this.#isAway(entity)) camera.forget();
      else camera.timer.start(Math.max(0, ms));
    }
  }

  close(): void {
    this.want([]);
  }

  /** Undefined of what is no such camera. */
  #mapOf(entity: string): MapCamera["map"] | undefined {
    return this.#tooMany.has(entity)
      ? new MapProblem("no-map", `at most ${this.#setup.most} cameras are read (vacuum-maps)`)
      : this.#cameras.get(entity)?.map;
  }

  #among(entities: Iterable<string>): readonly MapCamera[] {
    return Array.from(entities, (entity) => this.#cameras.get(entity) ?? []).flat();
  }

  #isAway(entity: string): boolean {
    const state = this.#setup.tracked.states(entity);
    return state === undefined || isUnavailable(state);
  }

  async #read(entity: string, camera: MapCamera): Promise<void> {
    const { picture, everyMs, onChange } = this.#setup;
    // Its return is a change.
    if (this.#isAway(entity)) return camera.forget();
    if (camera.isReading) return;
    camera.isReading = true;
    try {
      const answer = await this.#inTurn(() => picture(entity));
      const isFirstFailure = isLeft(answer) && !camera.hasFailed;
      camera.hasFailed = isLeft(answer);
      const digest = isLeft(answer) ? undefined : digestOf(answer.right.content);
      const isSame = digest !== undefined && camera.digest === digest;
      camera.pauseMs = isSame ? Math.min(2 * camera.pauseMs, longestPauses * everyMs) : everyMs;
      // One may be late or lost. The map is still the best that is known.
      if (isSame || (isFirstFailure && camera.map !== null)) return;
      camera.map = isLeft(answer)
        ? new MapProblem("no-map", answer.left.message)
        : await readValetudoMap(answer.right.content);
      camera.digest = digest;
      camera.changedAt = performance.now();
      camera.updatedAt = Date.now() / 1000;
      if (camera.map instanceof MapProblem) camera.pauseMs = longestPauses * everyMs;
      if (this.#cameras.get(entity) === camera) onChange([entity]);
    } finally {
      camera.isReading = false;
      camera.readAt = performance.now();
      // What has changed meanwhile asked for another read at once.
      camera.timer.stop();
      camera.timer.start(camera.pauseMs);
    }
  }
}
