import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { emptyRaster, type Raster } from "../../../src/model/scan/raster.ts";
import { serviceHas } from "../../support/demo-service.ts";
import { greyPng } from "../../support/grey-png.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, listOf, save, saved, stored, undo } from "../editing.ts";
import { onScreen } from "../editor-drawing.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService());

/** Pixels per metre: the image counts as wide as the sheet of an empty plan, 12 m. */
const perMetre = 50;

/** A plan of two rooms with walls of 20 cm, and a gap of 90 cm in the one between them. */
const twoRooms = (): Raster => {
  const made = emptyRaster(12 * perMetre, 8 * perMetre);
  made.data.fill(255);
  const fill = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = top * perMetre; y < bottom * perMetre; y += 1)
      made.data.fill(0, y * made.width + left * perMetre, y * made.width + right * perMetre);
  };
  fill(1, 1, 9, 1.2);
  fill(1, 6.8, 9, 7);
  fill(1, 1, 1.2, 7);
  fill(8.8, 1, 9, 7);
  fill(4.9, 1, 5.1, 3);
  fill(4.9, 3.9, 5.1, 7);
  return made;
};

/** Drops a file onto the sheet as its tracing image, and waits until it is there. */
const drop = async (page: Page, name: string, type: string, bytes: Buffer): Promise<void> => {
  const tracing = page.locator("floorplan-canvas image.tracing");
  const before = (await tracing.count()) === 0 ? "" : await tracing.getAttribute("href");
  await page.locator("floorplan-canvas").evaluate(
    (canvas, [called, kind, text]) => {
      const content = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      data.items.add(new File([content], called, { type: kind }));
      const options = { bubbles: true, composed: true, cancelable: true };
      canvas.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }));
    },
    [name, type, bytes.toString("base64")] as const,
  );
  await page.getByLabel("Width (m)").waitFor();
  await page.locator(`floorplan-canvas image.tracing:not([href="${before}"])`).waitFor();
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const said = (page: Page, text: string): Promise<void> =>
  page.locator(".status .said").getByText(text).waitFor();

/** Finds the walls in the picture of two rooms. */
const find = async (page: Page): Promise<void> => {
  await drop(page, "plan.png", "image/png", greyPng(twoRooms()));
  await page.getByText("The image counts as 12 m wide.", { exact: false }).waitFor();
  await button(page, "Find walls").click();
  await said(page, "5 walls, 2 rooms found.");
};

const shown = (page: Page, what: string) => page.locator(`floorplan-canvas .proposal ${what}`);

test(
  "SCAN-4: the walls in a PNG are found in a worker, one is left out and taken again, and all are accepted in one step of undo",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    const workers: string[] = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
        document.body.dataset["longest"] = String(
          Math.max(longest, Number(document.body.dataset["longest"] ?? 0)),
        );
      }).observe({ type: "longtask" });
    });
    await find(page);
    assert.match(workers.join(), /scan-worker/);
    const longest = await page.evaluate(() => document.body.dataset["longest"] ?? "0");
    t.diagnostic(`the page's longest task took ${longest} ms`);
    assert.deepEqual(
      [await shown(page, ".wall").count(), await shown(page, ".room").count()],
      [5, 2],
    );
    assert.equal(await shown(page, ".passage").count(), 1);

    await page.mouse.click(...(await onScreen(page, 5, 2)));
    await said(page, "Wall left out. 4 walls, 1 room found.");
    assert.equal(await shown(page, ".left").count(), 1);
    await button(page, "Accept all 5").waitFor();
    await page.mouse.click(...(await onScreen(page, 3, 4)));
    await said(page, "There is no wall here. Point at a wall.");
    await page.mouse.click(...(await onScreen(page, 5, 2)));
    await said(page, "Wall taken. 5 walls, 2 rooms found.");
    await button(page, "Accept 5 walls").click();
    await said(page, "5 walls accepted, 2 rooms added.");

    const plan = await saved(editor);
    const rooms = listOf(plan, "rooms");
    assert.deepEqual(
      rooms.map(({ name }) => name),
      ["Room 1", "Room 2"],
    );
    const passages = listOf(plan, "openings");
    assert(passages.length > 0 && passages.every(({ style }) => style === "passage"));
    await undo(page);
    await save(page);
    await allSaved(page);
    const before = await stored(editor.peer);
    assert.deepEqual([listOf(before, "rooms"), listOf(before, "openings")], [[], []]);
  },
);

test(
  "SCAN-4: by the keyboard alone walls are found, left out by the crosshair and accepted, or left with Esc",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    await drop(page, "plan.png", "image/png", greyPng(twoRooms()));
    const search = async (): Promise<void> => {
      await button(page, "Find walls").focus();
      await page.keyboard.press("Enter");
      await said(page, "5 walls, 2 rooms found.");
      await page.locator("floorplan-canvas .stage").focus();
    };
    await search();
    await page.keyboard.press("Escape");
    await button(page, "Find walls").waitFor();
    assert.equal(await shown(page, ".wall").count(), 0);

    await search();
    // The crosshair appears in the middle of the sheet, which the image fills: half a metre from the wall between the rooms.
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
      if (await shown(page, ".left").count()) break;
    }
    assert.equal(await shown(page, ".left").count(), 1);
    await button(page, "Accept 4 walls").focus();
    await page.keyboard.press("Enter");
    await said(page, "4 walls accepted, 1 room added.");
    assert.equal(listOf(await saved(editor), "rooms").length, 1);
  },
);

test(
  "SCAN-4: a search ends when it is cancelled, and when its panel is left",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    await drop(page, "plan.png", "image/png", greyPng(twoRooms()));
    const held: (() => Promise<void>)[] = [];
    await page.route(/bg_level_1/, (route) => void held.push(() => route.continue()));
    const begin = async (): Promise<void> => {
      await button(page, "Find walls").click();
      await page.getByText("Looking for walls …").waitFor();
    };
    await begin();
    await page.locator("floorplan-tracing").getByRole("button", { name: "Cancel" }).click();
    await button(page, "Find walls").waitFor();
    await begin();
    await page.getByRole("tab", { name: "Outline", exact: true }).click();
    await page.getByRole("tab", { name: "Image", exact: true }).click();
    await button(page, "Find walls").waitFor();
    await page.unrouteAll();
    for (const release of held) await release().catch(() => undefined);
    // What was ended shows nothing, also when its image has come; the next search does.
    await button(page, "Find walls").click();
    await said(page, "5 walls, 2 rooms found.");
    await button(page, "Cancel").click();
    assert.deepEqual(listOf(await saved(editor), "rooms"), []);
  },
);

test(
  "SCAN-4: what was found is dropped, and that is said, if another floor is shown or the image moves, also during the search",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const levels = ["ground", "upper"].map((id) => ({ id, name: id }));
    const editor = await openEditor(t, { levels });
    if (editor === undefined) return;
    const { page } = editor;
    const changed = "The floor or its image has changed. Look for walls again.";
    const isGone = async (): Promise<void> => {
      await said(page, changed);
      assert.equal(await shown(page, ".wall").count(), 0);
      await shown(page, ".wall").first().waitFor({ state: "detached" });
    };
    await find(page);
    await page.getByRole("tab", { name: "upper", exact: true }).click();
    await isGone();
    await page.getByRole("tab", { name: "ground", exact: true }).click();

    const held: (() => Promise<void>)[] = [];
    await page.route(/bg_ground/, (route) => void held.push(() => route.continue()));
    await button(page, "Find walls").click();
    await page.getByText("Looking for walls …").waitFor();
    await page.getByLabel("Left edge (m)").fill("3");
    await page.getByLabel("Left edge (m)").press("Tab");
    await page.unrouteAll();
    for (const release of held) await release().catch(() => undefined);
    await button(page, "Find walls").waitFor();
    await isGone();

    await button(page, "Find walls").click();
    await said(page, "5 walls, 2 rooms found.");
    await undo(page);
    await isGone();
    assert.deepEqual(listOf(await saved(editor), "walls"), []);
  },
);

const drawing = (width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0H9V9H0Z"/></svg>`,
  );

test(
  "SCAN-5, SCAN-6: what cannot be searched is refused in words that name the limit, and the plan stays as it is",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    const refused = async (words: string): Promise<void> => {
      await button(page, "Find walls").click();
      await page.getByRole("alert").getByText(words, { exact: false }).waitFor();
      assert.deepEqual(listOf(await saved(editor), "walls"), []);
    };
    await drop(page, "huge.svg", "image/svg+xml", drawing(10_000, 10_000));
    await refused("The image has 100 megapixels; at most 80 are searched (scan-pixels).");
    await drop(page, "small.svg", "image/svg+xml", drawing(100, 100));
    await refused("pixels per metre; at least 30 are needed (scan-pixels-per-metre).");
    await drop(page, "drawing.svg", "image/svg+xml", drawing(600, 600));
    await refused("This browser cannot read the pixels of this image.");
    const white = emptyRaster(600, 400);
    white.data.fill(255);
    await drop(page, "white.png", "image/png", greyPng(white));
    await refused("No walls found.");
  },
);
