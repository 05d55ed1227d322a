// Bundles the card with everything that it otherwise loads on demand into one file: HACS copies the files of a release
// into one flat folder of Home Assistant. `node build/hacs.mjs [FOLDER]` writes it into dist/hacs or that folder.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { iconFiles } from "./icons.mjs";
import { smallStyles } from "./styles.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, "src/web");
const icons = iconFiles();
const folder = process.argv[2] ?? join(root, "dist/hacs");

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: { "floorplan-card": join(web, "card/main.ts") },
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
  plugins: [smallStyles],
  define: { iconGroups: JSON.stringify(icons.index), iconNames: JSON.stringify(icons.names) },
});
const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
const [card, ...others] = outputFiles;
if (left.length + others.length > 0) throw new Error("the card would need more than its one file");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "floorplan-card.js"), card.contents);
process.stdout.write(`${join(folder, "floorplan-card.js")}: ${card.contents.length} bytes\n`);
