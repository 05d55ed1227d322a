import assert from "node:assert/strict";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { anyObject } from "../../src/model/codec.ts";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import {
  type ImportLimits,
  limitName,
  defaultImportLimits,
} from "../../src/model/import/refusal.ts";
import type { JsonObject } from "../../src/model/json.ts";
import {
  storageFiles,
  storedPlan,
  tracedDrawing,
  writeStorage,
} from "../model/import/storage-files.ts";
import { bounded } from "../support/timeouts.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { runProgram, serveProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

/** Home Assistant's folder with a plan. */
const homeAssistant = async (t: TestContext): Promise<string> => {
  const folder = await temporaryFolder(t);
  await writeStorage(folder);
  return folder;
};

const isKeyOf = (limits: ImportLimits, key: string): key is keyof ImportLimits =>
  Object.hasOwn(limits, key);

const urlOf = (plan: unknown): string => /"url":"([^"]*)"/.exec(JSON.stringify(plan))?.[1] ?? "";

const comes = /2 floors, 2 rooms, 1 door or window, 1 item, 1 tracing image, 2 earlier plans/;

test("IMPORT-20: what comes with a folder of Home Assistant and what is lost is told, and a preview changes nothing", async (t) => {
  const service = await startTestService(t);
  const folder = await homeAssistant(t);
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
  const folder = await temporaryFolder(t);
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
  await writeStorage(
    folder,
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
  const folder = await temporaryFolder(t);
  const data = JSON.stringify({ version: 1, key: "fns_floorplan", data: plan });
  await writeStorage(folder, new Map([[".storage/fns_floorplan", data]]));
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

test(
  "IMPORT-21: files come onto a running service with their images in one save, and take the place of a plan only where that is wanted",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const folder = await homeAssistant(t);
    const environment = clientOf(service.url, service.admin);
    const first = await runProgram(t, ["import", folder], environment);
    assert.deepEqual([first.code, first.err], [0, ""]);
    assert.match(first.out, /imported as revision 1, with 1 tracing image/);
    assert.match(first.out, /earlier plans were left out/);
    const peer = await Peer.login(t, service.port, service.admin);
    const plan = await peer.result("floorplan/plan/get");
    const url = urlOf(plan);
    assert.match(url, /^\/local\/floorplan\/bg_eg\.svg\?v=\d+$/);
    assert.equal(await (await fetch(`${service.url}${url}`)).text(), tracedDrawing);
    const { backgrounds } = storedPlan;
    assert.deepEqual(plan, {
      ...storedPlan,
      rev: 1,
      backgrounds: { eg: { ...backgrounds.eg, url } },
    });

    const again = await runInProcess(["import", folder], environment);
    assert.equal(again.code, 1);
    assert.match(again.err, /has a plan, revision 1: use --replace/);
    assert.deepEqual(await peer.result("floorplan/plan/get"), plan);
    assert.equal((await runInProcess(["import", folder, "--replace"], environment)).code, 0);
    const history = await runInProcess(["history"], environment);
    assert.match(history.out, /^1 /m, "the plan that was there is in the history");
  },
);

test(
  "IMPORT-22: where somebody saves meanwhile, or an image or the save is refused, the plan stays, and it is said why",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const folder = await homeAssistant(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save({ rooms: [{ id: "mine" }] });
    const before = await peer.result("floorplan/plan/get");
    const environment = clientOf(service.url, service.admin);
    const refused = async (
      said: RegExp,
      environmentNow = environment,
      replace = ["--replace"],
    ): Promise<void> => {
      const ended = await runInProcess(["import", folder, ...replace], environmentNow);
      assert.equal(ended.code, 1, ended.out);
      assert.match(ended.err, said);
      assert.deepEqual(await peer.result("floorplan/plan/get"), before);
    };
    await refused(/403: .*administrators/, clientOf(service.url, service.viewer));
    await writeStorage(folder, new Map([["www/fns_floorplan/bg_eg.svg", "<svg"]]));
    await refused(/bg_eg\.svg/);
    await writeStorage(folder, new Map([[".storage/fns_floorplan", '{"version":1']]));
    await refused(/fns_floorplan/);
    const missing = await runInProcess(["import", join(folder, "none")], environment);
    assert.match(missing.err, /none cannot be read: /);
    const empty = await temporaryFolder(t);
    assert.match(
      (await runInProcess(["import", empty], environment)).err,
      /holds neither \.storage\/fns_floorplan nor \.storage\/houseplan\.config/,
    );
  },
);

test(
  "IMPORT-22: who saves while images are uploaded is not overwritten, and it is said that the images go",
  bounded,
  async (t) => {
    const others: { save?: () => Promise<unknown> } = {};
    const imageDisk: ImageDisk = {
      ...nodeImageDisk,
      link: async (path, name) => {
        await others.save?.();
        await nodeImageDisk.link(path, name);
      },
    };
    const service = await startTestService(t, { imageDisk });
    const peer = await Peer.login(t, service.port, service.admin);
    others.save = () => peer.save({ rooms: [{ id: "theirs" }] });
    const folder = await homeAssistant(t);
    const ended = await runInProcess(["import", folder], clientOf(service.url, service.admin));
    assert.equal(ended.code, 1);
    assert.match(ended.err, /^No plan uses the uploaded images; .*\.\n.*conflict/);
    assert.deepEqual(await peer.result("floorplan/plan/get"), {
      rooms: [{ id: "theirs" }],
      rev: 1,
    });
  },
);

test(
  "IMPORT-23, IMPORT-24: files become a new data folder with their history and its times, images and an administrator",
  bounded,
  async (t) => {
    const folder = await homeAssistant(t);
    const data = join(await temporaryFolder(t), "data");
    const made = await runProgram(t, ["import", folder, "--data", data]);
    assert.deepEqual([made.code, made.err], [0, ""]);
    assert.match(made.out, /revision 7, 2 earlier plans/);
    const token = /shown only once:\n {2}(\S+)\n/.exec(made.out)?.[1] ?? "";
    const verified = await runInProcess(["log", "verify", "--data", data]);
    assert.equal(verified.code, 0);
    const again = await runInProcess(["import", folder, "--data", data]);
    assert.deepEqual([again.code, again.err], [1, `floorplan: ${data} is not empty\n`]);

    const served = await serveProgram(t, data);
    const environment = clientOf(served.url, token);
    const history = await runProgram(t, ["history", "--json"], environment);
    assert.deepEqual(
      history.out
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
        .map((entry) => anyObject.is(entry) && [entry["rev"], entry["saved_at"], entry["rooms"]]),
      [
        [5, "2026-02-03T10:00:00.000+00:00", 1],
        [3, "2026-01-02T09:00:00.000+00:00", 1],
      ],
    );
    const shed = await runInProcess(["history", "5"], environment);
    assert.match(shed.out, /"name": "Shed"/);
    const peer = await Peer.login(t, served.port, token);
    const plan = await peer.result("floorplan/plan/get");
    const url = urlOf(plan);
    assert.equal(await (await fetch(`${served.url}${url}`)).text(), tracedDrawing);
    assert.equal(await peer.save({ rooms: [] }), 8);
  },
);

test(
  "IMPORT-24: of more earlier plans the newest 20 are kept, and what is refused leaves no folder behind",
  bounded,
  async (t) => {
    const folder = await homeAssistant(t);
    const entries = Array.from({ length: 25 }, (_, at) => ({
      rev: at + 1,
      saved_at: `2026-01-01T00:00:${String(at).padStart(2, "0")}+00:00`,
      plan: { rooms: [storedPlan.rooms[0]] },
    }));
    const history = { version: 1, key: "fns_floorplan.history", data: entries };
    const plan = { version: 1, key: "fns_floorplan", data: { ...storedPlan, rev: 26 } };
    const long = new Map([
      [".storage/fns_floorplan.history", JSON.stringify(history)],
      [".storage/fns_floorplan", JSON.stringify(plan)],
    ]);
    await writeStorage(folder, long);
    const data = join(await temporaryFolder(t), "data");
    const made = await runInProcess(["import", folder, "--data", data]);
    assert.match(made.out, /revision 26, 20 earlier plans/);
    const shown = await runInProcess(["log", "show", "--json", "--data", data]);
    const revs = [...shown.out.matchAll(/"rev":(\d+)/g)].map(([, rev]) => Number(rev));
    assert.deepEqual(
      revs,
      Array.from({ length: 21 }, (_, at) => at + 6),
    );

    const elsewhere = join(await temporaryFolder(t), "deep", "data");
    await writeStorage(folder, new Map([["www/fns_floorplan/bg_eg.svg", "<svg"]]));
    const damaged = await runInProcess(["import", folder, "--data", elsewhere]);
    assert.equal(damaged.code, 1);
    assert.match(damaged.err, /bg_eg\.svg/);
    assert.deepEqual(await readdir(join(elsewhere, "../..")), []);
    await mkdir(elsewhere, { recursive: true });
    await writeFile(join(elsewhere, "mine"), "");
    const taken = await runInProcess(["import", folder, "--data", elsewhere]);
    assert.match(taken.err, /is not empty/);
    assert.deepEqual(await readdir(elsewhere), ["mine"]);
  },
);

test("IMPORT-25: without files, and with a cluster and files, it is said what is missing and what to do", async (t) => {
  const folder = await homeAssistant(t);
  const none = await runInProcess(["import"]);
  assert.deepEqual([none.code, none.out], [2, ""]);
  assert.match(none.err, /FILE is missing \(.*--cluster/);
  const both = await runInProcess(["import", folder, "--cluster", "http://127.0.0.1:1"]);
  assert.equal(both.code, 2);
  assert.match(both.err, /--url/);
  assert.equal(storageFiles.size, 3);
});

test("IMPORT-10: each limit of an import is an option, which the refusal names", async (t) => {
  const folder = await homeAssistant(t);
  const help = await runInProcess(["import", "--help"], {});
  for (const limit of Object.keys(defaultImportLimits)) {
    assert(isKeyOf(defaultImportLimits, limit));
    const [name, most] = [limitName(limit), defaultImportLimits[limit]];
    // A deeper plan is none that a service takes.
    if (limit === "planDepth") continue;
    assert.match(help.out, new RegExp(`--${name} N .*\\(default ${most}\\)`));
    if (!limit.startsWith("import")) continue;
    const odd = await runInProcess(["import", folder, `--${name}`, "0"], {});
    assert.deepEqual(
      [odd.code, odd.err],
      [2, `floorplan: --${name}: expected a whole number from 1 on, not "0"\n`],
    );
  }
  const few = await runInProcess(["import", folder, "--preview", "--import-plans", "1"], {});
  assert.equal(few.code, 1);
  assert.match(few.err, /more than import-plans allows, which is 1\.\n$/);
  const enough = await runInProcess(["import", folder, "--preview", "--import-plans", "2"], {});
  assert.equal(enough.code, 0);
});

test("IMPORT-20: where files are to go is asked for where nothing says it", async (t) => {
  const folder = await homeAssistant(t);
  const ended = await runInProcess(["import", folder], {});
  assert.equal(ended.code, 2);
  assert.match(ended.err, /^floorplan: no target: --data FOLDER .*--token TOKEN/);
});

test("IMPORT-23: into a data folder no image comes that is larger than the service takes", async (t) => {
  const folder = await homeAssistant(t);
  const data = join(folder, "new");
  const drawing = join(folder, "www/fns_floorplan/bg_eg.svg");
  await writeFile(drawing, tracedDrawing.padEnd(2000));
  const ended = await runInProcess(["import", folder, "--data", data, "--image-bytes", "1024"], {});
  assert.equal(ended.code, 1);
  assert.match(ended.err, /bg_eg\.svg .* has 2000 bytes, more than image-bytes, 1024/);
  assert.equal((await readdir(folder)).includes("new"), false);
});

test(
  "CLI-21: a folder on the command line counts, and not the service that the environment names",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save({ rooms: [{ id: "mine" }] });
    const before = await peer.result("floorplan/plan/get");
    const environment = clientOf(service.url, service.admin);
    const data = join(await temporaryFolder(t), "data");
    const made = await runInProcess(
      ["import", await homeAssistant(t), "--data", data],
      environment,
    );
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /imported into .*: revision \d+, 2 earlier plans in its history/);
    const there = join(await temporaryFolder(t), "plan.json");
    assert.equal((await runInProcess(["export", there, "--data", data], environment)).code, 0);
    assert.match(await readFile(there, "utf8"), /"Den"/);
    assert.deepEqual(await peer.result("floorplan/plan/get"), before);
    const url = ["--url", service.url];
    assert.equal(
      (await runInProcess(["export", there, "--data", data, ...url], environment)).code,
      0,
    );
    assert.match(await readFile(there, "utf8"), /"mine"/);
  },
);
