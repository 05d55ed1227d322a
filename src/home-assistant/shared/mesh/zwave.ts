import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { MeshLink, MeshNode, MeshRole } from "../../../model/mesh/mesh.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { unavailable } from "../../upstream/status.ts";
import {
  askHouse,
  hearHouse,
  type House,
  itemsOf,
  type MeshQuestion,
  type MeshSource,
  readHouse,
} from "./house.ts";

/** A device of Z-Wave JS: the id of its network, and its number there. */
interface ZwaveDevice {
  readonly id: string;
  readonly device: string;
  readonly home: string;
  readonly number: number;
  readonly name: string | undefined;
}

/** The identifier of a whole device (homeassistant `components/zwave_js/helpers.py`, `get_device_id`). */
const identifierForm = /^(\d+)-(\d+)$/;

const devicesIn = ({ devices }: House): readonly ZwaveDevice[] =>
  devices.flatMap(({ id: device, identifiers, name }) => {
    for (const [integration, id] of identifiers) {
      const [, home, number] = (integration === "zwave_js" && identifierForm.exec(id)) || [];
      if (home !== undefined) return [{ id, device, home, number: Number(number), name }];
    }
    return [];
  });

const statusCodec = t.type({ controller: t.type({ nodes: t.unknown }) });

const nodeCodec = t.intersection([
  t.type({ node_id: t.number }),
  t.partial({ status: t.unknown, is_controller_node: t.unknown }),
]);

type NodeStatus = t.TypeOf<typeof nodeCodec>;

/** The states of a node in Z-Wave JS (`NodeStatus`): those that sleep never repeat for others. */
const [asleep, awake, dead, alive] = [1, 2, 3, 4];

const roleOf = (status: NodeStatus | undefined): MeshRole => {
  if (status?.is_controller_node === true) return "coordinator";
  if (status?.status === asleep || status?.status === awake) return "end_device";
  return status?.status === alive ? "router" : "unknown";
};

const nodeOf = (
  { id, number, name, device }: ZwaveDevice,
  status: NodeStatus | undefined,
  { entitiesOf }: House,
): MeshNode => ({
  id,
  name: name ?? String(number),
  role: roleOf(status),
  entities: entitiesOf(device),
  ...(status?.status === dead ? { available: false } : {}),
});

const statisticsCodec = t.type({
  lwr: t.union([
    t.null,
    t.undefined,
    t.intersection([
      t.type({ repeaters: t.readonlyArray(t.string) }),
      t.partial({
        rssi: t.unknown,
        repeater_rssi: t.union([t.readonlyArray(t.unknown), t.null]),
      }),
    ]),
  ]),
});

type Statistics = t.TypeOf<typeof statisticsCodec>;

/** A strength in dBm; 125 to 127 are the words of Z-Wave JS for none (`RssiError`). */
const strengthOf = (value: unknown): Pick<MeshLink, "rssi"> =>
  typeof value === "number" && value < 0 ? { rssi: value } : {};

/**
 * The links of the last working route to a node. Its strengths are those of the acknowledgement, which comes back over the same
 * nodes: the controller and each repeater have heard it from the next one (zwave-js, `RouteStatistics`).
 */
const routeOf = (
  controller: string,
  { lwr }: Statistics,
  node: ZwaveDevice,
  byDevice: ReadonlyMap<string, ZwaveDevice>,
): readonly MeshLink[] => {
  if (lwr == null) return [];
  const repeaters = lwr.repeaters.map((device) => byDevice.get(device)?.id);
  const strengths = [lwr.rssi, ...(lwr.repeater_rssi ?? [])];
  const stations = [controller, ...repeaters, node.id];
  return stations.slice(1).flatMap((to, at): readonly MeshLink[] => {
    const from = stations[at];
    if (from === undefined || to === undefined) return [];
    return [{ from, to, ...strengthOf(strengths[at]) }];
  });
};

const ignore = (): void => undefined;

/** The statistics of a node, which Home Assistant sends at once when somebody subscribes to them. */
const readStatistics = async (
  { client, closed }: MeshQuestion,
  device: string,
): Promise<Either<CommandError, Statistics | undefined>> => {
  let take: (event: unknown) => void = ignore;
  const first = new Promise<unknown>((resolve) => (take = resolve));
  const type = "zwave_js/subscribe_node_statistics";
  const hearing = await hearHouse(client, type, { device_id: device }, (event) => take(event));
  if (isLeft(hearing)) return hearing;
  const event = await Promise.race([
    first.then((value) => right(value)),
    closed.then((why) => left(unavailable(why))),
  ]);
  hearing.right();
  if (isLeft(event)) return event;
  return right(statisticsCodec.is(event.right) ? event.right : undefined);
};

/** The states of the nodes of each network, by the ids of their devices. */
const readStates = async (
  { client }: MeshQuestion,
  devices: readonly ZwaveDevice[],
): Promise<Either<CommandError, ReadonlyMap<string, NodeStatus>>> => {
  const states = new Map<string, NodeStatus>();
  for (const home of new Set(devices.map((each) => each.home))) {
    const device = devices.find((each) => each.home === home);
    if (device === undefined) continue;
    const fields = { device_id: device.device };
    const status = await askHouse(client, "zwave_js/network_status", fields);
    if (isLeft(status)) return status;
    if (!statusCodec.is(status.right)) continue;
    for (const each of itemsOf(nodeCodec, status.right.controller.nodes) ?? [])
      states.set(`${home}-${each.node_id}`, each);
  }
  return right(states);
};

/**
 * The nodes of Z-Wave JS, and the last working route to each. Their lists of neighbours are not read: Home Assistant switches the
 * radio off meanwhile (homeassistant `components/zwave_js/api.py`, `websocket_network_neighbors`).
 */
export const readZwave: MeshSource = async (question) => {
  const house = await readHouse(question.client);
  if (isLeft(house)) return house;
  const devices = devicesIn(house.right).slice(0, question.limits.meshNodes);
  const states = await readStates(question, devices);
  if (isLeft(states)) return states;
  const nodes = devices.map((each) => nodeOf(each, states.right.get(each.id), house.right));
  const byDevice = new Map(devices.map((each) => [each.device, each]));
  const links: MeshLink[] = [];
  for (const each of devices) {
    const controller = devices.find(
      ({ home, id }) => home === each.home && states.right.get(id)?.is_controller_node === true,
    );
    if (controller === undefined || controller === each) continue;
    const statistics = await readStatistics(question, each.device);
    // A node that is just being removed has none.
    if (isLeft(statistics)) {
      if (statistics.left.code === "home_assistant_unavailable") return statistics;
    } else if (statistics.right !== undefined)
      links.push(...routeOf(controller.id, statistics.right, each, byDevice));
  }
  return right({ nodes, links });
};
