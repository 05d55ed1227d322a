// The wall page and its manifest, which name other files of the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const icon = (src, size, purpose) => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
  ...(purpose === undefined ? {} : { purpose }),
});

/**
 * The files by name. `addressOf` returns an entry's address relative to the page, `linksTo` links to the files that it
 * loads at once; `guard` is the script inline in the page, and `wall` is where the page will be.
 */
export const kioskFiles = async ({ web, addressOf, linksTo, guard, wall }) => {
  const template = await readFile(join(web, "kiosk/kiosk.html"), "utf8");
  const html = template
    .replace("{{script}}", addressOf("src/web/kiosk/main.ts"))
    .replace("{{style}}", addressOf("src/web/page/page.css"))
    .replace("{{icon}}", addressOf("src/web/page/icon.svg"))
    .replace("{{icon192}}", addressOf("src/web/page/icon-192.png"))
    .replace("{{needed}}", linksTo("src/web/kiosk/main.ts"))
    .replace("<!-- guard -->", () => guard);
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
