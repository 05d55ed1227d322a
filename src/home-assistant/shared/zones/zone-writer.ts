import { isLeft } from "fp-ts/lib/Either.js";
import type { NoteAudit } from "../../../server/audit/audit.ts";
import { BoundedMap } from "../../../server/runtime/bounded-map.ts";
import { isUnavailable } from "../../../model/bindings/entity-state.ts";
import { actionFor } from "../../../model/zones/sensor/zone-sensor.ts";
import { isWanted } from "../../../model/zones/sensor/zone-at-sensor.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import type { SharedConnection } from "../shared-connection.ts";
import type { SensorStates, Waited } from "./sensor-states.ts";
import type {
  WriteFailure,
  WrittenValue,
  ZoneAnswer,
} from "../../../model/zones/sensor/sensor-answer.ts";

/** A value of a sensor that is to be written. */
type PlannedValue = Pick<WrittenValue, "entity" | "wanted" | "before" | "unit">;

/** A write that can be taken back. */
export interface Undoable {
  readonly tracker: string;
  /** What it changed. */
  readonly values: readonly PlannedValue[];
}

/** Who writes. */
interface Writer {
  readonly note: NoteAudit;
  /** Whether they are still there. */
  readonly isOpen: () => boolean;
}

/** The kinds of audit lines: of a write, and of putting back. */
type Written = "zone_written" | "zone_restored";

const failures: Readonly<Record<Exclude<Waited, "reached">, WriteFailure["code"]>> = {
  late: "not_confirmed",
  lost: "away",
};

/** Nobody guesses it, and the demo's browser has this too. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** What the failure of an action means. */
const failureOf = ({ code, message }: CommandError): WriteFailure => {
  if (code === "home_assistant_unavailable") return { code: "away", message };
  return { code: code === "timeout" ? "not_confirmed" : "refused", message };
};

/** The state of an entity; undefined while it has none. */
export const presentState = (sensor: SensorStates, entity: string): string | undefined => {
  const state = sensor.states(entity);
  return state === undefined || isUnavailable(state) ? undefined : state.state;
};

/** Writes values to sensors one by one, reads each back, and puts all back if one fails. Remembers how to take a write back. */
export class ZoneWriter {
  readonly #connection: SharedConnection;
  readonly #undoable: BoundedMap<string, Undoable>;

  /** `undos`: how many writes are remembered. */
  constructor(connection: SharedConnection, undos: number) {
    this.#connection = connection;
    this.#undoable = new BoundedMap(undos);
  }

  /** The write with a token; undefined if it is not remembered. */
  undoable(token: string): Undoable | undefined {
    return this.#undoable.get(token);
  }

  /** A write that was taken back is not taken back again. */
  forget(token: string): void {
    this.#undoable.delete(token);
  }

  /** Writes to the sensor of a tracker what it does not have yet. */
  async write(
    tracker: string,
    planned: readonly PlannedValue[],
    sensor: SensorStates,
    by: Writer,
    kind: Written = "zone_written",
  ): Promise<ZoneAnswer> {
    const done: PlannedValue[] = [];
    let failed: { readonly entity: string; readonly failure: WriteFailure } | undefined;
    for (const value of planned) {
      if (isWanted(value.entity, presentState(sensor, value.entity), value.wanted)) continue;
      done.push(value);
      const failure = await this.#set(value, sensor, by, kind);
      if (failure === undefined) continue;
      failed = { entity: value.entity, failure };
      break;
    }
    // A sensor may have told what it was sent, and later what it has.
    const wrong = failed ?? this.#wrongOf(planned, sensor);
    const stuck = wrong === undefined ? done : await this.#putBack(done, sensor, by);
    const values = planned.map((value): WrittenValue => {
      const { entity } = value;
      const after = presentState(sensor, entity);
      const failure = wrong?.entity === entity ? wrong.failure : undefined;
      return {
        ...value,
        ...(after === undefined || failure?.code === "away" ? {} : { after }),
        ...(failure === undefined ? {} : { failure }),
      };
    });
    const undo = this.#remember({ tracker, values: stuck });
    const outcome = wrong === undefined ? "written" : stuck.length === 0 ? "failed" : "partly";
    return { outcome, values, problems: [], ...(undo === undefined ? {} : { undo }) };
  }

  /** Why an entity could not be given a value; undefined if it has it. */
  async #set(
    { entity, wanted, before }: PlannedValue,
    sensor: SensorStates,
    { note, isOpen }: Writer,
    kind: Written,
  ): Promise<WriteFailure | undefined> {
    const { domain, service, data, target } = actionFor(entity, wanted);
    const about = { command: `${domain}.${service}`, about: entity };
    const fail = (failure: WriteFailure): WriteFailure => {
      const reason = failure.message ?? failure.code;
      note("switch_failed", { ...about, reason });
      return failure;
    };
    if (!isOpen()) return fail({ code: "left" });
    const { client } = this.#connection;
    if (isLeft(client)) return fail({ code: "away", message: client.left.message });
    const call = { domain, service, service_data: data, target };
    const answer = await client.right.call(call)();
    if (isLeft(answer)) return fail(failureOf(answer.left));
    const waited = await sensor.until(() => isWanted(entity, presentState(sensor, entity), wanted));
    const after = presentState(sensor, entity);
    if (waited !== "reached") {
      const isOther = waited === "late" && after !== undefined && after !== before;
      return fail({ code: isOther ? "differs" : failures[waited] });
    }
    note(kind, { ...about, ...(before === undefined ? {} : { before }), after: wanted });
    return undefined;
  }

  #wrongOf(
    planned: readonly PlannedValue[],
    sensor: SensorStates,
  ): { readonly entity: string; readonly failure: WriteFailure } | undefined {
    const wrong = planned.find(
      ({ entity, wanted }) => !isWanted(entity, presentState(sensor, entity), wanted),
    );
    return wrong && { entity: wrong.entity, failure: { code: "differs" } };
  }

  /** Puts back what was written, the last first; returns what could not be. */
  async #putBack(
    done: readonly PlannedValue[],
    sensor: SensorStates,
    { note }: Writer,
  ): Promise<readonly PlannedValue[]> {
    const stuck: PlannedValue[] = [];
    for (const value of done.toReversed()) {
      const { entity, before, wanted } = value;
      const present = presentState(sensor, entity);
      if (before !== undefined && isWanted(entity, present, before)) continue;
      const back = { entity, wanted: before ?? "", before: present ?? wanted };
      // Also for somebody who has left meanwhile: half a zone is nobody's wish.
      const by = { note, isOpen: () => true };
      const failure =
        before === undefined
          ? { code: "differs" as const }
          : await this.#set(back, sensor, by, "zone_restored");
      if (failure !== undefined) stuck.unshift(value);
    }
    return stuck;
  }

  #remember({ tracker, values }: Undoable): string | undefined {
    // What had no value cannot have that again.
    const known = values.filter(({ before }) => before !== undefined);
    if (known.length === 0) return undefined;
    const token = newToken();
    this.#undoable.set(token, { tracker, values: known });
    return token;
  }
}
