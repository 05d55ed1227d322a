import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../support/source-files.ts";
import { temporaryFolder } from "../support/service.ts";

test(
  "BENCH-1, BENCH-2: the benchmark tells a figure next to its baseline and its target, for people and for machines, and leaves out that of a cluster where there is no etcd, and other projects' servers where there are none, with how one gets them",
  // Several services, and measures of a second each, on a machine that may be busy.
  { timeout: 300_000 },
  async (t) => {
    const file = join(await temporaryFolder(t), "results.json");
    const args = [
      "--only",
      "save,edits,edit-peers,cluster",
      "--quick",
      "--seed",
      "7",
      "--json",
      file,
    ];
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "bench/main.ts", ...args],
      { cwd: root, env: { ...process.env, PATH: await temporaryFolder(t) } },
    );
    assert.match(stderr, /^cluster … left out, it needs etcd: .*etcd-server/m);
    assert.doesNotMatch(stdout, /\| cluster/);
    assert.match(
      stderr,
      /^edit-peers … Hocuspocus, .* are left out, `npm run compare` installs them/m,
    );
    assert.match(stdout, /\| edit-peers +\| lost of 2 acknowledged edits +\| 0 /);
    assert.match(
      stdout,
      /Node\.js v\d+.* cores of .*; data on \S+;\nplans of .*seed 7;\nload average/,
    );
    assert.match(stdout, /\| save +\| 6 kB, p50 .*≤ 1\.6 × baseline/);
    assert.match(stdout, /\| edits +\| 92 kB, p50, against 6 kB .*≤ 1\.1 × baseline/);
    assert.match(stdout, /\| edits +\| 92 kB, bytes to a viewer .*≤ 300 /);
    assert.match(stdout, /\| edits +\| 92 kB, to 300 followers +\|.*≤ 1\.1 × baseline/);
    assert.match(
      stdout,
      /\| edits +\| 80 edits of 920 kB, the same without the young generation .*≤ 30 /,
    );
    assert.match(stdout, /\n\d+ of 12 targets met/);
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
