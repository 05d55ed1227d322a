// Makes what HACS takes: two folders, each the content of a repository of its own, since HACS takes one kind of a
// repository. `integration` is Home Assistant's integration, which has the card in it; `card` is the card alone, bundled
// with nearly everything that it otherwise loads on demand into one file, as HACS serves files of one flat folder. The
// view in 3D, larger than all else, is a file beside it, which the card loads when somebody wants to see it.
// `node build/hacs.mjs REPOSITORY [FOLDER]` writes them into dist/hacs or that folder; REPOSITORY is the address of this
// project's repository, such as https://github.com/OWNER/floorplan, where users find the documentation and report issues.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { iconFiles } from "./icons.mjs";
import { smallTemplates } from "./small-templates.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, "src/web");
const [given = "", folder = join(root, "dist/hacs")] = process.argv.slice(2);
const repository = given.replace(/\/$/, "");

if (!/^https:\/\/[^\s/]+\/\S+$/.test(repository)) {
  process.stderr.write(
    "expected the address of the project's repository, such as https://github.com/OWNER/floorplan\n",
  );
  process.exit(2);
}

/** What both kinds have: the description of the repository for HACS and for people, and the licence. */
const begin = async (kind) => {
  const to = join(folder, kind);
  await rm(to, { recursive: true, force: true });
  await cp(join(root, "packaging/hacs", kind), to, { recursive: true });
  await cp(join(root, "LICENSE"), join(to, "LICENSE"));
  const readme = await readFile(join(to, "README.md"), "utf8");
  await writeFile(join(to, "README.md"), readme.replaceAll("REPOSITORY", repository));
  return to;
};

const sorted = ({ domain, name, ...others }) => ({
  domain,
  name,
  ...Object.fromEntries(
    Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
});

const makeIntegration = async () => {
  const to = join(await begin("integration"), "custom_components/floorplan");
  const from = join(root, "packaging/home-assistant/custom_components/floorplan");
  await cp(from, to, { recursive: true, filter: (path) => !path.includes("__pycache__") });
  const manifest = JSON.parse(await readFile(join(from, "manifest.json"), "utf8"));
  const addresses = { documentation: repository, issue_tracker: `${repository}/issues` };
  const told = sorted({ ...manifest, ...addresses });
  await writeFile(join(to, "manifest.json"), `${JSON.stringify(told, null, 2)}\n`);
};

/** An esbuild plugin: the worker of heat maps is a text in the card's one file, from which the card starts it. */
const workerWithin = {
  name: "a worker within the file",
  setup: (making) =>
    making.onLoad({ filter: /\/heat-worker\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        write: false,
      });
      const code = JSON.stringify(outputFiles[0].text);
      return {
        contents: `export const workerAddress = URL.createObjectURL(new Blob([${code}], { type: "text/javascript" }));`,
      };
    }),
};

const view3dFile = "floorplan-view-3d.js";

/** An esbuild plugin: the card loads the view in 3D from the file beside it. */
const view3dBeside = {
  name: "the view in 3D beside the file",
  setup: (making) =>
    making.onResolve({ filter: /\/floorplan-view-3d\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: `./${view3dFile}`, external: true } : undefined,
    ),
};

/** One file with all that an entry loads, besides the view in 3D. */
const bundled = async (entry) => {
  const icons = iconFiles();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(web, entry)],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    write: false,
    metafile: true,
    alias: { "fp-ts/lib": "fp-ts/es6" },
    tsconfig: join(web, "tsconfig.json"),
    plugins: [smallTemplates, workerWithin, view3dBeside],
    define: { iconGroups: JSON.stringify(icons.index), iconNames: JSON.stringify(icons.names) },
  });
  const left = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path }) => path !== `./${view3dFile}`);
  const [file, ...others] = outputFiles;
  if (left.length + others.length > 0) throw new Error(`${entry} would need more than one file`);
  return file.contents;
};

const makeCard = async () => {
  const to = await begin("card");
  const card = await bundled("card/main.ts");
  await mkdir(join(to, "dist"));
  await writeFile(join(to, "dist/floorplan-card.js"), card);
  await writeFile(join(to, "dist", view3dFile), await bundled("view-3d/floorplan-view-3d.ts"));
  await cp(join(root, "docs/card.png"), join(to, "card.png"));
  return card.length;
};

await makeIntegration();
const bytes = await makeCard();
process.stdout.write(`${folder}: integration, card (${bytes} bytes)\n`);
