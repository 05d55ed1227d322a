import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject } from "../../../model/codec.ts";
import type { MeshLink, MeshNode, MeshRole } from "../../../model/mesh/mesh.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { parsedIn } from "../../upstream/message.ts";
import { unavailable } from "../../upstream/status.ts";
import {
  hearHouse,
  type House,
  itemsOf,
  type MeshQuestion,
  type MeshSource,
  readHouse,
} from "./house.ts";

const messageCodec = t.intersection([
  t.type({ payload: t.string }),
  t.partial({ retain: t.unknown }),
]);

const responseCodec = t.intersection([
  t.partial({
    status: t.string,
    error: t.unknown,
    transaction: t.unknown,
    data: t.unknown,
  }),
  anyObject,
]);

const dataCodec = t.type({ value: t.type({ nodes: t.unknown, links: t.unknown }) });

const nodeCodec = t.intersection([
  t.type({ ieeeAddr: t.string }),
  t.partial({
    friendlyName: t.union([t.string, t.null]),
    type: t.union([t.string, t.null]),
    lastSeen: t.union([t.number, t.null]),
  }),
]);

const endCodec = t.type({ ieeeAddr: t.string });

const linkCodec = t.intersection([
  t.type({ source: endCodec, target: endCodec }),
  t.partial({ lqi: t.number, linkquality: t.number }),
]);

const roles: Readonly<Record<string, MeshRole>> = {
  Coordinator: "coordinator",
  Router: "router",
  EndDevice: "end_device",
};

/** Levels of nesting in a map; it has five. */
const levels = 16;

/** The part of Zigbee2MQTT's identifiers before an address (zigbee2mqtt `lib/extension/homeassistant.ts`). */
const identifierForm = /^zigbee2mqtt_(?:bridge_)?(0x[0-9a-f]+)$/;

/** The entities of each device of Zigbee2MQTT, by its address. */
const entitiesIn = ({ devices, entitiesOf }: House): ReadonlyMap<string, readonly string[]> =>
  new Map(
    devices.flatMap((device) =>
      device.identifiers.flatMap(([integration, id]) => {
        const address = integration === "mqtt" ? identifierForm.exec(id)?.[1] : undefined;
        return address === undefined ? [] : [[address, entitiesOf(device.id)] as const];
      }),
    ),
  );

const nodeOf = (
  { ieeeAddr, friendlyName, type, lastSeen }: t.TypeOf<typeof nodeCodec>,
  entities: ReadonlyMap<string, readonly string[]>,
): MeshNode => ({
  id: ieeeAddr,
  name: friendlyName ?? ieeeAddr,
  role: roles[type ?? ""] ?? "unknown",
  entities: entities.get(ieeeAddr) ?? [],
  ...(lastSeen == null ? {} : { seen: lastSeen / 1000 }),
});

const linkOf = ({ source, target, lqi, linkquality }: t.TypeOf<typeof linkCodec>): MeshLink => {
  const measured = lqi ?? linkquality;
  return {
    from: source.ieeeAddr,
    to: target.ieeeAddr,
    ...(measured === undefined ? {} : { lqi: measured }),
  };
};

const failed = (message: string): Either<CommandError, never> => left({ code: "no_mesh", message });

/** What a message on the topic of answers says; undefined if it is none to this request. */
const readResponse = (
  event: unknown,
  transaction: string,
  { meshBytes }: MeshQuestion["limits"],
): Either<CommandError, unknown> | undefined => {
  if (!messageCodec.is(event)) return undefined;
  const bytes = Buffer.from(event.payload);
  if (bytes.length > meshBytes)
    return failed(`Zigbee2MQTT's map has more than mesh-bytes, ${meshBytes} bytes`);
  const response = parsedIn(bytes, levels);
  // A broker passes on what anybody says there.
  if (!responseCodec.is(response)) return undefined;
  if (response.transaction !== undefined && response.transaction !== transaction) return undefined;
  // Else what a broker keeps may be an answer of some other day.
  if (response.transaction === undefined && event.retain === true) return undefined;
  if (response.status === "error")
    return failed(`Zigbee2MQTT could not make its map: ${String(response.error).slice(0, 200)}`);
  if (dataCodec.is(response.data)) return right(response.data.value);
  // Without a transaction it may be a picture that somebody else asked for, or no answer at all.
  return response.transaction === undefined
    ? undefined
    : failed("Zigbee2MQTT's map cannot be read");
};

const ignore = (): void => undefined;

/**
 * Asks for the map, and waits for the answer on the topic beside it (zigbee2mqtt `lib/extension/networkMap.ts`). Home Assistant
 * subscribes up to half a second later (homeassistant `components/mqtt/client.py`), Zigbee2MQTT answers after a second at the
 * earliest, and a broker that keeps answers gives them also to who comes later.
 */
const requestMap = async ({
  client,
  limits,
  baseTopic,
  closed,
}: MeshQuestion): Promise<Either<CommandError, unknown>> => {
  const transaction = crypto.randomUUID();
  let answer: (response: Either<CommandError, unknown>) => void = ignore;
  const answered = new Promise<Either<CommandError, unknown>>((resolve) => (answer = resolve));
  let heard = 0;
  const topic = `${baseTopic}/bridge/response/networkmap`;
  const hearing = await hearHouse(client, "mqtt/subscribe", { topic }, (event) => {
    heard += 1;
    const response = readResponse(event, transaction, limits);
    if (response !== undefined) answer(response);
    else if (heard > limits.meshMessages)
      answer(
        failed(
          `on ${topic} are more than mesh-messages, ${limits.meshMessages} messages, none of which is an answer`,
        ),
      );
  });
  if (isLeft(hearing)) return hearing;
  try {
    const payload = JSON.stringify({ type: "raw", routes: false, transaction });
    const sent = await client.call({
      domain: "mqtt",
      service: "publish",
      service_data: { topic: `${baseTopic}/bridge/request/networkmap`, payload },
    })();
    if (isLeft(sent)) return sent;
    return await Promise.race([answered, closed.then((why) => left(unavailable(why)))]);
  } finally {
    hearing.right();
  }
};

/** Zigbee2MQTT's map, for which it asks every router. */
export const readZigbee2mqtt: MeshSource = async (question) => {
  const house = await readHouse(question.client);
  if (isLeft(house)) return house;
  const map = await requestMap(question);
  if (isLeft(map)) return map;
  const { nodes, links } = t.type({ nodes: t.unknown, links: t.unknown }).is(map.right)
    ? map.right
    : { nodes: undefined, links: undefined };
  const [known, told] = [itemsOf(nodeCodec, nodes), itemsOf(linkCodec, links)];
  if (known === undefined || told === undefined) return failed("Zigbee2MQTT's map cannot be read");
  const entities = entitiesIn(house.right);
  return right({
    nodes: known.map((node) => nodeOf(node, entities)),
    links: told.map(linkOf),
  });
};
