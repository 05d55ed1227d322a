import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { view3d as english } from "../../../src/web/i18n/en/view-3d.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import { openHouse, settled, showIn3d } from "./house-view.ts";

const cards = useCards();

/** A room with a floor of a strong colour. */
const plan = {
  levels: [{ id: "ground", name: "Ground floor" }],
  rooms: [
    {
      id: "hall",
      name: "Hall",
      level: "ground",
      color: "#d01010",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
  ],
};

const opened = async (t: TestContext, path = "/"): Promise<Page | undefined> => {
  const page = await openHouse(t, cards, plan, { path });
  if (page === undefined) return undefined;
  await showIn3d(page);
  return page;
};

/** Where the view is, in whole pixels. */
const boxOf = (page: Page): Promise<Readonly<Record<"x" | "y" | "width" | "height", number>>> =>
  page.locator("floorplan-view-3d").evaluate((view) => {
    const { x, y } = view.getBoundingClientRect();
    return { x, y, width: view.clientWidth, height: view.clientHeight };
  });

/** Asks for a picture of a width, as its button says it. */
const ask = async (page: Page, width: string): Promise<void> => {
  const save = page.getByRole("button", { name: "Save picture" });
  if ((await save.getAttribute("aria-expanded")) === "false") await save.click();
  await page.getByRole("button", { name: width, exact: true }).click();
};

interface Saved {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The parts of the picture that are red as the floor, and pink as a label over it. */
  readonly red: number;
  readonly pink: number;
  /** How large the file is: more the sharper the picture is. */
  readonly bytes: number;
}

/** Saves a picture, and reads it. */
const saved = async (page: Page, width: string): Promise<Saved> => {
  const [download] = await Promise.all([page.waitForEvent("download"), ask(page, width)]);
  const bytes = await readFile(await download.path());
  const seen = await page.evaluate(async (base64) => {
    const from = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([from], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    if (context === null) throw new Error("there is no canvas");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [red, pink] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      if (r > 2 * g && r > 2 * b) red += 4 / data.length;
      if (r > 240 && g > 180 && g < 235 && Math.abs(g - b) < 8) pink += 4 / data.length;
    }
    return { width: image.width, height: image.height, red, pink };
  }, bytes.toString("base64"));
  return { name: download.suggestedFilename(), bytes: bytes.length, ...seen };
};

test(
  "VIEW3D-20: a button saves what is seen as a PNG, as wide as the screen or wider, with its texts, and the view stays as it was",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const box = await boxOf(page);
    await page.getByRole("button", { name: "Save picture" }).click();
    await page.getByRole("button", { name: "1,920 pixels" }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press("Escape");
    await becomes(() => page.getByRole("button", { name: "1,920 pixels" }).count(), 0);
    const focused = (): Promise<unknown> =>
      page
        .locator("floorplan-view-3d")
        .evaluate((view) => view.shadowRoot?.activeElement?.getAttribute("aria-label"));
    await becomes(focused, "Save picture");
    const screen = await saved(page, "As on the screen");
    await becomes(focused, "Save picture");
    assert.match(screen.name, /^floorplan-3d-ground-floor(?:-\d+)?\.png$/);
    assert.deepEqual([screen.width, screen.height], [box.width, box.height]);
    assert(screen.red > 0.05, `${screen.red} is the floor`);
    const wide = await saved(page, "1,920 pixels");
    assert.equal(wide.width, 1920);
    assert.equal(wide.height, Math.round((1920 * box.height) / box.width));
    assert(Math.abs(wide.red - screen.red) < 0.01, `${wide.red} and ${screen.red}: all is larger`);
    assert(wide.pink > 0.0005, `${wide.pink} is the label`);
    assert(Math.abs(wide.pink - screen.pink) < 0.002, `${wide.pink} and ${screen.pink}`);
    await settled(page);
  },
);

test(
  "VIEW3D-20: a picture is sharp while what moves is drawn coarsely, one larger than the graphics draw is refused by its size, and one that the browser does not make is told",
  inBrowser,
  async (t) => {
    const page = await opened(t, "/?small");
    if (page === undefined) return;
    const sharp = await saved(page, "As on the screen");
    const box = await boxOf(page);
    // Each frame comes a tenth of a second after the one before, as far as the page can tell, and the view is held.
    await page.evaluate(`{
      const frame = requestAnimationFrame.bind(window);
      let nowMs = 0;
      window.requestAnimationFrame = (next) => frame(() => next((nowMs += 100)));
    }`);
    const drawn = page.locator("floorplan-view-3d canvas");
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 100, { steps: 12 });
    await becomes(async () => Number(await drawn.getAttribute("width")) < box.width, true);
    await page.mouse.move(box.x + 100, box.y + 100, { steps: 12 });
    // A click of the mouse would let go.
    const press = (name: string): Promise<void> =>
      page.getByRole("button", { name, exact: true }).evaluate((each) => {
        if (each instanceof HTMLElement) each.click();
      });
    await press("Save picture");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press("As on the screen"),
    ]);
    const held = await readFile(await download.path());
    assert(
      Math.abs(held.length - sharp.bytes) < sharp.bytes / 20,
      `${held.length}, ${sharp.bytes}`,
    );
    await page.mouse.up();
    await page.evaluate(`{
      const { getParameter } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.getParameter = function (name) {
        return name === this.MAX_RENDERBUFFER_SIZE ? 3000 : getParameter.call(this, name);
      };
    }`);
    await ask(page, "3,840 pixels");
    const height = Math.round((3840 * box.height) / box.width).toLocaleString("en");
    const words = `This picture would have 3,840 × ${height} pixels. The graphics of this browser draw at most 3,000 × 3,000: choose a smaller width.`;
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    assert.equal((await saved(page, "1,920 pixels")).width, 1920);
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.evaluate("HTMLCanvasElement.prototype.toBlob = (take) => take(null)");
    await ask(page, "1,920 pixels");
    await page.getByRole("alert").filter({ hasText: english.pictureNotMade }).waitFor();
  },
);
