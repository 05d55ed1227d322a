import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import native from "fs-native-extensions";
import { pino } from "pino";
import { defaultConfig } from "../../src/config.ts";
import { startService } from "../../src/server.ts";
import { takeLock } from "../../wal/index.ts";
import { temporaryFolder } from "../support/service.ts";
import { stopProcess } from "../support/stopped.ts";

const program = fileURLToPath(new URL("../support/disk-lock-holder.ts", import.meta.url));

/** Another process that holds the lock on `path`. */
const holderOf = async (t: TestContext, path: string): Promise<ChildProcess & { pid: number }> => {
  const child = spawn(process.execPath, ["--import", "tsx", program, path], {
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
  const path = join(await temporaryFolder(t), "data", "lock");
  const { pid } = await holderOf(t, path);
  const taken = takeLock(path);
  assert(isLeft(taken));
  assert.deepEqual(taken.left, { path, holder: pid });
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
    const taken = takeLock(path);
    assert(isRight(taken), "the lock is free");
    assert.equal(await readFile(path, "utf8"), `${process.pid}\n`);
    assert.equal((await stat(path)).ino, ino, "it is still the same file");
    taken.right.release();
  });

test("LOG-14: a holder that is stopped still holds the lock", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const holder = await holderOf(t, path);
  await stopProcess(holder.pid);
  assert.deepEqual(takeLock(path), { _tag: "Left", left: { path, holder: holder.pid } });
  await kill(holder, "SIGKILL");
  const taken = takeLock(path);
  assert(isRight(taken));
  taken.right.release();
});

test("LOG-14: while the new holder has not noted its id yet, no holder before it is named", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  // Above every process id that Linux gives: a holder that is gone.
  await writeFile(path, "4194305\n");
  const file = await open(path, "r+");
  assert(native.tryLock(file.fd));
  const note = `require("node:fs").writeFileSync(${JSON.stringify(path)}, "${process.pid}\\n")`;
  const noting = once(new Worker(note, { eval: true }), "exit");
  assert.deepEqual(takeLock(path), { _tag: "Left", left: { path, holder: process.pid } });
  await noting;
  await file.close();
});

test("LOG-14: the lock is held against this process, too, and is free after its release", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const taken = takeLock(path);
  assert(isRight(taken));
  assert.deepEqual(takeLock(path), { _tag: "Left", left: { path, holder: process.pid } });
  taken.right.release();
  const again = takeLock(path);
  assert(isRight(again));
  again.right.release();
});
