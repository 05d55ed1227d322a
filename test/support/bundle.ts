import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Every module keeps the address of its source, from which tests start programs and read files. */
const ownAddresses: Plugin = {
  name: "own addresses",
  setup: (to) => {
    to.onResolve({ filter: /^file:/ }, ({ path }) => ({ path: fileURLToPath(path) }));
    to.onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const own = [pathToFileURL(path).href, dirname(path)].map((each) => JSON.stringify(each));
      const isNeeded = text.includes("import.meta.");
      // In the first line, so that places in stacks stay right.
      const contents = isNeeded ? `const [ownAddress, ownFolder] = [${own.join()}];${text}` : text;
      return { contents, loader: "ts" };
    });
  },
};

/** What was bundled, and how it goes away. */
export interface Bundle {
  /** The entries' paths, in the order in which they were given. */
  readonly entries: readonly string[];
  readonly remove: () => Promise<void>;
}

/**
 * Bundles what the processes of a run begin with, and everything that it loads: once for all of them, since each would
 * otherwise compile most of the service again. It lies beside the packages, where Node.js finds those.
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
