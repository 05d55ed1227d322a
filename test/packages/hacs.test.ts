import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as t from "io-ts";
import { temporaryFolder } from "../support/service.ts";
import { project } from "./packed.ts";

/** What HACS takes, and nothing else: hacs/integration, custom_components/hacs/utils/validate.py. */
const keys = {
  name: t.string,
  filename: t.string,
  content_in_root: t.boolean,
  render_readme: t.boolean,
};

test("PACK-11: what HACS is told names the one file that it is given", async (context) => {
  const told: unknown = JSON.parse(await readFile(join(project, "hacs.json"), "utf8"));
  const manifest = t.type(keys);
  assert(manifest.is(told));
  assert.deepEqual(Object.keys(told).toSorted(), Object.keys(keys).toSorted());
  const folder = await temporaryFolder(context);
  execFileSync(process.execPath, ["build/hacs.mjs", folder], { cwd: project });
  assert.deepEqual(await readdir(folder), [told.filename]);
  const { size } = await stat(join(folder, told.filename));
  const install = await readFile(join(project, "docs/install.md"), "utf8");
  assert(install.includes(`${told.filename}, ${(size / 1e6).toFixed(1)} MB\n`), `${size} bytes`);
  assert.equal(told.content_in_root, false);
});
