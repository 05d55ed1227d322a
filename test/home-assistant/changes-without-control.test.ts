import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { newToken, plan, settled } from "./service-with-token.ts";

const command = "floorplan/plan/change";
const call = { action: "perform-action", perform_action: "script.rain", data: { ml: 5 } };
const stored = { ...plan, devices: [{ id: "s", entity: "switch.pump", tap_action: call }] };

test(
  "CHANGE-8, SCREEN-36: beside a Home Assistant nobody without the right to control may add a call or a template by a change",
  bounded,
  async (t) => {
    const { service, admin } = await settled(t, stored);
    const token = await newToken(service, "desk", { admin: true, control: false });
    const desk = await Peer.login(t, service.port, token);
    const before = await admin.result("floorplan/plan/get");
    const tap = "/devices/0/tap_action";
    for (const [changes, says] of [
      [[{ op: "add", path: "/texts/-", value: { text: "{{ states('lock.door') }}" } }], /template/],
      [[{ op: "replace", path: "/texts/0/text", value: "{% if 1 %}" }], /template/],
      [[{ op: "replace", path: `${tap}/perform_action`, value: "lock.open" }], /call lock\.open/],
      [[{ op: "replace", path: `${tap}/data/ml`, value: 50 }], /call script\.rain/],
      [[{ op: "add", path: "/rooms/0/hold_action", value: { action: "assist" } }], /action/],
      [[{ op: "replace", path: "", value: { texts: [{ text: "{{ 2 }}" }] } }], /template/],
      // Put together of parts that say nothing alone.
      [
        [
          { op: "add", path: "/note", value: "{{ 3 }}" },
          { op: "move", from: "/note", path: "/texts/0/text" },
        ],
        /template/,
      ],
    ] as const) {
      const { code, message } = await desk.error(command, { rev: 1, changes });
      assert.deepEqual([code, says.test(message)], ["unauthorized", true], message);
      assert.match(message, /right to control may add/);
    }
    assert.deepEqual(await admin.result("floorplan/plan/get"), before, "nothing is written");
  },
);

test(
  "CHANGE-8: who may not control changes everything else, and what stands in the plan may move, be copied and go",
  bounded,
  async (t) => {
    const { service } = await settled(t, stored);
    const token = await newToken(service, "desk", { admin: true, control: false });
    const desk = await Peer.login(t, service.port, token);
    const change = (rev: number, changes: readonly object[]): Promise<unknown> =>
      desk.result(command, { rev, changes });
    await change(1, [{ op: "add", path: "/rooms/0/name", value: "Hall" }]);
    await change(2, [
      { op: "copy", from: "/devices/0", path: "/devices/-" },
      { op: "replace", path: "/devices/1/id", value: "t" },
      { op: "move", from: "/texts/0", path: "/texts/1" },
    ]);
    await change(3, [{ op: "remove", path: "/devices" }]);
    const taken = [{ op: "add", path: "/devices", value: stored.devices }];
    assert.equal((await desk.error(command, { rev: 4, changes: taken })).code, "unauthorized");
    for (const rev of [3, 5]) {
      const { code, message } = await desk.error(command, { rev, changes: taken });
      assert.deepEqual([code, /stored revision is 4/.test(message)], ["conflict", true]);
    }
    const invalid = [{ op: "test", path: "/none", value: 1 }];
    const { code, message } = await desk.error(command, { rev: 4, changes: invalid });
    assert.deepEqual(
      [code, message],
      ["invalid_format", "changes.0: there is no such place (/none)"],
    );
  },
);
