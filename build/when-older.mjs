// Builds the project of the working folder, where npm runs this, unless what is built there is as new as its sources:
// a start would take 20 times as long otherwise, and 650 MB of memory.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = process.cwd();

/** What the build reads. Packages change with the lock. */
const sources = ["src", "wal", "build", "esbuild.config.mjs", "package.json", "package-lock.json"];

/** When a file, or anything in a folder, was changed last; a folder is when something comes or goes. */
const changedAt = (path) => {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const within = readdirSync(path).map((name) => changedAt(join(path, name)));
  return Math.max(found.mtimeMs, ...within);
};

/** When the build began that made what is there: the program comes last, and has the time of that. */
const builtAt = statSync(join(root, "dist/cli.cjs"), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (Math.max(...sources.map((name) => changedAt(join(root, name)))) >= builtAt) {
  const why = builtAt === 0 ? "nothing is built yet" : "the sources are newer than what is built";
  process.stderr.write(`floorplan: ${why}: building, which takes some seconds\n`);
  await import(pathToFileURL(join(root, "esbuild.config.mjs")).href);
}
