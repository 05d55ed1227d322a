// The HTML pages of a build of the browsers' code, which name its other files.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { kioskFiles } from "./kiosk.mjs";

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

  /** The files that a file needs before it runs, relative to the page: a browser that knows them loads all at once. */
  const neededBy = (source) => {
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
    return [...needed].map((path) => relative(out, join(root, path)));
  };

  const template = await readFile(join(web, "page/index.html"), "utf8");
  const index = template
    .replace("{{script}}", addressOf("src/web/page/main.ts"))
    .replace("{{style}}", addressOf("src/web/page/page.css"))
    .replace(
      "{{needed}}",
      neededBy("src/web/page/main.ts")
        .map((path) => `<link rel="modulepreload" href="${path}" />`)
        .join("\n    "),
    )
    .replace("{{icon}}", addressOf("src/web/page/icon.svg"));
  const kiosk = await kioskFiles({ common, web, addressOf, neededBy, wall });
  return { addressOf, files: new Map([["index.html", index], ...kiosk]) };
};
