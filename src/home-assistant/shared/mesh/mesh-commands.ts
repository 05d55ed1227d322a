import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { anyObject, describe, guardCodec, strictObject } from "../../../model/codec.ts";
import { type Mesh, meshKinds, type MeshRole } from "../../../model/mesh/mesh.ts";
import type { MeshPast, PastValue } from "../../../model/mesh/mesh-past.ts";
import { type Call, type Command, command, value } from "../../../server/websocket/command.ts";
import { unavailable } from "../../upstream/status.ts";
import { noToken, requestErrorCodes } from "../shared-connection.ts";
import type { SharedHomeAssistant } from "../shared-home-assistant.ts";
import { integrationOf } from "./house.ts";
import { type PastReading, type Period, readPast } from "./mesh-past.ts";
import type { MeshReader } from "./mesh-reader.ts";

const kindCodec = t.keyof({ zha: null, zigbee2mqtt: null, zwave: null, thread: null });

const roleCodec: t.Type<MeshRole> = t.keyof({
  coordinator: null,
  router: null,
  end_device: null,
  unknown: null,
});

const nodeCodec = t.readonly(
  t.intersection([
    t.type({
      id: t.string,
      name: t.string,
      role: roleCodec,
      entities: describe("of its device in Home Assistant", t.readonlyArray(t.string)),
    }),
    t.partial({
      seen: describe("when it was heard last, in seconds since 1970", t.number),
      available: t.boolean,
    }),
  ]),
);

const linkCodec = t.readonly(
  t.intersection([
    t.type({ from: t.string, to: t.string }),
    t.partial({
      lqi: describe("link quality from 0 to 255, of the worse direction", t.number),
      rssi: describe("signal strength in dBm, of the worse direction", t.number),
    }),
  ]),
);

const meshCodec: t.Type<Mesh, unknown> = t.readonly(
  t.type({
    kind: kindCodec,
    at: describe("when it was read, or measured, in seconds since 1970", t.number),
    nodes: t.readonlyArray(nodeCodec),
    links: describe("one for each pair of nodes", t.readonlyArray(linkCodec)),
    left_out: describe("how many nodes and links beyond the limits are not here", t.number),
  }),
);

const listCodec = t.readonly(
  t.type({
    kinds: describe(
      "the meshes that Home Assistant has an integration for",
      t.readonlyArray(kindCodec),
    ),
    last: describe("the last mesh of each kind that was read", t.readonlyArray(meshCodec)),
  }),
);

const pastValueCodec = guardCodec(
  "pair of seconds since 1970 and what was measured, or null",
  (pair): pair is PastValue =>
    Array.isArray(pair) &&
    pair.length === 2 &&
    typeof pair[0] === "number" &&
    (pair[1] === null || typeof pair[1] === "number"),
  {
    type: "array",
    items: { anyOf: [{ type: "number" }, { type: "null" }] },
  },
);

const pastCodec: t.Type<MeshPast, unknown> = t.readonly(
  t.type({
    nodes: describe(
      "the nodes of which something is known",
      t.readonlyArray(
        t.readonly(
          t.type({
            node: t.string,
            measure: describe(
              "link quality from 0 to 255, or signal strength in dBm",
              t.keyof({ lqi: null, rssi: null }),
            ),
            values: describe(
              "seconds since 1970 and what was measured, or null, the earliest first",
              t.readonlyArray(pastValueCodec),
            ),
          }),
        ),
      ),
    ),
    disabled: describe(
      "how many nodes have a sensor for it that is disabled in Home Assistant",
      t.number,
    ),
  }),
);

const configCodec = t.intersection([t.type({ components: t.readonlyArray(t.unknown) }), anyObject]);

const topicForm = /^[^+#\p{Cc}]{1,128}$/u;

/** A topic without wildcards. */
const baseTopicCodec = guardCodec(
  "topic without + and #, of 1 to 128 characters",
  (topic): topic is string => typeof topic === "string" && topicForm.test(topic),
  { type: "string", minLength: 1, maxLength: 128 },
);

/** Dependencies of the commands. */
interface Meshes {
  readonly homeAssistant: SharedHomeAssistant;
  readonly reader: MeshReader;
  /** How the past is read for who asks. */
  readonly past: (call: Call) => PastReading;
  /** How far back history may be requested, in milliseconds. */
  readonly historyMs: number;
}

const refused = TE.left(unavailable(noToken));

/** The last second that a date can have. */
const lastSecond = 8.64e12;

/** Why no history of a period may be asked for; undefined if it may. */
const refusalOf = ({ start, end }: Period, historyMs: number): string | undefined => {
  if (!(start * 1000 >= Date.now() - historyMs))
    return `start: longer ago than history-ms, ${historyMs} ms`;
  return start < end && end < lastSecond ? undefined : "end: expected a time after the start";
};

const pastCommand = (domain: string, meshes: Meshes | undefined): Command =>
  command({
    type: `${domain}/mesh/past`,
    admin: true,
    about: {
      summary:
        "tells how well the nodes of the last mesh of a kind were heard, by their sensors in Home Assistant",
      result: pastCodec,
      errors: ["no_mesh", ...requestErrorCodes],
    },
    mayBeOvertaken: true,
    fields: strictObject(
      { kind: kindCodec, start: describe("in seconds since 1970", t.number) },
      { end: describe("in seconds since 1970, by default now", t.number) },
    ),
    run: ({ kind, start, end = Date.now() / 1000 }, call) => {
      if (meshes === undefined) return refused;
      const wrong = refusalOf({ start, end }, meshes.historyMs);
      if (wrong !== undefined) return TE.left({ code: "invalid_format", message: wrong });
      const mesh = meshes.reader.last.find((each) => each.kind === kind);
      if (mesh === undefined)
        return TE.left({
          code: "no_mesh",
          message: `this mesh has not been read since the service started: send ${domain}/mesh/read first`,
        });
      return async () => {
        const past = await readPast(mesh, { start, end }, meshes.past(call));
        return isLeft(past) ? past : TE.right(value(past.right))();
      };
    },
  });

/**
 * `mesh/list`, `mesh/read` and `mesh/past`: the radio meshes of Home Assistant, for administrators. They are read with the service's own token,
 * as most of Home Assistant's commands for this are for its administrators. Without `meshes` there is no such token.
 */
export const meshCommands = (domain: string, meshes: Meshes | undefined): readonly Command[] => [
  command({
    type: `${domain}/mesh/list`,
    admin: true,
    about: {
      summary: "tells which radio meshes can be read, and the last that was read of each",
      result: listCodec,
      errors: requestErrorCodes,
    },
    mayBeOvertaken: true,
    fields: strictObject({}, {}),
    run: () => {
      if (meshes === undefined) return refused;
      return async () => {
        const config = await meshes.homeAssistant.config();
        if (isLeft(config)) return config;
        const loaded: ReadonlySet<unknown> = new Set(
          configCodec.is(config.right) ? config.right.components : [],
        );
        const kinds = meshKinds.filter((kind) => loaded.has(integrationOf[kind]));
        return TE.right(value({ kinds, last: meshes.reader.last }))();
      };
    },
  }),
  command({
    type: `${domain}/mesh/read`,
    admin: true,
    about: {
      summary: "reads a radio mesh: its nodes, and the links between them with their quality",
      result: meshCodec,
      errors: ["no_mesh", ...requestErrorCodes],
    },
    mayBeOvertaken: true,
    fields: strictObject(
      { kind: kindCodec },
      {
        base_topic: describe(
          "the first part of Zigbee2MQTT's topics, by default `zigbee2mqtt`",
          baseTopicCodec,
        ),
      },
    ),
    run: ({ kind, base_topic: baseTopic = "zigbee2mqtt" }, { note }) => {
      if (meshes === undefined) return refused;
      return async () => {
        // The only reading that sends something to the house.
        if (kind === "zigbee2mqtt")
          note("switched", {
            command: "mqtt.publish",
            about: `${baseTopic}/bridge/request/networkmap`,
          });
        const mesh = await meshes.reader.read({ kind, baseTopic });
        return isLeft(mesh) ? mesh : TE.right(value(mesh.right))();
      };
    },
  }),
  pastCommand(domain, meshes),
];
