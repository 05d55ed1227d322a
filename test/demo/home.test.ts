import assert from "node:assert/strict";
import { test } from "node:test";
import * as codecs from "io-ts";
import { homeAt } from "../../src/demo/home/day.ts";
import { names, registryAnswers } from "../../src/demo/home/registry.ts";
import { afterService } from "../../src/demo/home/services.ts";
import { SimulatedHome } from "../../src/demo/home/simulated-home.ts";
import { domainOf } from "../../src/model/bindings/entity-state.ts";
import { servicesFor } from "../../src/model/bindings/services.ts";
import { inhabitedFlat } from "../../src/model/demo/inhabited-flat.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** An hour of a winter's day. */
const at = (hour: number): number => new Date(2026, 0, 14, hour).getTime();

/** A house, and its clock. */
const houseAt = (ms: number) => {
  const clock = { ms };
  return { clock, home: new SimulatedHome(() => clock.ms) };
};

const stateIn = (home: SimulatedHome, entity: string): string | undefined =>
  home.states.get(entity)?.state;

test("DEMO-13: the house has a state, and a name, for everything that the demo's plan names", () => {
  const named = [...JSON.stringify(inhabitedFlat()).matchAll(/["']([a-z_]+\.[a-z0-9_]+)["']/g)];
  const entities = new Set(named.map(([, entity = ""]) => entity));
  assert(entities.size > 20, [...entities].join());
  const states = homeAt(at(12));
  assert.deepEqual(
    [...entities].filter((entity) => states[entity] === undefined),
    [],
  );
  assert.deepEqual(Object.keys(states).toSorted(), Object.keys(names).toSorted());
});

test("DEMO-13: each area of the house is the room of its name", () => {
  const rooms = inhabitedFlat().rooms.map(({ area_id, name }) => [area_id, name] as const);
  const areas: unknown = registryAnswers["config/area_registry/list"];
  assert(codecs.array(codecs.type({ area_id: codecs.string, name: codecs.string })).is(areas));
  assert.deepEqual(new Map(rooms), new Map(areas.map(({ area_id, name }) => [area_id, name])));
});

test("DEMO-13: whatever the plan offers to switch can be switched", () => {
  let switched = 0;
  for (const [entity, state] of Object.entries(homeAt(at(12))))
    for (const service of Object.keys(servicesFor(entity))) {
      assert(afterService(domainOf(entity), service, state, {}), `${entity} ${service}`);
      switched += 1;
    }
  assert(switched > 40, `${switched} services`);
});

test("DEMO-13: the house does the same at the same moment, lives from minute to minute, and has lamps on in the evening only", () => {
  assert.deepEqual(homeAt(at(20)), homeAt(at(20)));
  const minutes = Array.from({ length: 60 }, (_, minute) => homeAt(at(19) + minute * minuteMs));
  const moves = new Set(minutes.map((states) => states["binary_sensor.hall_motion"]?.state));
  assert.deepEqual(moves, new Set(["off", "on"]));
  const lamp = (hour: number) => homeAt(at(hour))["light.living_room"]?.state;
  assert.deepEqual([lamp(12), lamp(20), lamp(4)], ["off", "on", "off"]);
});

test("DEMO-13: what somebody switches stays until the house does something else itself, and is told at once", () => {
  const { clock, home } = houseAt(at(12));
  const told: string[] = [];
  home.listen((entity, { state }) => told.push(`${entity} ${state}`));
  assert(home.call("light", "turn_on", ["light.living_room"], { brightness_pct: 50 }));
  assert.deepEqual(told, ["light.living_room on"]);
  assert.equal(home.states.get("light.living_room")?.attributes["brightness"], 128);
  clock.ms += hourMs;
  home.look();
  assert.equal(stateIn(home, "light.living_room"), "on", "it is still day");
  clock.ms = at(20);
  home.look();
  clock.ms = at(28);
  home.look();
  assert.equal(stateIn(home, "light.living_room"), "off", "the house went to bed");
  assert(!home.call("light", "explode", ["light.living_room"], {}), "no such service");
});

test("DEMO-14: the past of the house is what it was, touches included", () => {
  const { clock, home } = houseAt(at(12));
  home.call("light", "turn_on", ["light.living_room"], {});
  clock.ms += 10 * minuteMs;
  home.call("light", "turn_off", ["light.living_room"], {});
  clock.ms += hourMs;
  const past = home.history(["light.living_room", "lamp.of_nobody"], at(0), clock.ms);
  assert.deepEqual(Object.keys(past), ["light.living_room"]);
  const lamp = past["light.living_room"] ?? [];
  const hourOf = (ms: number): number => new Date(ms).getHours();
  assert.deepEqual(
    lamp.slice(-2).map(({ state, sinceMs }) => [state, hourOf(sinceMs)]),
    [
      ["on", 12],
      ["off", 12],
    ],
  );
  const yesterday = home.history(["light.living_room"], at(-24), at(0))["light.living_room"] ?? [];
  assert.equal(yesterday[0]?.state, "off");
  assert(yesterday.some(({ state, sinceMs }) => state === "on" && hourOf(sinceMs) > 14));
});
