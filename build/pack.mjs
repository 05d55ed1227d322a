// Builds, and packs the build into one file for `npm install --global`. npm's hooks for building before packing do not
// run when scripts are ignored, as in .npmrc; `npm pack` alone would pack whatever is in dist.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** npm's output, unless it is passed on. If npm fails, it has said why. */
const npm = (args, output) => {
  const stdio = ["ignore", output, "inherit"];
  const { status, stdout } = spawnSync("npm", args, { cwd: root, stdio, encoding: "utf8" });
  if (status !== 0) process.exit(1);
  return stdout;
};

// A build removes files that it no longer makes, except for the compiler's types.
rmSync(join(root, "dist/types"), { recursive: true, force: true });
npm(["run", "--silent", "build"], "inherit");

const [packed] = Object.values(JSON.parse(npm(["pack", "--json"], "pipe")));
const { bin, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const held = new Set(packed.files.map(({ path }) => path));
const wanted = [...Object.values(bin), ...Object.values(exports).flatMap(Object.values)];
const lacking = wanted.map((path) => path.replace(/^\.\//, "")).filter((path) => !held.has(path));
if (lacking.length > 0) throw new Error(`the package lacks ${lacking.join(", ")}`);

const MB = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
process.stdout.write(
  `${packed.filename}: ${packed.files.length} files, ${MB(packed.size)}, unpacked ${MB(packed.unpackedSize)}\n`,
);
