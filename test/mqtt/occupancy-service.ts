import assert from "node:assert/strict";
import { isRight } from "fp-ts/lib/Either.js";
import { compressedState } from "../home-assistant/known-states.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import type { DoubleHomeAssistant } from "../support/double-home-assistant.ts";
import type { Listener } from "../support/mqtt.ts";
import { Peer } from "../support/peer.ts";
import type { TestScope, TestService } from "../support/service.ts";
import { until } from "../support/timeouts.ts";
import { serviceOf, startHome } from "../home-assistant/service-with-token.ts";
import { radar } from "../home-assistant/shared/positions-of.ts";

/** A square of 2 m around a place. */
export const zone = (
  id: string,
  [x, z]: readonly [number, number],
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  id,
  points: [
    [x - 1, z - 1],
    [x + 1, z - 1],
    [x + 1, z + 1],
    [x - 1, z + 1],
  ],
  ...more,
});

/** A radar whose target is at -2, 3 by `sits`, and two zones there and elsewhere. */
export const plan = {
  trackers: [radar("radar", { timeout: 0, name: "Anna" })],
  zones: [zone("sofa", [-2, 3], { name: "Sofa" }), zone("desk", [4, 4])],
};

/** A short time for what is held. */
export const holdMs = 100;

/** A home, its service that tells a broker, and an administrator's connection that has saved the plan. */
export const telling = async (
  t: TestScope,
  port: number,
  config: Partial<ServiceConfig> = {},
  given: unknown = plan,
): Promise<{
  readonly home: DoubleHomeAssistant;
  readonly service: TestService;
  readonly admin: Peer;
}> => {
  const home = await startHome(t);
  home.core.setStates({
    "sensor.radar_x": compressedState("unknown"),
    "sensor.radar_y": compressedState("unknown"),
  });
  const mqtt = `mqtt://127.0.0.1:${port}`;
  const service = await serviceOf(t, home, { mqtt, zoneHoldMs: holdMs, ...config });
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(given);
  return { home, service, admin };
};

/** Somebody is on the sofa. */
export const sits = ({ core }: DoubleHomeAssistant): void => {
  core.setState("sensor.radar_x", "2000");
  core.setState("sensor.radar_y", "3000");
};

/** Nobody is seen. */
export const leaves = ({ core }: DoubleHomeAssistant): void => {
  core.setState("sensor.radar_x", "unknown");
  core.setState("sensor.radar_y", "unknown");
};

/** The id of the home of a service. */
export const homeOf = async ({ service }: TestService): Promise<string> => {
  const id = await service.homeId();
  assert(isRight(id), "the home has an id");
  return id.right;
};

/** What a broker keeps of a zone's state, such as `ON 1`; undefined if nothing. */
export const stateOf = ({ kept }: Listener, home: string, id: string): string | undefined => {
  const text = kept.get(`floorplan/${home}/zone/${id}`);
  if (text === undefined) return undefined;
  const { occupancy, count } = Object(JSON.parse(text));
  return `${String(occupancy)} ${String(count)}`;
};

/** Resolves once a broker keeps this state of a zone. */
export const keeps = async (
  listener: Listener,
  home: string,
  id: string,
  state: string | undefined,
): Promise<void> => {
  await until(() => stateOf(listener, home, id) === state).catch(() =>
    assert.fail(`${id} is ${stateOf(listener, home, id)}, and not ${state}`),
  );
};

/** The state of the broker, as `/healthz` tells it. */
export const brokerOf = async ({
  url,
}: Pick<TestService, "url">): Promise<Readonly<Record<string, unknown>>> => {
  const health: unknown = await (await fetch(`${url}/healthz`)).json();
  return Object(Object(health).mqtt);
};

/** Resolves once `/healthz` has this status of the broker. */
export const becomes = async (service: TestService, status: string): Promise<string> => {
  const end = performance.now() + 20_000;
  for (;;) {
    const { status: now, reason } = await brokerOf(service);
    if (now === status) return String(reason);
    assert(performance.now() < end, `the broker is ${String(now)}, and not ${status}`);
  }
};
