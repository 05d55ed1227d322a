import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";

import { makeYamlService, type Json } from "../../../src/host/yaml/index.ts";
import { defaultConfig } from "../../../src/config.ts";
import { JobRunner, type JobResult } from "../../../src/host/yaml/job-runner.ts";

const limits = defaultConfig();
const stuckWorker = (): Worker => new Worker(new URL("./stuck-worker.mjs", import.meta.url));
const parse = (text: string) => ({ kind: "parse", text, limits }) as const;
const parsed = (value: Json): JobResult => right({ kind: "parsed", result: right(value) });

const message = (result: JobResult): string => {
  assert(isLeft(result));
  return result.left.message;
};

test("YAML-14: the service parses and dumps in its worker", async () => {
  const service = makeYamlService(limits);
  const data: Json = JSON.parse('{"a": [true, null], "__proto__": {"b": "on"}}');
  const text = "a:\n- true\n-\n__proto__:\n  b: 'on'\n";
  assert.deepEqual(await service.dump(data)(), right(text));
  assert.deepEqual(await service.parse(text)(), right(data));
  const refused = await service.parse("a: [")();
  assert(isLeft(refused) && refused.left.kind === "invalid");
  assert.equal(refused.left.line, 1);
  await service.close();
});

test("YAML-14: an alias bomb ends in an error, and the next job runs", async () => {
  const service = makeYamlService(limits);
  const levels = Array.from({ length: 30 }, (_, n) => `- &a${n + 1} [*a${n}, *a${n}, *a${n}]\n`);
  const result = await service.parse(`- &a0 x\n${levels.join("")}`)();
  assert(isLeft(result));
  assert.match(result.left.message, /yaml-nodes, /);
  assert(isRight(await service.parse("a")()));
  await service.close();
});

test("YAML-14: the main thread goes on while a job takes forever", async () => {
  const runner = new JobRunner(stuckWorker, limits);
  const steps: string[] = [];
  const job = runner.run(parse("stuck")).then((result) => {
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
  const service = makeYamlService(limits);
  const long = await service.parse("a".repeat(limits.yamlBytes + 1))();
  assert(isLeft(long));
  assert.match(long.left.message, /yaml-bytes/);
  const deep = await service.parse("[".repeat(1_000_000))();
  assert(isLeft(deep));
  assert.match(deep.left.message, /yaml-depth, 128/);
  let data: Json = [];
  for (let level = 0; level < 100_000; level += 1) data = [data];
  const dumped = await service.dump(data)();
  assert(isLeft(dumped) && dumped.left.kind === "invalid");
  assert(isRight(await service.parse("a")()));
  await service.close();
});

test("YAML-15: a job over yaml-ms ends with its worker, and the next job gets another", async () => {
  const runner = new JobRunner(stuckWorker, { ...limits, yamlMs: 1_000 });
  const stuck = runner.run(parse("stuck"));
  const after = runner.run(parse("after"));
  await turn();
  assert.match(message(await stuck), /yaml-ms, 1000/);
  assert.deepEqual(await after, parsed("after"));
  await runner.close();
});

test("YAML-15: a worker that fails rejects its job only", async () => {
  const runner = new JobRunner(stuckWorker, limits);
  const crashed = runner.run(parse("crash"));
  const after = runner.run(parse("after"));
  await assert.rejects(crashed, /crashed/);
  assert.deepEqual(await after, parsed("after"));
  await runner.close();
});

test("YAML-16: jobs run in order, and beyond the waiting ones they are overloaded", async () => {
  const runner = new JobRunner(stuckWorker, { ...limits, yamlWaiting: 2 });
  const order: string[] = [];
  const jobs = ["a", "b", "c", "d"].map(async (text) => {
    const result = await runner.run(parse(text));
    order.push(text);
    return result;
  });
  const [first, second, third, fourth] = await Promise.all(jobs);
  assert.deepEqual([first, second, third], ["a", "b", "c"].map(parsed));
  const why = "too many YAML jobs: yaml-waiting, 2, are waiting already";
  assert.deepEqual(fourth, left({ kind: "overloaded", message: why }));
  assert.deepEqual(order, ["d", "a", "b", "c"]);
  await runner.close();
});

test("YAML-17: the worker starts with the first job and ends when idle", async () => {
  const started: Promise<void>[] = [];
  const start = (): Worker => {
    const worker = stuckWorker();
    started.push(new Promise((ended) => worker.once("exit", () => ended())));
    return worker;
  };
  const runner = new JobRunner(start, { ...limits, yamlIdleMs: 1 });
  assert.equal(started.length, 0);
  assert.deepEqual(await runner.run(parse("a")), parsed("a"));
  // Neither an idle worker nor its timer keeps a process alive, so this test does.
  const alive = setInterval(() => undefined, 1_000);
  await started[0];
  clearInterval(alive);
  assert.deepEqual(await runner.run(parse("b")), parsed("b"));
  assert.equal(started.length, 2);
  await runner.close();
});

test("YAML-17: closing answers what runs and waits, and what is asked later", async () => {
  const runner = new JobRunner(stuckWorker, limits);
  const jobs = [runner.run(parse("stuck")), runner.run(parse("b"))];
  await runner.close();
  for (const result of [...(await Promise.all(jobs)), await runner.run(parse("c"))])
    assert.match(message(result), /closed/);
});

test("YAML-17: a process ends by itself with a service that is idle and not closed", () => {
  const script = `
    import { makeYamlService } from ${JSON.stringify(
      new URL("../../../src/host/yaml/index.ts", import.meta.url).href,
    )};
    makeYamlService(${JSON.stringify(limits)}).parse("a: on")().then((r) => console.log(JSON.stringify(r)));
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { encoding: "utf8", cwd: fileURLToPath(new URL("../../..", import.meta.url)) },
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { _tag: "Right", right: { a: true } });
});
