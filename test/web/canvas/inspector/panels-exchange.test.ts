import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { demoPlan } from "../../../samples/index.ts";
import { serviceHas } from "../../../support/demo-service.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { allSaved, chooseInOutline, drag, panel, saved, stored, undo } from "../../editing.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService({ imageBytes: 2 ** 20 }));

const square = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#999"/></svg>`;

test(
  "PANEL-6: a tracing image is uploaded, scaled by two points of the drawing and removed",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Image");
    const give = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
      page
        .locator('floorplan-tracing input[type="file"]')
        .setInputFiles({ name, mimeType, buffer });
    await give("plan.pdf", "application/pdf", Buffer.from("%PDF"));
    await page.getByText("it has to be PNG, JPEG, WebP or SVG").waitFor();
    await page.getByText("at most 1 MB").waitFor();
    await give("big.png", "image/png", Buffer.alloc(2 ** 20 + 1));
    await page.getByText("This image is larger than the service accepts.").waitFor();

    const uploads = "**/api/floorplan/background";
    await page.route(uploads, () => undefined);
    await Promise.all([
      page.waitForRequest(uploads),
      give("flat.svg", "image/svg+xml", Buffer.from(square)),
    ]);
    await panel(page, "File");
    await panel(page, "Image");
    await page.getByRole("tabpanel").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Upload cancelled; nothing was changed.").waitFor();
    await page.unroute(uploads);

    await give("flat.svg", "image/svg+xml", Buffer.from(square));
    const width = page.getByLabel("Width (m)");
    await width.waitFor();
    const before = Number(await width.inputValue());
    await page.getByRole("button", { name: "Straighten and scale…" }).click();
    const box = await page.locator("floorplan-canvas").boundingBox();
    assert(box !== null);
    const middle = box.y + box.height / 2;
    await page.mouse.click(box.x + 200, middle);
    await page.locator("floorplan-tracing").getByText("First point set").waitFor();
    await page.mouse.click(box.x + 400, middle);
    const drawn = await page.getByText(/On the drawing they are [\d.]+ m apart/).textContent();
    const apart = Number(/are ([\d.]+) m/.exec(drawn ?? "")?.[1]);
    await page.getByLabel("Actual distance (m)").fill(String(2 * apart));
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Straighten and scale…" }).waitFor();
    const after = Number(await width.inputValue());
    assert(Math.abs(after - 2 * before) < 0.1, `${before} m became ${after} m`);
    const { backgrounds } = await saved(editor);
    assert.match(JSON.stringify(backgrounds), /"url":"[^"]*bg_flat\.[^"]*svg/);
    const drags = page.getByRole("button", { name: "Drag into place", exact: true });
    await drags.click();
    await page.getByText("Drag the image into place.").waitFor();
    const left = page.getByLabel("Left edge (m)");
    const [from, scale] = [Number(await left.inputValue()), after];
    const image = await page.locator("floorplan-canvas image.tracing").boundingBox();
    assert(image !== null);
    await drag(page, [box.x + 200, middle], [box.x + 300, middle + 50]);
    const moved = Number(await left.inputValue()) - from;
    assert(Math.abs(moved - (100 * scale) / image.width) < 0.05, `${moved} m`);
    await undo(page);
    assert.equal(Number(await left.inputValue()), from, "one step");
    await drags.click();
    await page.getByRole("button", { name: "Remove image" }).click();
    await page.getByText("Place a floor plan, or a photo").waitFor();
    assert.deepEqual((await saved(editor))["backgrounds"], {});
  },
);

test(
  "IMG-4, IMG-6, PLAN-6: in a plan full of nulls, a floor of any id gets an image of any name",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const nulls = { rooms: null, furniture: null, devices: null, sensors: null, texts: null };
    const levels = [{ id: "1.NP / hoch ⌂", name: "First" }];
    const editor = await openEditor(t, { ...nulls, levels, backgrounds: null });
    if (editor === undefined) return;
    const { page } = editor;
    for (const name of ["Outline", "Checks", "Properties", "YAML", "Image"])
      await panel(page, name);
    await page.locator('floorplan-tracing input[type="file"]').setInputFiles({
      name: "scan.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(square),
    });
    await page.getByLabel("Width (m)").waitFor();
    await page
      .locator('image.tracing[href*="bg_1~2eNP~20~2f~20hoch~20~e2~8c~82.svg?v="]')
      .waitFor({ state: "attached" });
    const { rev: _, backgrounds, ...rest } = await saved(editor);
    assert.match(JSON.stringify(backgrounds), /^\{"1\.NP \/ hoch ⌂":\{"url":"[^"]*\.svg\?v=\d+"/);
    assert.deepEqual(rest, { ...nulls, levels });
  },
);

test(
  "PANEL-7: YAML that cannot be read is marked at its line, and what can is one undo step",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Bathtub");
    await panel(page, "YAML");
    const text = page.getByRole("textbox", { name: "YAML text" });
    await page.getByText("bathtub").first().waitFor();
    const write = async (yaml: string): Promise<void> => {
      await text.click();
      await page.keyboard.press("Control+a");
      // Typed over several lines, the browser would try to keep their inline styles.
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(yaml);
      await page.getByRole("button", { name: "Apply" }).click();
    };
    await write("furniture:\n- id: bathtub\n  type: [");
    await page.getByText("This text is not valid YAML.").waitFor();
    await page.locator(".cm-lint-marker-error").waitFor();
    const step = page.getByRole("button", { name: "Undo · Apply YAML" });
    assert.equal(await step.count(), 0, "the plan is as it was");
    await write(
      "furniture:\n- {id: bathtub, type: bench, x: 4.2, z: 1, w: 1, d: 0.4, rotation: 0}\n",
    );
    await page.getByText("Applied. Undo takes it back.").waitFor();
    await page.getByText("type: bench").waitFor();
    await undo(page);
    await page.getByText("type: bathtub").waitFor();
    await allSaved(page);
  },
);

test(
  "PANEL-8, PANEL-19: a file with no plan is refused; one with a plan replaces what is drawn until undone",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await panel(page, "File");
    const input = page.locator('floorplan-file input[type="file"]');
    const give = (name: string, text: string): Promise<void> =>
      input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await give("list.json", "[1]");
    await page.getByText("“list.json” is not a plan").waitFor();
    const picture = "\u0089PNG\r\n\u001a\n\u0000";
    await give("Flat.PNG", picture);
    await page.getByText("“Flat.PNG” is an image. To trace it").waitFor();
    await give("flat.zip", picture);
    await page.getByText("“flat.zip” is not a plan file").waitFor();
    assert.equal(await page.getByText(/Unexpected token/).count(), 0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export plan" }).click(),
    ]);
    assert.equal(
      download.suggestedFilename(),
      `floorplan-${Number((await stored(peer))["rev"])}.json`,
    );
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual(exported, demoPlan("flat"));
    await give(
      "hut.json",
      '{"rooms": [{"id": "hut", "name": "Hut", "points": [[0,0],[3,0],[3,3]]}]}',
    );
    await page.getByText("“hut.json” was imported, but is not saved yet.").waitFor();
    await page.locator('[data-ref="rooms/hut"]').first().waitFor();
    await page.getByRole("tabpanel").focus();
    await page.keyboard.press("Control+z");
    await page.locator('[data-ref="rooms/kitchen"]').first().waitFor();
    await allSaved(page);
  },
);
