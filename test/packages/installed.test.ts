import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../support/service.ts";
import { project } from "./packed.ts";

test("PACK-22: in a clone without its packages, what builds says in one sentence to install them, and ends with 1", async (t) => {
  const clone = await temporaryFolder(t);
  for (const name of ["build", "package.json", "esbuild.config.mjs", ".npmrc"])
    await cp(join(project, name), join(clone, name), { recursive: true });
  for (const script of [
    "build",
    "bundle",
    "pack",
    "pack:hacs",
    "demo",
    "start",
    "test",
    "test:campaign",
  ]) {
    const words = ["run", "--silent", script];
    const { status, stdout, stderr } = spawnSync("npm", words, { cwd: clone, encoding: "utf8" });
    assert.deepEqual(
      [status, stdout, stderr],
      [1, "", "floorplan: the packages that this needs are not installed: run `npm ci` first\n"],
      script,
    );
  }
});
