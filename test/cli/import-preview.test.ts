import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { JsonObject } from "../../src/model/json.ts";
import { storageFolder, storedPlan, tracedDrawing } from "../model/import/storage-files.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const comes = /2 floors, 2 rooms, 1 door or window, 1 item, 1 tracing image, 2 earlier plans/;

test("IMPORT-20: what comes with a folder of Home Assistant and what is lost is told, and a preview changes nothing", async (t) => {
  const service = await startTestService(t);
  const folder = await storageFolder(t);
  await writeFile(join(folder, "www/fns_floorplan/bg_attic.svg"), tracedDrawing);
  const told = await runInProcess(
    ["import", folder, "--preview"],
    clientOf(service.url, service.admin),
  );
  assert.deepEqual([told.code, told.err], [0, ""]);
  assert.match(told.out, comes);
  assert.match(told.out, /Won’t be imported, or will change:\n {2}1 image .*: .*bg_attic\.svg/);
  const peer = await Peer.login(t, service.port, service.admin);
  assert.deepEqual(await peer.result("floorplan/plan/get"), {});
  assert.deepEqual(await readdir(folder), [".storage", "www"]);
});

test("IMPORT-36: a preview names what touches of the plan do, what it names elsewhere, and its templates", async (t) => {
  const call = { action: "perform-action", perform_action: "lock.unlock" };
  const url = (url_path: string): object => ({ action: "url", url_path });
  const devices = [
    { kind: "generic", tap_action: { ...call, target: { entity_id: ["lock.a", "lock.b"] } } },
    { kind: "generic", hold_action: url("javascript:alert(1)"), tap_action: url("/local/a.pdf") },
    { kind: "fan", entity: "fan.a", rules: [{ if: [], tap_action: url("//x.invalid/\u001b[2J") }] },
    { kind: "fan", tap_action: { action: "navigate", navigation_path: "/config" } },
    { kind: "fan", tap_action: { action: "fire-dom-event", browser_mod: { code: "a" } } },
    { kind: "fan", tap_action: { action: "more-info", entity: "fan.b" } },
    { kind: "fan", tap_action: { ...call, target: { area_id: "all" }, data: { code: "1" } } },
    { kind: "fan", tap_action: { ...call, target: { entity_id: { a: 1 } } } },
  ];
  const openings = [{ lock: "lock.c", double_tap_action: { action: "toggle" } }];
  const texts = [{ text: "{{ states | list }}" }, { text: "{{ states | list }}" }, { text: "Hi" }];
  const backgrounds = {
    eg: { url: "http://elsewhere.invalid/bg.png" },
    og: { url: "/local/floorplan/bg_og.png?v=1" },
  };
  const data = { ...storedPlan, devices, openings, texts, backgrounds };
  const plan = JSON.stringify({ version: 1, key: "fns_floorplan", data });
  const before = {
    ...storedPlan,
    rev: 1,
    openings: [{ lock: "lock.earlier", tap_action: { action: "toggle" } }],
  };
  const history = JSON.stringify({
    version: 1,
    key: "fns_floorplan.history",
    data: [{ rev: 1, saved_at: "2026-01-02T10:00:00+01:00", plan: before }],
  });
  const folder = await storageFolder(
    t,
    new Map([
      [".storage/fns_floorplan", plan],
      [".storage/fns_floorplan.history", history],
    ]),
  );
  const told = await runInProcess(["import", folder, "--preview"], {});
  assert.equal(told.code, 0, told.err);
  const from = told.out.indexOf("9 actions on tap:");
  assert.deepEqual(told.out.slice(from).trim().split("\n"), [
    "9 actions on tap:",
    "  toggle lock.c",
    "  lock.unlock lock.a lock.b",
    "  url /local/a.pdf",
    "  toggle fan.a",
    "  navigate /config",
    '  {"action":"fire-dom-event","browser_mod":{"code":"a"}}',
    '  lock.unlock {"area_id":"all"} {"code":"1"}',
    '  lock.unlock {"entity_id":{"a":1}}',
    "  toggle lock.earlier",
    "3 external addresses:",
    "  javascript:alert(1)",
    "  //x.invalid/\u{fffd}[2J",
    "  http://elsewhere.invalid/bg.png",
    "1 template for Home Assistant:",
    "  {{ states | list }}",
  ]);
});

/** What a preview says that touches of a plan do. */
const toldOf = async (t: TestContext, plan: JsonObject): Promise<readonly string[]> => {
  const data = JSON.stringify({ version: 1, key: "fns_floorplan", data: plan });
  const folder = await storageFolder(t, new Map([[".storage/fns_floorplan", data]]));
  const told = await runInProcess(["import", folder, "--preview"], {});
  assert.equal(told.code, 0, told.err);
  const [, actions = ""] = told.out.split(/\d+ actions? on tap:\n/);
  return actions.trimEnd().split("\n");
};

test("IMPORT-36: a preview names what a tap switches without an action that says so", async (t) => {
  const plan = {
    ...storedPlan,
    furniture: [{ id: "l", type: "lamp_ceiling", entity: "switch.garage_opener" }],
    devices: [
      { entity: "lock.shown_only" },
      { entity: "sensor.a", rules: [{ if: [], entity: "input_boolean.away" }] },
      { entity: "light.silent", tap_action: { action: "none" } },
    ],
    sensors: [{ entity: "switch.shown_only" }],
  };
  assert.deepEqual(await toldOf(t, plan), [
    "  toggle switch.garage_opener",
    "  toggle input_boolean.away",
  ]);
});

test("IMPORT-36: a preview names each entity that rules may give with each action that they may give", async (t) => {
  const toggle = { action: "toggle" };
  const plan = {
    ...storedPlan,
    devices: [
      { entity: "light.a", rules: [{ entity: "lock.front" }, { tap_action: toggle }] },
      { entity: "lock.silent", rules: [{ tap_action: { action: "none" } }] },
    ],
    openings: [
      { lock: "lock.b", blind: "cover.never", rules: [{ lock: "lock.c", hold_action: toggle }] },
      { blind: "cover.d", rules: [{ lock: "lock.d" }, { hold_action: toggle }] },
    ],
  };
  assert.deepEqual(await toldOf(t, plan), [
    "  toggle lock.b",
    "  toggle lock.c",
    "  toggle lock.d",
    "  toggle cover.d",
    "  toggle light.a",
    "  toggle lock.front",
  ]);
});

test("IMPORT-36: of rules that combine in too many ways a preview says that there is more", async (t) => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ if: [], entity: `lock.${at}` }));
  const device = (count: number) => ({ tap_action: { action: "toggle" }, rules: rules(count) });
  const all = await toldOf(t, { ...storedPlan, devices: [device(255)] });
  assert.equal(all.length, 255);
  assert.equal(all.at(-1), "  toggle lock.254");
  const cut = await toldOf(t, { ...storedPlan, devices: [device(257)] });
  assert.equal(cut.at(-2), "  toggle lock.255");
  assert.match(cut.at(-1) ?? "", /^More actions are possible: .* more than 256 ways/);
});
