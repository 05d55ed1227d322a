import { isLeft, left, mapLeft } from "fp-ts/lib/Either.js";
import type { FindZone, StoredZone } from "../../home-assistant/shared/zones/zone-commands.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { readZone, type Zone } from "../../model/zones/zone.ts";
import type { SensorProblem } from "../../model/zones/sensor/sensor-problem.ts";
import { readZoneSensor } from "../../model/zones/sensor/zone-sensor.ts";
import {
  type EventLoopTurns,
  inTurns,
  type YieldTurn,
} from "../../server/runtime/event-loop-turns.ts";
import type { CooperativeTask } from "../raw-json/json-cursor.ts";
import type { PlanText } from "../text/plan-text.ts";
import type { BindingsFollower } from "./bindings-follower.ts";
import { parsed, type TrackerLimits } from "./tracker-reader.ts";

/** Finds zones of the stored plan that are to be written to sensors. */
export class ZoneReader {
  readonly #names: Pick<BindingsFollower, "known" | "newest">;
  readonly #limits: Pick<TrackerLimits, "planElementBytes">;
  readonly #share: YieldTurn;

  constructor(
    names: Pick<BindingsFollower, "known" | "newest">,
    limits: Pick<TrackerLimits, "planElementBytes">,
    turns: EventLoopTurns,
  ) {
    this.#names = names;
    this.#limits = limits;
    this.#share = turns.share();
  }

  readonly find: FindZone = async (id) => {
    await this.#names.known();
    const { rev, text, names } = this.#names.newest;
    const element = await inTurns(this.#elementIn(text, id), this.#share);
    if (element === undefined) return { rev, zone: undefined };
    const read = readZone(element);
    const none: Pick<Zone, "polygon" | "level" | "isExcluded"> = {
      polygon: [],
      level: undefined,
      isExcluded: false,
    };
    const { polygon, level, isExcluded } = isLeft(read) ? none : read.right;
    const bad = isLeft(read) ? read.left : undefined;
    const { targets, zones } = names;
    const sensor = sensorIn(element, bad);
    return { rev, zone: { polygon, level, isExcluded, sensor, targets, first: zones.firstLevel } };
  };

  /** The first element with an id. */
  *#elementIn(text: PlanText, id: string): CooperativeTask<JsonObject | undefined> {
    for (const chunk of text.member("zones")?.list?.chunks ?? []) {
      yield;
      for (const element of chunk.elements()) {
        const json = this.#parsed(element);
        if (isObject(json) && json["id"] === id) return json;
      }
    }
    return undefined;
  }

  #parsed(element: Buffer): Json {
    return element.length > this.#limits.planElementBytes ? null : parsed(element.toString());
  }
}

/** What a zone says of its sensor. `bad`: why the zone is none. */
const sensorIn = (element: JsonObject, bad: string | undefined): StoredZone["sensor"] => {
  if (bad !== undefined) return left({ problem: "bad-sensor", value: bad });
  const { sensor: field } = element;
  if (field === undefined) return left({ problem: "no-sensor" });
  return mapLeft((why: string): SensorProblem => ({
    problem: "bad-sensor",
    value: `sensor: ${why}`,
  }))(readZoneSensor(field));
};
