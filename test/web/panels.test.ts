import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { demoPlan } from "../../src/demo/index.ts";
import { bounded } from "../support/bounded.ts";
import { barriersOf } from "./barriers.ts";
import { useBrowser } from "./browser.ts";
import { allSaved, drag, panel, rename, save, stored } from "./editing.ts";
import { type Editor, sharedEditor, sharedService } from "./shared-editor.ts";

const open = useBrowser();
const openEditor = sharedEditor(open, sharedService({ imageBytes: 2 ** 20, planBytes: 20_000 }), {
  // What the browser says of an image that is not there.
  expects: /status of 404/,
});

const undo = (page: Page): Promise<void> => page.getByRole("button", { name: /^Undo/ }).click();

const saved = async ({ page, peer }: Editor): Promise<Record<string, unknown>> => {
  await save(page);
  await allSaved(page);
  return stored(peer);
};

const listIn = (
  plan: Record<string, unknown>,
  list: string,
): readonly Record<string, unknown>[] => {
  const found = plan[list];
  assert(Array.isArray(found));
  return found;
};

/** Chooses something in the outline by searching for it. */
const chooseInOutline = async (page: Page, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await page.getByRole("treeitem", { name }).last().click();
};

test(
  "PANEL-2: a finding leads to its floor and its properties, and what points nowhere is removed",
  bounded,
  async (t) => {
    const flat = demoPlan("flat");
    const editor = await openEditor(t, {
      ...flat,
      levels: [...flat.levels, { id: "attic", name: "Attic" }],
      texts: [
        { id: "note", text: "Above", x: 1, z: 1, level: "attic" },
        { id: "note", text: "Twice", x: 2, z: 2, level: "attic" },
      ],
      outdoor: "garden",
      backgrounds: { flat: { url: "/local/floorplan/bg_flat.png?v=1", left: 0, top: 0, width: 9 } },
    });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Check");
    await page.getByRole("button", { name: /^Twice .*has the id “note”/ }).click();
    await page.locator('[data-ref="texts/note#2"]').first().waitFor();
    await page.getByRole("button", { name: /^Remove: The outdoor room/ }).click();
    await page.getByRole("button", { name: /^Remove: The tracing image .*be loaded/ }).click();
    await page.getByText("1 finding", { exact: true }).waitFor();
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "Twice" }).waitFor();
    const plan = await saved(editor);
    assert.equal(plan["outdoor"], undefined);
    assert.deepEqual(plan["backgrounds"], {});
  },
);

test(
  "PANEL-3, PANEL-5: what the keyboard chooses in the outline gets other properties, one undo step each",
  bounded,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Outline");
    await page.getByRole("searchbox", { name: "Search" }).press("Tab");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "Home"])
      await page.keyboard.press(key);
    assert.equal(await page.getByRole("treeitem", { name: "Passage" }).count(), 1);
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "Living room" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Parlour");
    await page.getByLabel("Name", { exact: true }).press("Tab");
    const flooring = page.getByLabel("flooring");
    await flooring.fill("stone");
    await flooring.press("Tab");
    await page.getByText("This is not JSON, so nothing was changed.").waitFor();
    await flooring.fill('"stone"');
    await flooring.press("Tab");
    await page.getByText("This is not JSON").waitFor({ state: "hidden" });
    await undo(page);
    const [room] = demoPlan("flat").rooms;
    assert.deepEqual(listIn(await saved(editor), "rooms")[0], { ...room, name: "Parlour" });
  },
);

test("PANEL-3: what is changed in a copy stays as it was in the original", bounded, async (t) => {
  const editor = await openEditor(t, demoPlan("flat"));
  if (editor === undefined) return;
  const { page } = editor;
  await chooseInOutline(page, "Café corner");
  await page.keyboard.press("Control+d");
  await panel(page, "Properties");
  const words = page.getByRole("tabpanel").getByLabel("Text", { exact: true });
  await words.fill("Kitchen");
  await words.press("Tab");
  const texts = listIn(await saved(editor), "texts").map(({ text }) => text);
  assert.deepEqual([texts[0], texts.at(-1), texts.length], ["Café corner", "Kitchen", 4]);
});

test(
  "PANEL-3: what a touch does is chosen from a list, and rules stay as they are",
  bounded,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Robbie");
    await panel(page, "Properties");
    const touched = (name: string): Locator => page.getByRole("combobox", { name, exact: true });
    await touched("Tap").selectOption("Go to a page");
    const path = page.getByLabel("Page, such as /lovelace/kitchen");
    await path.fill("/lovelace/robbie");
    await path.press("Tab");
    await touched("Long press").selectOption("Nothing");
    await touched("Double tap").selectOption("Switch it");
    await touched("Double tap").selectOption("As usual");
    const before = demoPlan("flat").furniture.find(({ id }) => id === "robbie");
    const after = listIn(await saved(editor), "furniture").find(({ id }) => id === "robbie");
    assert.deepEqual(after, {
      ...before,
      tap_action: { action: "navigate", navigation_path: "/lovelace/robbie" },
      hold_action: { action: "none" },
    });
  },
);

test("PANEL-4: what is filled in for several things is set in all of them", bounded, async (t) => {
  const editor = await openEditor(t, demoPlan("flat"));
  if (editor === undefined) return;
  const { page } = editor;
  await chooseInOutline(page, "Bathtub");
  await page.getByRole("searchbox", { name: "Search" }).fill("Fridge");
  await page.getByRole("treeitem", { name: "Fridge" }).click({ modifiers: ["Shift"] });
  await panel(page, "Properties");
  await page.getByRole("heading", { name: "2 things selected" }).waitFor();
  await page.getByLabel("Layer").fill("white goods");
  await page.getByLabel("Layer").press("Enter");
  assert.deepEqual(
    listIn(await saved(editor), "furniture").flatMap(({ id, layer }) =>
      layer === "white goods" ? [id] : [],
    ),
    ["bathtub", "fridge"],
  );
});

const square = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#999"/></svg>`;

test(
  "PANEL-6: a tracing image is uploaded, scaled by two points of the drawing and removed",
  bounded,
  async (t) => {
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
    await page.getByText("This image is larger than the service takes.").waitFor();

    const uploads = "**/api/floorplan/background";
    await page.route(uploads, () => undefined);
    await Promise.all([
      page.waitForRequest(uploads),
      give("flat.svg", "image/svg+xml", Buffer.from(square)),
    ]);
    await panel(page, "File");
    await panel(page, "Image");
    await page.getByRole("tabpanel").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The upload is ended; nothing was changed.").waitFor();
    await page.unroute(uploads);

    await give("flat.svg", "image/svg+xml", Buffer.from(square));
    const width = page.getByLabel("Width (m)");
    await width.waitFor();
    const before = Number(await width.inputValue());
    await page.getByRole("button", { name: "Scale by two points…" }).click();
    const box = await page.locator("floorplan-canvas").boundingBox();
    assert(box !== null);
    const middle = box.y + box.height / 2;
    await page.mouse.click(box.x + 200, middle);
    await page.getByText("1 of 2 points set").waitFor();
    await page.mouse.click(box.x + 400, middle);
    const drawn = await page.getByText(/On the drawing they are [\d.]+ m apart/).textContent();
    const apart = Number(/are ([\d.]+) m/.exec(drawn ?? "")?.[1]);
    await page.getByLabel("True distance (m)").fill(String(2 * apart));
    await page.getByRole("button", { name: "Scale the image" }).click();
    await page.getByRole("button", { name: "Scale by two points…" }).waitFor();
    const after = Number(await width.inputValue());
    assert(Math.abs(after - 2 * before) < 0.1, `${before} m became ${after} m`);
    const { backgrounds } = await saved(editor);
    assert.match(JSON.stringify(backgrounds), /"url":"[^"]*bg_flat\.[^"]*svg/);
    const drags = page.getByRole("button", { name: "Drag into place", exact: true });
    await drags.click();
    await page.getByText("Drag the image to where it belongs.").waitFor();
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
    await page.getByRole("button", { name: "Remove the image" }).click();
    await page.getByText("Put a floor plan or a photo").waitFor();
    assert.deepEqual((await saved(editor))["backgrounds"], {});
  },
);

test(
  "PANEL-7: YAML that cannot be read is marked at its line, and what can is one undo step",
  bounded,
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
    await page.getByText("This text is no valid YAML.").waitFor();
    await page.locator(".cm-lint-marker-error").waitFor();
    assert.equal(await page.getByText("All saved").count(), 1, "the plan is as it was");
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
  "PANEL-8: a file with no plan is refused; one with a plan replaces what is drawn until undone",
  bounded,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await panel(page, "File");
    const input = page.locator('floorplan-file input[type="file"]');
    const give = (name: string, text: string): Promise<void> =>
      input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await give("list.json", "[1]");
    await page.getByText("“list.json” holds no plan").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export the plan" }).click(),
    ]);
    assert.equal(
      download.suggestedFilename(),
      `floorplan-${String((await stored(peer))["rev"])}.json`,
    );
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual(exported, demoPlan("flat"));
    await give(
      "hut.json",
      '{"rooms": [{"id": "hut", "name": "Hut", "points": [[0,0],[3,0],[3,3]]}]}',
    );
    await page.getByText("“hut.json” is imported, and not saved yet.").waitFor();
    await page.locator('[data-ref="rooms/hut"]').first().waitFor();
    await page.getByRole("tabpanel").focus();
    await page.keyboard.press("Control+z");
    await page.locator('[data-ref="rooms/kitchen"]').first().waitFor();
    await allSaved(page);
  },
);

test(
  "PANEL-14: a long list ends with how many more there are, and pictures come as they are seen",
  bounded,
  async (t) => {
    const lost = Array.from({ length: 103 }, (_, at) => ({ id: `n${at}`, level: "cellar" }));
    const editor = await openEditor(t, { ...demoPlan("flat"), texts: lost });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Check");
    await page.getByText("103 findings").waitFor();
    await page.getByText("and 3 more").waitFor();
    await panel(page, "History");
    await page.locator("floorplan-history li svg").first().waitFor();
    const [entries, pictures] = await Promise.all(
      ["li", "li svg"].map((each) => page.locator(`floorplan-history ${each}`).count()),
    );
    assert(entries !== undefined && pictures !== undefined && pictures < entries);
    await page.locator("floorplan-history li").last().scrollIntoViewIfNeeded();
    await page.locator("floorplan-history li:last-child svg").waitFor();
  },
);

test(
  "PANEL-12, PANEL-16: panels, notices and dialogs keep nobody out, by day and night, wide or at 360 px",
  { timeout: 3 * bounded.timeout },
  async (t) => {
    const flat = demoPlan("flat");
    // The drawing is checked with the editor; with little of it, the panels are checked sooner.
    const rooms = flat.rooms.filter(({ id }) => id === "kitchen" || id === "hall");
    const small = { levels: flat.levels, rooms, sensors: flat.sensors, outdoor: "garden" };
    await openEditor(t, { ...small, sensors: [] });
    const editor = await openEditor(t, small);
    if (editor === undefined) return;
    const { page, peer } = editor;
    const isClean = async (state: string): Promise<void> =>
      assert.deepEqual(await barriersOf(page), [], state);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Details", exact: true }).click();
    for (const name of ["Properties", "Outline", "Check", "Image", "YAML", "History", "File"]) {
      await panel(page, name);
      if (name === "YAML") await page.getByRole("textbox", { name: "YAML text" }).waitFor();
      if (name === "History") await page.locator("floorplan-history li svg").first().waitFor();
      await isClean(`${name} at 360 px`);
      const wider = await page
        .getByRole("tabpanel")
        .evaluate((found) => found.scrollWidth - found.clientWidth);
      assert(wider <= 0, `${name} is ${wider} px too wide`);
    }
    await page.getByRole("button", { name: "Close", exact: true }).click();

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await panel(page, "History");
    await page
      .getByRole("button", { name: /^Revision/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await isClean("the preview of a revision");
    await page.keyboard.press("Escape");
    await rename(page, "Kitchen", "Galley");
    await isClean("properties");
    const renamed = structuredClone(rooms);
    for (const room of renamed) room.name += " B";
    await peer.save({ ...small, rooms: renamed });
    await page.getByText("1 left to choose").waitFor();
    await page.getByText("Somebody else has saved").waitFor();
    await isClean("what came in, and a conflict");
    await page.getByRole("button", { name: "Overwrite what others saved…" }).click();
    await page.getByRole("dialog").waitFor();
    await isClean("the question before overwriting");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep mine: Galley" }).click();
    await rename(page, "Galley", "G".repeat(20_000));
    await save(page);
    await page.getByText("The service cannot take this as it is.").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await isClean("a failed save at 360 px");
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("The service cannot take this as it is.").waitFor({ state: "hidden" });
  },
);
