import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = new URL("../../", import.meta.url);
const cache = fileURLToPath(new URL("node_modules/.cache/", root));
const made = new Map<string, string>();

const make = (source: string): string => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, basename(source).replace(/\.ts$/, ".mjs"));
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    // As in the build: whatever else it starts or reads lies in `dist`.
    define: { "import.meta.url": JSON.stringify(new URL("dist/program.mjs", root).href) },
    logLevel: "error",
  });
  return outfile;
};

/**
 * The path of a test's program, bundled once per process: with tsx each start would compile most of the service, which
 * takes a second. It runs the workers and processes in `dist`, like the built program.
 */
export const bundledProgram = (source: string): string => {
  const known = made.get(source);
  if (known !== undefined) return known;
  const path = make(source);
  made.set(source, path);
  return path;
};
