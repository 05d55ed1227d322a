import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { built, installedVersion, peerVersions } from "./packages.ts";

/** Runs npm in a folder, and tells whether it succeeded. The standard output is the report's. */
const npm = (folder: string, args: readonly string[]): boolean =>
  spawnSync("npm", [...args, "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", 2, 2] })
    .status === 0;

/**
 * Installs the packages that are compared into a folder of their own, unless they are there. Only a package that has
 * to be built runs an install script; if that fails, npm tells why, and its servers are left out.
 */
export const installPeers = (folder: string): void => {
  const isThere = ([name, version]: readonly [string, string]): boolean =>
    installedVersion(folder, name) === version;
  if (Object.entries(peerVersions).every(isThere)) return;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: peerVersions };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // npm hands this project's settings on to its scripts; a package that asks for a newer Node.js than it needs may stay.
  if (!npm(folder, ["install", "--ignore-scripts", "--engine-strict=false"]))
    throw new Error(`npm could not install the other projects' packages into ${folder}`);
  npm(folder, ["rebuild", ...Object.keys(built), "--ignore-scripts=false"]);
};
