import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { drawnHouse } from "../../../model/import/drawn.ts";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { allSaved, panel, stored } from "../../editing.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";
import { withWorkerCode } from "../import-worker-code.ts";

const openEditor = sharedEditor(useBrowser(), sharedService(), {
  // What a worker that ends by an error leaves in the console.
  expects: /on purpose|RangeError|Failed to load resource/,
});

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import", exact: true });

/** Chooses a drawing under File, or where a refusal asks for other files. */
const chooseDrawing = async (page: Page, button = "Import from another program…") => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles([{ name: "house.dxf", mimeType: "", buffer: Buffer.from(drawnHouse()) }]);
};

const opened = async (t: TestContext) => {
  const editor = await openEditor(t, demoPlan("flat"));
  if (editor !== undefined) await panel(editor.page, "File");
  return editor;
};

test(
  "IMPORT-39: files are read in a worker, which ends when they are read",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page } = editor;
    const begun = page.waitForEvent("worker");
    await chooseDrawing(page);
    const worker = await begun;
    assert.match(worker.url(), /import-worker/);
    await dialogOf(page).getByText("1 room", { exact: true }).waitFor();
    assert.deepEqual(page.workers(), []);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  },
);

test(
  "IMPORT-39: a reading that is cancelled ends its worker, and nothing changes",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const end = await withWorkerCode(page, "onmessage = () => { for (;;); };");
    const begun = page.waitForEvent("worker");
    await chooseDrawing(page);
    const worker = await begun;
    await dialogOf(page).getByText("Reading the files …").waitFor();
    const closed = new Promise((resolve) => {
      worker.on("close", resolve);
    });
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await closed;
    await dialogOf(page).waitFor({ state: "detached" });
    await allSaved(page);
    assert.deepEqual(await stored(peer), before);
    assert.equal(await end(), 1);
  },
);

for (const [what, code, words] of [
  ["throws", "onmessage = () => { throw new Error('on purpose'); };", "Reading ended by an error"],
  ["cannot be started", "import './on-purpose.js';", "could not be loaded"],
  [
    "gets no more memory",
    "onmessage = () => new Uint8Array(Number.MAX_SAFE_INTEGER);",
    "Reading ended by an error",
  ],
] as const)
  test(
    `IMPORT-40: of a worker that ${what} the dialog tells, nothing is imported, and the files may be chosen again`,
    inBrowser,
    async (t) => {
      const editor = await opened(t);
      if (editor === undefined) return;
      const { page, peer } = editor;
      const before = await stored(peer);
      const end = await withWorkerCode(page, code);
      await chooseDrawing(page);
      await dialogOf(page).getByRole("alert").getByText(words, { exact: false }).waitFor();
      assert.equal(await end(), 1);
      await chooseDrawing(page, "Choose other files…");
      await dialogOf(page).getByText("1 room", { exact: true }).waitFor();
      await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
      await allSaved(page);
      assert.deepEqual(await stored(peer), before);
    },
  );
