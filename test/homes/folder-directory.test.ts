import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { type Either, isRight, left, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import {
  type FolderDirectory,
  openFolderDirectory,
} from "../../src/homes/directory/folder-directory.ts";
import type { HomeRecord } from "../../src/homes/directory/home-record.ts";
import { bundledProgram } from "../support/bundled-program.ts";
import { startCommand } from "../support/program.ts";
import { type LogLine, temporaryFolder } from "../support/service.ts";
import { bounded, ofMany, until } from "../support/timeouts.ts";

const rightOf = <A>(either: Either<unknown, A>): A => {
  assert(isRight(either), JSON.stringify(either));
  return either.right;
};

const kindOf = (either: Either<{ readonly kind: string }, unknown>): string | undefined =>
  isRight(either) ? undefined : either.left.kind;

const recordOf = (name: string): HomeRecord => ({ name, created_at: "2026-01-01", quotas: {} });

interface Opened {
  readonly root: string;
  readonly homes: FolderDirectory;
  readonly log: readonly LogLine[];
}

const open = async (t: TestContext, at?: string): Promise<Opened> => {
  const root = at ?? (await temporaryFolder(t));
  const log: LogLine[] = [];
  const logger = pino({ level: "debug" }, { write: (line) => void log.push(JSON.parse(line)) });
  const homes = rightOf(await openFolderDirectory(root, logger));
  t.after(() => homes.close());
  return { root, homes, log };
};

test("HOMES-40: a home that is created is there at once and after the next start, and none is created twice", async (t) => {
  const { root, homes } = await open(t);
  const told: string[] = [];
  homes.watch((id) => told.push(id));
  rightOf(await homes.create("b", recordOf("Two")));
  rightOf(await homes.create("a", recordOf("One")));
  assert.deepEqual(told, ["b", "a"]);
  assert.deepEqual(homes.ids(), ["a", "b"]);
  assert.equal(kindOf(await homes.create("a", recordOf("Other"))), "exists");
  const again = await open(t, root);
  assert.deepEqual(again.homes.ids(), ["a", "b"]);
  assert.equal(rightOf(await again.homes.record("a")).name, "One");
  assert.equal(again.homes.has("c"), false);
  assert.equal(kindOf(await again.homes.record("c")), "not_found");
});

test("HOMES-40: of several that create one home at once, one does", async (t) => {
  const { root, homes } = await open(t);
  const made = await Promise.all(
    ["1", "2", "3"].map((name) => homes.create("same", recordOf(name))),
  );
  assert.equal(made.filter(isRight).length, 1);
  assert.equal(made.map(kindOf).filter((kind) => kind === "exists").length, 2);
  assert.deepEqual(await readdir(join(root, "unfinished")), []);
});

test("HOMES-41: what is said of a home is kept, and a home that is gone is not made again by it", async (t) => {
  const { root, homes } = await open(t);
  rightOf(await homes.create("a", recordOf("One")));
  const told: string[] = [];
  homes.watch((id) => told.push(id));
  const changed = rightOf(await homes.change("a", (record) => ({ ...record, name: "Other" })));
  assert.deepEqual(changed, recordOf("Other"));
  assert.deepEqual(told, ["a"]);
  assert.equal(kindOf(await homes.change("b", (record) => record)), "not_found");
  assert.deepEqual(await readdir(join(root, "homes")), ["a"]);
});

test("HOMES-41: a damaged record is a problem of its home alone, and names no path of the machine", async (t) => {
  const { root, homes } = await open(t);
  rightOf(await homes.create("a", recordOf("One")));
  rightOf(await homes.create("b", recordOf("Two")));
  await writeFile(join(root, "homes/a/home.json"), "{");
  const record = await homes.record("a");
  assert(!isRight(record));
  assert.match(record.left.message, /^homes\/a\/home.json is damaged: /);
  assert(!record.left.message.includes(root));
  assert.equal(kindOf(await homes.change("a", (each) => each)), "failed");
  assert.equal(rightOf(await homes.record("b")).name, "Two");
});

test("HOMES-42: a deleted home is put aside, and restored as it was; the newest, if several had its id", async (t) => {
  const { root, homes } = await open(t);
  const moment = new Date("2026-05-01T10:00:00.000Z");
  for (const name of ["first", "second"]) {
    rightOf(await homes.create("a", recordOf(name)));
    await writeFile(join(root, "homes/a/users.json"), name);
    rightOf(await homes.remove("a", moment));
  }
  assert.equal(homes.has("a"), false);
  assert.deepEqual(await homes.deleted(), [
    { id: "a", deletedAt: "2026-05-01T10:00:00.001Z" },
    { id: "a", deletedAt: "2026-05-01T10:00:00.000Z" },
  ]);
  rightOf(await homes.restore("a"));
  assert.equal(await readFile(join(root, "homes/a/users.json"), "utf8"), "second");
  assert.equal(rightOf(await homes.record("a")).name, "second");
  assert.equal(kindOf(await homes.restore("a")), "exists");
  assert.equal(kindOf(await homes.remove("b", moment)), "not_found");
  assert.equal(kindOf(await homes.restore("b")), "not_found");
  assert.equal((await homes.deleted()).length, 1);
});

test("HOMES-43: only what was deleted before the moment is removed for good", async (t) => {
  const { root, homes } = await open(t);
  for (const [id, at] of [
    ["old", "2026-05-01T10:00:00.000Z"],
    ["new", "2026-05-03T10:00:00.000Z"],
  ] as const) {
    rightOf(await homes.create(id, recordOf(id)));
    rightOf(await homes.remove(id, new Date(at)));
  }
  assert.deepEqual(rightOf(await homes.purge(new Date("2026-05-02"))), ["old"]);
  assert.deepEqual(await readdir(join(root, "deleted")), ["new.20260503T100000000Z"]);
  assert.deepEqual(await readdir(join(root, "unfinished")), []);
  assert.equal(kindOf(await homes.restore("old")), "not_found");
});

test("HOMES-44: what is no folder with the id of a home is left alone, with one line in the log", async (t) => {
  const root = await temporaryFolder(t);
  const folder = join(root, "homes");
  for (const name of ["good", "Upper", "-x", "lost+found", "a.b"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "file"), "");
  await symlink(root, join(folder, "link"));
  const { homes, log } = await open(t, root);
  assert.deepEqual(homes.ids(), ["good"]);
  const lines = log.filter(({ msg }) => msg.includes("left alone"));
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.["count"], 6);
  assert.equal((await readdir(folder)).length, 7);
});

test(
  "HOMES-44: a folder that is moved in or out is noticed, and is a home without a name",
  bounded,
  async (t) => {
    const { root, homes } = await open(t);
    const told: string[] = [];
    homes.watch((id) => told.push(id));
    await mkdir(join(root, "alone/www"), { recursive: true });
    await rename(join(root, "alone"), join(root, "homes/moved"));
    await until(() => homes.has("moved"));
    assert.deepEqual(rightOf(await homes.record("moved")), {
      name: "",
      created_at: "",
      quotas: {},
    });
    await rename(join(root, "homes/moved"), join(root, "alone"));
    await until(() => !homes.has("moved"));
    assert.deepEqual(told, ["moved", "moved"]);
  },
);

test("HOMES-45: a home whose folder cannot be filled is not there, and leaves nothing", async (t) => {
  const { root, homes } = await open(t);
  const made = await homes.createFilled("a", recordOf(""), async (folder) => {
    await mkdir(folder);
    await writeFile(join(folder, "users.json"), "");
    return left({ kind: "failed", message: "no such backup" });
  });
  assert.deepEqual(made, left({ kind: "failed", message: "no such backup" }));
  assert.deepEqual(homes.ids(), []);
  assert.deepEqual(await readdir(join(root, "unfinished")), []);
  const filled = await homes.createFilled("a", recordOf("Full"), async (folder) => {
    await mkdir(folder);
    return right(await writeFile(join(folder, "users.json"), "all"));
  });
  rightOf(filled);
  assert.equal(await readFile(join(homes.folderOf("a"), "users.json"), "utf8"), "all");
});

const program = fileURLToPath(new URL("killed-directory-program.ts", import.meta.url));

/** The homes after a start: those that are there, and those that can be restored. */
interface Found {
  readonly there: readonly string[];
  readonly aside: readonly string[];
}

/** What may be found after a killed attempt: as before it, or as after it. */
const outcomes: Readonly<Record<string, readonly Found[]>> = {
  create: [
    { there: ["old"], aside: ["gone"] },
    { there: ["new", "old"], aside: ["gone"] },
  ],
  remove: [
    { there: ["old"], aside: ["gone"] },
    { there: [], aside: ["old", "gone"] },
  ],
  restore: [
    { there: ["old"], aside: ["gone"] },
    { there: ["gone", "old"], aside: [] },
  ],
  purge: [
    { there: ["old"], aside: ["gone"] },
    { there: ["old"], aside: [] },
  ],
};

for (const [what, allowed] of Object.entries(outcomes))
  test(
    `HOMES-45: ${what}, killed before each call to the disk, leaves each home whole or not at all`,
    ofMany,
    async (t) => {
      const attempt = async (at: number): Promise<string> => {
        const { root, homes } = await open(t);
        for (const id of ["gone", "old"]) {
          rightOf(await homes.create(id, recordOf(id)));
          await mkdir(join(homes.folderOf(id), "log"));
          await writeFile(join(homes.folderOf(id), "log/1"), id);
        }
        rightOf(await homes.remove("gone", new Date("2026-05-01")));
        homes.close();
        const words = [process.execPath, bundledProgram(program), root, what, String(at)];
        const running = startCommand(t, words, { env: process.env });
        const { signal } = await running.ended;
        assert.equal(signal ?? running.err(), running.out() === "" ? "SIGKILL" : "");
        const again = await open(t, root);
        const aside = (await again.homes.deleted()).map(({ id }) => id);
        const found = { there: again.homes.ids(), aside };
        assert(
          allowed.some((each) => JSON.stringify(each) === JSON.stringify(found)),
          `killed before call ${at}: ${JSON.stringify(found)}`,
        );
        assert.deepEqual(await readdir(join(root, "unfinished")), []);
        for (const id of found.there) {
          assert.equal(rightOf(await again.homes.record(id)).name.toLowerCase(), id);
          if (id !== "new")
            assert.equal(await readFile(join(again.homes.folderOf(id), "log/1"), "utf8"), id);
        }
        again.homes.close();
        return running.out();
      };
      let at = 0;
      while ((await attempt(at)) === "") at += 1;
      assert(at >= 3, `${at} calls to the disk`);
    },
  );

test("HOMES-46: 10,000 homes are found without reading any of them", ofMany, async (t) => {
  const root = await temporaryFolder(t);
  for (let count = 0; count < 10_000; count += 1)
    await mkdir(join(root, `homes/home-${count}`), { recursive: true });
  // A record that cannot be read stands for all: no start looks into it.
  await writeFile(join(root, "homes/home-7/home.json"), "{");
  const { homes, log } = await open(t, root);
  assert.equal(homes.ids().length, 10_000);
  assert.equal(homes.has("home-9999"), true);
  assert.deepEqual(log, []);
  assert.equal(kindOf(await homes.record("home-7")), "failed");
});
