import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../support/source-files.ts";
import { temporaryFolder } from "../support/service.ts";

test(
  "BENCH-1, BENCH-2: the benchmark tells a figure next to its baseline and its target, for people and for machines, and leaves out that of a cluster where there is no etcd, with how one gets it",
  // A service, and measures of a second each, on a machine that may be busy: 23 of its seconds were seen.
  { timeout: 120_000 },
  async (t) => {
    const file = join(await temporaryFolder(t), "results.json");
    const args = ["--only", "save,cluster", "--quick", "--seed", "7", "--json", file];
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "bench/main.ts", ...args],
      { cwd: root, env: { ...process.env, PATH: await temporaryFolder(t) } },
    );
    assert.match(stderr, /^cluster … left out, it needs etcd: .*etcd-server/m);
    assert.doesNotMatch(stdout, /\| cluster/);
    assert.match(
      stdout,
      /Node\.js v\d+.* cores of .*; data on \S+;\nplans of .*seed 7;\nload average/,
    );
    assert.match(stdout, /\| save +\| 6 kB, p50 .*≤ 1\.6 × baseline/);
    assert.match(stdout, /\n\d of 2 targets met/);
    const report: unknown = JSON.parse(await readFile(file, "utf8"));
    assert(typeof report === "object" && report !== null && "rows" in report);
    assert(Array.isArray(report.rows));
    assert("scale" in report && report.scale === "quick" && "seed" in report && report.seed === 7);
    const [p50]: unknown[] = report.rows;
    assert(typeof p50 === "object" && p50 !== null);
    const { value, baseline, ratio, met } = Object.fromEntries(Object.entries(p50));
    assert(typeof value === "number" && typeof baseline === "number" && value > 0 && baseline > 0);
    assert(typeof ratio === "number" && Math.abs(ratio - value / baseline) < 1e-9);
    assert.equal(typeof met, "boolean");
  },
);
