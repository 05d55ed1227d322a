import assert from "node:assert/strict";
import { mkdir, readdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type Header, pack } from "tar-stream";
import { settings } from "../../src/server/settings.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { maxFiles } from "../../src/backup/manifest.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { bounded } from "../support/timeouts.ts";
import { inMiB, MiB } from "../support/process-memory.ts";
import { temporaryFolder } from "../support/service.ts";
import { bytesBelow } from "./folders.ts";
import { withLog } from "./logs.ts";

/** The first 512 bytes of a file in an archive, which say what follows. */
const headerOf = async (headers: Partial<Header> & Pick<Header, "name">): Promise<Buffer> => {
  const archive = pack();
  archive.entry({ ...headers, size: 0 }, "");
  archive.finalize();
  const header = (await buffer(archive)).subarray(0, 512);
  // Its length stands at 124, in octal, and its checksum at 148, over all with blanks in its place.
  header.write(`${(headers.size ?? 0).toString(8).padStart(11, "0")} `, 124);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};

/** Why compressed bytes are not restored; nothing is left of the try. */
const refused = async (t: TestContext, bytes: Buffer): Promise<string> => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  await writeFile(file, bytes);
  const result = await restoreBackup(file, join(folder, "data"), false);
  assert(isLeft(result));
  assert.deepEqual(await readdir(folder), ["backup.tar.gz"]);
  return result.left;
};

const tooLong: readonly (readonly [name: string, most: number])[] = [
  ["manifest.json", 8 * MiB],
  ["users.json", 4 * MiB],
  ["plans/000000000001", settings.planBytes.max + 1024],
  ["www/floorplan/bg_0.png", settings.imageBytes.max],
];

test(
  "REPAIR-11: a file that is longer than any of its kind is refused by its header, with its name, its length and the limit",
  bounded,
  async (t) => {
    for (const [name, most] of tooLong) {
      const why = await refused(t, gzipSync(await headerOf({ name, size: most + 1 })));
      const says = `"${name}" has ${most + 1} bytes, and a backup at most ${most} of that kind`;
      assert(why.includes(says), why);
      // One byte less is read, and found to be cut off.
      const shorter = await refused(t, gzipSync(await headerOf({ name, size: most })));
      assert(!shorter.includes("at most"), shorter);
    }
  },
);

test("REPAIR-11: what is no plain file is refused, whatever its name", bounded, async (t) => {
  for (const type of ["symlink", "link", "directory", "fifo", "character-device"] as const) {
    const header = await headerOf({ name: "users.json", type, linkname: "/etc/passwd" });
    assert.match(await refused(t, gzipSync(header)), /"users\.json" does not belong in a backup/);
  }
});

test(
  "REPAIR-11: an archive of more files than any backup has is refused with their number",
  bounded,
  async (t) => {
    const headers: Buffer[] = [];
    const one = await headerOf({ name: "www/floorplan/000000", size: 0 });
    for (let number = 0; number <= maxFiles; number += 1) {
      const header = Buffer.from(one);
      header.write(String(number).padStart(6, "0"), "www/floorplan/".length);
      header.fill(" ", 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      headers.push(header);
    }
    const why = await refused(t, gzipSync(Buffer.concat(headers)));
    assert(why.includes(`it holds more than ${maxFiles} files`), why);
  },
);

test(
  "REPAIR-11: an archive that unfolds to a thousand times its length takes no memory for that",
  bounded,
  async (t) => {
    const bytes = 256 * MiB;
    // What is compressed in pieces unfolds to all of them.
    const zeros = gzipSync(Buffer.alloc(16 * MiB));
    const header = gzipSync(await headerOf({ name: "www/floorplan/bg_0.png", size: bytes }));
    const pieces = Array.from({ length: bytes / (16 * MiB) }, () => zeros);
    const before = process.resourceUsage().maxRSS;
    const bomb = Buffer.concat([header, ...pieces, gzipSync(Buffer.alloc(1024))]);
    assert(bomb.length < bytes / 900);
    assert.match(await refused(t, bomb), /no manifest/);
    const grown = (process.resourceUsage().maxRSS - before) * 1024;
    t.diagnostic(`${inMiB(bomb.length)} unfolded to ${inMiB(bytes)}, and took ${inMiB(grown)}`);
    assert(grown < 128 * MiB, `${inMiB(grown)} more memory`);
  },
);

test("REPAIR-12: what no restore would take makes no backup, and is named", bounded, async (t) => {
  const { data } = await withLog(t, 2);
  const images = join(data, "www", "floorplan");
  await mkdir(images, { recursive: true });
  const most = settings.imageBytes.max;
  await writeFile(join(images, "bg_0.png"), "");
  await truncate(join(images, "bg_0.png"), most + 1);
  const folder = await temporaryFolder(t);
  const made = await makeBackup(folderHome(data), join(folder, "home.tar.gz"));
  assert(isLeft(made));
  const says = `"www/floorplan/bg_0.png" has ${most + 1} bytes, and a backup at most ${most} of that kind`;
  assert(made.left.includes(says), made.left);
  assert.deepEqual(await readdir(folder), []);
});

test(
  "REPAIR-12: no backup is made of a folder without a log, or into which a restore was interrupted",
  bounded,
  async (t) => {
    const folder = await temporaryFolder(t);
    const none = await makeBackup(folderHome(folder), join(folder, "home.tar.gz"));
    assert(isLeft(none) && none.left === `there is no log in ${folder}`);
    const { data } = await withLog(t, 2);
    await mkdir(join(data, ".restoring"));
    const half = await makeBackup(folderHome(data), join(folder, "home.tar.gz"));
    assert(isLeft(half));
    assert.match(half.left, /a restore or an import into \S+ is running, or was interrupted/);
    assert.deepEqual(await readdir(folder), []);
  },
);

test(
  "REPAIR-5, REPAIR-6: an image of a floor whose id has other characters than letters and digits is backed up and restored",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 1);
    const images = join(data, "www", "floorplan");
    await mkdir(images, { recursive: true });
    const longest = `bg_${"~c3~bc".repeat(38)}abc.999999999999999.jpeg`;
    const hashed = `bg_~~${"0".repeat(64)}.png`;
    const names = ["bg_1~2eNP.png", longest, hashed];
    for (const name of names) await writeFile(join(images, name), name);
    const folder = await temporaryFolder(t);
    const file = join(folder, "home.tar.gz");
    assert(isRight(await makeBackup(folderHome(data), file)));
    assert(isRight(await restoreBackup(file, join(folder, "data"), false)));
    const found = await bytesBelow(join(folder, "data", "www"));
    const expected = names.map((name) => [`floorplan/${name}`, name] as const);
    assert.deepEqual(found, new Map(expected));
  },
);
