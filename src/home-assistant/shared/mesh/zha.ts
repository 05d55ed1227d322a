import { isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { MeshLink, MeshNode, MeshRole } from "../../../model/mesh/mesh.ts";
import { notUnderstood } from "../shared-connection.ts";
import { askHouse, itemsOf, type MeshSource } from "./house.ts";

const maybeText = t.union([t.string, t.null, t.undefined]);

const deviceCodec = t.intersection([
  t.type({ ieee: t.string }),
  t.partial({
    name: maybeText,
    user_given_name: maybeText,
    device_type: maybeText,
    available: t.union([t.boolean, t.null, t.undefined]),
    last_seen: t.unknown,
    entities: t.unknown,
    neighbors: t.unknown,
  }),
]);

const neighbourCodec = t.intersection([
  t.type({ ieee: t.string }),
  t.partial({ lqi: t.union([t.string, t.number, t.null]), relationship: maybeText }),
]);

const entityCodec = t.type({ entity_id: t.string });

const configCodec = t.type({ time_zone: t.string });

/** The words of zigpy (`zdo/types.py`, `LogicalType`). */
const roles: Readonly<Record<string, MeshRole>> = {
  Coordinator: "coordinator",
  Router: "router",
  EndDevice: "end_device",
};

/** By how many milliseconds a time zone is ahead of UTC at a moment. */
const aheadMs = (zone: string, ms: number): number => {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const [day, clock] = [
    [part("year"), part("month") - 1, part("day")] as const,
    [part("hour"), part("minute"), part("second")] as const,
  ];
  return Date.UTC(...day, ...clock) - Math.floor(ms / 1000) * 1000;
};

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/**
 * A time of ZHA in seconds since 1970: it writes the clock of Home Assistant without the zone (`zha/zigbee/device.py`). In the
 * hour that a clock has twice, it may be the other one.
 */
const momentOf = (text: unknown, zone: string): number | undefined => {
  if (typeof text === "number") return text;
  if (typeof text !== "string") return undefined;
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return Date.parse(text) / 1000 || undefined;
  const clock = Date.parse(`${text}Z`);
  if (Number.isNaN(clock)) return undefined;
  return (clock - aheadMs(zone, clock - aheadMs(zone, clock))) / 1000;
};

const linksOf = ({ ieee, neighbors }: t.TypeOf<typeof deviceCodec>): readonly MeshLink[] =>
  (itemsOf(neighbourCodec, neighbors) ?? []).flatMap((each): readonly MeshLink[] => {
    // It was a child once, and has another parent now.
    if (each.relationship === "PreviousChild") return [];
    const lqi = Number(each.lqi ?? Number.NaN);
    const measured = Number.isFinite(lqi) ? { lqi } : {};
    return [{ from: ieee, to: each.ieee, ...measured }];
  });

const nodeOf = (device: t.TypeOf<typeof deviceCodec>, zone: string): MeshNode => {
  const { ieee, available } = device;
  const seen = momentOf(device.last_seen, zone);
  return {
    id: ieee,
    name: device.user_given_name ?? device.name ?? ieee,
    role: roles[device.device_type ?? ""] ?? "unknown",
    entities: (itemsOf(entityCodec, device.entities) ?? []).map(({ entity_id }) => entity_id),
    ...(seen === undefined ? {} : { seen }),
    ...(available == null ? {} : { available }),
  };
};

/**
 * ZHA's devices with their neighbours, as its last scan has them, and asks for another scan. Home Assistant never answers
 * `zha/topology/update`, and tells nobody when the scan is done (homeassistant `components/zha/websocket_api.py` and
 * `helpers.py`), so what it finds is there when somebody reads again.
 */
export const readZha: MeshSource = async ({ client }) => {
  void client.command("zha/topology/update", {})();
  const [answer, config] = await Promise.all([
    askHouse(client, "zha/devices"),
    askHouse(client, "get_config"),
  ]);
  if (isLeft(answer)) return answer;
  const devices = itemsOf(deviceCodec, answer.right);
  if (devices === undefined) return notUnderstood;
  const given = !isLeft(config) && configCodec.is(config.right) ? config.right.time_zone : "UTC";
  const zone = isZone(given) ? given : "UTC";
  return right({
    nodes: devices.map((device) => nodeOf(device, zone)),
    links: devices.flatMap(linksOf),
  });
};
