import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { timesIn } from "../server/log-lines.ts";
import { dataFolder } from "../support/data-folder.ts";
import { eventually } from "../support/polling.ts";
import { type Message, Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { serveProgram } from "../support/program.ts";
import { objectOf } from "./revisions.ts";

/**
 * Starts the real program with a bug. No known message causes one, so a module that the program is started with brings
 * it along: it waits for a signal, and then fails where no boundary but the last one is there to meet it.
 */
const serveWithBug = async (t: TestContext, failing: string) => {
  const { data, admin } = await dataFolder(t);
  const module = join(data, "bug.mjs");
  await writeFile(module, `process.on("SIGUSR2", function theBug() { ${failing} });\n`);
  const options = { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` };
  const served = await serveProgram(t, data, [], options);
  const peer = await Peer.login(t, served.port, admin);
  await peer.save(numberedPlan(1));
  /** The lines of the log at a level or above. */
  const logged = (level: number): readonly Message[] =>
    served
      .err()
      .split("\n")
      // Of the last one there may be more to come.
      .slice(0, -1)
      .filter((line) => line.startsWith("{"))
      .map((line) => objectOf(JSON.parse(line)))
      .filter((line) => Number(line["level"]) >= level);
  return { served, data, admin, peer, logged };
};

for (const [kind, failing] of [
  ["an exception", 'throw new Error("nobody caught this");'],
  ["a rejected promise", 'Promise.reject(new Error("nobody caught this"));'],
  ["a timer", 'setTimeout(function theBug() { throw new Error("nobody caught this"); }, 1);'],
] as const) {
  test(`OPS-14: ${kind} outside of every boundary is logged with its stack, and the service goes on`, async (t) => {
    const { served, admin, peer, logged } = await serveWithBug(t, failing);
    await peer.result("floorplan/plan/subscribe");
    served.child.kill("SIGUSR2");
    const [line] = await eventually(() => {
      const lines = logged(50);
      return Promise.resolve(lines.length > 0 ? { seen: lines } : { not: "a line of the bug" });
    }, 20_000);
    const { message, stack } = objectOf(line?.["err"]);
    assert.equal(message, "nobody caught this");
    assert.match(String(stack), /theBug .*file:.*bug\.mjs:1:/);
    assert.equal(await peer.save(numberedPlan(2)), 2);
    const other = await Peer.login(t, served.port, admin);
    assert.deepEqual(await other.result("floorplan/plan/get"), { ...numberedPlan(2), rev: 2 });
    served.child.kill("SIGTERM");
    assert.deepEqual(await served.ended, { code: 0, signal: null });
  });
}

test("HOMES-196: of an error the log has type, message, code and stack, its causes too, and nothing that is attached to it", async (t) => {
  const failing = `
    const cause = Object.assign(new Error("the cause of it"), { token: "secret-of-a-cause" });
    const more = { code: "E_ODD", headers: { authorization: "Bearer secret-of-a-user" } };
    Promise.reject(Object.assign(new TypeError("x".repeat(100_000)), more));
    Promise.reject(new Error("the error", { cause }));
    Promise.reject({ headers: more.headers });
  `;
  const { served, logged } = await serveWithBug(t, failing);
  served.child.kill("SIGUSR2");
  const [first, second, third] = await eventually(() => {
    const lines = logged(50);
    return Promise.resolve(lines.length > 2 ? { seen: lines } : { not: "three lines of bugs" });
  }, 20_000);
  const error = objectOf(first?.["err"]);
  assert.deepEqual(Object.keys(error), ["type", "message", "code", "stack"]);
  assert.deepEqual([error["type"], error["code"]], ["TypeError", "E_ODD"]);
  assert.equal(String(error["message"]), "x".repeat(2000));
  assert.equal(String(error["stack"]).length, 10_000);
  const { message, stack } = objectOf(second?.["err"]);
  assert.equal(message, "the error: the cause of it");
  assert.match(String(stack), /theBug[^]*caused by: Error: the cause of it\n[^]*theBug/);
  assert.deepEqual(third?.["err"], { type: "object", message: "[object Object]" });
  assert.doesNotMatch(served.err(), /secret-of/);
});

test("OPS-14: a bug outside of every boundary that comes again and again is logged at a bounded rate", async (t) => {
  const failing = `for (let count = 0; count < 300; count += 1) Promise.reject(new Error("again"));`;
  const { served, logged } = await serveWithBug(t, failing);
  served.child.kill("SIGUSR2");
  const lines = await eventually(() => {
    const seen = logged(50);
    const times = timesIn(seen);
    return Promise.resolve(times >= 300 ? { seen } : { not: `300 bugs but ${times}` });
  }, 20_000);
  assert.equal(timesIn(lines), 300);
  assert(lines.length < 300, `${lines.length} lines`);
});

test("OPS-6: a bug that leaves the plan's state unknown ends the process with 1, and nothing acknowledged is lost", async (t) => {
  // The actor turns the steps of a batch around, and once that fails.
  const failing = `Array.prototype.toReversed = () => { throw new Error("no way back"); }; console.error("the bug is there");`;
  const { served, data, admin, peer, logged } = await serveWithBug(t, failing);
  served.child.kill("SIGUSR2");
  // A signal and a message that come at once are met in any order.
  await served.printed("the bug is there", "err");
  peer.send({ id: peer.newId(), type: "floorplan/plan/save", plan: numberedPlan(2) });
  assert.deepEqual(await served.ended, { code: 1, signal: null });
  const fatal = logged(60);
  assert.equal(fatal.length, 1);
  const { message, stack } = objectOf(fatal[0]?.["err"]);
  assert.match(String(message), /the state of the plan is unknown: no way back/);
  // What was thrown first is below what was made of it.
  const places = [...String(stack).matchAll(/\((file:\S+\/src\/plan\/actor\.ts):(\d+):(\d+)\)/g)];
  assert(places.length > 0, String(stack));
  const lines = (await readFile(fileURLToPath(places.at(-1)?.[1] ?? ""), "utf8")).split("\n");
  assert(
    places.some(([, , line, column]) =>
      (lines[Number(line) - 1]?.slice(Number(column) - 1) ?? "").startsWith("toReversed"),
    ),
    "the stack names lines of the sources",
  );
  assert.doesNotMatch(String(stack), /dist\//);
  const again = await serveProgram(t, data);
  const reader = await Peer.login(t, again.port, admin);
  const found = objectOf(await reader.result("floorplan/plan/get"));
  assert(
    found["rev"] === 1 || found["rev"] === 2,
    "the save that was under way is there whole, or not at all",
  );
  assert.deepEqual(found, { ...numberedPlan(found["rev"]), rev: found["rev"] });
});

test("OPS-16: what cannot be closed ends the process with 1 after everything else was closed", async (t) => {
  // Whoever stops a timer of all connections meets the bug.
  const failing = `
    const { clearInterval: clear } = globalThis;
    let isFirst = true;
    globalThis.clearInterval = (timer) => {
      clear(timer);
      if (isFirst && timer !== undefined) { isFirst = false; throw new Error("it stays open"); }
    };
    process.emit("SIGTERM");
  `;
  const { served, data, admin, logged } = await serveWithBug(t, failing);
  served.child.kill("SIGUSR2");
  assert.deepEqual(await served.ended, { code: 1, signal: null });
  assert.match(JSON.stringify(logged(60)), /not closed as it should be: it stays open/);
  const again = await serveProgram(t, data);
  const reader = await Peer.login(t, again.port, admin);
  assert.deepEqual(await reader.result("floorplan/plan/get"), { ...numberedPlan(1), rev: 1 });
});
