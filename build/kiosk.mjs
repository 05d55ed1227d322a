// The wall page and its manifest, which name other files of the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** The script inline in the page. It must work where nothing else does, so it targets old browsers too. */
const guardOf = async (common, web) => {
  const made = await build({
    ...common,
    entryPoints: [join(web, "kiosk/guard.ts")],
    sourcemap: false,
    splitting: false,
    format: "iife",
    target: "es2017",
    outdir: web,
  });
  return made.outputFiles[0].text.trim();
};

const icon = (src, size, purpose) => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
  ...(purpose === undefined ? {} : { purpose }),
});

/** The files by name. `addressOf` returns an entry's address relative to the page, `neededBy` the files that it loads at once; `wall` is where the page will be. */
export const kioskFiles = async ({ common, web, addressOf, neededBy, wall }) => {
  const template = await readFile(join(web, "kiosk/kiosk.html"), "utf8");
  const guard = await guardOf(common, web);
  const links = neededBy("src/web/kiosk/main.ts").map(
    (path) => `<link rel="modulepreload" href="${path}" />`,
  );
  const html = template
    .replace("{{script}}", addressOf("src/web/kiosk/main.ts"))
    .replace("{{style}}", addressOf("src/web/page/page.css"))
    .replace("{{icon}}", addressOf("src/web/page/icon.svg"))
    .replace("{{icon192}}", addressOf("src/web/page/icon-192.png"))
    .replace("{{needed}}", links.join("\n    "))
    .replace("<!-- guard -->", () => `<script>${guard}</script>`);
  const manifest = {
    name: "Floor plan",
    short_name: "Floor plan",
    start_url: wall,
    scope: "./",
    display: "fullscreen",
    theme_color: "#1f6f78",
    background_color: "#f4f6f6",
    icons: [
      icon(addressOf("src/web/page/icon-192.png"), 192),
      icon(addressOf("src/web/page/icon-512.png"), 512),
      icon(addressOf("src/web/page/icon-maskable-512.png"), 512, "maskable"),
    ],
  };
  return new Map([
    ["wall.html", html],
    ["wall.webmanifest", JSON.stringify(manifest)],
  ]);
};
