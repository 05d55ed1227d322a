// Builds the project of the working folder, where npm runs this, unless what is built there is whole and as new as its
// sources: a start would take 20 times as long otherwise, and 650 MB of memory.
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { builtAt } from "./built.mjs";

/** What the build reads. Packages change with the lock. */
const sources = [
  "src",
  "wal",
  "build",
  "esbuild.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/**
 * When a file, or anything in a folder, came to be as it is; a folder changes when something comes or goes. What is
 * unpacked or copied may bear an old time of its content, and never one of its state.
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
