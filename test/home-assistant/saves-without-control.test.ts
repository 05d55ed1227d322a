import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readAudit } from "../../src/server/audit/audit-lines.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { newToken, plan, settled } from "./service-with-token.ts";

const press = (data: object): object => ({
  action: "perform-action",
  perform_action: "script.rain",
  data,
});
const sprinkler = { id: "s", entity: "switch.pump", tap_action: press({ ml: 5, where: ["a"] }) };
const stored = { ...plan, devices: [sprinkler] };

/** An administrator who may draw, and has not the right to control. */
const drawing = async (t: TestContext, service: TestService): Promise<Peer> =>
  Peer.login(t, service.port, await newToken(service, "desk", { admin: true, control: false }));

test(
  "SCREEN-36: beside a Home Assistant nobody without the right to control may add a call or a template into the plan",
  bounded,
  async (t) => {
    const { service, admin } = await settled(t, stored);
    const desk = await drawing(t, service);
    const ruled = (rule: object): object => ({ furniture: [{ id: "x", rules: [rule] }] });
    for (const [more, says] of [
      [
        { texts: [...plan.texts, { text: "{{ states('lock.door') }}" }] },
        /^plan: the template "\{\{ states\('lock\.door'\) \}\}" /,
      ],
      [ruled({ text_on: "{% if 1 %}" }), /^plan: the template "\{% if 1 %\}" /],
      [ruled({ if: { any: [{ template: "true" }] } }), /^plan: the template "true" /],
      [
        { rooms: [{ id: "r", hold_action: { ...press({}), perform_action: "lock.open" } }] },
        /^plan: the call lock\.open /,
      ],
      [
        { devices: [{ ...sprinkler, tap_action: press({ ml: 50, where: ["a"] }) }] },
        /^plan: the call script\.rain /,
      ],
      [
        ruled({ if: [], tap_action: { action: "call-service", service: "lock.unlock" } }),
        /^plan: the call lock\.unlock /,
      ],
      [
        ruled({ if: [], tap_action: { action: "fire-dom-event", browser_mod: { service: "x" } } }),
        /^plan: the action \{"action":"fire-dom-event","browser_mod":\{"service":"x"\}\} /,
      ],
      [{ rooms: [{ id: "r", hold_action: { action: "assist" } }] }, /^plan: the action /],
      [
        { zones: [{ id: "z", sensor: { tracker: "radar", x1: "number.valve" } }] },
        /^plan: the zone's entity number\.valve /,
      ],
    ] as const)
      for (const guard of [{}, { rev: 1 }]) {
        const fields = { plan: { ...stored, ...more }, ...guard };
        const { code, message } = await desk.error("floorplan/plan/save", fields);
        assert.deepEqual([code, says.test(message)], ["unauthorized", true], message);
        assert.match(message, /right to control may add/);
      }
    assert.deepEqual(await admin.result("floorplan/plan/get"), { rev: 1, ...stored });
    await service.stop();
    const lines: string[] = [];
    for await (const found of readAudit(join(service.data, "audit")))
      lines.push(JSON.stringify(found));
    assert(lines.some((line) => line.includes("without the right to control")));
    assert.doesNotMatch(lines.join(), /lock|rain|states/, "nothing of a plan is noted");
  },
);

test(
  "SCREEN-36: what stands in the stored plan may stay, move and go, and comes back by those alone who may control",
  bounded,
  async (t) => {
    const asked = { action: "assist", pipeline_id: "a", start_listening: false };
    const { service, home, admin } = await settled(t, {
      ...stored,
      openings: [{ id: "o", hold_action: { ...asked } }],
    });
    const desk = await drawing(t, service);
    const moved = { ...press({}), data: { where: ["a"], ml: 5 } };
    const next = {
      rooms: [{ id: "r", double_tap_action: moved, tap_action: asked, name: "{{ 1 + 1 }}" }],
      furniture: [{ entity: "lock.front_door", text: "{{ 1 + 1 }}" }],
    };
    assert.equal(await desk.save(next, 1), 2);
    assert.equal(await desk.save({ rooms: [] }, 2), 3);
    const back = { plan: stored, rev: 3 };
    assert.equal((await desk.error("floorplan/plan/save", back)).code, "unauthorized");
    const late = { plan: stored, rev: 1 };
    assert.equal((await desk.error("floorplan/plan/save", late)).code, "conflict");
    const owner = await Peer.login(t, service.port, home.owner.accessToken);
    assert.equal(await owner.save(stored, 3), 4);
    assert.equal(await desk.save({ ...stored, walls: [] }), 5);
    assert.equal(await admin.save(next, 5), 6);
  },
);

test(
  "SCREEN-36: a plan that goes beyond what is looked at is not theirs to save",
  bounded,
  async (t) => {
    const { service } = await settled(t, plan, { planTemplates: 1, planCalls: 0 });
    const desk = await drawing(t, service);
    assert.equal(await desk.save(plan), 2);
    const texts = [...plan.texts, { text: "{{ 2 }}" }];
    for (const [more, says] of [
      [{ texts }, /beyond plan-templates, 1,/],
      [{ devices: [sprinkler] }, /beyond plan-calls, 0,/],
      [{ devices: [{ note: "x".repeat(300_000) }] }, /beyond plan-element-bytes, 262144,/],
    ] as const) {
      const refused = await desk.error("floorplan/plan/save", { plan: { ...plan, ...more } });
      assert.deepEqual([refused.code, says.test(refused.message)], ["unauthorized", true]);
    }
  },
);

test(
  "SCREEN-36: without a Home Assistant an administrator saves whatever it is",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const desk = await drawing(t, service);
    assert.equal(await desk.save(stored, 0), 1);
  },
);
