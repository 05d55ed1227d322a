import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { startService } from "../../src/server/server.ts";
import { scaled } from "../campaign/scale.ts";
import { storageFolder } from "../model/import/storage-files.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { injecting, oneThread, runUnderStrace } from "../support/strace.ts";
import { runInProcess } from "../support/run-command.ts";

// What an import is made of, beside the bytes that it writes.
const names = scaled(["rename"], ["rename", "rmdir", "mkdir", "link", "fsync", "fdatasync"]);

const whole = [".log-id", "lock", "log", "users.json", "www"];

for (const [how, what] of [
  ["signal=KILL", "is killed"],
  ["error=EIO", "fails"],
] as const)
  test(
    `IMPORT-24: an import into a folder that ${what} at any step leaves nothing, all of it, or what no service starts on`,
    { timeout: scaled(90_000, 900_000) },
    async (t) => {
      if (!mayUse(t, "strace")) return;
      const folder = await storageFolder(t);
      const left = { nothing: 0, all: 0, refused: 0 };
      for (const name of names)
        for (let at = 1; ; at += 1) {
          const step = `${name} ${at}`;
          assert(at < 100, `${step}: an import has an end`);
          const data = await temporaryFolder(t);
          const args = ["import", folder, "--data", data];
          const ended = await runUnderStrace(t, injecting(how, name, at), args, oneThread);
          const there = (await readdir(data)).filter((each) => !each.endsWith(".json.lock"));
          if (there.every((each) => each === "lock")) left.nothing += 1;
          else if (there.toSorted().join() === whole.join()) {
            const shown = await runInProcess(["log", "show", "--json", "--data", data]);
            const revs = [...shown.out.matchAll(/"rev":(\d+)/g)].map(([, rev]) => Number(rev));
            assert.deepEqual(revs, [3, 5, 7], step);
            left.all += 1;
          } else {
            const log = pino({ level: "silent" });
            const started = await startService(defaultConfig({ port: 0, data }), { log });
            if (isRight(started)) await started.right.stop();
            assert(isLeft(started), `${step}: no service starts on ${there.join()}`);
            assert.match(
              started.left,
              /^a restore or an import into .* was interrupted: empty the folder/,
              step,
            );
            left.refused += 1;
          }
          if (ended !== 0) continue;
          assert.deepEqual(there.toSorted(), whole, "an undisturbed one imports all");
          assert(at > 1, `an import calls ${name}`);
          break;
        }
      assert(left.refused + left.nothing > 1 && left.all > 0, JSON.stringify(left));
      t.diagnostic(`steps: ${JSON.stringify(left)}`);
    },
  );
