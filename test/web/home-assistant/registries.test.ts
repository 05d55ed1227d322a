import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { stateIn } from "../../../src/web/canvas/inspector/current-state.ts";
import { readRegistrySnapshot } from "../../../src/web/home-assistant/registry-snapshot.ts";
import { againMs, Registries } from "../../../src/web/home-assistant/registries.ts";
import { bounded } from "../../support/timeouts.ts";
import { recordedWords } from "../../support/home-assistant/resources.ts";
import { textsIn } from "../i18n/texts-in.ts";
import { FakeRegistries, serveRegistries, withEntity } from "../fake-registries.ts";

const entitiesList = "config/entity_registry/list_for_display";
const component = "component.binary_sensor.entity_component.running";
const areasList = "config/area_registry/list";

/** What registries tell, and a way to wait for it. */
class Told {
  changes = 0;
  #wake = (): void => undefined;

  readonly changed = (): void => {
    this.changes += 1;
    this.#wake();
  };

  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

const follow = async (t: TestContext, fake: FakeRegistries) => {
  // The library takes the browser's WebSocket, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket });
  const url = await serveRegistries(t, fake);
  const connection = await createConnection({ auth: createLongLivedTokenAuth(url, "token") });
  const told = new Told();
  const registries = new Registries(() => Promise.resolve(right(connection)), told.changed);
  t.after(() => {
    registries.close();
    connection.close();
  });
  return { registries, told, connection };
};

const smallRegistries = (): FakeRegistries => {
  const fake = new FakeRegistries();
  fake.areas = [
    { area_id: "kitchen", name: "Kitchen", floor_id: "ground", temperature_entity_id: "sensor.t" },
  ];
  fake.floors = [{ floor_id: "ground", name: "Ground floor", level: 0 }];
  fake.devices = [{ id: "d1", area_id: "kitchen", name: "Oven", name_by_user: "Our oven" }];
  withEntity(fake, "light.ceiling", "Ceiling", { area: "kitchen" });
  return fake;
};

test(
  "ENTITY-1: the registries are read over the connection, by Home Assistant's own messages",
  bounded,
  async (t) => {
    const { registries, told } = await follow(t, smallRegistries());
    const before = registries.now;
    assert.equal(before, undefined);
    await told.until(() => told.changes > 0);
    assert.deepEqual(registries.now?.areas, [
      {
        id: "kitchen",
        name: "Kitchen",
        floor: "ground",
        icon: undefined,
        temperature: "sensor.t",
        humidity: undefined,
      },
    ]);
    assert.deepEqual(registries.now.floors, [{ id: "ground", name: "Ground floor", level: 0 }]);
    assert.equal(registries.now.byId.get("light.ceiling")?.area, "kitchen");
  },
);

test("ENTITY-1: an entity has its device's area, and the name of its state, of its own or of its device", () => {
  const registry = readRegistrySnapshot({
    entities: {
      entities: [
        { ei: "switch.oven", di: "d1" },
        { ei: "light.a", di: "d1", ai: "hall", en: "Own name", ec: 1 },
        { ei: "light.b", hb: true },
      ],
    },
    devices: [{ id: "d1", area_id: "kitchen", name: "Oven", name_by_user: "Our oven" }],
    areas: [],
    floors: undefined,
    states: [
      { entity_id: "light.a", state: "on", attributes: { friendly_name: "Friendly" } },
      {
        entity_id: "sensor.t",
        state: "21.5",
        attributes: { unit_of_measurement: "°C", device_class: "temperature" },
      },
    ],
  });
  const seen = registry.entities.map(({ id, name, area, device, state, isAside }) =>
    [id, name, area, device, state, isAside].join("|"),
  );
  assert.deepEqual(seen.toSorted(), [
    "light.a|Friendly|hall|Our oven|on|true",
    "light.b|light.b||||true",
    "sensor.t|sensor.t|||21.5 °C|false",
    "switch.oven|Our oven|kitchen|Our oven||false",
  ]);
  assert.equal(registry.byId.get("sensor.t")?.deviceClass, "temperature");
});

test("ENTITY-1: nonsense in an answer is left out", () => {
  for (const odd of [
    undefined,
    null,
    7,
    "x",
    [],
    {},
    [null, 7, {}, []],
    { entities: [{ ei: 1 }] },
  ]) {
    const registry = readRegistrySnapshot({
      entities: odd,
      devices: odd,
      areas: odd,
      floors: odd,
      states: odd,
    });
    assert.deepEqual([registry.entities, registry.areas, registry.floors], [[], [], []]);
  }
  const ids = [{ ei: "Light.Hall" }, { ei: "light" }, { ei: "light.hall" }];
  const answers = {
    devices: 1,
    areas: [{ area_id: 3 }, { name: "no id" }],
    floors: [{}],
    states: [],
  };
  const registry = readRegistrySnapshot({ ...answers, entities: { entities: ids } });
  assert.deepEqual([...registry.byId.keys()], ["light.hall"]);
  assert.deepEqual(
    registry.areas.map(({ name }) => name),
    ["3"],
  );
});

test("ENTITY-2: changes are gathered into one reading", bounded, async (t) => {
  const fake = smallRegistries();
  const { registries, told } = await follow(t, fake);
  await told.until(() => told.changes === 1);
  assert.equal(fake.count(entitiesList), 1);
  fake.tell("area_registry_updated", { action: "update", area_id: "kitchen" });
  fake.tell("device_registry_updated", { action: "update" });
  fake.rename("light.ceiling", "light.lamp");
  fake.rename("light.lamp", "light.kitchen");
  await told.until(() => registries.now?.byId.has("light.kitchen") === true);
  assert.equal(fake.count(entitiesList), 2, "all changes were read at once");
});

test("ENTITY-2: the registries are read again when the line is back", bounded, async (t) => {
  const fake = smallRegistries();
  const { registries, told, connection } = await follow(t, fake);
  await told.until(() => told.changes === 1);
  fake.forget();
  withEntity(fake, "light.new", "New");
  connection.reconnect(true);
  await told.until(() => registries.now?.byId.has("light.new") === true);
  fake.rename("light.new", "light.newer");
  await told.until(() => registries.now?.byId.has("light.newer") === true);
});

test(
  "ENTITY-3: a service without Home Assistant is asked one thing, once per connection",
  bounded,
  async (t) => {
    const fake = smallRegistries();
    fake.refused.set("*", "unknown_command");
    const { registries, told, connection } = await follow(t, fake);
    await fake.until(areasList, 1);
    fake.refused.clear();
    // Answered after all that was sent before it.
    await connection.ping();
    assert.deepEqual([fake.asked, registries.now], [[areasList], undefined]);
    connection.reconnect(true);
    await told.until(() => told.changes > 0);
    assert.equal(registries.now?.areas.length, 1);
  },
);

test("ENTITY-3: a Home Assistant that is away is asked again by and by", bounded, async (t) => {
  const fake = smallRegistries();
  fake.refused.set("*", "home_assistant_unavailable");
  let wait: (again: () => void) => void = () => undefined;
  const waiting = new Promise<() => void>((resolve) => (wait = resolve));
  const real = globalThis.setTimeout;
  t.mock.method(
    globalThis,
    "setTimeout",
    (act: () => void, ms?: number, ...rest: readonly unknown[]) => {
      if (ms !== againMs) return real(act, ms, ...rest);
      wait(act);
      return real(() => undefined, 0);
    },
  );
  const { registries, told } = await follow(t, fake);
  const again = await waiting;
  fake.refused.clear();
  again();
  await told.until(() => told.changes > 0);
  assert.equal(registries.now?.areas.length, 1);
});

test(
  "ENTITY-3: without floors, as before 2024.4, and without devices all else is known",
  bounded,
  async (t) => {
    const fake = smallRegistries();
    fake.refused.set("config/floor_registry/list", "unknown_command");
    fake.refused.set("config/device_registry/list", "unauthorized");
    const { registries, told } = await follow(t, fake);
    await told.until(() => told.changes > 0);
    assert.deepEqual(registries.now?.floors, []);
    assert.equal(registries.now.byId.size, 1);
  },
);

test(
  "ENTITY-18: states are told in the words of the house, in the language that is spoken, and in others once that changes",
  bounded,
  async (t) => {
    const fake = smallRegistries();
    const washing = { state: "on", attributes: { device_class: "running" } };
    fake.states = [...fake.states, { entity_id: "binary_sensor.washer", ...washing }];
    const { registries, told } = await follow(t, fake);
    const said = (language: string): string | undefined =>
      stateIn(registries.now, "binary_sensor.washer", { texts: textsIn(language), language });
    await told.until(() => told.changes > 0);
    const own = textsIn("de").drawing.states["on"];
    assert.equal(said("de"), own, "in words of our own until those of the fake are here");
    registries.setLanguage("de-CH");
    await told.until(() => said("de") !== own);
    assert.equal(said("de"), recordedWords("de").get(`${component}.state.on`));
    registries.setLanguage("en");
    await told.until(() => said("en") === recordedWords("en").get(`${component}.state.on`));
  },
);
