import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
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

test("OPS-6: the stack in the log names files and lines of the sources, not of what was built", async (t) => {
  // The handler of SIGTERM asks for the time, and once there is none.
  const failing = `
    const { now } = performance;
    performance.now = () => { performance.now = now; throw new Error("no time"); };
    process.emit("SIGTERM");
  `;
  const { last } = await loseToBug(t, failing);
  const stack = String(objectOf(last["err"])["stack"]);
  const place = /\((file:\S+\/src\/cli\/run-service\.ts):(\d+):(\d+)\)/.exec(stack);
  assert(place?.[1] !== undefined, stack);
  const lines = (await readFile(fileURLToPath(place[1]), "utf8")).split("\n");
  assert.match(
    lines[Number(place[2]) - 1]?.slice(Number(place[3]) - 1) ?? "",
    /^performance|^now\(/,
  );
  assert.doesNotMatch(stack, /dist\//);
});
