import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { temporaryFolder } from "../support/service.ts";
import { brokenRules } from "../home-assistant/integration/hassfest-rules.ts";
import { project } from "./packed.ts";

/*
 * The checks of HACS's action, which it takes from custom_components/hacs/validate/*.py of hacs/integration, read at its
 * version of August 2026. Four look at GitHub alone, and cannot be made here: that the repository has a description,
 * topics and issues, and is not archived. A fifth, that GitHub knows the licence, is made on its text.
 */

/** What may be in hacs.json (utils/validate.py, `HACS_MANIFEST_JSON_SCHEMA`), as far as it is used. */
const hacsManifest = t.exact(
  t.intersection([
    t.type({ name: t.string }),
    t.partial({ filename: t.string, homeassistant: t.string, content_in_root: t.boolean }),
  ]),
);

/** What must be in an integration's manifest (`INTEGRATION_MANIFEST_JSON_SCHEMA`). */
const integrationManifest = t.type({
  codeowners: t.array(t.string),
  documentation: t.string,
  domain: t.string,
  issue_tracker: t.string,
  name: t.string,
  version: t.string,
});

const address = "https://github.com/somebody/floorplan";

const made = async (context: TestContext): Promise<string> => {
  const folder = await temporaryFolder(context);
  execFileSync(process.execPath, ["build/hacs.mjs", address, folder], { cwd: project });
  return folder;
};

const jsonIn = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

/** What HACS checks of every repository. */
const checkRepository = async (folder: string): Promise<t.TypeOf<typeof hacsManifest>> => {
  const read = await jsonIn(join(folder, "hacs.json"));
  const told = hacsManifest.decode(read);
  assert(!isLeft(told));
  assert.deepEqual(told.right, read, "hacs.json has nothing that HACS does not know");
  const readme = await readFile(join(folder, "README.md"), "utf8");
  assert(!readme.includes("REPOSITORY"), readme);
  for (const [, link = ""] of readme.matchAll(/\]\(([^)]+)\)/g))
    assert(link.startsWith(`${address}/`) || existsSync(join(folder, link)), link);
  assert.match(await readFile(join(folder, "LICENSE"), "utf8"), /^MIT License\n/);
  return told.right;
};

test("PACK-17: HACS takes the integration's folder as the content of a repository, and hassfest its integration", async (context) => {
  const folder = join(await made(context), "integration");
  const { name, homeassistant } = await checkRepository(folder);
  assert.equal(name, "Floor plan");
  assert.match(homeassistant ?? "", /^\d{4}\.\d+\.\d+$/);
  // repositories/integration.py: the first folder there is the integration, and its name the domain.
  assert.deepEqual(await readdir(join(folder, "custom_components")), ["floorplan"]);
  const integration = join(folder, "custom_components/floorplan");
  const manifest = await jsonIn(join(integration, "manifest.json"));
  assert(integrationManifest.is(manifest));
  assert.equal(manifest.domain, "floorplan");
  for (const url of [manifest.documentation, manifest.issue_tracker])
    assert(URL.canParse(url), url);
  // validate/brands.py
  assert((await stat(join(integration, "brand/icon.png"))).size > 0);
  assert.deepEqual(brokenRules(integration), []);
  const files = await readdir(folder, { recursive: true });
  assert.deepEqual(
    files.filter((file) => /__pycache__|\.pyc$/.test(file)),
    [],
  );
});

test("PACK-11: HACS takes the card's folder as the content of a repository, and is told the file of the card, which loads the view in 3D from another", async (context) => {
  const folder = join(await made(context), "card");
  const { filename = "" } = await checkRepository(folder);
  // repositories/plugin.py, `update_filenames`: a release's file of that name, or one in dist.
  // repositories/base.py, `gather_files_to_download`: it takes all files of that folder.
  const files = await readdir(join(folder, "dist"));
  assert.deepEqual(files.toSorted(), [filename, "floorplan-view-3d.js"]);
  const code = await readFile(join(folder, "dist", filename), "utf8");
  assert(code.includes('import("./floorplan-view-3d.js")'));
  const { size } = await stat(join(folder, "dist", filename));
  const install = await readFile(join(project, "docs/install.md"), "utf8");
  assert(install.includes(`${filename}, ${(size / 1e6).toFixed(1)} MB\n`), `${size} bytes`);
  // validate/images.py
  assert.match(await readFile(join(folder, "README.md"), "utf8"), /!\[[^\]]+\]\(card\.png\)/);
});

test("PACK-17: what HACS takes is not made without the address of the project's repository", () => {
  for (const words of [[], ["dist"], ["http://github.com/somebody/floorplan"]]) {
    const { status, stderr } = spawnSync(process.execPath, ["build/hacs.mjs", ...words], {
      cwd: project,
      encoding: "utf8",
    });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^expected the address of the project's repository/);
  }
});
