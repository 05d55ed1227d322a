// The HTML pages of a build of the browsers' code, which name its other files.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { kioskFiles } from "./kiosk.mjs";

/** The script inline in a page. It must work where nothing else does, so it targets old browsers too. */
const inlineGuard = async (common, web) => {
  const made = await build({
    ...common,
    entryPoints: [join(web, "page/guard.ts")],
    sourcemap: false,
    splitting: false,
    format: "iife",
    target: "es2017",
    outdir: web,
  });
  return `<script>${made.outputFiles[0].text.trim()}</script>`;
};

/** The files by name. `page` is esbuild's result, `out` the folder of the pages; `wall` is where the wall page will be. */
export const htmlFiles = async ({ root, out, common, page, wall }) => {
  const web = join(root, "src/web");

  /** The address of the file made from an entry, relative to the page, which may be below any path. */
  const addressOf = (source) => {
    const made = Object.entries(page.metafile.outputs).find(
      ([path, { entryPoint, inputs }]) =>
        !path.endsWith(".map") && (entryPoint === source || (!entryPoint && source in inputs)),
    );
    if (made === undefined) throw new Error(`nothing was made of ${source}`);
    return relative(out, join(root, made[0]));
  };

  /** Links to the files that a file needs before it runs: a browser that knows them loads all at once. */
  const linksTo = (source) => {
    const { outputs } = page.metafile;
    const needed = new Set();
    const follow = (path) => {
      for (const { path: next, kind } of outputs[path].imports) {
        if (kind !== "import-statement" || needed.has(next)) continue;
        needed.add(next);
        follow(next);
      }
    };
    follow(relative(root, join(out, addressOf(source))));
    return [...needed]
      .map((path) => `<link rel="modulepreload" href="${relative(out, join(root, path))}" />`)
      .join("\n    ");
  };

  const guard = await inlineGuard(common, web);
  const template = await readFile(join(web, "page/index.html"), "utf8");
  const index = template
    .replace("{{script}}", addressOf("src/web/page/main.ts"))
    .replace("{{style}}", addressOf("src/web/page/page.css"))
    .replace("{{needed}}", linksTo("src/web/page/main.ts"))
    .replace("{{icon}}", addressOf("src/web/page/icon.svg"))
    .replace("<!-- guard -->", () => guard);
  const kiosk = await kioskFiles({ web, addressOf, linksTo, guard, wall });
  return { addressOf, files: new Map([["index.html", index], ...kiosk]) };
};
