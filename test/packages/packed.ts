import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { skipWithout } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";

const run = promisify(execFile);

/** The top of the project. */
export const project = fileURLToPath(new URL("../..", import.meta.url));

/** What npm says of a package that it packed; older ones in a list, newer ones by the package's name. */
const report = t.union([t.UnknownArray, t.UnknownRecord]);
const packedReport = t.type({
  filename: t.string,
  size: t.number,
  unpackedSize: t.number,
  files: t.array(t.type({ path: t.string, size: t.number })),
});

/** A packed package: its file, the sizes in bytes, and what lies in it. */
export type Packed = t.TypeOf<typeof packedReport>;

/** Packs what was built into a folder, as `npm run pack` does after a build; `filename` is the whole path. */
export const packInto = async (folder: string): Promise<Packed> => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: project,
    maxBuffer: 16 * 1024 * 1024,
  });
  const told: unknown = JSON.parse(stdout);
  assert(report.is(told));
  const packed = packedReport.decode(Object.values(told)[0]);
  assert(!isLeft(packed), stdout.slice(0, 500));
  return { ...packed.right, filename: join(folder, packed.right.filename) };
};

/**
 * Packs, and installs that with npm as an operator does, into a folder that was empty; undefined, with the test
 * skipped, where neither the registry nor npm's cache has what the package needs.
 */
export const installInto = async (
  context: TestContext,
  folder: string,
): Promise<string | undefined> => {
  const { filename } = await packInto(await temporaryFolder(context));
  const options = ["--prefix", folder, "--prefer-offline", "--no-audit", "--no-fund"];
  try {
    // From outside the project, whose .npmrc would count.
    await run("npm", ["install", "--global", ...options, filename], { cwd: folder });
    return join(folder, "bin/floorplan");
  } catch (error) {
    const isAway = /ENOTFOUND|ENOTCACHED|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(String(error));
    if (!isAway) throw error;
    skipWithout(context, "npm's registry, or its packages in npm's cache");
    return undefined;
  }
};

/** An environment in which there is nothing but Node.js: no home, no settings, no other program on the `PATH`. */
export const bareEnvironment = async (context: TestContext): Promise<NodeJS.ProcessEnv> => {
  const programs = await temporaryFolder(context);
  await symlink(process.execPath, join(programs, "node"));
  return { PATH: programs, HOME: await temporaryFolder(context) };
};
