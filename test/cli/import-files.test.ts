import assert from "node:assert/strict";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { anyObject } from "../../src/model/codec.ts";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import {
  type ImportLimits,
  limitName,
  defaultImportLimits,
} from "../../src/model/import/refusal.ts";
import {
  storageFiles,
  storageFolder,
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

const isKeyOf = (limits: ImportLimits, key: string): key is keyof ImportLimits =>
  Object.hasOwn(limits, key);

const urlOf = (plan: unknown): string => /"url":"([^"]*)"/.exec(JSON.stringify(plan))?.[1] ?? "";

test(
  "IMPORT-21: files come onto a running service with their images in one save, and take the place of a plan only where that is wanted",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const folder = await storageFolder(t);
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
    const folder = await storageFolder(t);
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
    const folder = await storageFolder(t);
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
    const folder = await storageFolder(t);
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
    const folder = await storageFolder(t);
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
  const folder = await storageFolder(t);
  const none = await runInProcess(["import"]);
  assert.deepEqual([none.code, none.out], [2, ""]);
  assert.match(none.err, /FILE is missing \(.*--cluster/);
  const both = await runInProcess(["import", folder, "--cluster", "http://127.0.0.1:1"]);
  assert.equal(both.code, 2);
  assert.match(both.err, /--url/);
  assert.equal(storageFiles.size, 3);
});

test("IMPORT-10: each limit of an import is an option, which the refusal names", async (t) => {
  const folder = await storageFolder(t);
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
  const folder = await storageFolder(t);
  const ended = await runInProcess(["import", folder], {});
  assert.equal(ended.code, 2);
  assert.match(ended.err, /^floorplan: no target: --data FOLDER .*--token TOKEN/);
});

test("IMPORT-23: into a data folder no image comes that is larger than the service takes", async (t) => {
  const folder = await storageFolder(t);
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
      ["import", await storageFolder(t), "--data", data],
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
