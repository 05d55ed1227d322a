import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { health } from "../service/revisions.ts";
import { dataFolder } from "../support/data-folder.ts";
import { withTimeout } from "../support/polling.ts";
import { serveProgram } from "../support/program.ts";
import { PatientEditor, refusalText } from "./hostile/patient-editor.ts";
import { assertNothingLost, killProgram } from "./hostile/restarted.ts";
import { steadyViewer } from "./hostile/steady-viewer.ts";
import { SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";

/** Small files, so that a few saves need a new one. */
const smallFiles = ["--segment-bytes", "65536", "--snapshot-bytes", "262144"];
const rounds = randomCases(2, 50);
const settledMs = 15_000;

const noDescriptors = /EMFILE|ENFILE|too many open files|descriptor/i;

/** Sets how many descriptors a running process may have; those that it has stay. */
const limitDescriptors = (pid: number | undefined, most: number): void =>
  void execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${most}:`]);

test(
  "PROOF-10: while nothing at all can be opened, saves are made or refused with the reason, and later they are made again",
  { timeout: scaled(60_000, 900_000) },
  async (t) => {
    const { data, admin, viewer } = await dataFolder(t);
    const plans = new SavedPlans();
    const served = await serveProgram(t, data, smallFiles);
    const { port, url, child } = served;
    const onlooker = await steadyViewer(t, { port, token: viewer }, plans);
    const editor = await PatientEditor.login(t, { port, token: admin }, plans, noDescriptors);
    await editor.saveUntilMade(20);
    for (let round = 1; round <= rounds; round += 1) {
      // Fewer than are open already.
      limitDescriptors(child.pid, 3);
      editor.refused = 0;
      const refused = editor.saveWhile(() => editor.refused < 5);
      await Promise.race([withTimeout(refused, settledMs, "refusing a save"), onlooker.ended]);
      limitDescriptors(child.pid, 1024);
      const made = editor.saveUntilMade(50);
      await Promise.race([withTimeout(made, settledMs, "saving again"), onlooker.ended]);
      assert.equal((await health(url)).status, 200, "healthy again");
      await onlooker.caughtUp();
    }
    await killProgram(served);
    await assertNothingLost(t, data, admin, plans, smallFiles);
    t.diagnostic(
      `${rounds} times without a descriptor; ${plans.acknowledged} saves, ${refusalText(editor.refusals)}, ` +
        `${plans.compared} plans compared`,
    );
  },
);
