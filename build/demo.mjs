// Builds the demo: a folder of files for any web server, with the page, the editor and the wall page, the service itself
// in a worker of the browser, and a simulated home. `node build/demo.mjs [FOLDER]` writes it into dist/demo or that folder.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { browserAlias as alias, browserOptions } from "./browser-options.mjs";
import { htmlFiles } from "./html.mjs";
import { iconFiles, iconPackage } from "./icons.mjs";
import { smallTemplates } from "./small-templates.mjs";
import { noticeOf } from "./third-party.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, "src/web");
const node = join(root, "src/demo/node");
const out = process.argv[2] ?? join(root, "dist/demo");
const assets = join(out, "assets");
const icons = iconFiles();

const common = {
  ...browserOptions,
  outdir: assets,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".svg": "copy", ".png": "copy" },
};

// The service, where Node.js's modules and globals have small stand-ins.
const worker = await build({
  ...common,
  entryPoints: { worker: join(root, "src/demo/main.ts") },
  inject: [join(node, "globals.ts")],
  alias: {
    ...alias,
    // The package, not Node.js's module of the same name.
    buffer: join(root, "node_modules/buffer/index.js"),
    "node:crypto": join(node, "crypto.ts"),
    "node:timers/promises": join(node, "timers-promises.ts"),
    "node:zlib": join(node, "zlib.ts"),
  },
});

/** The page's modules that the demo replaces: how it connects, and what administrators have besides. */
const replaced = new Map([
  [join(web, "connection/connect.ts"), join(web, "demo/connect.ts")],
  [join(web, "page/admin/admin-menu.ts"), join(web, "demo/demo-menu.ts")],
]);

const inPlace = {
  name: "the demo's own modules",
  setup: (making) =>
    making.onResolve({ filter: /\/(?:connect|admin-menu)\.ts$/ }, ({ path, resolveDir }) => {
      const other = replaced.get(join(resolveDir, path));
      return other && { path: other };
    }),
};

const entryFile = ({ metafile }, source) =>
  Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)[0];

const page = await build({
  ...common,
  entryPoints: {
    page: join(web, "page/main.ts"),
    kiosk: join(web, "kiosk/main.ts"),
    style: join(web, "page/page.css"),
    icon: join(web, "page/icon.svg"),
    "icon-192": join(web, "page/icon-192.png"),
    "icon-512": join(web, "page/icon-512.png"),
    "icon-maskable-512": join(web, "page/icon-maskable-512.png"),
  },
  alias,
  tsconfig: join(web, "tsconfig.json"),
  plugins: [smallTemplates, inPlace],
  define: {
    iconGroups: JSON.stringify(icons.index),
    iconNames: JSON.stringify(icons.names),
    demoWorker: JSON.stringify(`./${basename(entryFile(worker, "src/demo/main.ts"))}`),
  },
});

/** What the service tells its page: as behind an ingress, nobody has to sign in. */
const settings = { domain: "floorplan", ingress: true, imageBytes: 10_000_000, addresses: [] };
const { files: html } = await htmlFiles({ root, out, common, page, wall: "./wall.html" });

const files = new Map([
  ...[...worker.outputFiles, ...page.outputFiles].map(({ path, contents }) => [path, contents]),
  ...[...html].map(([name, text]) => [join(out, name), text]),
  ...[...icons.files].map(([name, text]) => [join(assets, "icons", name), text]),
  [join(out, "settings.json"), JSON.stringify(settings)],
  [join(out, "THIRD-PARTY.txt"), await noticeOf(root, [worker, page], [iconPackage])],
]);
await rm(out, { recursive: true, force: true });
for (const [path, contents] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
process.stdout.write(
  `${relative(process.cwd(), out)}: ${files.size} files, for any web server, such as\n` +
    `  python3 -m http.server --bind 127.0.0.1 --directory ${relative(process.cwd(), out)}\n`,
);
