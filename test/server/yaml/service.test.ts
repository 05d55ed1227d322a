import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { Json } from "../../../src/server/yaml/types.ts";
import { makeYamlService } from "../../../src/server/yaml/service.ts";
import { yamlLimits } from "../../../src/server/yaml/types.ts";
import { type JobResult, JobRunner } from "../../../src/server/yaml/job-runner.ts";
import { boundary } from "../../support/failing-boundary.ts";

const limits = yamlLimits;
const stuckWorker = (): Worker => new Worker(new URL("./stuck-worker.mjs", import.meta.url));
const run = (
  runner: JobRunner,
  text: string,
  caller = "a",
  size = 1,
  home = "",
): Promise<JobResult> => runner.run({ kind: "parse", text, limits }, { home, caller, size });
const parsed = (text: string): JobResult =>
  right({ kind: "parsed", result: right(new TextEncoder().encode(text)) });

const message = (result: JobResult): string => {
  assert(isLeft(result));
  return result.left.message;
};

test("YAML-14: the service parses and dumps in its worker", async () => {
  const service = makeYamlService(limits, boundary);
  const data: Json = JSON.parse('{"a": [true, null], "__proto__": {"b": "on"}}');
  const text = "a:\n- true\n-\n__proto__:\n  b: 'on'\n";
  assert.deepEqual(await service.dump(JSON.stringify(data), "a")(), right(text));
  const json = await service.parse(text, "a")();
  assert(isRight(json));
  assert.deepEqual(JSON.parse(Buffer.from(json.right).toString()), data);
  const refused = await service.parse("a: [", "a")();
  assert(isLeft(refused) && refused.left.kind === "invalid");
  assert.equal(refused.left.line, 1);
  await service.close();
});

test("YAML-14: an alias bomb ends in an error, and the next job runs", async () => {
  const service = makeYamlService(limits, boundary);
  const levels = Array.from({ length: 30 }, (_, n) => `- &a${n + 1} [*a${n}, *a${n}, *a${n}]\n`);
  const result = await service.parse(`- &a0 x\n${levels.join("")}`, "a")();
  assert(isLeft(result));
  assert.match(result.left.message, /yaml-nodes, /);
  assert(isRight(await service.parse("a", "a")()));
  await service.close();
});

test("YAML-14: the main thread goes on while a job takes forever", async () => {
  const runner = new JobRunner(stuckWorker, limits, boundary);
  const steps: string[] = [];
  const job = run(runner, "stuck").then((result) => {
    steps.push(message(result));
    return result;
  });
  for (let count = 0; count < 1_000; count += 1) await turn();
  steps.push("1,000 turns");
  await runner.close();
  await job;
  assert.deepEqual(steps, ["1,000 turns", "the YAML service is closed"]);
});

test("YAML-14: a text or data beyond every limit is refused, and the next job runs", async () => {
  const service = makeYamlService(limits, boundary);
  const long = await service.parse("a".repeat(limits.yamlBytes + 1), "a")();
  assert(isLeft(long));
  assert.match(long.left.message, /yaml-bytes/);
  const deep = await service.parse("[".repeat(1_000_000), "a")();
  assert(isLeft(deep));
  assert.match(deep.left.message, /yaml-depth, 128/);
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const dumped = await service.dump(nested, "a")();
  assert(isLeft(dumped) && dumped.left.kind === "invalid");
  assert(isRight(await service.parse("a", "a")()));
  await service.close();
});

test("YAML-15: a job over yaml-ms ends with its worker, and the next job gets another", async () => {
  const runner = new JobRunner(stuckWorker, { ...limits, yamlMs: 1_000 }, boundary);
  const stuck = run(runner, "stuck");
  const after = run(runner, "after");
  await turn();
  assert.match(message(await stuck), /yaml-ms, 1000/);
  assert.deepEqual(await after, parsed("after"));
  await runner.close();
});

test("YAML-15: a worker that fails rejects its job only", async () => {
  const runner = new JobRunner(stuckWorker, limits, boundary);
  const crashed = run(runner, "crash");
  const after = run(runner, "after");
  await assert.rejects(crashed, /crashed/);
  assert.deepEqual(await after, parsed("after"));
  await runner.close();
});

/** Runs jobs that all come while the first one runs, and tells in which order which of them were done. */
const orderOf = async (
  jobs: readonly (readonly [text: string, caller: string, size: number, home?: string])[],
  yamlWaiting = 100,
): Promise<{ readonly done: readonly string[]; readonly overloaded: readonly string[] }> => {
  const runner = new JobRunner(stuckWorker, { ...limits, yamlWaiting }, boundary);
  const done: string[] = [];
  const overloaded: string[] = [];
  const running = jobs.map(async ([text, caller, size, home]) => {
    const result = await run(runner, text, caller, size, home);
    if (isRight(result)) return done.push(text);
    assert.equal(result.left.kind, "overloaded");
    const why = `too many YAML jobs wait (yaml-waiting, ${yamlWaiting}): try again`;
    assert.equal(result.left.message, why);
    return overloaded.push(text);
  });
  await Promise.all(running);
  await runner.close();
  return { done, overloaded };
};

test("YAML-16: one user's jobs run in order, a smaller one first", async () => {
  const { done } = await orderOf([
    ["first", "a", 5],
    ["large", "a", 9],
    ["one", "a", 3],
    ["two", "a", 3],
    ["small", "a", 1],
  ]);
  assert.deepEqual(done, ["first", "small", "one", "two", "large"]);
});

test("YAML-16: a user's job waits for no more than one of each other user", async () => {
  const { done } = await orderOf([
    ["a1", "a", 9],
    ["a2", "a", 1],
    ["a3", "a", 1],
    ["a4", "a", 1],
    ["b1", "b", 9],
    ["b2", "b", 9],
    ["c1", "c", 9],
  ]);
  assert.deepEqual(done, ["a1", "b1", "a2", "c1", "b2", "a3", "a4"]);
});

test("YAML-19: beyond the waiting ones, the largest of the user with the most is overloaded", async () => {
  const own = await orderOf(
    ["a", "b", "c", "d"].map((text) => [text, "a", 1] as const),
    2,
  );
  assert.deepEqual(own, { done: ["a", "b", "c"], overloaded: ["d"] });
  const others = await orderOf(
    [
      ["a1", "a", 9],
      ["a2", "a", 9],
      ["a3", "a", 8],
      ["b1", "b", 99],
      ["b2", "b", 100],
    ],
    2,
  );
  assert.deepEqual(others, { done: ["a1", "b1", "a3"], overloaded: ["a2", "b2"] });
});

test("HOMES-93: homes take turns, however many callers and jobs each has", async () => {
  const { done } = await orderOf([
    ["a1", "a", 9, "one"],
    ["a2", "a", 9, "one"],
    ["b1", "b", 9, "one"],
    ["c1", "c", 9, "one"],
    ["a3", "a", 99, "other"],
    ["a4", "a", 99, "other"],
    ["d1", "d", 99, "third"],
  ]);
  assert.deepEqual(done, ["a1", "a3", "b1", "d1", "a4", "a2", "c1"]);
});

test("HOMES-93: beyond the waiting ones, the home with the most loses a job, not the others", async () => {
  const { done, overloaded } = await orderOf(
    [
      ["a1", "a", 1, "one"],
      ["a2", "a", 1, "one"],
      ["b1", "b", 1, "one"],
      ["c1", "c", 1, "one"],
      ["x1", "x", 99, "other"],
      ["x2", "x", 99, "other"],
      ["d1", "d", 1, "one"],
    ],
    3,
  );
  assert.deepEqual(done, ["a1", "x1", "d1", "x2"]);
  assert.deepEqual(overloaded, ["a2", "b1", "c1"]);
});

/** The nice values of this process's threads by their ids. */
const niceValues = (): ReadonlyMap<number, number> =>
  new Map(
    readdirSync("/proc/self/task").map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [Number(thread), Number(fields[16])];
    }),
  );

test("HOMES-189: the worker's thread has a lower priority, and no other", async (t) => {
  if (process.platform !== "linux") return t.skip("threads have no priorities here");
  const before = niceValues();
  const service = makeYamlService(limits, boundary);
  assert(isRight(await service.parse("a: 1", "a")()));
  const own = before.get(process.pid) ?? 0;
  const lowered = [...niceValues()].filter(([, nice]) => nice !== own);
  await service.close();
  // Tests may have a low priority themselves.
  assert.deepEqual(
    lowered.map(([thread, nice]) => [before.has(thread), nice]),
    own < 10 ? [[false, 10]] : [],
  );
});

test("HOMES-189: what was read is one piece of JSON, with memory of its own", async () => {
  const service = makeYamlService(limits, boundary);
  const json = await service.parse("- {a: on}\n- é\n", "a")();
  await service.close();
  assert(isRight(json));
  assert.equal(Buffer.from(json.right).toString(), '[{"a":true},"é"]');
  assert.equal(json.right.buffer.byteLength, json.right.byteLength);
});

test("YAML-17: the worker starts with the first job and ends when idle", async () => {
  const started: Promise<void>[] = [];
  const start = (): Worker => {
    const worker = stuckWorker();
    started.push(new Promise((ended) => worker.once("exit", () => ended())));
    return worker;
  };
  const runner = new JobRunner(start, { ...limits, yamlIdleMs: 1 }, boundary);
  assert.equal(started.length, 0);
  assert.deepEqual(await run(runner, "a"), parsed("a"));
  // Neither an idle worker nor its timer keeps a process alive, so this test does.
  const alive = setInterval(() => undefined, 1_000);
  await started[0];
  clearInterval(alive);
  assert.deepEqual(await run(runner, "b"), parsed("b"));
  assert.equal(started.length, 2);
  await runner.close();
});

test("YAML-17: closing answers what runs and waits, and what is asked later", async () => {
  const runner = new JobRunner(stuckWorker, limits, boundary);
  const jobs = [run(runner, "stuck"), run(runner, "b")];
  await runner.close();
  for (const result of [...(await Promise.all(jobs)), await run(runner, "c")])
    assert.match(message(result), /closed/);
});

test("YAML-17: a process ends by itself with a service that is idle and not closed", () => {
  const source = (file: string): string =>
    JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href);
  const script = `
    import { makeYamlService } from ${source("server/yaml/service.ts")};
    import { uncaught } from ${source("server/runtime/boundary.ts")};
    makeYamlService(${JSON.stringify(limits)}, uncaught).parse("a: on", "a")().then((r) => console.log(Buffer.from(r.right).toString()));
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { encoding: "utf8", cwd: fileURLToPath(new URL("../../..", import.meta.url)) },
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { a: true });
});
