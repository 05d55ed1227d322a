import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { open, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { setImmediate as turn } from "node:timers/promises";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import native from "fs-native-extensions";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { startService } from "../../src/server/server.ts";
import { readHolder, takeLock } from "../../wal/index.ts";
import { bundledProgram } from "../support/bundled-program.ts";
import { temporaryFolder } from "../support/service.ts";
import { stopProcess } from "../support/stop-process.ts";

const program = fileURLToPath(new URL("../support/disk-lock-holder.ts", import.meta.url));

/** Another process that holds the lock on `path`. */
const holderOf = async (t: TestContext, path: string): Promise<ChildProcess & { pid: number }> => {
  const child = spawn(process.execPath, [bundledProgram(program), path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  await Promise.race([once(child.stdout, "data"), exited]);
  const { pid, exitCode } = child;
  assert(pid !== undefined && exitCode === null, "the holder has the lock");
  return Object.assign(child, { pid });
};

const kill = async (child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
};

test("LOG-14: a second process is refused at once, with the lock and the holder's process id", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const { pid } = await holderOf(t, path);
  const taken = await takeLock(path);
  assert(isLeft(taken));
  assert.deepEqual(taken.left, { path });
  assert.equal(await readHolder(taken.left), pid);
  assert.equal(await readFile(path, "utf8"), `${pid}\n`, "and the holder's note is left alone");
});

test("LOG-14: the service does not start on a data folder in use, says who has it, and touches nothing there", async (t) => {
  const data = await temporaryFolder(t);
  const path = join(data, "lock");
  const { pid } = await holderOf(t, path);
  const config = defaultConfig({ port: 0, data });
  const started = await startService(config, { log: pino({ level: "silent" }) });
  assert(isLeft(started));
  assert(started.left.includes(path) && started.left.includes(String(pid)), started.left);
  await assert.rejects(stat(join(data, "log")), "no log is made");
});

for (const signal of ["SIGKILL", "SIGTERM"] as const)
  test(`LOG-14: the lock ends with its holder, be it by ${signal}, and the file stays`, async (t) => {
    const path = join(await temporaryFolder(t), "lock");
    const holder = await holderOf(t, path);
    const { ino } = await stat(path);
    await kill(holder, signal);
    const taken = await takeLock(path);
    assert(isRight(taken), "the lock is free");
    assert.equal(await readFile(path, "utf8"), `${process.pid}\n`);
    assert.equal((await stat(path)).ino, ino, "it is still the same file");
    await taken.right.release();
  });

test("LOG-14: a holder that is stopped still holds the lock", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const holder = await holderOf(t, path);
  await stopProcess(holder.pid);
  assert(isLeft(await takeLock(path)));
  assert.equal(await readHolder({ path }), holder.pid);
  await kill(holder, "SIGKILL");
  const taken = await takeLock(path);
  assert(isRight(taken));
  await taken.right.release();
});

test("LOG-14, LOG-37: while the new holder has not noted its id yet, no holder before it is named, and everything else goes on", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  // Above every process id that Linux gives: a holder that is gone.
  await writeFile(path, "4194305\n");
  const file = await open(path, "r+");
  assert(native.tryLock(file.fd));
  assert(isLeft(await takeLock(path)));
  const found = readHolder({ path });
  await turn();
  await writeFile(path, `${process.pid}\n`);
  assert.equal(await found, process.pid);
  await file.close();
});

test("LOG-14: the lock is held against this process, too, and is free after its release", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const taken = await takeLock(path);
  assert(isRight(taken));
  assert(isLeft(await takeLock(path)));
  assert.equal(await readHolder({ path }), process.pid);
  await taken.right.release();
  const again = await takeLock(path);
  assert(isRight(again));
  await again.right.release();
});

test("LOG-37: a lock for whose note the disk has no room is held all the same, and ends with its release", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const file = await open(`${path}-of-another`, "wx");
  t.mock.method(Object.getPrototypeOf(file), "write", () => Promise.reject(full));
  await file.close();
  const taken = await takeLock(path);
  assert(isRight(taken), "it is taken");
  assert(isLeft(await takeLock(path)), "and held");
  await taken.right.release();
  const again = await takeLock(path);
  assert(isRight(again), "nothing of it is left");
  await again.right.release();
});

test("LOG-40: a symbolic link in a lock's place is refused, and what it leads to stays as it is, be it there or not", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "lock");
  const users = join(folder, "users.json");
  await writeFile(users, "mine");
  await symlink(users, path);
  await assert.rejects(
    takeLock(path),
    /lock is a symbolic link, and a lock file must not be one: remove it/,
  );
  assert.equal(await readFile(users, "utf8"), "mine");
  rmSync(users);
  await assert.rejects(takeLock(path), /is a symbolic link/);
  assert(!existsSync(users), "nothing is made at its end");
});

test("LOG-37: who opened a lock file that its holder then removed gets the lock of the file that is there", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const tryLock = native.tryLock.bind(native);
  t.mock.method(native, "tryLock").mock.mockImplementationOnce((fd) => {
    rmSync(path);
    return tryLock(fd);
  });
  const taken = await takeLock(path);
  assert(isRight(taken));
  assert(isLeft(await takeLock(path)), "it is the only one");
  await taken.right.release();
});
