import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { backgroundOf } from "../../../src/model/elements/levels.ts";
import { firstLevelId } from "../../../src/model/editing/levels.ts";
import { glbOf } from "../../../src/model/export/gltf/glb.ts";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { modelFile, modelText } from "../../model/import/model.ts";
import { pngOf } from "../../model/import/png.ts";
import { serviceHas } from "../../support/demo-service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, panel, saved, stored } from "../editing.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";
import { withWorkerCode } from "./import-worker-code.ts";

const openEditor = sharedEditor(useBrowser(), sharedService());

/** Chooses a file as the tracing image. */
const choose = async (page: Page, { bytes, name }: GivenFile): Promise<void> => {
  await panel(page, "Image");
  await page
    .locator("floorplan-tracing input[type=file]")
    .setInputFiles({ name, mimeType: "", buffer: Buffer.from(bytes) });
};

const draw = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Use picture" }).click();

const alert = (page: Page, words: string | RegExp) =>
  page.locator("floorplan-tracing").getByRole("alert").getByText(words, { exact: false });

/** A room of 4 × 3 metres, 2 metres from the origin. */
const plan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [2, 2],
        [6, 2],
        [6, 5],
        [2, 5],
      ],
    },
  ],
};

/** How bright an image is at places of the plan, from 0 to 255. */
const brightness = (
  page: Page,
  { left, top, url, width }: { left: number; top: number; url: string; width: number },
  places: readonly (readonly [number, number])[],
): Promise<readonly number[]> =>
  page.evaluate(
    async ([address, given, spots]) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      const sheet = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      if (sheet === null) return [];
      sheet.drawImage(picture, 0, 0);
      const scale = picture.width / given.width;
      return spots.map(([x, z]) => {
        const at = [(x - given.left) * scale, (z - given.top) * scale] as const;
        return sheet.getImageData(...at, 1, 1).data[0] ?? 0;
      });
    },
    [url, { left, top, width }, places] as const,
  );

test(
  "TRACE3D-1, TRACE3D-3: a model becomes a picture from above that is cut, lies where the model has it and is as large, in one step",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    await choose(page, { name: "house.glb", bytes: glbOf(plan, [undefined]) });
    await page.getByText("“house.glb” is a model.", { exact: false }).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    const begun = page.waitForEvent("worker");
    await draw(page);
    assert.match((await begun).url(), /import-worker/);
    await page.locator("floorplan-canvas image.tracing").waitFor();
    const image = backgroundOf(await saved(editor), firstLevelId);
    assert(image !== undefined);
    // The room, with its outer walls of 17 cm around.
    assert(Math.abs(image.left - 1.83) < 0.12, String(image.left));
    assert(Math.abs(image.top - 1.83) < 0.12, String(image.top));
    assert(Math.abs(image.width - 4.34) < 0.24, String(image.width));
    const [wall = 255, floor = 0] = await brightness(page, image, [
      [4, image.top + 0.1],
      [4, 3.5],
    ]);
    assert(wall < 120 && floor > 120, `the wall is cut, and one sees the floor: ${wall}, ${floor}`);

    // As high as it is, one sees the upper side of its walls.
    await choose(page, { name: "house.glb", bytes: glbOf(plan, [undefined]) });
    await page.getByLabel("Cut at (m above its lowest point)").fill("9");
    await page.getByLabel("Cut at (m above its lowest point)").press("Tab");
    await draw(page);
    const shown = page.locator(`floorplan-canvas image.tracing:not([href*="${image.url}"])`);
    await shown.waitFor();
    const whole = backgroundOf(await saved(editor), firstLevelId);
    assert(whole !== undefined);
    assert.deepEqual([whole.left, whole.width], [image.left, image.width]);
    const [top = 0] = await brightness(page, whole, [[4, image.top + 0.1]]);
    assert(top > 120, String(top));
  },
);

test("TRACE3D-2: a model as text is drawn too", inBrowser, async (t) => {
  if (!serviceHas(t, "images on its disk")) return;
  const editor = await openEditor(t, { rooms: [] });
  if (editor === undefined) return;
  await choose(editor.page, modelText());
  await draw(editor.page);
  await editor.page.locator("floorplan-canvas image.tracing").waitFor();
  const image = backgroundOf(await saved(editor), firstLevelId);
  assert.deepEqual([image?.left, image?.top, image?.width], [0, 0, 4]);
});

test(
  "TRACE3D-4, TRACE3D-5, TRACE3D-6: a model that is refused, a browser that cannot draw it and a worker that ends are told, and nothing changes",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const draco = ["KHR_draco_mesh_compression"];
    await choose(page, modelFile({ extensionsUsed: draco, extensionsRequired: draco }));
    await draw(page);
    await alert(page, "house.glb is packed with KHR_draco_mesh_compression").waitFor();
    const vast = [{ componentType: 5126, count: 2 ** 40, type: "VEC3" }];
    await choose(page, modelFile({ accessors: vast }));
    await draw(page);
    await alert(page, "more than model-corners allows").waitFor();
    for (const [code, words] of [
      ["OffscreenCanvas.prototype.getContext = () => null;", "WebGL is missing"],
      ["delete globalThis.OffscreenCanvas;", "WebGL is missing"],
      [
        "OffscreenCanvas.prototype.convertToBlob = () => { throw new RangeError(); };",
        "Reading ended by an error",
      ],
    ] as const) {
      const end = await withWorkerCode(page, code, true);
      await choose(page, modelFile());
      await draw(page);
      await alert(page, words).waitFor();
      assert.equal(await end(), 1);
    }
    await allSaved(page);
    assert.deepEqual(await stored(peer), before);
  },
);

test(
  "TRACE3D-4: a model that is dropped with its buffer is refused with the name of that, as one that comes alone",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    const { bytes, name } = modelText("house.bin");
    await page.locator("floorplan-canvas").evaluate(
      (canvas, [called, text]) => {
        const data = new DataTransfer();
        data.items.add(new File(["any"], "house.bin"));
        data.items.add(new File([text], called));
        const options = { bubbles: true, composed: true, cancelable: true };
        canvas.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }));
      },
      [name, Buffer.from(bytes).toString()] as const,
    );
    await draw(page);
    await alert(page, "buffers.0.uri").waitFor();
  },
);

test(
  "TRACE3D-6: a drawing that is cancelled ends its worker, and nothing changes",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const end = await withWorkerCode(page, "onmessage = () => { for (;;); };");
    await choose(page, modelFile());
    const begun = page.waitForEvent("worker");
    await draw(page);
    const worker = await begun;
    await page.getByText("Drawing “house.glb” from above …").waitFor();
    const closed = new Promise((resolve) => {
      worker.on("close", resolve);
    });
    await page.locator("floorplan-tracing").getByRole("button", { name: "Cancel" }).click();
    await closed;
    await page.getByText("Upload cancelled; nothing was changed.").waitFor();
    assert.equal(await end(), 1);
    await allSaved(page);
    assert.deepEqual(await stored(peer), before);
  },
);

test(
  "TRACE-11: an image of more than 80 megapixels is refused before it is sent, as its header tells, in words that name the limit",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await choose(page, { name: "huge.png", bytes: pngOf(10_000, 10_000).subarray(0, 100) });
    await alert(
      page,
      "The image has more than 80 megapixels, which is the most that is shown (image-pixels).",
    ).waitFor();
    assert.deepEqual(sent, []);
    await allSaved(page);
    assert.deepEqual(await stored(peer), before);
  },
);

/** A plan in a file, whose tracing image is embedded. */
const planWith = (bytes: Buffer): string =>
  JSON.stringify({
    levels: [{ id: "ground", name: "Ground" }],
    backgrounds: {
      ground: {
        url: `data:image/png;base64,${bytes.toString("base64")}`,
        left: 0,
        top: 0,
        width: 9,
        height: 9,
      },
    },
  });

test(
  "TRACE-11: an image of too many pixels in the file of a plan is refused before it is sent",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await panel(page, "File");
    const text = planWith(Buffer.from(pngOf(10_000, 10_000).subarray(0, 100)));
    await page
      .locator("floorplan-file input[type=file]")
      .first()
      .setInputFiles({ name: "plan.json", mimeType: "", buffer: Buffer.from(text) });
    await page
      .getByRole("alert")
      .getByText("The image has more than 80 megapixels", { exact: false })
      .waitFor();
    assert.deepEqual(sent, []);
    assert.deepEqual(await stored(peer), before);
  },
);

test(
  "TRACE-11: an upload that is cancelled while the image is still looked at sends nothing",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    // The first bytes of the file come when the test says so.
    await page.evaluate(() => {
      const held = new Promise((resolve) => {
        addEventListener("release", resolve, { once: true });
      });
      Blob.prototype.arrayBuffer = async function late() {
        await held;
        return new Response(this).arrayBuffer();
      };
    });
    await choose(page, { name: "plan.png", bytes: pngOf(10, 10) });
    await page.locator("floorplan-tracing").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Upload cancelled; nothing was changed.").waitFor();
    await page.evaluate(() => dispatchEvent(new Event("release")));
    await allSaved(page);
    assert.deepEqual(sent, []);
    assert.deepEqual(await stored(peer), before);
  },
);
