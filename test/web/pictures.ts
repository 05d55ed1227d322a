import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { root } from "../support/source-files.ts";
import { chromiumOptions } from "../support/chromium.ts";

const { values, positionals } = parseArgs({
  options: { to: { type: "string", default: join(root, "docs") } },
  allowPositionals: true,
});

/** Whether the command line asks for this picture: all are where it names none. */
export const isWanted = (name: string): boolean =>
  positionals.length === 0 || positionals.includes(name);

/** How each context of a picture begins: the same words, times and sizes on any machine. */
export const pictureOptions: BrowserContextOptions = {
  locale: "en-GB",
  timezoneId: "UTC",
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 800 },
};

/** A browser that draws the same bytes each time: several threads round the edges of tiles differently. */
export const launchForPictures = (): Promise<Browser> =>
  chromium.launch({
    ...chromiumOptions,
    args: [
      ...chromiumOptions.args,
      "--num-raster-threads=1",
      "--disable-checker-imaging",
      "--disable-low-res-tiling",
      "--disable-partial-raster",
      "--disable-skia-runtime-opts",
      "--run-all-compositor-stages-before-draw",
    ],
  });

/** An icon that is still loading. */
const loadingIcon = ".glyph:not(:has(*))";

/** Writes the picture of a page when everything has loaded: into `docs/`, or the folder of `--to`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.locator(loadingIcon).first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  const path = join(resolve(values.to), `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  console.log(path);
};
