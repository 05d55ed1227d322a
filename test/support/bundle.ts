import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Gives every module the address of its source, by which tests start programs and read files. */
const ownAddresses: Plugin = {
  name: "own addresses",
  setup: (to) => {
    to.onResolve({ filter: /^file:/ }, ({ path }) => ({ path: fileURLToPath(path) }));
    to.onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const own = [pathToFileURL(path).href, dirname(path)].map((each) => JSON.stringify(each));
      const isNeeded = text.includes("import.meta.");
      // On the first line, so that line numbers in stacks stay right.
      const contents = isNeeded ? `const [ownAddress, ownFolder] = [${own.join()}];${text}` : text;
      return { contents, loader: "ts" };
    });
  },
};

/** A bundle, and how to remove it. */
export interface Bundle {
  /** The paths of the bundled entries, in the given order. */
  readonly entries: readonly string[];
  readonly remove: () => Promise<void>;
}

/**
 * Bundles the entry files of a run's processes with everything that they load: once for all processes, each of which
 * would otherwise compile most of the service. The bundle lies beside the packages, where Node.js finds them.
 */
export const bundle = async (entries: readonly string[]): Promise<Bundle> => {
  const cache = join(modules, ".cache");
  await mkdir(cache, { recursive: true });
  const outdir = await mkdtemp(join(cache, "tests-"));
  await build({
    entryPoints: [...entries],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    sourcemap: "linked",
    define: { "import.meta.url": "ownAddress", "import.meta.dirname": "ownFolder" },
    plugins: [ownAddresses],
    logLevel: "error",
  });
  return {
    entries: entries.map((entry) => join(outdir, basename(entry))),
    remove: () => rm(outdir, { recursive: true }),
  };
};
