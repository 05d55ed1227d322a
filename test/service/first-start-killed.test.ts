import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { scaled } from "../campaign/scale.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { newUser, startTestService, temporaryFolder } from "../support/service.ts";
import { mayUse } from "../support/programs.ts";
import { injecting, oneThread, spawnStrace, whenReady } from "../support/strace.ts";

// What a start does to the disk; its reads leave nothing behind.
const names = scaled(["rename"], ["mkdir", "rename", "pwritev", "fsync", "fdatasync"]);

/** Starts the real program on a folder until it is killed before a call, or is ready, which ends it as well; tells whether it came to be ready. */
const startUntil = async (
  t: TestContext,
  data: string,
  name: string,
  at: number,
): Promise<boolean> => {
  const serve = ["serve", "--port", "0", "--data", data];
  const strace = spawnStrace(injecting("signal=KILL", name, at), serve, oneThread);
  t.after(() => strace.kill("SIGKILL"));
  const ended = once(strace, "close");
  const ready = await whenReady(strace, ended, data);
  if (ready === undefined) return false;
  try {
    process.kill(ready.pid, "SIGKILL");
  } catch {
    // It was killed meanwhile, by what goes on beside once it is ready.
  }
  await ended;
  return true;
};

test(
  "LOG-15, PROOF-2: a first start of the real process that is killed at any step is followed by one that serves and saves",
  { timeout: scaled(60_000, 900_000) },
  async (t) => {
    if (!mayUse(t, "strace")) return;
    let killed = 0;
    for (const name of names)
      for (let at = 1; ; at += 1) {
        assert(at < 100, "a start has an end");
        const data = join(await temporaryFolder(t), "home", "data");
        if (await startUntil(t, data, name, at)) break;
        killed += 1;
        // The first start may have ended before it could show its token.
        const admin = await newUser(data, "me", true);
        const again = await startTestService(t, { again: { data, admin, viewer: admin } });
        const editor = await Peer.login(t, again.port, admin);
        assert.equal(await editor.save(numberedPlan(1)), 1, `after ${name} ${at}`);
        await again.stop();
      }
    assert(killed > 1);
    t.diagnostic(`${killed} first starts killed`);
  },
);
