// Bundles the Node.js code into dist: the program, the YAML worker, and the exports for other programs: service, log, client.
import { join } from "node:path";
import { build } from "esbuild";

const common = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Names stay readable in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  mainFields: ["module", "main"],
  // The same modules in a form that can be tree-shaken.
  alias: { "fp-ts/lib": "fp-ts/es6" },
  write: false,
  metafile: true,
};

/**
 * Packages that a start does not need: each becomes a file beside the program. The name is the same in each build, so
 * that a running service finds it after an update.
 */
const later = [
  "@grpc/grpc-js",
  "@grpc/proto-loader",
  "formidable",
  "home-assistant-js-websocket",
  "mqtt-packet",
  "multicast-dns",
  "pino-pretty",
  "prom-client",
  "saxes",
  "send",
  "tar-stream",
  "@zip.js/zip.js",
];

/** The file of a package: in the program's folder, whatever its scope. */
const fileOf = (name) => name.replace("@", "").replace("/", "-");

const asFilesBeside = {
  name: "packages as files beside the program",
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(?:${later.join("|")})$`) }, ({ kind, path }) =>
      kind === "entry-point" ? undefined : { path: `./${fileOf(path)}.cjs`, external: true },
    ),
};

/** Native code stays in its package, with the 14 files that locate it. */
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
 * Bundles what Node.js runs, and returns esbuild's results; `icons` is the index of the icon files. The layout in `out`
 * is flat, as src/server/paths.ts expects. The program is one CommonJS file, which Node.js loads faster than several
 * files or modules.
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
        // Draws plans without a browser: the browsers' code, bundled for Node.js.
        export: join(root, "src/web/renderer/export/main.ts"),
        ...Object.fromEntries(later.map((name) => [fileOf(name), name])),
      },
      plugins: [asFilesBeside, nativeCode],
      supported: { "dynamic-import": false },
      format: "cjs",
      outExtension: { ".js": ".cjs" },
      // Needed only when run from source.
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
      // For browsers too, which never reach the only import of a Node.js websocket.
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
      // CommonJS packages require Node.js modules with it.
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    }),
  ]);
};
