import { isLeft } from "fp-ts/lib/Either.js";
import {
  type CompressedState,
  entitiesEventCodec,
} from "../../../src/home-assistant/shared/entity-events.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import type { TestScope, TestService } from "../../support/service.ts";
import { until } from "../../support/timeouts.ts";
import { newToken, serviceOf, startHome } from "../service-with-token.ts";

/** The command that everything here is about. */
export const subscribe = "floorplan/positions/subscribe";

/** A screen whose token may see positions, and nothing else than the plan besides. */
export const seeing = async (t: TestScope, service: TestService, name = "map"): Promise<Peer> => {
  const rights = { admin: false, control: false, positions: true };
  return Peer.login(t, service.port, await newToken(service, name, rights));
};

/** Such a screen that looks. */
export const looking = async (t: TestScope, service: TestService, name?: string): Promise<Peer> => {
  const screen = await seeing(t, service, name);
  await screen.result(subscribe);
  return screen;
};

type Positions = Readonly<Record<string, CompressedState>>;

/** The positions that a peer was told so far, whose events are of positions alone. */
export const positionsOf = ({ received }: Peer): Positions => {
  let positions: Positions = {};
  for (const { type, event } of received) {
    const read = entitiesEventCodec.decode(event);
    if (type !== "event" || isLeft(read)) continue;
    const { a = {}, r = [] } = read.right;
    const left = Object.entries(positions).filter(([id]) => !r.includes(id));
    positions = { ...Object.fromEntries(left), ...a };
  }
  return positions;
};

/** What is known of a target: its state, and where it is in metres. */
export const whereIs = (peer: Peer, id: string): string => {
  const { s, a = {} } = positionsOf(peer)[id] ?? {};
  return s === "located" ? `${String(a["x"])} ${String(a["z"])}` : (s ?? "nobody");
};

/** Resolves when a peer was told so. */
export const told = (peer: Peer, id: string, where: string): Promise<void> =>
  until(() => whereIs(peer, id) === where);

/** A radar at the plan's origin that looks down the plan: its target is at z metres ahead, and -x to its left. */
export const radar = (
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  id,
  source: { x: `sensor.${id}_x`, y: `sensor.${id}_y` },
  pose: { x: 0, z: 0, rotation: 90 },
  unit: "mm",
  ...more,
});

/** Moves the target of a radar, whose two entities change one after the other. */
export const move = ({ core }: DoubleHomeAssistant, id: string, x: unknown, y: unknown): void => {
  core.setState(`sensor.${id}_x`, String(x));
  core.setState(`sensor.${id}_y`, String(y));
};

/** A home, a service of it, and an administrator's connection. */
export const start = async (
  t: TestScope,
  config: Partial<ServiceConfig> = {},
): Promise<{
  readonly home: DoubleHomeAssistant;
  readonly service: TestService;
  readonly admin: Peer;
}> => {
  const home = await startHome(t);
  const service = await serviceOf(t, home, config);
  return { home, service, admin: await Peer.login(t, service.port, service.admin) };
};
