import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/config.ts";
import { makeBackup } from "../../src/rescue/backup.ts";
import { startService } from "../../src/server.ts";
import { scaled } from "../campaign/scale.ts";
import { dataFolder } from "../support/data-folder.ts";
import { temporaryFolder } from "../support/service.ts";
import { makeLog, servedRevs } from "./logs.ts";

const program = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));
const hasStrace = spawnSync("strace", ["-V"]).status === 0;

// What a restore is made of, beside the bytes that it writes.
const calls = scaled("rename,rmdir", "rename,rmdir,mkdir,fsync,fdatasync");

/** Runs a restore on the real system, whose call number `at` of these, counted from 1, fails or kills it; returns its exit code. */
const restoreUntil = async (
  t: TestContext,
  file: string,
  data: string,
  how: "signal=KILL" | "error=EIO",
  at: number,
): Promise<unknown> => {
  const inject = ["-e", `trace=${calls}`, "-e", `inject=${calls}:${how}:when=${at}`];
  const restore = [process.execPath, program, "restore", file, "--data", data];
  const strace = spawn("strace", ["-f", "-qq", "-o", "/dev/null", ...inject, ...restore], {
    stdio: "ignore",
    // strace counts the calls of each thread for itself.
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
  });
  t.after(() => strace.kill("SIGKILL"));
  const [code]: unknown[] = await once(strace, "close");
  return code;
};

for (const [how, what] of [
  ["signal=KILL", "is killed"],
  ["error=EIO", "fails"],
] as const)
  test(
    `RESCUE-6, RESCUE-7: a restore into a folder that ${what} at any step leaves nothing, or what no service starts on`,
    { timeout: scaled(60_000, 240_000) },
    async (t) => {
      if (!hasStrace) {
        assert.notEqual(process.env["CI"], "true", "strace is there (apt-get install strace)");
        t.diagnostic("not run: strace is missing (apt-get install strace)");
        return;
      }
      const folder = await dataFolder(t);
      await makeLog(folder.data, 4);
      const file = join(await temporaryFolder(t), "backup.tar.gz");
      assert(isRight(await makeBackup(folder.data, file)));
      let refused = 0;
      for (let at = 1; ; at += 1) {
        assert(at < 100, "a restore has an end");
        const data = await temporaryFolder(t);
        if ((await restoreUntil(t, file, data, how, at)) === 0) {
          assert.deepEqual((await readdir(data)).toSorted(), ["log", "users.json"]);
          assert.deepEqual(await servedRevs(t, { ...folder, data }), [4, 3, 2, 1]);
          t.diagnostic(`${at - 1} steps, at ${refused} of which the folder is refused`);
          break;
        }
        const names = await readdir(data);
        if (names.length === 0) continue;
        const log = pino({ level: "silent" });
        const started = await startService(defaultConfig({ port: 0, data }), { log });
        assert(isLeft(started), `step ${at}: no service starts on ${names.join()}`);
        assert.match(started.left, /^a restore into .* was interrupted/);
        refused += 1;
      }
      assert(refused > 1);
    },
  );
