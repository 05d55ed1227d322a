import assert from "node:assert/strict";
import { test } from "node:test";
import type { States } from "../../../src/model/bindings/entity-state.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { renderTemplate, writeXml } from "../../../src/web/renderer/export/svg-template.ts";
import { floorOf } from "../../../src/model/elements/floor.ts";
import { litFloorOf } from "../../../src/web/renderer/light/lit-floor.ts";
import { windowGlow } from "../../../src/web/renderer/light/window-glow.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";

test("LIVE-19: windows follow a lamp that a template hides", () => {
  const plan = {
    rooms: [{ id: "room", points: rectangle([0, 0], [4, 3]) }],
    openings: [{ id: "w", type: "window", room_id: "room", edge: 0, offset: 2, width: 1 }],
    furniture: [
      {
        id: "lamp",
        type: "lamp_ceiling",
        x: 2,
        z: 1,
        entity: "light.room",
        rules: [{ if: [{ template: "{{ away }}" }], hide: true }],
      },
    ],
  };
  const states: States = () => ({ state: "on", attributes: {} });
  const panes = (away: boolean): string => {
    const options = { level: undefined, states, rendered: () => away, words };
    const floor = floorOf(plan, undefined);
    const scene = { plan, level: undefined, first: undefined, floor, options };
    const drawn = renderTemplate(windowGlow("panes", litFloorOf(scene), options));
    return writeXml(drawn);
  };
  const lit = panes(false);
  assert.match(lit, /fill-opacity="1.00"/);
  assert.doesNotMatch(panes(true), /fill-opacity="1.00"/);
  assert.equal(panes(false), lit);
});
