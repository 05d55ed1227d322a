import { isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { MeshLink, MeshNode, MeshRole } from "../../../model/mesh/mesh.ts";
import { notUnderstood } from "../shared-connection.ts";
import { askHouse, type House, itemsOf, type MeshSource, readHouse } from "./house.ts";

const maybeText = t.union([t.string, t.null, t.undefined]);
const maybeNumber = t.union([t.number, t.null, t.undefined]);

const topologyCodec = t.intersection([
  t.type({ nodes: t.unknown, connections: t.unknown }),
  t.partial({ collected_at: maybeNumber }),
]);

const nodeCodec = t.intersection([
  t.type({ id: t.string, network_type: t.literal("thread") }),
  t.partial({
    kind: maybeText,
    role: maybeText,
    available: t.union([t.boolean, t.null, t.undefined]),
    ha_device_id: maybeText,
    vendor_name: maybeText,
    model_name: maybeText,
    host_name: maybeText,
  }),
]);

const directionCodec = t.partial({ lqi: maybeNumber, rssi: maybeNumber });

const connectionCodec = t.intersection([
  t.type({ source: t.string, target: t.string, network: t.literal("thread") }),
  t.partial({
    strength: maybeText,
    source_to_target: t.union([directionCodec, t.null]),
    target_to_source: t.union([directionCodec, t.null]),
  }),
]);

type Connection = t.TypeOf<typeof connectionCodec>;

/** The roles of Thread that repeat for others. */
const routing: ReadonlySet<string> = new Set(["router", "leader", "reed"]);

const roleOf = ({ kind, role }: t.TypeOf<typeof nodeCodec>): MeshRole => {
  if (kind === "border_router") return "coordinator";
  if (role == null) return "unknown";
  if (routing.has(role)) return "router";
  return role.endsWith("end_device") ? "end_device" : "unknown";
};

const nodeOf = (node: t.TypeOf<typeof nodeCodec>, { devices, entitiesOf }: House): MeshNode => {
  const { id, ha_device_id: device, available } = node;
  const product = [node.vendor_name, node.model_name].filter((each) => each != null).join(" ");
  return {
    id,
    name: devices.find((each) => each.id === device)?.name ?? (product || node.host_name || id),
    role: roleOf(node),
    entities: device == null ? [] : entitiesOf(device),
    ...(available == null ? {} : { available }),
  };
};

/** The strengths of links of which only a word is known: the middles of what the words mean. */
const words: Readonly<Record<string, number>> = { strong: -55, medium: -72, weak: -85 };

/** A link for each direction; the strength counts, as the link quality of Thread has four steps or 256. */
const linksOf = (connection: Connection): readonly MeshLink[] => {
  const { source: from, target: to, strength } = connection;
  const strengths = [connection.source_to_target, connection.target_to_source].flatMap((each) =>
    each?.rssi == null ? [] : [each.rssi],
  );
  if (strengths.length > 0) return strengths.map((rssi) => ({ from, to, rssi }));
  const rssi = words[strength ?? ""];
  return [{ from, to, ...(rssi === undefined ? {} : { rssi }) }];
};

/** Later times are in milliseconds: a time in seconds stays below it for 3,000 years. */
const mostSeconds = 1e11;

/**
 * The Thread network, as the Matter server knows it from what its devices say of their neighbours (homeassistant
 * `components/matter/api.py`, `matter/network_topology`). Neither Home Assistant's Thread integration nor a border router of
 * OpenThread tells it neighbours.
 */
export const readThread: MeshSource = async ({ client }) => {
  const [house, answer] = await Promise.all([
    readHouse(client),
    askHouse(client, "matter/network_topology"),
  ]);
  if (isLeft(answer)) return answer;
  if (isLeft(house)) return house;
  if (!topologyCodec.is(answer.right)) return notUnderstood;
  const { nodes, connections, collected_at: collected } = answer.right;
  const [known, told] = [itemsOf(nodeCodec, nodes), itemsOf(connectionCodec, connections)];
  if (known === undefined || told === undefined) return notUnderstood;
  const at = collected == null || collected < mostSeconds ? collected : collected / 1000;
  return right({
    nodes: known.map((node) => nodeOf(node, house.right)),
    links: told.flatMap(linksOf),
    at: at ?? undefined,
  });
};
