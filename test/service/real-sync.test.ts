import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isRight } from "fp-ts/lib/Either.js";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { temporaryFolder } from "../support/service.ts";
import { usersFile, createUser } from "../../src/host/users/user-directory.ts";

const program = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));
const hasStrace = spawnSync("strace", ["-V"]).status === 0;

test("SAVE-9, SAVE-10, LOG-2: the real process syncs the log before each reply, and the folder after each rename", async (t) => {
  if (!hasStrace) {
    assert.notEqual(process.env["CI"], "true", "strace is there (apt-get install strace)");
    t.diagnostic("not run: strace is missing (apt-get install strace)");
    return;
  }
  const data = await temporaryFolder(t);
  const token = await createUser(usersFile(data), "admin", true);
  assert(isRight(token));
  const trace = join(data, "trace");
  const calls = "trace=fdatasync,fsync,rename";
  const serve = [process.execPath, program, "serve", "--port", "0", "--data", data];
  const child = spawn("strace", ["-f", "-y", "-e", calls, "-o", trace, ...serve]);
  const ended = new Promise((resolve) => child.once("close", resolve));
  let out = "";
  const port = await new Promise<number>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const listening = /listens at http:\/\/[^\s]+:(\d+)\n/.exec(out)?.[1];
      if (listening !== undefined) resolve(Number(listening));
    });
  });
  // strace ends with what it watches, whose process id is in the lock.
  const pid = Number(await readFile(join(data, "lock"), "utf8"));
  t.after(async () => {
    process.kill(pid, "SIGKILL");
    await ended;
  });
  const syncs = async (): Promise<number> => {
    // A call that another thread's interrupts in the trace returns on a line of its own.
    const returned = /fdatasync(?:\(.*\)| resumed>\))\s+= 0/;
    return (await readFile(trace, "utf8")).split("\n").filter((line) => returned.test(line)).length;
  };
  const peer = await Peer.login(t, port, token.right);
  for (let number = 1; number <= 5; number += 1) {
    const before = await syncs();
    await peer.save(numberedPlan(number));
    assert((await syncs()) > before, `the log was synced before save ${number} was answered`);
  }
  const text = await readFile(trace, "utf8");
  const renamed = text.indexOf("spare.tmp");
  assert(renamed !== -1, "the first segment got its name by a rename");
  assert(/fsync\([^)]*\/log>/.test(text.slice(renamed)), "and then its folder was synced");
});
