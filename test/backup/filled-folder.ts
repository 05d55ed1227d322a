import assert from "node:assert/strict";
import { link, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { StoredPlan } from "../../src/plan/stored-plan.ts";
import { writeLog } from "../../src/storage/folder/embedded-log.ts";
import { logFolder, writeMark } from "../../src/storage/folder/data-folder.ts";
import { pngOf } from "../images/pictures.ts";
import { banOn } from "../support/bans.ts";
import { type TestScope, newUser, temporaryFolder } from "../support/service.ts";

/** A data folder, and the tokens of its users. */
export interface FilledFolder {
  readonly data: string;
  readonly admin: string;
  readonly viewer: string;
}

/** The plan of a revision, with so many bytes of text in it. */
const planOf = (domain: string, rev: number, bytes: number): StoredPlan => {
  const backgrounds = {
    ground: { url: `/local/${domain}/bg_ground.png?v=${rev % 2 === 0 ? 1 : 2}` },
  };
  const plan = { rev, rooms: [{ id: "r" }], backgrounds, note: `${rev}`.padEnd(bytes, "x") };
  const saved_at = `2024-05-06T07:08:${String(rev).padStart(2, "0")}.123+00:00`;
  const by = rev % 3 === 0 ? { id: "1", name: "Anna" } : undefined;
  const json = [Buffer.from(JSON.stringify(plan))];
  return StoredPlan.read({ rev, saved_at, rooms: 1, items: 0 }, by, json);
};

/** Two images of the ground floor, of which the second is at its plain path, and one of another floor. */
const putImages = async (data: string, domain: string): Promise<void> => {
  const folder = join(data, "www", domain);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "bg_ground.1.png"), pngOf(700, 1));
  // More than one part.
  await writeFile(join(folder, "bg_ground.2.png"), pngOf(600_000, 2));
  await link(join(folder, "bg_ground.2.png"), join(folder, "bg_ground.png"));
  await writeFile(join(folder, "bg_~c3~a4.3.jpg"), pngOf(500, 3));
  await link(join(folder, "bg_~c3~a4.3.jpg"), join(folder, "bg_~c3~a4.jpg"));
};

/** A data folder of a domain with so many revisions of so many bytes each, with users, a ban and images; it is gone after the test. */
export const filledFolder = async (
  t: TestScope,
  domain: string,
  revisions: number,
  bytes: (rev: number) => number = (rev) => (rev % 5 === 2 ? rev * 25_000 : 500),
): Promise<FilledFolder> => {
  const data = await temporaryFolder(t);
  const admin = await newUser(data, "admin", true);
  const viewer = await newUser(data, "wall", false);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await banOn(data, { address: "192.0.2.7", until, failures: 9 });
  await mkdir(logFolder(data));
  const written = await writeLog(nodeFileSystem, logFolder(data), async (append) => {
    for (let rev = 1; rev <= revisions; rev += 1) {
      const appended = await append(planOf(domain, rev, bytes(rev)));
      if (isLeft(appended)) return appended;
    }
    return right(undefined);
  });
  assert(isRight(written));
  await writeMark(nodeFileSystem, data);
  await putImages(data, domain);
  return { data, admin, viewer };
};
