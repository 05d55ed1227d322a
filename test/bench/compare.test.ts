import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { peerVersions } from "../../bench/peers/packages.ts";
import { root } from "../support/source-files.ts";
import { temporaryFolder } from "../support/service.ts";

const compare = (folder: string, programs: string) =>
  promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "bench/compare.ts", "--quick", "--seed", "7", "--folder", folder],
    { cwd: root, env: { ...process.env, PATH: programs } },
  );

/** A folder of programs with an `npm` that does what a shell says. */
const withNpm = async (programs: string, does: string): Promise<void> => {
  const npm = join(programs, "npm");
  await writeFile(npm, `#!/bin/sh\n${does}\n`);
  await chmod(npm, 0o755);
};

test(
  "BENCH-3: the comparison has npm install the pinned versions into a folder of their own, and has a line for each server that is there",
  { timeout: 120_000 },
  async (t) => {
    const folder = join(await temporaryFolder(t), "packages");
    const programs = await temporaryFolder(t);
    // It installs nothing, so that the test needs no registry: all servers but the service are left out.
    await withNpm(programs, 'echo "$@" >> calls');
    const { stdout, stderr } = await compare(folder, programs);
    const manifest: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    assert.deepEqual(manifest, { private: true, dependencies: peerVersions });
    assert.equal(
      await readFile(join(folder, "calls"), "utf8"),
      "install --ignore-scripts --engine-strict=false --no-audit --no-fund\n" +
        "rebuild better-sqlite3 --ignore-scripts=false --no-audit --no-fund\n",
    );
    assert.match(stderr, /y-websocket is left out, .* lacks y-websocket, yjs/);
    assert.match(stdout, /^Node\.js v\d+.*\nplans of .*; quick run, seed 7;\nload average/);
    const [titles = "", , ...lines] = stdout.split("\n").filter((line) => line.startsWith("|"));
    assert.match(titles, /^\| Server +\| Acknowledged +\|.*\| Lost of 2 \|$/);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^\| this service +\| [\d.]+ ms +\| .* MiB +\| 0 +\|$/);
  },
);

test("BENCH-3: if npm cannot install the packages, the comparison says so, and measures nothing", async (t) => {
  const programs = await temporaryFolder(t);
  await withNpm(programs, "exit 1");
  await assert.rejects(compare(await temporaryFolder(t), programs), {
    code: 1,
    stdout: "",
    stderr: /^compare: npm could not install the other projects' packages into /,
  });
});
