// Builds the project in the working folder, where npm runs this, unless the build is complete and as new as its sources:
// building at every start would take 20 times as long, and 650 MB of memory.
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { builtAt } from "./built.mjs";

/** The build's inputs. Packages change with the lock file. */
const sources = [
  "src",
  "wal",
  "build",
  "esbuild.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "packaging/home-assistant/custom_components/floorplan/www",
];

/**
 * When a file or anything in a folder last changed; a folder changes when an entry is added or removed. Uses the change
 * time of the inode, since unpacked or copied files may have an old modification time.
 */
const changedAt = (path) => {
  const found = statSync(path);
  const at = Math.max(found.mtimeMs, found.ctimeMs);
  if (!found.isDirectory()) return at;
  return Math.max(at, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

const began = builtAt(resolve("dist"));

if (began === undefined || Math.max(...sources.map(changedAt)) >= began) {
  const why =
    began === undefined
      ? "nothing is built yet, or not all of it is there"
      : "the sources are newer than what is built";
  process.stderr.write(`floorplan: ${why}: building, which takes some seconds\n`);
  await import("./bundle.mjs");
}
