import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { serveProgram } from "../support/program.ts";
import { objectOf } from "./revisions.ts";

/**
 * Lets a bug loose in the real program. No known message causes one, so a
 * module that the program is started with brings it along: it waits for a
 * signal, and then fails where no command is there to be answered.
 */
const loseToBug = async (t: TestContext, failing: string) => {
  const { data, admin } = await dataFolder(t);
  const module = join(data, "bug.mjs");
  await writeFile(module, `process.on("SIGUSR2", function theBug() { ${failing} });\n`);
  const options = { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` };
  const served = await serveProgram(t, data, [], options);
  const peer = await Peer.login(t, served.port, admin);
  await peer.save(numberedPlan(1));
  served.child.kill("SIGUSR2");
  const { code, signal } = await served.ended;
  const lines = served.err().trim().split("\n");
  const last = objectOf(JSON.parse(lines.at(-1) ?? ""));
  return { code, signal, last, data, admin };
};

for (const [kind, failing] of [
  ["an exception", 'throw new Error("nobody caught this");'],
  ["a rejected promise", 'Promise.reject(new Error("nobody caught this"));'],
] as const) {
  test(`OPS-6: ${kind} outside of commands is logged with its stack and ends the process with 1`, async (t) => {
    const { code, signal, last, data, admin } = await loseToBug(t, failing);
    assert.deepEqual({ code, signal }, { code: 1, signal: null });
    assert.equal(last["level"], 60);
    const { message, stack } = objectOf(last["err"]);
    assert.equal(message, "nobody caught this");
    assert.match(String(stack), /theBug \(file:.*bug\.mjs:1:/);
    const again = await serveProgram(t, data);
    const peer = await Peer.login(t, again.port, admin);
    assert.deepEqual(await peer.result("floorplan/plan/get"), { ...numberedPlan(1), rev: 1 });
  });
}
