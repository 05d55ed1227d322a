// Takes README's moving picture from the demo in the real browser: npm run screenshots:demo [-- FILE]
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../support/chromium.ts";
import { root } from "../../support/source-files.ts";
import type { TestScope } from "../../support/service.ts";
import { serveFolder } from "../../support/static-server.ts";
import { allSaved, chooseInOutline, drag, save } from "../editing.ts";
import { animatedWebp, type AnimationFrame } from "./animated-webp.ts";

/** As large as the editor needs for its panels beside the drawing; the picture is smaller. */
const viewport = { width: 1280, height: 800 };
const size = { width: 960, height: 600 };

/** A time zone where it is seven in the evening now: the home of the demo lives by the clock of the computer. */
const eveningZone = (): string => {
  const ahead = ((19 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
};

/** Encodes a screenshot by a canvas of the page. */
const webpOf = async (page: Page, png: Buffer): Promise<Buffer> => {
  const encoded = await page.evaluate(
    async ({ data, width, height }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d");
      if (context === null) throw new TypeError("the canvas draws nothing");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", 0.7).replace(/^[^,]*,/, "");
    },
    { data: png.toString("base64"), ...size },
  );
  return Buffer.from(encoded, "base64");
};

/** Moves the slider of the replay to an hour. */
const lookAt = (page: Page, hour: number): Promise<void> =>
  page.locator("floorplan-replay input").evaluate((input, to) => {
    if (!(input instanceof HTMLInputElement)) throw new TypeError("there is no slider");
    input.value = String(to * 60);
    input.dispatchEvent(new Event("input"));
  }, hour);

const take = async (page: Page): Promise<readonly AnimationFrame[]> => {
  const frames: AnimationFrame[] = [];
  const picture = async (ms: number): Promise<void> => {
    // What has changed fades in.
    await page.waitForTimeout(500);
    frames.push({ webp: await webpOf(page, await page.screenshot()), ms });
  };
  await page.locator('floorplan-card [data-ref="rooms/kitchen"]').waitFor();
  await page.waitForTimeout(1500);
  await picture(1500);
  for (const lamp of ["hall_lamp", "kitchen_pendant", "bedside_lamp"]) {
    await page.locator(`floorplan-card [data-ref="furniture/${lamp}"]`).click();
    await picture(900);
  }
  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByRole("button", { name: "Previous day" }).click();
  for (const hour of [7.5, 10, 13, 16.5, 20, 23]) {
    await lookAt(page, hour);
    await picture(700);
  }
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await allSaved(page);
  await chooseInOutline(page, "Sofa");
  await picture(1200);
  const sofa = await page.locator('floorplan-canvas [data-ref="furniture/sofa"]').boundingBox();
  if (sofa === null) throw new TypeError("there is no sofa");
  const [x, y] = [sofa.x + sofa.width / 2, sofa.y + sofa.height / 2];
  await drag(page, [x, y], [x + 120, y]);
  await picture(1200);
  await save(page);
  await allSaved(page);
  await page.evaluate(() => (location.hash = ""));
  await picture(1800);
  return frames;
};

const ends: (() => unknown)[] = [];
const scope: TestScope = { after: (end) => void ends.push(end) };
const { url } = await serveFolder(scope, join(root, "dist/demo"));
const env = { ...process.env, TZ: eveningZone() };
const browser = await chromium.launch({ ...chromiumOptions, env });
try {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  await page.goto(url);
  const animation = animatedWebp(await take(page), size);
  const file = process.argv[2] ?? join(root, "docs/demo.webp");
  await writeFile(file, animation);
  process.stdout.write(`${file}: ${animation.length} bytes\n`);
} finally {
  await browser.close();
  for (const end of ends.toReversed()) await end();
}
