import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pack } from "tar-stream";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import type { Manifest } from "../../src/backup/manifest.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { bounded } from "../support/timeouts.ts";
import { seededRandom } from "../support/random.ts";
import { temporaryFolder } from "../support/service.ts";
import { bytesBelow } from "./folders.ts";
import { withLog } from "./logs.ts";

/** A whole backup's bytes. */
const backupBytes = async (t: TestContext): Promise<Buffer> => {
  const { data } = await withLog(t, 4);
  const file = join(data, "backup.tar.gz");
  assert(isRight(await makeBackup(folderHome(data), file)));
  return readFile(file);
};

/** Finds fault with bytes that are restored; returns why they were refused. */
const refused = async (t: TestContext, bytes: Buffer, what: string): Promise<string> => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  await writeFile(file, bytes);
  const result = await restoreBackup(file, join(folder, "data"), false);
  assert(isLeft(result), `${what} is refused`);
  assert.deepEqual(await readdir(folder), ["backup.tar.gz"], `${what} leaves nothing behind`);
  return result.left;
};

test("REPAIR-6: a backup that is cut off anywhere is refused", bounded, async (t) => {
  const bytes = await backupBytes(t);
  const random = seededRandom(t);
  const ends = [0, 1, 10, 18, bytes.length - 8, bytes.length - 1];
  for (let count = 0; count < 30; count += 1) ends.push(random.below(bytes.length));
  for (const end of ends) await refused(t, bytes.subarray(0, end), `the first ${end} bytes`);
});

/** A few bits say the same either way: those that pad the end, and where a run of zeros is copied from. */
const meansTheSame = (one: Buffer, other: Buffer): boolean => {
  try {
    return gunzipSync(one).equals(gunzipSync(other));
  } catch {
    return false;
  }
};

test("REPAIR-6: a backup with one bad bit anywhere is refused", bounded, async (t) => {
  const bytes = await backupBytes(t);
  const random = seededRandom(t);
  // What gzip's header says of the time and the machine, its first ten bytes, is nobody's content.
  for (let count = 0; count < 40; count += 1) {
    const at = 10 + random.below(bytes.length - 10);
    const bad = Buffer.from(bytes);
    bad.writeUInt8(bad.readUInt8(at) ^ (1 << random.below(8)), at);
    if (!meansTheSame(bad, bytes)) await refused(t, bad, `byte ${at}`);
  }
});

type Content = readonly (readonly [name: string, content: string])[];

const sumOf = (content: string): string => createHash("sha256").update(content).digest("hex");

/** An archive as somebody else makes it, whose manifest is true unless it is changed. */
const archiveOf = async (content: Content, changes: Partial<Manifest> = {}): Promise<Buffer> => {
  const files = content.map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    sha256: sumOf(text),
  }));
  const plans = files.map(({ name }) => name).filter((name) => name.startsWith("plans/"));
  const honest: Manifest = {
    format: 1,
    created_at: "now",
    rev: plans.length,
    files,
    plans,
    links: [],
  };
  const archive = pack();
  for (const [name, text] of content) archive.entry({ name }, text);
  archive.entry({ name: "manifest.json" }, JSON.stringify({ ...honest, ...changes }));
  archive.finalize();
  return gzipSync(await buffer(archive));
};

const revision = '{"rev":1,"saved_at":"now","rooms":0,"items":0}\n{"rev":1}';
const good: Content = [
  ["users.json", "{}"],
  ["plans/000000000001", revision],
  ["www/floorplan/a.png", "image"],
];

test("REPAIR-6: an archive made by hand is restored when it is right", bounded, async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  const links = [{ name: "www/floorplan/a.1.png", of: "www/floorplan/a.png" }];
  await writeFile(file, await archiveOf(good, { links }));
  const restored = await restoreBackup(file, join(folder, "data"), false);
  assert(isRight(restored), JSON.stringify(restored));
  const found = await bytesBelow(join(folder, "data"));
  assert.equal(found.get("www/floorplan/a.1.png"), "image");
});

const oddNames = [
  "../users.json",
  "/etc/passwd",
  "www/../users.json",
  "www/floorplan/..",
  "www/floorplan/../../x",
  "www/floorplan/.hidden",
  "log/00000000000000000001.seg",
  "plans/1",
];

test(
  "REPAIR-6: a name that belongs in no backup is refused, as a file, a link and what a link is of",
  bounded,
  async (t) => {
    for (const name of oddNames) {
      const file = await archiveOf([...good, [name, "x"]], { plans: ["plans/000000000001"] });
      assert.match(await refused(t, file, name), /does not belong in a backup/);
      const link = await archiveOf(good, { links: [{ name, of: "www/floorplan/a.png" }] });
      assert.match(await refused(t, link, `a link ${name}`), /does not belong in a backup/);
      const links = [{ name: "www/floorplan/b.png", of: name }];
      const target = await archiveOf(good, { links });
      assert.match(await refused(t, target, `a link to ${name}`), /does not belong in a backup/);
    }
  },
);

test(
  "REPAIR-6: a file more, less, twice or other than the manifest says is refused",
  bounded,
  async (t) => {
    const files = good.map(([name, text]) => ({ name, bytes: text.length, sha256: sumOf(text) }));
    const more = await archiveOf([...good, ["www/floorplan/b.png", "x"]], { files });
    assert.match(await refused(t, more, "one more"), /files that its manifest does not/);
    const less = await archiveOf(good.slice(0, 2), { files });
    assert.match(await refused(t, less, "one less"), /a\.png is missing or damaged/);
    const other = await archiveOf([...good.slice(0, 2), ["www/floorplan/a.png", "other"]], {
      files,
    });
    assert.match(await refused(t, other, "another"), /a\.png is missing or damaged/);
    const twice = await archiveOf([...good, ["plans/000000000001", revision]], { files });
    assert.match(await refused(t, twice, "one twice"), /is in it twice/);
    const unlisted = await archiveOf(good, { plans: [] });
    assert.match(await refused(t, unlisted, "a plan not listed"), /does not belong/);
    const wrong = await archiveOf(good, { rev: 7 });
    assert.match(
      await refused(t, wrong, "another revision"),
      /its plans do not match its manifest/,
    );
  },
);

test("REPAIR-6: a folder that is not empty is refused and left as it is", bounded, async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  await writeFile(file, await archiveOf(good));
  const data = join(folder, "data");
  await mkdir(data);
  await writeFile(join(data, "something"), "of mine");
  const result = await restoreBackup(file, data, false);
  assert(isLeft(result));
  assert.match(result.left, /is not empty/);
  assert.deepEqual([...(await bytesBelow(data))], [["something", "of mine"]]);
});
