import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { Registries } from "../../src/web/home-assistant/registries.ts";
import { scaled } from "../campaign/scale.ts";
import type { HomeAssistant } from "../support/home-assistant/home-assistant-under-test.ts";
import { testBoth } from "./test-both.ts";

/** Registries as a browser reads them over its own connection, and what they tell. */
const follow = async (t: TestContext, { url, user }: HomeAssistant) => {
  // The library takes the browser's WebSocket, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket });
  const auth = createLongLivedTokenAuth(url, user.longLivedToken);
  const connection = await createConnection({ auth });
  const waiting: (() => void)[] = [];
  const registries = new Registries(
    () => Promise.resolve(right(connection)),
    () => {
      for (const wake of waiting.splice(0)) wake();
    },
  );
  t.after(() => {
    registries.close();
    connection.close();
  });
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { registries, until };
};

testBoth(
  "ENTITY-1: a browser learns of areas, floors, entities and states",
  async (home, t) => {
    const { registries, until } = await follow(t, home);
    await until(() => registries.now !== undefined);
    const registry = registries.now;
    assert(registry !== undefined);
    const living = registry.areas.find(({ name }) => name === "Living room");
    assert.equal(living?.temperature, "sensor.living_room_temperature");
    assert.equal(living.humidity, "sensor.living_room_humidity");
    assert.deepEqual(
      registry.floors.map(({ name, level }) => [name, level]),
      [
        ["Ground floor", 0],
        ["Upstairs", 1],
      ],
    );
    assert.equal(living.floor, registry.floors[0]?.id);
    const lamp = registry.byId.get("light.ceiling_lights");
    assert.equal(lamp?.area, living.id, "of its device");
    assert.equal(lamp.name, "Ceiling Lights");
    assert.match(lamp.state ?? "", /^(?:on|off)$/);
    assert.equal(registry.byId.get("sensor.living_room_temperature")?.deviceClass, "temperature");
  },
  scaled(false, true),
);
