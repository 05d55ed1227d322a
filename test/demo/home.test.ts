import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as codecs from "io-ts";
import { homeAt } from "../../src/demo/home/day.ts";
import { HomeClient } from "../../src/demo/home/home-client.ts";
import { names, registryAnswers } from "../../src/demo/home/registry.ts";
import { afterService } from "../../src/demo/home/services.ts";
import { SimulatedHome } from "../../src/demo/home/simulated-home.ts";
import { domainOf } from "../../src/model/bindings/entity-state.ts";
import { servicesFor } from "../../src/model/bindings/services.ts";
import { placeAt } from "../../src/demo/home/walks.ts";
import { readPast } from "../../src/home-assistant/shared/mesh/mesh-past.ts";
import { meshLimits } from "../../src/home-assistant/shared/mesh/house.ts";
import { readZha } from "../../src/home-assistant/shared/mesh/zha.ts";
import { bestRouter } from "../../src/model/mesh/best-router.ts";
import { isOld, judgeLinks } from "../../src/model/mesh/judged-links.ts";
import { gradeOf, type Mesh } from "../../src/model/mesh/mesh.ts";
import { qualitiesAt } from "../../src/model/mesh/mesh-past.ts";
import { placeNodes } from "../../src/model/mesh/placed-nodes.ts";
import { RadioFloors } from "../../src/model/mesh/radio-loss.ts";
import { inhabitedFlat } from "../../src/model/demo/inhabited-flat.ts";
import { isInRoom, roomsOn } from "../../src/model/elements/rooms.ts";
import { distance, type Point } from "../../src/model/geometry/vector.ts";
import { isZone, zonesOf } from "../../src/model/zones/zone.ts";
import { occupants } from "../../src/model/zones/zone-occupants.ts";
import { floorOf } from "../../src/model/trackers/floor.ts";

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

test("DEMO-13: by day somebody is on the sofa, and by night in bed, as the plan's zones tell", () => {
  const zones = zonesOf(inhabitedFlat()).filter(isZone);
  assert.equal(zones.length, 2);
  const whoAt = (ms: number) => {
    const place = placeAt("anna", ms);
    const targets = place === undefined ? [] : [{ id: "anna", place, level: "flat" }];
    return occupants(zones, targets, "flat");
  };
  const hours = Array.from({ length: 24 * 12 }, (_, step) => at(0) + step * 5 * minuteMs);
  assert(
    hours.some((ms) => whoAt(ms).get("sofa")?.length === 1),
    "on the sofa",
  );
  assert.deepEqual(whoAt(at(3)).get("bed"), ["anna"]);
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

test("DEMO-13: people walk at a metre a second, through doors and never through a wall, and their watches tell where", () => {
  const plan = inhabitedFlat();
  const [floor, rooms] = [floorOf(plan, "flat"), roomsOn(plan, "flat")];
  let walked = 0;
  const places = new Set<string>();
  let before: Point | undefined;
  for (let ms = at(6); ms < at(12); ms += 1000) {
    const place = placeAt("anna", ms);
    const { x, y } = homeAt(ms)["device_tracker.anna_watch"]?.attributes ?? {};
    assert.deepEqual(
      [x ?? undefined, y ?? undefined],
      place?.map((each) => Number(each.toFixed(2))) ?? [undefined, undefined],
    );
    if (place !== undefined && before !== undefined) {
      const metres = distance(before, place);
      assert(metres < 1.01, `${metres} m at ${new Date(ms).toISOString()}`);
      if (metres > 0) walked += 1;
      const wall = floor.wallOnWay(before, place);
      assert.equal(wall, undefined, `from ${before.join()} to ${place.join()}`);
      const room = rooms.find((each) => isInRoom(each, place));
      places.add(room?.entity.key ?? "a wall");
    }
    before = place;
  }
  assert(walked > 300, `${walked} steps`);
  assert(places.size > 4, [...places].join());
});

test("DEMO-13, MESH-14: the house has a mesh of ZHA, all of it on the demo's plan, with weak links, an old one, and a place for a router", async () => {
  const { home } = houseAt(at(12));
  const client = new HomeClient(home);
  const limits = { ...meshLimits, meshMs: 1000 };
  const closed = new Promise<string>(() => undefined);
  const raw = await readZha({ client, limits, baseTopic: "", closed });
  assert(isRight(raw), "it is read as a real one");
  const now = Date.now() / 1000;
  const mesh: Mesh = { ...raw.right, kind: "zha", at: now, left_out: 0 };
  const plan = JSON.parse(JSON.stringify(inhabitedFlat()));
  const placed = placeNodes(mesh.nodes, plan);
  assert.deepEqual(
    placed.unplaced.map(({ id }) => id),
    [],
  );
  const ids = new Set(mesh.nodes.map(({ id }) => id));
  assert(mesh.links.length > 12, `${mesh.links.length} links`);
  assert(
    mesh.links.every(({ from, to }) => ids.has(from) && ids.has(to)),
    "between its nodes",
  );
  const floors = new RadioFloors(plan);
  const judged = judgeLinks(mesh, placed, floors);
  const weak = judged.links.filter(
    ({ quality }) => quality !== undefined && gradeOf(quality) === "weak",
  );
  assert(weak.length > 1, `${weak.length} are weak`);
  assert.equal(judged.links.filter((link) => isOld(link, now)).length, 1);
  assert(bestRouter(mesh, placed, judged, plan, floors) !== undefined, "a router would help");
});

test("DEMO-13, MESH-14: the nodes of its mesh have a past, which is weaker in the evening", async () => {
  const { home } = houseAt(at(12));
  const client = new HomeClient(home);
  const raw = await readZha({
    client,
    limits: meshLimits,
    baseTopic: "",
    closed: new Promise<string>(() => undefined),
  });
  assert(isRight(raw), "it is read as a real one");
  const mesh: Mesh = { ...raw.right, kind: "zha", at: 0, left_out: 0 };
  const [start, end] = [at(0) / 1000 - 86_400, at(0) / 1000];
  const past = await readPast(
    mesh,
    { start, end },
    {
      connection: { text: client.text },
      limits: { ...meshLimits, messageDepth: 20 },
      next: () => Promise.resolve(),
    },
  );
  assert(isRight(past), "so is its past");
  assert.equal(past.right.nodes.length, mesh.nodes.length, "of all");
  const weak = (hour: number): number =>
    [...qualitiesAt(past.right, start + hour * 3600).values()].filter(
      (quality) => gradeOf(quality) === "weak",
    ).length;
  assert(weak(20) > weak(9), `${weak(20)} in the evening, ${weak(9)} in the morning`);
});
