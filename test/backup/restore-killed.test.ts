import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { startService } from "../../src/server/server.ts";
import { scaled } from "../campaign/scale.ts";
import { temporaryFolder } from "../support/service.ts";
import { mayUse } from "../support/programs.ts";
import { injecting, oneThread, runUnderStrace } from "../support/strace.ts";
import { servedRevs, withLog } from "./logs.ts";

// What a restore is made of, beside the bytes that it writes.
const names = scaled(["rename"], ["rename", "rmdir", "mkdir", "fsync", "fdatasync"]);

const whole = [".log-id", "lock", "log", "users.json"];

for (const [how, what] of [
  ["signal=KILL", "is killed"],
  ["error=EIO", "fails"],
] as const)
  test(
    `REPAIR-6, REPAIR-7: a restore or an import into a folder that ${what} at any step leaves nothing, all of it, or what no service starts on`,
    { timeout: scaled(60_000, 900_000) },
    async (t) => {
      if (!mayUse(t, "strace")) return;
      const folder = await withLog(t, 4);
      const file = join(await temporaryFolder(t), "backup.tar.gz");
      assert(isRight(await makeBackup(folderHome(folder.data), file)));
      const left = { nothing: 0, all: 0, refused: 0 };
      for (const name of names)
        for (let at = 1; ; at += 1) {
          const step = `${name} ${at}`;
          assert(at < 100, `${step}: a restore has an end`);
          const data = await temporaryFolder(t);
          const restore = ["restore", file, "--with-tokens", "--data", data];
          const code = await runUnderStrace(t, injecting(how, name, at), restore, oneThread);
          // Where only the mark of the log's clean shutdown failed, all is restored.
          const isOver = code === 0 && existsSync(join(data, "log", "clean-shutdown"));
          const there = (await readdir(data)).toSorted();
          if (there.every((each) => each === "lock")) left.nothing += 1;
          else if (there.join() === whole.join()) {
            assert.deepEqual(await servedRevs(t, { ...folder, data }), [4, 3, 2, 1], step);
            if (!isOver) left.all += 1;
          } else {
            const log = pino({ level: "silent" });
            const started = await startService(defaultConfig({ port: 0, data }), { log });
            if (isRight(started)) await started.right.stop();
            assert(isLeft(started), `${step}: no service starts on ${there.join()}`);
            assert.match(started.left, /^a restore or an import into .* was interrupted/, step);
            left.refused += 1;
          }
          if (!isOver) continue;
          assert.deepEqual(there, whole, "an undisturbed one restores all");
          assert(at > 1, `a restore calls ${name}`);
          break;
        }
      const { nothing, all, refused } = left;
      assert(refused > 1 && nothing + all + refused > 2, "every step is there");
      t.diagnostic(`steps: ${JSON.stringify(left)}`);
    },
  );
