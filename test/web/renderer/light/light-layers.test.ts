import assert from "node:assert/strict";
import { test } from "node:test";
import type { States } from "../../../../src/model/bindings/entity-state.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { drawing as words } from "../../../../src/web/i18n/en/kinds.ts";
import { floorOf } from "../../../../src/model/elements/floor.ts";
import { glowLayer } from "../../../../src/web/renderer/light/light-layers.ts";

test("LIVE-10: a colour that a template gives a lamp is defined when the template has its result", () => {
  const rules = [{ if: [{ template: "{{ late }}" }], color: "rgb(1, 2, 3)" }];
  const plan = {
    rooms: [{ id: "room", points: rectangle([0, 0], [4, 3]) }],
    furniture: [{ id: "lamp", type: "lamp_ceiling", x: 2, z: 1, entity: "light.room", rules }],
  };
  const states: States = () => ({ state: "on", attributes: {} });
  const floor = floorOf(plan, undefined);
  const causesWith = (rendered: () => boolean) => {
    const options = { level: undefined, states, rendered, words };
    const items = glowLayer.items({ plan, level: undefined, first: undefined, floor, options });
    return items.map(({ causes }) => causes);
  };
  const [early, late] = [() => false, () => true].map(causesWith);
  assert.equal(early?.length, 2, "the colours, and the lamp's light");
  // Nodes are kept while all causes are identical.
  for (const [at, causes] of (early ?? []).entries())
    assert(
      causes.some((cause, index) => cause !== late?.[at]?.[index]),
      `item ${at} is drawn anew`,
    );
});
