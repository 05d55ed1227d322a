import { isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import type { Json } from "../../model/json.ts";
import { floorFields } from "../../model/trackers/floor.ts";
import {
  type BadTracker,
  type ReadTracker,
  readTracker,
  type Target,
  targetsOfTrackers,
} from "../../model/trackers/tracker.ts";
import { optionName } from "../../server/config.ts";
import type { CooperativeTask } from "../raw-json/json-cursor.ts";
import type { Chunk } from "../text/chunk.ts";
import type { PlanText } from "../text/plan-text.ts";

/** Limits on what is read of trackers. */
export interface TrackerLimits {
  /** Tracked targets. */
  readonly planTrackers: number;
  /** Bytes of an element; longer ones are not read. */
  readonly planElementBytes: number;
}

/** A part of a plan as it was parsed; null if it is nested too deep. */
export const parsed = (text: string): Json => {
  const read = tryCatch(
    (): Json => JSON.parse(text),
    () => undefined,
  );
  return isLeft(read) ? null : read.right;
};

/** The bytes of a member that is a list at most by name: `trackers:` in YAML is null. */
const isNull = ({ text, valueStart }: NonNullable<ReturnType<PlanText["member"]>>): boolean =>
  text.subarray(valueStart).equals(Buffer.from("null"));

/** Reads what a plan tracks, and the walls around it. Trackers are kept by the plan's pieces, which revisions share. */
export class TrackerReader {
  readonly #limits: TrackerLimits;
  readonly #known = new WeakMap<Chunk, readonly ReadTracker[]>();

  constructor(limits: TrackerLimits) {
    this.#limits = limits;
  }

  /** What the list `trackers` tracks, up to the chunk in which the limit is reached. */
  *targetsIn(text: PlanText): CooperativeTask<readonly (Target | BadTracker)[]> {
    const member = text.member("trackers");
    if (member === undefined || isNull(member)) return [];
    if (member.list === undefined) return [{ id: "#", bad: "trackers: expected a list" }];
    const trackers: ReadTracker[] = [];
    let count = 0;
    for (const chunk of member.list.chunks) {
      yield;
      const read = this.#trackersIn(chunk);
      trackers.push(...read);
      for (const each of read) count += isLeft(each) ? 1 : each.right.targets.length;
      if (count > this.#limits.planTrackers) break;
    }
    return targetsOfTrackers(trackers);
  }

  #trackersIn(chunk: Chunk): readonly ReadTracker[] {
    const before = this.#known.get(chunk);
    if (before !== undefined) return before;
    const { planElementBytes } = this.#limits;
    const read = chunk
      .elements()
      .map((text) =>
        text.length > planElementBytes
          ? left(`longer than ${optionName("planElementBytes")}, ${planElementBytes} bytes`)
          : readTracker(parsed(text.toString())),
      );
    this.#known.set(chunk, read);
    return read;
  }

  /** The parts of a plan that its floors, walls and doors are read from. */
  *floorsIn(text: PlanText): CooperativeTask<PlanData> {
    const { planElementBytes } = this.#limits;
    const floors: Record<string, Json> = {};
    for (const name of floorFields) {
      const member = text.member(name);
      if (member === undefined) continue;
      const { list } = member;
      if (list === undefined) {
        if (member.bytes <= planElementBytes)
          floors[name] = parsed(member.text.toString("utf8", member.valueStart));
        continue;
      }
      const elements: Json[] = [];
      for (const chunk of list.chunks) {
        yield;
        for (const element of chunk.elements())
          if (element.length <= planElementBytes) elements.push(parsed(element.toString()));
      }
      floors[name] = elements;
    }
    return floors;
  }
}
