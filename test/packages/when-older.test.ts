import assert from "node:assert/strict";
import { copyFile, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCommand } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { project } from "./packed.ts";

/** What stands in for the real build here: it makes a program, and says so. */
const build = `
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist", { recursive: true });
writeFileSync("dist/cli.cjs", 'console.log("serves", process.argv.slice(2).join(" "))');
console.log("built");
`;

/** A project with the real one's start, a source, and that build; all of it is an hour old. */
const smallProject = async (t: TestContext): Promise<string> => {
  const root = await temporaryFolder(t);
  for (const folder of ["src/inner", "wal", "build"])
    await mkdir(join(root, folder), { recursive: true });
  for (const name of ["package.json", "build/when-older.mjs"])
    await copyFile(join(project, name), join(root, name));
  for (const name of ["package-lock.json", "src/inner/one.ts", "src/inner/two.ts"])
    await writeFile(join(root, name), "");
  await writeFile(join(root, "esbuild.config.mjs"), build);
  const names = ["", "src", "src/inner", "wal", "build", "src/inner/one.ts", "src/inner/two.ts"];
  const files = ["package.json", "package-lock.json", "esbuild.config.mjs", "build/when-older.mjs"];
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of [...names, ...files]) await utimes(join(root, name), hourAgo, hourAgo);
  return root;
};

test("PACK-13: `npm start` builds where nothing is built, and where a source was changed, came or went since then", async (t) => {
  const root = await smallProject(t);
  const started = async (): Promise<string> => {
    const words = ["npm", "start", "--silent", "--", "--port", "1"];
    const running = startCommand(t, words, { env: process.env, cwd: root });
    assert.deepEqual(await running.ended, { code: 0, signal: null }, running.err());
    return running.out();
  };
  const builds = "built\nserves serve --port 1\n";
  const builtNothing = "serves serve --port 1\n";
  /** As if all had been built a minute ago. */
  const minuteAgo = new Date(Date.now() - 60_000);
  const ages = () => utimes(join(root, "dist/cli.cjs"), minuteAgo, minuteAgo);

  assert.equal(await started(), builds);
  assert.equal(await started(), builtNothing);
  await ages();
  await writeFile(join(root, "src/inner/one.ts"), "changed");
  assert.equal(await started(), builds);
  await ages();
  const longAgo = new Date(Date.now() - 1_800_000);
  await utimes(join(root, "src/inner/one.ts"), longAgo, longAgo);
  assert.equal(await started(), builtNothing);
  await rm(join(root, "src/inner/two.ts"));
  assert.equal(await started(), builds);
});
