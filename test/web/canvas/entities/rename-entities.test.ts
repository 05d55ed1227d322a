import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import {
  renameEntities,
  unknownEntitiesIn,
} from "../../../../src/web/canvas/entities/entity-references.ts";
import { dataOf, snapshotOf } from "../../registry-snapshots.ts";

const everywhere = (id: string): PlanData => ({
  rooms: [
    {
      id: "a",
      temperature: id,
      humidity: id,
      sheet_extra: [id, "light.other", 7],
      // Of no list of ids: it stays.
      note: "light.a",
      name: "light.a",
    },
  ],
  openings: [{ id: "o", room_id: "a", contact: id, lock: id, blind: id }],
  furniture: [
    {
      id: "f",
      entity: id,
      tap_action: {
        action: "perform-action",
        perform_action: "light.a",
        target: { entity_id: [id, "light.other"], area_id: "light.a" },
        data: { entity_id: id, brightness: 7 },
      },
      hold_action: { action: "toggle", entity: id, confirmation: { text: "light.a" } },
      double_tap_action: "odd",
      rules: [
        {
          if: [
            { entity: id },
            { any: [{ entity: id }, { template: `{{ is_state('${id}', 1) }}` }] },
          ],
        },
        { if: { entity: id }, text: `{{ states('${id}') }}`, color: "light.a" },
        "odd",
      ],
    },
  ],
  texts: [
    {
      id: "t",
      text: `{{ states.${id}.state }} {{ states("${id}") }} {{ 'light.a_2 xlight.a sensor.light.a' }}`,
    },
    {
      id: "u",
      text: "light.a, in plain words",
      text_on: `{% if is_state("${id}", "on") %}x{% endif %}`,
    },
  ],
});

test("ENTITY-13: a renamed entity is followed wherever its id stands, in templates as a whole word, and nowhere else", () => {
  const renames = [{ from: "light.a", to: "light.b" }];
  const renamed = renameEntities(everywhere("light.a"), renames);
  assert.deepEqual(renamed, everywhere("light.b"));
  assert.equal(renameEntities(renamed, renames), renamed, "done twice it changes nothing");
});

test("ENTITY-13: what names none of the renamed entities is shared, and two may swap their ids", () => {
  const plan = everywhere("light.other");
  assert.equal(renameEntities(plan, [{ from: "light.z", to: "light.y" }]), plan);
  assert.equal(renameEntities(plan, []), plan);
  const pair: PlanData = {
    sensors: [
      { id: "1", entity: "a.a" },
      { id: "2", entity: "a.b" },
    ],
  };
  const swapped = renameEntities(pair, [
    { from: "a.a", to: "a.b" },
    { from: "a.b", to: "a.a" },
  ]);
  assert.deepEqual(
    dataOf(swapped, "sensors").map(({ entity }) => entity),
    ["a.b", "a.a"],
  );
});

test("ENTITY-15: each entity that the house does not have is one finding, with the first that names it", () => {
  const registry = snapshotOf([{ id: "light.here" }]);
  const lamp = (id: string, entity: Json): JsonObject => ({ id, type: "lamp_floor", entity });
  const plan: PlanData = {
    furniture: [lamp("a", "light.gone"), lamp("b", "light.here"), lamp("c", "light.gone")],
    rooms: [{ id: "r", temperature: "sensor.gone", humidity: null, sheet_extra: ["no entity"] }],
    texts: [{ id: "t", text: "{{ states('sensor.maybe') }}" }],
  };
  assert.deepEqual(
    unknownEntitiesIn(plan, registry).map(({ kind, ref, detail }) => [kind, ref, detail]),
    [
      ["unknownEntity", "rooms/r", "sensor.gone"],
      ["unknownEntity", "furniture/a", "light.gone"],
    ],
  );
});
