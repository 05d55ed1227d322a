import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../../model/codec.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { BadTracker, Target } from "../../../model/trackers/tracker.ts";
import { entitiesOfTarget, isTarget } from "../../../model/trackers/tracker.ts";
import type { SensorProblem } from "../../../model/zones/sensor/sensor-problem.ts";
import { shapeAtSensor } from "../../../model/zones/sensor/sensor-shape.ts";
import { planForSensor } from "../../../model/zones/sensor/sensor-values.ts";
import { isWanted, type SensorPlan } from "../../../model/zones/sensor/zone-at-sensor.ts";
import { entitiesOfZoneSensor, type ZoneSensor } from "../../../model/zones/sensor/zone-sensor.ts";
import {
  type Answer,
  type Call,
  type Command,
  command,
  type CommandError,
  value,
} from "../../../server/websocket/command.ts";
import { unavailable } from "../../upstream/status.ts";
import { unauthorized } from "../screen-commands.ts";
import { requestErrorCodes, type SharedConnection } from "../shared-connection.ts";
import { type SensorLimits, SensorStates } from "./sensor-states.ts";
import { type ZoneAnswer, zoneAnswerCodec } from "../../../model/zones/sensor/sensor-answer.ts";
import { presentState, type Undoable, ZoneWriter } from "./zone-writer.ts";

/** Limits on zones of sensors. */
export interface ZoneLimits extends SensorLimits {
  /** Writes that are remembered, so that they can be taken back. */
  readonly zoneUndos: number;
}

/** A radar answers within a second, and a battery's sleep takes longer than anybody waits. */
export const zoneLimits = { zoneReadMs: 10_000, zoneSettleMs: 500, zoneUndos: 100 };

/** A zone of the stored plan with what it depends on. */
export interface StoredZone {
  readonly polygon: readonly Point[];
  readonly level: string | undefined;
  readonly isExcluded: boolean;
  /** Left: why it cannot be written. */
  readonly sensor: Either<SensorProblem, ZoneSensor>;
  readonly targets: readonly (Target | BadTracker)[];
  /** The id of the plan's first floor. */
  readonly first: string | undefined;
}

/** Finds a zone in the newest stored plan; undefined if that has none with the id. */
export type FindZone = (
  id: string,
) => Promise<{ readonly rev: number; readonly zone: StoredZone | undefined }>;

/** Dependencies of the commands; undefined without Home Assistant. */
interface Zones {
  readonly connection: SharedConnection;
  readonly findZone: FindZone;
  readonly limits: ZoneLimits;
}

type Answered = Either<CommandError, Answer<ZoneAnswer>>;

const errors = ["unauthorized", "not_found", "conflict", ...requestErrorCodes] as const;

const nothing: Pick<ZoneAnswer, "values" | "problems"> = { values: [], problems: [] };

const impossible = (problems: readonly SensorProblem[]): ZoneAnswer => ({
  ...nothing,
  outcome: "impossible",
  problems,
});

const shownExcess = ({ excess }: SensorPlan): Pick<ZoneAnswer, "excess"> =>
  excess === undefined
    ? {}
    : { excess: { square_metres: excess.squareMetres, percent: excess.percent } };

/** The commands that write zones to sensors, one write at a time to each. */
class ZoneCommands {
  readonly #zones: Zones;
  readonly #writer: ZoneWriter;
  /** The trackers whose sensors are being written, and the entities: those of one sensor can be several trackers'. */
  readonly #busy = new Set<string>();

  constructor(zones: Zones) {
    this.#zones = zones;
    this.#writer = new ZoneWriter(zones.connection, zones.limits.zoneUndos);
  }

  async write(
    { zone: id, rev, dry = false }: { zone: string; rev: number; dry?: boolean | undefined },
    call: Call,
  ): Promise<Answered> {
    const { rev: stored, zone } = await this.#zones.findZone(id);
    if (stored !== rev)
      return left({ code: "conflict", message: `the stored revision is ${stored}` });
    if (zone === undefined)
      return left({ code: "not_found", message: `zone: the stored plan has no zone ${id}` });
    const { sensor } = zone;
    if (isLeft(sensor)) return right(value(impossible([sensor.left])));
    const { tracker } = sensor.right;
    const entities = new Set([
      ...entitiesOfZoneSensor(sensor.right),
      ...zone.targets
        .filter(isTarget)
        .flatMap((each) => (each.tracker === tracker ? entitiesOfTarget(each) : [])),
    ]);
    const written = [tracker, ...entitiesOfZoneSensor(sensor.right)];
    return this.#with(entities, dry ? [] : written, async (states) => {
      const at = { ...zone, sensor: sensor.right, states: states.states };
      const shape = shapeAtSensor(at);
      const present = isLeft(shape) ? {} : { present: shape.right };
      const plan = planForSensor(at);
      if (isLeft(plan)) return { ...impossible(plan.left), ...present };
      const { values } = plan.right;
      const told = { ...shownExcess(plan.right), ...present };
      if (dry)
        return { ...nothing, outcome: "planned", values: values.map(withoutUnknown), ...told };
      const made = await this.#writer.write(tracker, values.map(withoutUnknown), states, call);
      return { ...made, ...told };
    });
  }

  async restore(
    { undo, force = false }: { undo: string; force?: boolean | undefined },
    call: Call,
  ): Promise<Answered> {
    const undoable = this.#writer.undoable(undo);
    if (undoable === undefined)
      return left({ code: "not_found", message: "undo: this write is not remembered" });
    const { tracker, values } = undoable;
    const entities = new Set(values.map(({ entity }) => entity));
    return this.#with(entities, [tracker, ...entities], async (states) => {
      const back = backOf(undoable, states);
      if (!force && back.some(({ isForeign }) => isForeign))
        return { ...nothing, outcome: "changed", values: back.map(({ value: each }) => each) };
      const planned = back.map(({ value: each }) => each);
      const made = await this.#writer.write(tracker, planned, states, call, "zone_restored");
      if (made.outcome === "written") this.#writer.forget(undo);
      return made;
    });
  }

  /** Follows a sensor's entities for some work. `writesTo`: the tracker and entities that nobody else may write to meanwhile. */
  async #with(
    entities: ReadonlySet<string>,
    writesTo: readonly string[],
    work: (states: SensorStates) => Promise<ZoneAnswer>,
  ): Promise<Answered> {
    if (writesTo.some((each) => this.#busy.has(each)))
      return left({ code: "overloaded", message: "another write to this sensor is under way" });
    for (const each of writesTo) this.#busy.add(each);
    try {
      const { connection, limits } = this.#zones;
      const states = await SensorStates.follow(connection, entities, limits);
      if (isLeft(states)) return states;
      try {
        return map(value<ZoneAnswer>)(right(await work(states.right)));
      } finally {
        states.right.close();
      }
    } finally {
      for (const each of writesTo) this.#busy.delete(each);
    }
  }
}

/** Without the fields that have no value: the answer is JSON. */
const withoutUnknown = ({
  entity,
  wanted,
  before,
  unit,
}: SensorPlan["values"][number]): ZoneAnswer["values"][number] => ({
  entity,
  wanted,
  ...(before === undefined ? {} : { before }),
  ...(unit === undefined ? {} : { unit }),
});

/** The values that take a write back, and whether somebody else has changed them since. */
const backOf = (
  { values }: Undoable,
  states: SensorStates,
): readonly { readonly value: ZoneAnswer["values"][number]; readonly isForeign: boolean }[] =>
  values.map(({ entity, before = "", wanted, unit }) => {
    const present = presentState(states, entity);
    return {
      value: withoutUnknown({ entity, wanted: before, before: present, unit }),
      isForeign: !isWanted(entity, present, wanted) && !isWanted(entity, present, before),
    };
  });

/** Runs a command for users who may both edit the plan and switch things. */
const withRights =
  <Fields>(type: string, run: (fields: Fields, call: Call) => Promise<Answered>) =>
  (fields: Fields, call: Call): TE.TaskEither<CommandError, Answer<ZoneAnswer>> => {
    if (call.user.control) return () => run(fields, call);
    const reason = "this token may not write to sensors: it lacks the right to control";
    call.note("refused", { command: type, reason });
    return TE.left(unauthorized(reason));
  };

const none = (): Promise<Answered> =>
  Promise.resolve(left(unavailable("no Home Assistant is set")));

/**
 * `zones/write`: writes a zone of the stored plan to its sensor, or tells what would be written. `zones/restore`: takes a
 * write back. Both are for users who may save plans and control things.
 */
export const zoneCommands = (domain: string, zones: Zones | undefined): readonly Command[] => {
  const commands = zones === undefined ? undefined : new ZoneCommands(zones);
  const types = { write: `${domain}/zones/write`, restore: `${domain}/zones/restore` };
  return [
    command({
      type: types.write,
      admin: true,
      about: {
        summary: "writes a zone of the stored plan to its sensor and reads it back",
        result: zoneAnswerCodec,
        errors,
      },
      mayBeOvertaken: true,
      fields: strictObject(
        {
          zone: describe("the id of the zone", t.string),
          rev: describe("the stored revision that the zone is of", integer),
        },
        { dry: describe("only tells what would be written", t.boolean) },
      ),
      run: withRights(types.write, (fields, call) => commands?.write(fields, call) ?? none()),
    }),
    command({
      type: types.restore,
      admin: true,
      about: {
        summary: "gives a sensor the values that it had before a write",
        result: zoneAnswerCodec,
        errors,
      },
      mayBeOvertaken: true,
      fields: strictObject(
        { undo: describe("`undo` of the write's answer", t.string) },
        { force: describe("also if the sensor's values were changed since", t.boolean) },
      ),
      run: withRights(types.restore, (fields, call) => commands?.restore(fields, call) ?? none()),
    }),
  ];
};
