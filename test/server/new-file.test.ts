import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { putNewFile } from "../../src/server/runtime/new-file.ts";
import { bundledProgram } from "../support/bundled-program.ts";
import { temporaryFolder } from "../support/service.ts";

const put = (path: string, text: string) =>
  putNewFile(path, { fill: async ({ file }) => right(await file.writeFile(text)) });

test("REPAIR-13: a link at the path is replaced, and what it leads to stays as it is", async (t) => {
  const folder = await temporaryFolder(t);
  const [path, users] = [join(folder, "home.tar.gz"), join(folder, "users.json")];
  await writeFile(users, "mine");
  await symlink(users, path);
  assert(isRight(await put(path, "backup")));
  assert((await lstat(path)).isFile());
  assert.deepEqual(
    [await readFile(path, "utf8"), await readFile(users, "utf8")],
    ["backup", "mine"],
  );
  assert.deepEqual(await readdir(folder), ["home.tar.gz", "users.json"]);
});

test("REPAIR-13: it is its owner's alone, also while it is written, under a name that nobody can guess", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "home.tar.gz");
  await writeFile(path, "old", { mode: 0o644 });
  const names = new Set<string>();
  for (const text of ["one", "two"])
    await putNewFile(path, {
      fill: async (writing) => {
        await writing.file.writeFile(text);
        assert.equal((await stat(writing.path)).mode & 0o777, 0o600);
        names.add(writing.path);
        return right(undefined);
      },
    });
  assert.equal(names.size, 2);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test("REPAIR-13: what is not wanted or fails leaves what was there, and nothing else", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "home.tar.gz");
  await writeFile(path, "old");
  const refused = await putNewFile(path, { fill: () => Promise.resolve(left("no")) });
  assert(isLeft(refused) && refused.left === "no");
  await assert.rejects(
    putNewFile(path, { fill: () => Promise.reject(new Error("broken")) }),
    /broken/,
  );
  const fill = () => Promise.resolve(right(undefined));
  await assert.rejects(putNewFile(path, { replaces: false, fill }), { code: "EEXIST" });
  assert.equal(await readFile(path, "utf8"), "old");
  assert.deepEqual(await readdir(folder), ["home.tar.gz"]);
});

const program = fileURLToPath(new URL("../support/file-writer.ts", import.meta.url));

/** Another process that is amid a file; resolves with how it is called. */
const writerOf = async (t: TestContext, path: string): Promise<[ChildProcess, string]> => {
  const child = spawn(process.execPath, [bundledProgram(program), path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const [name]: unknown[] = await once(child.stdout, "data");
  return [child, String(name).trim()];
};

test("REPAIR-14: what a process that was killed has left goes with the next file; what somebody writes, and what is another's, stays", async (t) => {
  const folder = await temporaryFolder(t);
  const [killed, leftOver] = await writerOf(t, join(folder, "one"));
  const [writing, written] = await writerOf(t, join(folder, "two"));
  const others = [".floorplan-0123.partial", "home.tar.gz.partial", ".floorplan-notes.partial"];
  for (const name of others) {
    await writeFile(join(folder, name), "mine");
    await utimes(join(folder, name), 0, 0);
  }
  const notFiles = [".floorplan-0123456789abcdef.partial", ".floorplan-fedcba9876543210.partial"];
  await mkdir(join(folder, notFiles[0] ?? ""));
  await symlink(written, join(folder, notFiles[1] ?? ""));
  const exited = once(killed, "exit");
  killed.kill("SIGKILL");
  await exited;
  assert((await readdir(folder)).includes(leftOver.slice(folder.length + 1)));
  assert(isRight(await put(join(folder, "three"), "whole")));
  const found = await readdir(folder);
  assert.deepEqual(
    found.toSorted(),
    [...others, ...notFiles, written.slice(folder.length + 1), "three"].toSorted(),
  );
  const finished = once(writing, "exit");
  writing.stdin?.end();
  await finished;
  assert.equal(await readFile(join(folder, "two"), "utf8"), "whole");
});
