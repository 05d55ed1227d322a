import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject } from "../../../model/codec.ts";
import type { Mesh, MeshKind } from "../../../model/mesh/mesh.ts";
import {
  type MeshPast,
  type NodePast,
  type PastValue,
  thinned,
} from "../../../model/mesh/mesh-past.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { parsedIn } from "../../upstream/message.ts";
import { type Fields, type LongReadConnection, notUnderstood } from "../shared-connection.ts";
import { itemsOf, type MeshLimits } from "./house.ts";

/** How the ids of one kind of sensor are made of that of its node. */
interface SensorForm {
  readonly measure: NodePast["measure"];
  /** The integration that has the sensor. */
  readonly platform: string;
  /** Of the id that is unique in the integration: its groups are those parts that the node's id has, in their order. */
  readonly form: RegExp;
}

/**
 * What tells how well a node is heard, the first that it has. ZHA: `RSSISensor` and `LQISensor` of zigpy/zha
 * `application/platforms/sensor`. Zigbee2MQTT: `lib/extension/homeassistant.ts`, whose ids end with the base topic. Z-Wave JS:
 * `ZWaveStatisticsSensor` of homeassistant `components/zwave_js/sensor.py`. Of Thread, Home Assistant has no such sensor.
 */
const sensorForms: Readonly<Record<MeshKind, readonly SensorForm[]>> = {
  zha: [
    { measure: "lqi", platform: "zha", form: /^(.+)-\d+-\d+-lqi$/ },
    { measure: "rssi", platform: "zha", form: /^(.+)-\d+-\d+-rssi$/ },
  ],
  zigbee2mqtt: [{ measure: "lqi", platform: "mqtt", form: /^(.+?)_linkquality_/ }],
  zwave: [{ measure: "rssi", platform: "zwave_js", form: /^(\d+)\.(\d+)\.statistics_rssi$/ }],
  thread: [],
};

const entryCodec = t.intersection([
  t.type({ entity_id: t.string, platform: t.string, unique_id: t.string }),
  t.partial({ disabled_by: t.union([t.string, t.null]) }),
]);

type Entry = t.TypeOf<typeof entryCodec>;

const stateCodec = t.intersection([
  t.type({ s: t.string }),
  t.partial({ lu: t.number, lc: t.number }),
]);

/** A sensor of a node. */
interface Sensor {
  readonly entity: string;
  readonly node: string;
  readonly measure: NodePast["measure"];
}

/** The enabled sensors of a mesh, one for each node that has any, and how many nodes have only a disabled one. */
const sensorsOf = (
  { kind, nodes }: Mesh,
  entries: readonly Entry[],
): { readonly sensors: readonly Sensor[]; readonly disabled: number } => {
  const known = new Set(nodes.map(({ id }) => id));
  const enabled = new Map<string, Sensor>();
  const disabled = new Set<string>();
  for (const { measure, platform, form } of sensorForms[kind])
    for (const entry of entries) {
      const parts = entry.platform === platform ? form.exec(entry.unique_id) : null;
      const node = parts?.slice(1).join("-");
      if (node === undefined || !known.has(node) || enabled.has(node)) continue;
      if (entry.disabled_by == null) enabled.set(node, { entity: entry.entity_id, node, measure });
      else disabled.add(node);
    }
  const sensors = [...enabled.values()];
  return { sensors, disabled: [...disabled].filter((node) => !enabled.has(node)).length };
};

/** The number of a state; null for words such as `unavailable`, and for what cannot be measured, such as an error of Z-Wave JS. */
const numberOf = (state: string, measure: NodePast["measure"]): number | null => {
  const value = state.trim() === "" ? Number.NaN : Number(state);
  const isPossible = measure === "lqi" ? value >= 0 && value <= 255 : value < 0;
  return isPossible && Number.isFinite(value) ? value : null;
};

const valuesOf = (states: unknown, measure: NodePast["measure"]): readonly PastValue[] =>
  (itemsOf(stateCodec, states) ?? []).flatMap(({ s, lu, lc }): readonly PastValue[] => {
    const at = lu ?? lc;
    return at === undefined ? [] : [[at, numberOf(s, measure)]];
  });

/** What reading the past needs. */
export interface PastReading {
  readonly connection: Pick<LongReadConnection, "text">;
  readonly limits: Pick<MeshLimits, "meshSensors" | "meshMoments"> & {
    /** Levels of nesting in the parsed parts of a message. */
    readonly messageDepth: number;
  };
  /** Resolves when Home Assistant may be asked for another history. */
  readonly next: () => Promise<void>;
}

/** A period in seconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const ask = async (
  { connection, limits }: PastReading,
  type: string,
  fields: Fields,
): Promise<Either<CommandError, unknown>> => {
  const text = await connection.text(type, fields)();
  return isLeft(text) ? text : right(parsedIn(Buffer.concat(text.right), limits.messageDepth));
};

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * Reads how well the nodes of a mesh were heard: finds their sensors in Home Assistant's registry, and asks for their history, as
 * many at once as the limit says. Nodes of whose sensor nothing was recorded are left out.
 */
export const readPast = async (
  mesh: Mesh,
  { start, end }: Period,
  reading: PastReading,
): Promise<Either<CommandError, MeshPast>> => {
  const { meshSensors, meshMoments } = reading.limits;
  const listed = await ask(reading, "config/entity_registry/list", {});
  if (isLeft(listed)) return listed;
  const entries = itemsOf(entryCodec, listed.right);
  if (entries === undefined) return notUnderstood;
  const { sensors, disabled } = sensorsOf(mesh, entries);
  const nodes: NodePast[] = [];
  for (let at = 0; at < sensors.length; at += meshSensors) {
    const portion = sensors.slice(at, at + meshSensors);
    await reading.next();
    const told = await ask(reading, "history/history_during_period", {
      start_time: isoOf(start),
      end_time: isoOf(end),
      entity_ids: portion.map(({ entity }) => entity),
      minimal_response: true,
      significant_changes_only: true,
      no_attributes: true,
    });
    if (isLeft(told)) return told;
    if (!anyObject.is(told.right)) return notUnderstood;
    for (const { entity, node, measure } of portion) {
      const values = thinned(valuesOf(told.right[entity], measure), start, end, meshMoments);
      if (values.some(([, value]) => value !== null)) nodes.push({ node, measure, values });
    }
  }
  return right({ nodes, disabled });
};
