import assert from "node:assert/strict";
import { link, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { bounded } from "../support/timeouts.ts";
import { temporaryFolder } from "../support/service.ts";
import { mayUse } from "../support/programs.ts";
import { traceProgram } from "../support/strace.ts";
import { fileOf, namedDurably, newNames, pathsOf, syncedWhole } from "../support/system-trace.ts";
import { withLog } from "./logs.ts";

/** A data folder with four revisions, users, and an image that has two names. */
const filledFolder = async (t: TestContext): Promise<string> => {
  const { data } = await withLog(t, 4);
  const images = join(data, "www", "floorplan");
  await mkdir(images, { recursive: true });
  await writeFile(join(images, "bg_0.png"), "image");
  await link(join(images, "bg_0.png"), join(images, "bg_0.1.png"));
  return data;
};

test(
  "REPAIR-5: a backup is synced whole before it gets its name, and its folder after that",
  bounded,
  async (t) => {
    if (!mayUse(t, "strace")) return;
    const data = await filledFolder(t);
    const folder = await temporaryFolder(t);
    const file = join(folder, "home.tar.gz");
    const calls = await traceProgram(t, ["backup", file, "--data", data]);
    const named = newNames(calls, folder).filter(({ path }) => path === file);
    const [name] = named;
    assert(name?.from !== undefined && named.length === 1, "it gets its name by a rename");
    const { from } = name;
    assert(calls.some((call) => call.name.includes("write") && fileOf(call) === from));
    assert(syncedWhole(calls, from, name.call), "it was synced whole before that");
    assert(namedDurably(calls, name) !== undefined, "and its folder after that");
  },
);

for (const [where, isThere] of [
  ["a folder that is empty", true],
  ["a folder that is not there, nor the one that it is in", false],
] as const)
  test(
    `REPAIR-6, REPAIR-7: of a restore into ${where}, every file and name is synced before any gets its place, and the places after that`,
    bounded,
    async (t) => {
      if (!mayUse(t, "strace")) return;
      const folder = await temporaryFolder(t);
      const file = join(folder, "home.tar.gz");
      assert(isRight(await makeBackup(folderHome(await filledFolder(t)), file)));
      const data = join(folder, "home", "data");
      if (isThere) await mkdir(data, { recursive: true });
      const calls = await traceProgram(t, ["restore", file, "--with-tokens", "--data", data]);
      const names = newNames(calls, folder);
      const moves = names.filter(
        ({ path, from }) => from !== undefined && !path.includes(".restoring"),
      );
      const first = moves[0]?.call;
      assert(first !== undefined);
      assert.deepEqual(moves.map(({ path }) => basename(path)).toSorted(), [
        ".log-id",
        "log",
        "users.json",
        "www",
      ]);
      for (const name of names) {
        const { path } = name;
        // A name that is not there after a crash is made again, and nothing else refers to it.
        if (path.endsWith(".tmp") || path.endsWith("lock")) continue;
        const durable = namedDurably(calls, name);
        assert(durable !== undefined, `the folder of ${path} was synced after it`);
        if (moves.includes(name)) continue;
        assert(durable < first.began, `${path} was there by its name before anything was moved`);
        assert(syncedWhole(calls, path, first), `${path} was synced whole before that`);
      }
      for (const end of ["users.json", "bg_0.png", "bg_0.1.png", ".seg"])
        assert(
          names.some(({ path }) => path.endsWith(end)),
          `${end} was made`,
        );
      const removed = calls.find(({ name }) => name === "rmdir");
      assert(removed !== undefined);
      const last = moves.at(-1)?.call;
      const syncs = calls.filter((call) => call.name === "fsync" && fileOf(call) === data);
      assert(
        syncs.some(({ began, ended }) => last && last.ended < began && ended < removed.began),
        "what was moved is durable before the mark of the restore goes",
      );
      assert(
        syncs.some(({ began }) => began > removed.ended),
        `${pathsOf(removed).join()} is gone durably`,
      );
    },
  );
