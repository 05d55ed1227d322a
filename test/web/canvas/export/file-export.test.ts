import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import type { Download, Page } from "playwright-core";
import { SaxesParser } from "saxes";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { backgroundOf, levelsCalled } from "../../../../src/model/elements/levels.ts";
import { floorDxf } from "../../../../src/model/export/dxf/floor-dxf.ts";
import { glbOf } from "../../../../src/model/export/gltf/glb.ts";
import * as catalogue from "../../../../src/model/kinds/catalogue/symbols.ts";
import { demoPlan } from "../../../samples/index.ts";
import { serviceHas } from "../../../support/demo-service.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { Peer } from "../../../support/peer.ts";
import { startTestService } from "../../../support/service.ts";
import { useBrowser } from "../../browser.ts";
import { panel, saved, undo } from "../../editing.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const open = useBrowser();
const openEditor = sharedEditor(open, sharedService());

/** A stand-in for the browser's dialog, which no test can answer: it is told that it was asked for. */
const withoutDialog = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    document.documentElement.dataset["printed"] = "0";
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset["printed"] = String(Number(dataset["printed"]) + 1);
    };
  });

/** What the browser prints, how large its pages are, and which are wider than high. It tells the page before and after, as its menu does. */
const printed = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return {
    pdf,
    isLying: sizes.map(([, width, height]) => Number(width) > Number(height)),
    // Points are a 72nd of an inch.
    millimetres: sizes.map((sides) =>
      sides.slice(1).map((side) => Math.round((Number(side) / 72) * 25.4)),
    ),
  };
};

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

const downloads = async (page: Page, name: string, count = 1): Promise<readonly Download[]> => {
  const found: Download[] = [];
  const all = new Promise<void>((resolve) => {
    const take = (download: Download): void => {
      if (found.push(download) < count) return;
      page.off("download", take);
      resolve();
    };
    page.on("download", take);
  });
  await press(page, name);
  await all;
  return found;
};

test(
  "EXPORT-4, EXPORT-7, DXF-4, GLTF-4: floors are downloaded as SVG, PNG, DXF and GLB, the one that is shown or all of them",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("house"));
    if (editor === undefined) return;
    const { page } = editor;
    const levels = levelsCalled(demoPlan("house"), undefined);
    await panel(page, "File");
    await page.getByLabel("Layout").selectOption("Drawing alone");
    const [svg] = await downloads(page, "Download as SVG");
    assert(svg !== undefined);
    assert.match(svg.suggestedFilename(), /^floorplan-ground-floor-\d+\.svg$/);
    const text = String(await bytesOf(svg));
    const parser = new SaxesParser({ xmlns: true });
    parser.on("error", (error) => assert.fail(error));
    parser.write(text).close();
    assert(text.includes("1 : 50") && text.includes('data-ref="rooms/kitchen"'));

    await page.getByRole("combobox", { name: "Floor", exact: true }).selectOption("All floors");
    await page.getByLabel("Scale on paper").selectOption("1 : 100");
    const all = await downloads(page, "Download as SVG", 3);
    for (const each of all) assert(String(await bytesOf(each)).includes("1 : 100"));
    const drawings = await downloads(page, "Download as DXF", 3);
    const [ground] = drawings;
    assert.match(ground?.suggestedFilename() ?? "", /^floorplan-ground-floor-\d+\.dxf$/);
    for (const [at, each] of drawings.entries())
      assert.equal(String(await bytesOf(each)), floorDxf(demoPlan("house"), levels[at], catalogue));

    const [model] = await downloads(page, "Download as GLB");
    assert.match(model?.suggestedFilename() ?? "", /^floorplan-\d+\.glb$/);
    assert(model !== undefined);
    assert((await bytesOf(model)).equals(Buffer.from(glbOf(demoPlan("house"), levels))));

    await page.getByRole("combobox", { name: "Floor", exact: true }).selectOption("Ground floor");
    await page.getByLabel("Width of the PNG").selectOption("1,000 pixels");
    const [png] = await downloads(page, "Download as PNG");
    assert(png !== undefined);
    const pixels = await bytesOf(png);
    assert.equal(pixels.toString("latin1", 1, 4), "PNG");
    assert.equal(pixels.readUInt32BE(16), 1000);
    const [first] = all;
    assert(first !== undefined);
    const [, millimetres = ""] = /width="([\d.]+)mm"/.exec(String(await bytesOf(first))) ?? [];
    assert.equal(pixels.toString("latin1", 37, 41), "pHYs");
    const [across, down] = [pixels.readUInt32BE(41), pixels.readUInt32BE(45)];
    const onPaper = (1000 / across) * 1000;
    assert(Math.abs(onPaper - Number(millimetres)) < 0.5, `${onPaper} of ${millimetres} mm`);
    assert.equal(across, down);
    assert.equal(pixels[49], 1, "pixels per metre");
    assert.equal(pixels.readUInt32BE(50), crc32(pixels.subarray(37, 50)));
    assert(pixels.length > 20_000, "something is drawn");
  },
);

test(
  "EXPORT-5: printing gives a page for each floor in place of the editor, lying or upright as it is, of lines and letters",
  inBrowser,
  async (t) => {
    const tall: PlanData = {
      levels: [
        { id: "wide", name: "Wide" },
        { id: "tall", name: "Tall" },
      ],
      rooms: [
        {
          id: "long",
          level: "wide",
          points: [
            [0, 0],
            [12, 0],
            [12, 4],
            [0, 4],
          ],
        },
        {
          id: "high",
          level: "tall",
          points: [
            [0, 0],
            [4, 0],
            [4, 12],
            [0, 12],
          ],
        },
      ],
    };
    const editor = await openEditor(t, tall);
    if (editor === undefined) return;
    const { page } = editor;
    await withoutDialog(page);
    await page.locator("floorplan-canvas").focus();
    await page.keyboard.press("Control+p");
    await page.locator('html[data-printed="1"]').waitFor();
    assert(await page.locator("floorplan-editor").isVisible());
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.locator(".floorplan-sheets svg > title").allTextContents(), [
      "Wide",
      "Tall",
    ]);
    assert(!(await page.locator("floorplan-editor").isVisible()), "the editor is not printed");
    await page.emulateMedia({ media: null });
    const pages = await printed(page);
    assert.deepEqual(pages.isLying, [true, false], "a page lies and one is upright");
    assert.doesNotMatch(pages.pdf, /\/Subtype \/Image/);
    await page.locator(".floorplan-sheets").waitFor({ state: "detached" });

    await panel(page, "File");
    await page.getByLabel("Layout").selectOption("Sheet with title, areas and dimensions");
    await press(page, "Print or save as PDF");
    await page.locator('html[data-printed="2"]').waitFor();
    assert.equal(await page.locator(".floorplan-sheets svg").count(), 1, "the floor that is shown");
    assert.deepEqual((await printed(page)).isLying, [true]);
    assert.deepEqual((await printed(page)).isLying, [true, false], "by the browser's menu, all");
    await page.locator(".floorplan-sheets").waitFor({ state: "detached" });
  },
);

test(
  "EXPORT-4, EXPORT-5, EXPORT-9: sheets have the chosen title, paper and scale, also the next time, and say if a scale did not fit",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await withoutDialog(page);
    await panel(page, "File");
    await page.getByLabel("Layout").selectOption("Sheet with title, areas and dimensions");
    await page.getByLabel("Title", { exact: true }).fill("At the meadow");
    await page.getByRole("combobox", { name: "Paper", exact: true }).selectOption("A3");
    await page.getByLabel("Orientation").selectOption("Portrait");
    await page.getByLabel("Scale on paper").selectOption("1 : 100");
    await press(page, "Print or save as PDF");
    await page.locator('html[data-printed="1"]').waitFor();
    const said = page.locator(".floorplan-sheets text");
    for (const text of ["At the meadow", "1 : 100", "A3", "1 of 1"])
      assert.equal(await said.getByText(text, { exact: true }).count(), 1, text);
    const { millimetres, pdf } = await printed(page);
    assert.deepEqual(millimetres, [[297, 420]], "one page of the paper, without a margin");
    assert.doesNotMatch(pdf, /\/Subtype \/Image/);
    assert.equal((await saved(editor))["name"], "At the meadow");

    await page.getByLabel("Scale on paper").selectOption("1 : 20");
    const [svg] = await downloads(page, "Download as SVG");
    assert(svg !== undefined);
    assert(String(await bytesOf(svg)).includes("At the meadow"));
    await page
      .getByText("At 1 : 20 the floor does not fit A3, so it was drawn at 1 : 50.")
      .waitFor();

    await page.reload();
    await panel(page, "File");
    assert.equal(
      await page.getByRole("combobox", { name: "Paper", exact: true }).inputValue(),
      "A3",
    );
    await page.getByRole("combobox", { name: "Paper", exact: true }).selectOption("Letter");
    await page.getByLabel("Orientation").selectOption("Automatic");
    await withoutDialog(page);
    await page.locator("floorplan-canvas").focus();
    await page.keyboard.press("Control+p");
    await page.locator('html[data-printed="1"]').waitFor();
    assert.deepEqual((await printed(page)).millimetres, [[279, 216]], "by Ctrl+P, too");
  },
);

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#0a0"/></svg>`;

test(
  "EXPORT-6: a plan that was exported with its images brings them along into an empty service",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Image");
    await page.locator('floorplan-tracing input[type="file"]').setInputFiles({
      name: "flat.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(picture),
    });
    await page.getByLabel("Width (m)").waitFor();
    const plan = await saved(editor);
    await panel(page, "File");
    await page.getByLabel("Layout").selectOption("Drawing alone");
    await page.getByLabel("With the tracing image").check();
    const [svg] = await downloads(page, "Download as SVG");
    assert(svg !== undefined);
    const drawing = String(await bytesOf(svg));
    assert(drawing.includes(`xlink:href="data:image/svg+xml;base64,${btoa(picture)}"`));
    const [tag = ""] = /<image [^>]*>/.exec(drawing) ?? [];
    const [width, height] = ["width", "height"].map(
      (name) => new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1],
    );
    assert.equal((Number(height) / Number(width)).toFixed(3), "0.750", "as high as it is");
    const [whole] = await downloads(page, "Export with images");
    assert(whole !== undefined);
    const file = { name: "whole.json", mimeType: "application/json", buffer: await bytesOf(whole) };

    const empty = await startTestService(t);
    const peer = await Peer.login(t, empty.port, empty.admin);
    const tab = await open(t, empty, { token: empty.admin, path: "/#edit" });
    assert(tab !== undefined);
    await panel(tab, "File");
    const input = tab.locator('floorplan-file input[type="file"]');
    const damaged = String(file.buffer).replace(/base64,[^"]*/, "base64,?");
    await input.setInputFiles({ ...file, buffer: Buffer.from(damaged) });
    await tab.getByText("The image of Flat in this file is damaged").waitFor();
    assert.equal(await tab.locator('[data-ref="rooms/kitchen"]').count(), 0);
    await input.setInputFiles(file);
    await tab.getByText("“whole.json” was imported, but is not saved yet.").waitFor();
    const brought = await saved({ page: tab, peer });
    const image = backgroundOf(brought, "flat");
    assert.match(image?.url ?? "", /^\/local\/floorplan\/bg_flat\.svg\?v=\d+$/);
    assert.deepEqual({ ...image, url: "" }, { ...backgroundOf(plan, "flat"), url: "" });
    const response = await fetch(`${empty.url}${image?.url}`);
    assert.equal(await response.text(), picture);
    assert.deepEqual({ ...brought, backgrounds: 0, rev: 0 }, { ...plan, backgrounds: 0, rev: 0 });
    await undo(tab);
    await tab.locator('[data-ref="rooms/kitchen"]').first().waitFor({ state: "detached" });
  },
);
