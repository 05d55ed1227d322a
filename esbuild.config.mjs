// Bundles everything into dist: the Node.js code with the notice of third parties, and the browsers' code into dist/web:
// the card as one module at a stable name, the panel at another, and the page. What each loads on demand, such as a
// language or an icon, has names that change with the content.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";
import { browserAlias, browserOptions } from "./build/browser-options.mjs";
import { forgetBuilt, noteBuilt } from "./build/built.mjs";
import { buildDocuments } from "./build/documents.mjs";
import { htmlFiles } from "./build/html.mjs";
import { iconFiles, iconPackage } from "./build/icons.mjs";
import { buildProgram } from "./build/program.mjs";
import { smallTemplates } from "./build/small-templates.mjs";
import { noticeOf } from "./build/third-party.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const web = join(root, "src/web");
const dist = join(root, "dist");
const out = join(dist, "web");
const icons = iconFiles();
const program = await buildProgram(root, dist, icons.index);

const common = {
  ...browserOptions,
  sourcemap: true,
  alias: browserAlias,
  tsconfig: join(web, "tsconfig.json"),
  plugins: [smallTemplates],
  define: { iconGroups: JSON.stringify(icons.index), iconNames: JSON.stringify(icons.names) },
};

const languages = (await readdir(join(web, "i18n"), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== "en")
  .map(({ name }) => name);

/** The words of all languages but English: files that card and page share. */
const words = await build({
  ...common,
  entryPoints: Object.fromEntries(
    languages.flatMap((language) =>
      ["viewing", "editing", "view-3d"].map((part) => [
        `${part}-${language}`,
        join(web, "i18n", language, `${part}.ts`),
      ]),
    ),
  ),
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
});

/** The name of the file made from an entry, relative to `dist/web`; undefined if the build made none of it. */
const fileIn = ({ metafile }, source) => {
  const made = Object.entries(metafile.outputs).find(
    ([path, { entryPoint }]) => !path.endsWith(".map") && entryPoint === source,
  );
  return made && relative(out, join(root, made[0]));
};

/**
 * An esbuild plugin: what is loaded on demand and is an entry of another build is taken from there. `folder`: from where;
 * `filter`: which files.
 */
const takenFrom = (made, folder, filter = /\.ts$/) => ({
  name: "what another build makes",
  setup: (making) =>
    making.onResolve({ filter }, ({ path, resolveDir, kind }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = fileIn(made, relative(root, join(resolveDir, path)));
      return file && { path: `./${relative(folder, file)}`, external: true };
    }),
});

// The view in 3D and the model as a file, which share the solids, with their own copy of what else they need: whoever wants no
// 3D loads none of it.
const in3d = await build({
  ...common,
  entryPoints: {
    "view-3d": join(web, "view-3d/floorplan-view-3d.ts"),
    "view-3d-beside": join(web, "canvas/view-3d/view-3d-beside.ts"),
    glb: join(web, "../model/export/gltf/glb.ts"),
  },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/solids-[hash]",
  plugins: [smallTemplates, takenFrom(words, "assets")],
});

// What the card loads behind its first view, when somebody touches it, looks back or sets it up, or where Home
// Assistant's page does not provide everything. It has its own copy of the library: sharing one with the card would take
// it out of the card's single module.
const later = await build({
  ...common,
  entryPoints: {
    details: join(web, "home-assistant/details/details.ts"),
    "replay-bar": join(web, "home-assistant/replay/replay-bar.ts"),
    "perform-action": join(web, "home-assistant/actions/perform-action.ts"),
    standalone: join(web, "card/standalone.ts"),
    "frontend-home-assistant": join(web, "home-assistant/frontend-home-assistant.ts"),
    "config-form": join(web, "card/config-form.ts"),
    refusal: join(web, "card/refusal.ts"),
    suggestions: join(web, "card/suggestions.ts"),
    "name-tag": join(web, "card/name-tag.ts"),
    light: join(web, "renderer/light/light.ts"),
    "apply-changes": join(web, "../client/apply-changes.ts"),
    furnishing: join(web, "renderer/furnishing.ts"),
    "room-zoom": join(web, "card/room-zoom.ts"),
    "layer-display": join(web, "card/layers/layer-display.ts"),
    positions: join(web, "home-assistant/positions/floorplan-positions.ts"),
  },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  plugins: [smallTemplates, takenFrom(words, "assets"), takenFrom(in3d, "assets")],
});

// Heat maps, and the worker that makes them. Apart, so that no other file needs what both share.
const heat = await build({
  ...common,
  entryPoints: {
    "heat-display": join(web, "card/heat/heat-display.ts"),
    "heat-worker": join(web, "card/heat/heat-worker.ts"),
  },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  plugins: [smallTemplates, takenFrom(words, "assets")],
});

// The search of a tracing image for walls is a worker's alone.
const scan = await build({
  ...common,
  entryPoints: { "scan-worker": join(web, "canvas/scan/scan-worker.ts") },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
});

// So is the picture of a model, which has its own copy of the library for 3D: sharing one would make the view in 3D larger.
const pictures = await build({
  ...common,
  entryPoints: { "model-picture": join(web, "canvas/model-picture/model-picture.ts") },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
});

const card = await build({
  ...common,
  // The second pass minifies, and finds more in code that is not minified yet.
  minify: false,
  entryPoints: { "floorplan-card": join(web, "card/main.ts") },
  outdir: out,
  chunkNames: "assets/[name]-[hash]",
  plugins: [smallTemplates, takenFrom(words, ""), takenFrom(later, ""), takenFrom(heat, "")],
});

/** The file made from an entry after a second pass, and its map, by their paths; without `compress`, it is given shorter names only. */
const smaller = async (made, source, compress = false) => {
  const file = join(out, fileIn(made, source));
  const [code, map] = [file, `${file}.map`].map(
    (name) => made.outputFiles.find(({ path }) => path === name).text,
  );
  const small = await minify(code, {
    module: true,
    compress: compress && { sequences: false, ...compress },
    format: { comments: false },
    sourceMap: { content: map, url: `${basename(file)}.map` },
  });
  return [
    [file, Buffer.from(small.code)],
    [`${file}.map`, Buffer.from(small.map)],
  ];
};

// Every dashboard loads the card, so a thorough second pass, which saves another thirtieth, pays off.
const smallCard = await smaller(card, "src/web/card/main.ts", {
  passes: 2,
  inline: 1,
  keep_fargs: false,
  // No code of the card reads a property for a side effect.
  pure_getters: true,
  // fp-ts does not mark all of its side-effect-free code.
  pure_funcs: ["dual", "as", "asUnit", "tap"],
});

const page = await build({
  ...common,
  entryPoints: {
    page: join(web, "page/main.ts"),
    panel: join(web, "panel/main.ts"),
    kiosk: join(web, "kiosk/main.ts"),
    style: join(web, "page/page.css"),
    icon: join(web, "page/icon.svg"),
    "icon-192": join(web, "page/icon-192.png"),
    "icon-512": join(web, "page/icon-512.png"),
    "icon-maskable-512": join(web, "page/icon-maskable-512.png"),
  },
  loader: { ".svg": "copy", ".png": "copy" },
  plugins: [
    smallTemplates,
    takenFrom(words, "assets"),
    // What needs no copy of the library is not in the page a second time.
    takenFrom(later, "assets", /\/(?:furnishing|light|apply-changes)\.ts$/),
    takenFrom(heat, "assets", /\/heat-worker\.ts$/),
    takenFrom(in3d, "assets", /\/(?:floorplan-view-3d|view-3d-beside|glb)\.ts$/),
    takenFrom(scan, "assets", /\/scan-worker\.ts$/),
    takenFrom(pictures, "assets", /\/model-picture\.ts$/),
  ],
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
});

// The largest files of the page: names by how often they are used save a fortieth. The rest of a second pass would take as
// long again, and save a two-hundredth.
const smallEditor = await smaller(page, "src/web/canvas/main.ts");
const smallScan = await smaller(scan, "src/web/canvas/scan/scan-worker.ts", { passes: 2 });
const smallReading = await smaller(page, "src/web/canvas/import/import-worker.ts", { passes: 2 });
const smallYaml = await smaller(page, "src/web/canvas/inspector/yaml-editor.ts");

const html = await htmlFiles({ root, out, common, page, wall: "./wall" });

const compress = { gz: promisify(gzip), br: promisify(brotliCompress) };
// With less memory the blocks are shorter and their codes fit the card better, so it gets smaller.
const options = {
  gz: { level: 9, memLevel: 6 },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } },
};

const pages = new Map(
  [
    ...words.outputFiles,
    ...later.outputFiles,
    ...heat.outputFiles,
    ...in3d.outputFiles,
    ...scan.outputFiles,
    ...pictures.outputFiles,
    ...card.outputFiles,
    ...page.outputFiles,
  ].map(({ path, contents }) => [path, contents]),
);
for (const [path, contents] of [
  ...smallCard,
  ...smallEditor,
  ...smallYaml,
  ...smallReading,
  ...smallScan,
])
  pages.set(path, contents);
for (const [name, text] of html.files) pages.set(join(out, name), Buffer.from(text));
// Home Assistant imports it by a stable name; it loads only files that the page loads too.
const panel = `import "./${html.addressOf("src/web/panel/main.ts")}";\n`;
pages.set(join(out, "floorplan-panel.js"), Buffer.from(panel));
// Home Assistant has a copy, by its integration or by hand, which loads both from here once the service is there.
const integration = join(root, "packaging/home-assistant/custom_components/floorplan");
pages.set(join(out, "floorplan-loader.js"), await readFile(join(integration, "www/loader.js")));
for (const [name, text] of icons.files)
  pages.set(join(out, "assets/icons", name), Buffer.from(text));
const compressed = await Promise.all(
  [...pages].flatMap(([path, contents]) =>
    /\.(?:map|png|webmanifest)$/.test(path)
      ? []
      : Object.entries(compress).map(async ([extension, pack]) => [
          `${path}.${extension}`,
          await pack(contents, options[extension]),
        ]),
  ),
);

const files = new Map([
  ...program.flatMap(({ outputFiles }) =>
    outputFiles.map(({ path, contents }) => [path, contents]),
  ),
  [
    join(dist, "THIRD-PARTY.txt"),
    await noticeOf(
      root,
      [...program, later, heat, scan, pictures, in3d, card, page],
      [iconPackage],
    ),
  ],
  ...(await buildDocuments(root)).map(([name, contents]) => [join(dist, name), contents]),
  ...pages,
  ...compressed,
]);

const write = async (path, contents) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
};

// What a running service serves stays consistent: the page, which names the other files, is written after them, and
// files that are no longer named are removed last. The types are written by the compiler.
forgetBuilt(dist);
for (const [path, contents] of files) await write(path, contents);
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isDirectory() && !files.has(path) && !path.startsWith(join(dist, "types/")))
    await rm(path);
}
noteBuilt(dist, [...files.keys()]);
