import assert from "node:assert/strict";
import { test } from "node:test";
import { openingEntityFilters } from "../../../src/model/kinds/opening.ts";
import type { RegistrySnapshot } from "../../../src/web/home-assistant/registry-snapshot.ts";
import { findEntities, maxFound } from "../../../src/web/canvas/search.ts";
import { snapshotOf } from "../registry-snapshots.ts";

const found = (registry: RegistrySnapshot, text: string, wants = {}): readonly string[] =>
  findEntities(registry, text, wants).entities.map(({ id }) => id);
test("ENTITY-4: entities are found by name, id, area and device, without capitals and accents", () => {
  const registry = snapshotOf(
    [
      { id: "light.one", name: "Café lamp", area: "k" },
      { id: "sensor.two", name: "Warmth" },
      { id: "lock.three", name: "Front door" },
    ],
    [{ area_id: "k", name: "Küche" }],
  );
  assert.deepEqual(found(registry, "CAFE"), ["light.one"]);
  assert.deepEqual(found(registry, "kuche lamp"), ["light.one"]);
  assert.deepEqual(found(registry, "sensor.t"), ["sensor.two"]);
  assert.deepEqual(found(registry, "nothing of that"), []);
  const lamps = snapshotOf([
    { id: "light.a", name: "A lamp of the hall" },
    { id: "light.b", name: "Hall, left lamp" },
    { id: "light.c", name: "Hall lamp" },
    { id: "light.hall_lamp", name: "D" },
  ]);
  assert.deepEqual(found(lamps, "hall lamp"), ["light.c", "light.b", "light.a", "light.hall_lamp"]);
  assert.equal(found(registry, "").length, 3);
});

test("ENTITY-4: what fits a field is offered, what is meant most often first; where nothing fits, anything", () => {
  const registry = snapshotOf([
    { id: "sensor.a_power", name: "A power", class: "power" },
    { id: "sensor.b_heat", name: "B heat", class: "temperature" },
    { id: "sensor.c_heat", name: "C heat", class: "temperature", isAside: true },
    { id: "binary_sensor.door", name: "Door contact", class: "door" },
    { id: "binary_sensor.rain", name: "Rain" },
    { id: "lock.door", name: "Door lock" },
  ]);
  const heat = { only: ["sensor"], first: ["temperature"] };
  assert.deepEqual(found(registry, "", heat), ["sensor.b_heat", "sensor.c_heat", "sensor.a_power"]);
  assert.deepEqual(found(registry, "door", openingEntityFilters.lock), ["lock.door"]);
  assert.deepEqual(found(registry, "", openingEntityFilters.contact), [
    "binary_sensor.door",
    "binary_sensor.rain",
  ]);
  assert.deepEqual(found(registry, "rain", openingEntityFilters.lock), ["binary_sensor.rain"]);
});

test("ENTITY-4: of thousands the first 50 are listed, with how many more there are", () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    id: `sensor.number_${at}`,
    name: `Sensor ${at}`,
  }));
  const { entities, more } = findEntities(snapshotOf(many), "sensor 4");
  assert.equal(entities.length, maxFound);
  assert.equal(entities[0]?.id, "sensor.number_4");
  assert.equal(entities.length + more, many.filter(({ name }) => /4/.test(name)).length);
});
