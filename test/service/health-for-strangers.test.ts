import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { failureTexts } from "../../src/plan/plan-holder.ts";
import { bounded, ofBackups } from "../support/timeouts.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import { health } from "./revisions.ts";
import { SegmentDisk } from "./segment-disk.ts";

const save = "floorplan/plan/save";

/** What a stranger must not read, whatever fails. */
const assertForStrangers = (body: unknown, { data }: TestService, ...more: string[]): void => {
  const text = JSON.stringify(body);
  for (const secret of [data, hostname(), ...more])
    assert(!text.includes(secret), `strangers read ${secret}: ${text}`);
  assert.doesNotMatch(text, /\bE[A-Z]{2,}\b/, "errors of the system");
};

/** How many lines of the log have all of these. */
const logged = ({ log }: TestService, ...texts: readonly string[]): number =>
  log
    .map((line) => JSON.stringify(line))
    .filter((line) => texts.every((text) => line.includes(text))).length;

test(
  "OPS-17: of a damaged log strangers read fixed words, and the log has the file, once",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    const editor = await Peer.login(t, first.port, first.admin);
    for (const rev of [1, 2, 3]) await editor.save(numberedPlan(rev));
    await first.stop();
    const folder = join(first.data, "log");
    const segment = (await readdir(folder)).find((name) => name.endsWith(".seg")) ?? "";
    const bytes = await readFile(join(folder, segment));
    bytes.writeUInt8(bytes.readUInt8(150) ^ 1, 150);
    await writeFile(join(folder, segment), bytes);
    const service = await startTestService(t, { again: first, untilLoaded: false });
    await service.service.loaded;
    const { status, body } = await health(service.url);
    assert.deepEqual([status, body], [503, { status: "failed", reason: failureTexts.refused }]);
    assertForStrangers(body, service, segment);
    assert.equal(logged(service, "the log was refused", segment), 1);
  },
);

test(
  "OPS-17: of a disk that is full or fails strangers read fixed words, and the log has the error, once",
  bounded,
  async (t) => {
    const disk = new SegmentDisk();
    const service = await startTestService(t, { fs: disk.fs });
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(numberedPlan(1));
    disk.fillUp();
    await editor.error(save, { plan: numberedPlan(2) });
    const full = await health(service.url);
    assert.deepEqual(full.body, { status: "failed", rev: 1, reason: failureTexts["no-room"] });
    assert.equal(logged(service, "ENOSPC", "the log has no room"), 1);
    disk.makeRoom();
    disk.failNextSync("is there");
    await editor.error(save, { plan: numberedPlan(3) });
    const { body } = await health(service.url);
    assert.deepEqual(body, { status: "failed", rev: 1, reason: failureTexts.storage });
    assert.equal(logged(service, "EIO", "the storage failed"), 1);
    for (const each of [full.body, body]) assertForStrangers(each, service);
  },
);

test(
  "OPS-17, BACKUP-6: of a folder in which no backup can be made strangers read fixed words, and the log has its path, once",
  ofBackups,
  async (t) => {
    const backupTo = join(await temporaryFolder(t), "taken");
    await writeFile(backupTo, "a file is where the folder is to be");
    const service = await startTestService(t, { config: { backupTo, backupEvery: 1000 } });
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(numberedPlan(1));
    const body = await eventually(async () => {
      const found = (await health(service.url)).body;
      return JSON.stringify(found["backup"]).includes("failed")
        ? { seen: found }
        : { not: JSON.stringify(found) };
    }, ofBackups.timeout);
    assert.match(
      JSON.stringify(body),
      /^\{"status":"ready","rev":1,"backup":\{"status":"failed","reason":"the last backup failed; see the service's log","at":"[^"]*"\}\}$/,
    );
    assertForStrangers(body, service, backupTo);
    assert.equal(logged(service, "no backup could be made", backupTo), 1);
  },
);
