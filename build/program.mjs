// Bundles what Node.js runs into dist: the program, the YAML worker, and what other programs import: the service, the log, the client.
import { join } from "node:path";
import { build } from "esbuild";

const common = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Names stay, for stacks.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  mainFields: ["module", "main"],
  // The same modules, in a form of which only what is used goes along.
  alias: { "fp-ts/lib": "fp-ts/es6" },
  write: false,
  metafile: true,
};

/**
 * Packages that a start does without: each is a file beside the program. It has the same name in
 * each build, so that a service which asks for it later finds it also after a new one.
 */
const later = [
  "@grpc/grpc-js",
  "@grpc/proto-loader",
  "formidable",
  "home-assistant-js-websocket",
  "pino-pretty",
  "prom-client",
  "saxes",
  "send",
  "tar-stream",
  "@zip.js/zip.js",
];

/** The file that a package becomes: one in the folder of the program, whatever its scope. */
const fileOf = (name) => name.replace("@", "").replace("/", "-");

const asFilesBeside = {
  name: "packages as files beside the program",
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(?:${later.join("|")})$`) }, ({ kind, path }) =>
      kind === "entry-point" ? undefined : { path: `./${fileOf(path)}.cjs`, external: true },
    ),
};

/** Native code stays where its package has it; the 14 files that find it there go along. */
const native = "fs-native-extensions";
const nativeCode = {
  name: "native code where its package has it",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${native}$`) }, ({ kind, path }) =>
      kind === "require-resolve" ? { path, external: true } : undefined,
    );
    onLoad({ filter: new RegExp(`/${native}/binding\\.js$`) }, () => ({
      contents: `module.exports = require("require-addon")(".", require.resolve("${native}"));`,
    }));
  },
};

/**
 * What Node.js runs, as esbuild's results; `icons` is the index of the files with icons. It lies flat in `out`, as src/server/paths.ts takes for granted.
 * The program is one file and CommonJS: Node.js loads that faster than several, and than modules.
 */
export const buildProgram = (root, out, icons) => {
  const settings = { ...common, absWorkingDir: root, outdir: out };
  return Promise.all([
    build({
      ...settings,
      entryPoints: {
        cli: join(root, "src/cli/main.ts"),
        "yaml-worker": join(root, "src/server/yaml/worker.ts"),
        "backup-process": join(root, "src/backup/backup-process.ts"),
        // What draws plans, for whoever exports one: made of what browsers load, in the form for Node.js.
        export: join(root, "src/web/renderer/export/main.ts"),
        ...Object.fromEntries(later.map((name) => [fileOf(name), name])),
      },
      plugins: [asFilesBeside, nativeCode],
      supported: { "dynamic-import": false },
      format: "cjs",
      outExtension: { ".js": ".cjs" },
      // Asked for by the sources alone.
      external: ["tsx/esm/api"],
      define: {
        "import.meta.url": "builtUrl",
        "import.meta.resolve": "require.resolve",
        iconGroups: JSON.stringify(icons),
      },
      banner: { js: 'const builtUrl = require("node:url").pathToFileURL(__filename).href;' },
    }),
    build({
      ...settings,
      // For browsers as well, which never come to the one import of Node.js' websockets.
      platform: "browser",
      entryPoints: { client: join(root, "src/client/index.ts") },
      format: "esm",
      external: ["ws"],
    }),
    build({
      ...settings,
      entryPoints: { index: join(root, "src/index.ts"), wal: join(root, "wal/index.ts") },
      format: "esm",
      splitting: true,
      external: [native],
      // Packages in CommonJS ask for the modules of Node.js with it.
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    }),
  ]);
};
