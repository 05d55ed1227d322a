import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { allSaved, chooseInOutline, listOf, panel, saved, stored, undo } from "../../editing.ts";
import { waitForDrafts } from "../../draft-count.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService({ planBytes: 20_000 }), {});

const unsaved = (page: Page): Promise<void> =>
  page.getByText("Unsaved changes", { exact: true }).waitFor();

const choose = async (page: Page, name: string): Promise<void> => {
  await chooseInOutline(page, name);
  await panel(page, "Properties");
};

const undoes = (page: Page): Promise<boolean> =>
  page.getByRole("button", { name: /^Undo/ }).isEnabled();

test(
  "PANEL-18: what is typed into a field is unsaved at once, saved by Ctrl+S, and one undo step; Escape gives it up",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await choose(page, "Café corner");
    const field = page.getByRole("tabpanel").getByLabel("Text", { exact: true });
    await field.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Reading corner ");
    await unsaved(page);
    assert.equal(await field.inputValue(), "Reading corner ", "a space at the end can be typed");
    await page.locator("floorplan-canvas").getByText("Reading corner").first().waitFor();
    await page.keyboard.press("Control+s");
    await allSaved(page);
    const text = async (): Promise<unknown> => listOf(await stored(peer), "texts")[0]?.["text"];
    assert.equal(await text(), "Reading corner");
    await page.keyboard.type(" 2");
    await unsaved(page);
    await page.keyboard.press("Escape");
    await allSaved(page);
    assert.equal(await field.inputValue(), "Reading corner");
    await undo(page);
    await page.locator("floorplan-canvas").getByText("Café corner").first().waitFor();
    assert.equal(await undoes(page), false, "all keys were one step");
    await saved(editor);
    assert.equal(await text(), "Café corner");
  },
);

test(
  "PANEL-18: what is being typed when the page is lost is offered again",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await choose(page, "Café corner");
    const field = page.getByRole("tabpanel").getByLabel("Text", { exact: true });
    await field.click();
    await page.keyboard.press("Home");
    await page.keyboard.type("My ");
    await waitForDrafts(page, 1);
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.locator("floorplan-canvas").getByText("My Café corner").first().waitFor();
    await saved(editor);
  },
);

test(
  "PANEL-17: a length is typed with a comma, with a unit and by arrows; one that cannot be read is told beside it and stays unsaved",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await choose(page, "Bathtub");
    const width = page.getByLabel("Width (m)");
    const bathtub = async (): Promise<unknown> =>
      listOf(await stored(peer), "furniture").find(({ id }) => id === "bathtub")?.["w"];
    for (const [typed, metres] of [
      ["1,65", 1.65],
      ["170 cm", 1.7],
      ["5' 6\"", 1.6764],
    ] as const) {
      await width.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(typed);
      await page.keyboard.press("Control+s");
      await allSaved(page);
      assert.equal(await bathtub(), metres, typed);
    }
    await width.fill("1.5");
    await width.press("ArrowUp");
    assert.equal(await width.inputValue(), "1.55");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("wide");
    await width.press("Tab");
    await page.getByText("That isn’t a length").waitFor();
    await unsaved(page);
    assert.deepEqual(await sampledViolations(page), []);
    await choose(page, "Fridge");
    await page.keyboard.press("Control+s");
    await page.getByRole("heading", { name: "Bathtub" }).waitFor();
    await page.getByText("“wide” cannot be read, so it is not saved yet.").waitFor();
    assert.equal(await width.inputValue(), "wide");
    assert.equal(await bathtub(), 1.6764);
    await width.press("Escape");
    await allSaved(page);
    assert.equal(await width.inputValue(), "1.676");
  },
);

test(
  "PANEL-18: YAML that was not applied is unsaved, comes back with its panel and after the page was lost, and is applied by saving",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await chooseInOutline(page, "Bathtub");
    await panel(page, "YAML");
    const text = page.getByRole("textbox", { name: "YAML text" });
    await page.getByText("id: bathtub").waitFor();
    await text.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText("furniture:\n- id: bathtub\n  type: [");
    await unsaved(page);
    await panel(page, "Properties");
    await unsaved(page);
    await page.keyboard.press("Control+s");
    await page.locator(".cm-lint-marker-error").waitFor();
    await page.getByText("type: [").waitFor();
    await unsaved(page);
    await waitForDrafts(page, 1);
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await unsaved(page);
    await panel(page, "YAML");
    await page.getByText("type: [").waitFor();
    await text.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Backspace");
    await page.keyboard.insertText("bench");
    await page.keyboard.press("Control+s");
    await allSaved(page);
    const item = listOf(await stored(peer), "furniture").find(({ id }) => id === "bathtub");
    assert.deepEqual(item, { id: "bathtub", type: "bench" });
  },
);

test(
  "PANEL-20: an icon is searched and chosen by the keyboard and by a touch, beside its picture",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await choose(page, "Bathtub");
    const icon = page.getByRole("combobox", { name: "Icon", exact: true });
    const stands = async (): Promise<unknown> =>
      listOf(await stored(peer), "furniture").find(({ id }) => id === "bathtub")?.["icon"];
    await icon.click();
    await page.getByRole("option", { name: "robot-vacuum", exact: true }).waitFor();
    await page.keyboard.type("shower head");
    const shower = page.getByRole("option", { name: "shower-head", exact: true });
    await shower.locator("path").first().waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    await allSaved(page);
    assert.equal(await stands(), "mdi:shower-head");
    await icon.fill("duck");
    await page.getByRole("option", { name: "duck", exact: true }).click();
    await saved(editor);
    assert.equal(await stands(), "mdi:duck");
    await icon.fill("nothing like it");
    await page.getByText("No matches.").waitFor();
    await icon.press("Tab");
    assert.equal(await icon.inputValue(), "mdi:duck");
    await icon.fill("phu:mine");
    await icon.press("Tab");
    await saved(editor);
    assert.equal(await stands(), "phu:mine");
  },
);

test(
  "PANEL-22: furniture and devices are searched by their names, and Enter chooses the first that is found",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await page.locator('[data-tool="furniture"]').click();
    const search = page.locator(".pieces").getByRole("searchbox", { name: "Search" });
    await search.fill("BATHT");
    const names = page.locator(".piece:visible");
    assert.deepEqual(await names.allInnerTexts(), [
      "Bathtub",
      "Corner bathtub",
      "Freestanding bathtub",
    ]);
    await search.fill("unicorn");
    await page.getByText("No matches.").waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await search.fill("batht");
    await search.press("Enter");
    await search.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
  },
);

test(
  "PANEL-24: what is typed while the palette is open is searched among what all tools make, and no key is a shortcut",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    const { keyboard } = page;
    const drawing = page.getByRole("application", { name: "Drawing" });
    const search = page.locator(".pieces").getByRole("searchbox", { name: "Search" });
    const first = page.locator(".piece").first();
    const active = page.locator('.palette [aria-pressed="true"]');
    await page.locator('[data-tool="device"]').click();
    await search.and(page.locator(":focus")).waitFor();
    await keyboard.type("ceiling l");
    assert.equal(await first.innerText(), "Ceiling lamp\nFurniture");
    await keyboard.press("Escape");
    await drawing.and(page.locator(":focus")).waitFor();
    assert.equal(await active.getAttribute("data-tool"), "select");

    await keyboard.press("f");
    await search.waitFor();
    await drawing.focus();
    // Each of them chooses a tool elsewhere, and the drawing has the focus.
    await keyboard.type("wc");
    assert.equal(await search.inputValue(), "wc");
    assert.equal(await active.getAttribute("data-tool"), "furniture");
    await search.fill("glass");
    await page.locator('.piece[data-piece="window"]').waitFor();
    await search.press("Enter");
    await search.waitFor({ state: "detached" });
    assert.equal(await active.getAttribute("data-tool"), "window");
    await drawing.and(page.locator(":focus")).waitFor();
    await keyboard.press("v");
  },
);

test(
  "PANEL-27: what is selected on the drawing shows its properties in place of the image or the files, and leaves other panels",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    const isShown = (name: string): Promise<void> =>
      page
        .locator('[role="tab"][aria-selected="true"]')
        .and(page.getByRole("tab", { name, exact: true }))
        .waitFor();
    const select = async (name: string): Promise<void> => {
      await page.locator("floorplan-canvas").getByRole("button", { name }).first().focus();
      await page.keyboard.press("Enter");
    };
    for (const [name, room] of [
      ["Image", "Kitchen"],
      ["File", "Bathroom"],
    ] as const) {
      await panel(page, name);
      await isShown(name);
      await select(room);
      await isShown("Properties");
    }
    await panel(page, "Outline");
    await select("Kitchen");
    await isShown("Outline");
    await panel(page, "Properties");
  },
);
