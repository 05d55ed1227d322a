import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject } from "../../../model/codec.ts";
import type { MeshKind, MeshLink, MeshNode } from "../../../model/mesh/mesh.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { type Fields, type HomeAssistantClient, notUnderstood } from "../shared-connection.ts";

/** What is read of a mesh: its nodes and links as they come, in any number. */
export interface RawMesh {
  readonly nodes: readonly MeshNode[];
  readonly links: readonly MeshLink[];
  /** When it was measured, in seconds since 1970; undefined if it is as of now. */
  readonly at?: number | undefined;
}

/** What reading a mesh came to: a left is told to who asked. */
export type ReadMesh = Promise<Either<CommandError, RawMesh>>;

/** What else than Home Assistant decides how a mesh is read. */
export interface MeshLimits {
  /** How long reading may take, in milliseconds. */
  readonly meshMs: number;
  /** Bytes of what a program says of its mesh. */
  readonly meshBytes: number;
  /** Messages that are looked at for an answer. */
  readonly meshMessages: number;
  /** Nodes, and links, of which more are left out. */
  readonly meshNodes: number;
  readonly meshLinks: number;
  /** Sensors whose past is asked for in one request. */
  readonly meshSensors: number;
  /** Values of each node's past, of which only the last of each part of the time are kept. */
  readonly meshMoments: number;
}

/**
 * Zigbee2MQTT waits a second before it asks each router, and five before it asks one again: four minutes are enough for a
 * hundred routers of which some do not answer. It writes 300 bytes for each link. Its topic has one answer, and perhaps those
 * of others who asked. Home networks have at most some 200 nodes, each with at most some 30 neighbours. A plug that reports its
 * power every few seconds has some 20,000 values a day, of 40 bytes each; 300 are one each five minutes.
 */
export const meshLimits: MeshLimits = {
  meshMs: 240_000,
  meshBytes: 8 * 1024 * 1024,
  meshMessages: 100,
  meshNodes: 1000,
  meshLinks: 10_000,
  meshSensors: 20,
  meshMoments: 300,
};

/** The items of a list that a codec takes; others, such as those of a newer version, are skipped. Undefined if it is no list. */
export const itemsOf = <A>(codec: t.Type<A, unknown>, list: unknown): readonly A[] | undefined =>
  Array.isArray(list) ? list.filter((each) => codec.is(each)) : undefined;

/** An error of Home Assistant's answer to one of the commands of a mesh, in words that say what to do. */
const inWords = ({ code, message }: CommandError, type: string): CommandError => {
  if (code === "unknown_command")
    return {
      code: "no_mesh",
      message: `Home Assistant does not know ${type}: its integration is not set up there, or the version is too old`,
    };
  if (code === "unauthorized")
    return {
      code: "no_mesh",
      message: `the service's token in Home Assistant belongs to no administrator, so it may not send ${type}`,
    };
  return { code, message };
};

/** Sends a command of a mesh. */
export const askHouse = async (
  client: HomeAssistantClient,
  type: string,
  fields: Fields = {},
): Promise<Either<CommandError, unknown>> => {
  const answer = await client.command(type, fields)();
  return isLeft(answer) ? left(inWords(answer.left, type)) : answer;
};

/** Begins a subscription of a mesh. */
export const hearHouse = async (
  client: HomeAssistantClient,
  type: string,
  fields: Fields,
  onEvent: (event: unknown) => void,
): Promise<Either<CommandError, () => void>> => {
  const begun = await client.subscribe(type, fields, ({ value }) => onEvent(value))();
  return isLeft(begun) ? left(inWords(begun.left, type)) : begun;
};

const nullableText = t.union([t.string, t.null, t.undefined]);

const deviceCodec = t.intersection([
  t.type({ id: t.string, identifiers: t.readonlyArray(t.readonlyArray(t.unknown)) }),
  t.partial({ name: nullableText, name_by_user: nullableText, disabled_by: nullableText }),
]);

const entryCodec = t.intersection([t.type({ ei: t.string }), t.partial({ di: nullableText })]);

const displayCodec = t.intersection([t.type({ entities: t.readonlyArray(t.unknown) }), anyObject]);

/** A device of Home Assistant. */
export interface HouseDevice {
  readonly id: string;
  /** The second parts of its identifiers, by the first, which is the integration. */
  readonly identifiers: readonly (readonly [integration: string, id: string])[];
  readonly name: string | undefined;
}

/** Home Assistant's devices with their entities. */
export interface House {
  readonly devices: readonly HouseDevice[];
  readonly entitiesOf: (device: string) => readonly string[];
}

const deviceOf = (row: t.TypeOf<typeof deviceCodec>): HouseDevice => ({
  id: row.id,
  identifiers: row.identifiers.flatMap(([integration, id]) =>
    typeof integration === "string" && typeof id === "string" ? [[integration, id] as const] : [],
  ),
  name: row.name_by_user ?? row.name ?? undefined,
});

/** Reads Home Assistant's devices, without those that are disabled, and which entities each has. */
export const readHouse = async (
  client: HomeAssistantClient,
): Promise<Either<CommandError, House>> => {
  const [devices, entities] = await Promise.all([
    askHouse(client, "config/device_registry/list"),
    askHouse(client, "config/entity_registry/list_for_display"),
  ]);
  if (isLeft(devices)) return devices;
  if (isLeft(entities)) return entities;
  const rows = itemsOf(deviceCodec, devices.right);
  if (rows === undefined || !displayCodec.is(entities.right)) return notUnderstood;
  const byDevice = new Map<string, string[]>();
  for (const { ei, di } of itemsOf(entryCodec, entities.right.entities) ?? []) {
    if (typeof di !== "string") continue;
    const known = byDevice.get(di);
    if (known === undefined) byDevice.set(di, [ei]);
    else known.push(ei);
  }
  return right({
    devices: rows.filter(({ disabled_by }) => disabled_by == null).map(deviceOf),
    entitiesOf: (device) => byDevice.get(device) ?? [],
  });
};

/** How a mesh of a kind is read over a connection of its own. */
export interface MeshQuestion {
  readonly client: HomeAssistantClient;
  readonly limits: MeshLimits;
  /** The first part of Zigbee2MQTT's topics. */
  readonly baseTopic: string;
  /** Resolves with a sentence once the connection is lost. */
  readonly closed: Promise<string>;
}

/** Reads a mesh; ends with the connection at the latest. */
export type MeshSource = (question: MeshQuestion) => ReadMesh;

/** The integrations of which one must be loaded for a kind of mesh, as in Home Assistant's configuration. */
export const integrationOf: Readonly<Record<MeshKind, string>> = {
  zha: "zha",
  zigbee2mqtt: "mqtt",
  zwave: "zwave_js",
  thread: "matter",
};
