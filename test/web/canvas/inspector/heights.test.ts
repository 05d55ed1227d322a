import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../../src/model/json.ts";
import { differences } from "../../../../src/model/merge/difference.ts";
import { changeWords } from "../../../../src/web/i18n/change-words.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { chooseInOutline, listOf, panel, saved, undo } from "../../editing.ts";
import { shape } from "../../editor-drawing.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { textsIn } from "../../i18n/texts-in.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService());

const corners: readonly Json[] = [
  [0, 0],
  [6, 0],
  [6, 4],
  [0, 4],
];

const ground = { id: "ground", name: "Ground floor" };
const upper = { id: "upper", name: "Upper floor" };
const pane = { id: "pane", room_id: "hall", edge: 0, offset: 3, width: 1.2, type: "window" };

const plan = {
  levels: [ground, upper],
  rooms: [{ id: "hall", name: "Hall", level: "ground", points: corners }],
  openings: [pane],
  furniture: [{ id: "board", type: "wall_cabinet", level: "ground", x: 3, z: 1, w: 0.8, d: 0.35 }],
};

test(
  "HEIGHT-6: floors have their heights where they are managed, and the plan that of its ceilings; each is one undo step",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    const ceiling = page.getByLabel("Ceiling height (m)");
    assert.equal(await ceiling.getAttribute("placeholder"), "2.50");
    await ceiling.fill("2.7");
    await ceiling.blur();
    await page.getByRole("button", { name: "Manage floors" }).click();
    await page.getByText("Heights", { exact: true }).nth(1).click();
    const elevation = page.getByRole("dialog").getByLabel("Elevation (m)").nth(1);
    assert.equal(await elevation.getAttribute("placeholder"), "2.95", "on top of the first");
    await elevation.fill("3.1");
    await elevation.press("Enter");
    const slab = page.getByLabel("Thickness of the slab beneath (m)").nth(1);
    await slab.fill("3");
    await slab.blur();
    await page.getByText("Enter a height from 0 to 2 m.").waitFor();
    await slab.fill("0.3");
    await slab.press("Enter");
    assert.deepEqual(await sampledViolations(page), []);
    await page.getByRole("button", { name: "Done" }).click();
    await undo(page);
    const { ceiling_height: height, levels } = await saved(editor);
    assert.equal(height, 2.7);
    assert.deepEqual(levels, [ground, { ...upper, elevation: 3.1 }]);
  },
);

test(
  "HEIGHT-6: fields show the heights in effect, take those of elements and of the plan, and say what is wrong with one",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page } = editor;
    const field = (name: string) =>
      page.locator("floorplan-properties").getByLabel(new RegExp(`^${name} \\(m\\)`));
    const usual = (name: string): Promise<string | null> => field(name).getAttribute("placeholder");
    await shape(page, "furniture/board").click();
    await panel(page, "Properties");
    assert.equal(await usual("Height"), "0.70");
    assert.equal(await usual("Elevation"), "1.45");
    await field("Height").fill("21");
    await field("Height").blur();
    await page.getByText("Enter a height from 0 to 20 m.").waitFor();
    await field("Height").fill("90 cm");
    await field("Elevation").fill("1.3");
    await field("Elevation").blur();

    await chooseInOutline(page, "Window");
    await panel(page, "Properties");
    assert.equal(await usual("Sill height"), "0.90");
    await field("Sill height").fill("1.5");
    await field("Lintel height").fill("1.5");
    await field("Lintel height").blur();
    await page.getByText("The lintel must be above the sill.").waitFor();
    await field("Lintel height").fill("2.2");
    await field("Lintel height").blur();

    await panel(page, "Outline");
    await page.getByRole("searchbox", { name: "Search" }).fill("Hall");
    await page.getByRole("treeitem", { name: /^Hall/ }).first().click();
    await panel(page, "Properties");
    await field("Height").first().fill("2.8");
    await field("Height").first().blur();
    await page.getByText("Heights of single walls").click();
    const wall = page.getByRole("group", { name: "Wall 2", exact: true });
    const end = wall.getByLabel("Height at the end (m)");
    assert.equal(await end.getAttribute("placeholder"), "2.80");
    await end.fill("1.2");
    await end.blur();
    assert.deepEqual(await sampledViolations(page), []);

    const after = await saved(editor);
    const [board] = listOf(after, "furniture");
    assert.deepEqual([board?.["height"], board?.["elevation"]], [0.9, 1.3]);
    const [window] = listOf(after, "openings");
    assert.deepEqual([window?.["sill"], window?.["lintel"]], [1.5, 2.2]);
    const [hall] = listOf(after, "rooms");
    assert.equal(hall?.["height"], 2.8);
    assert.deepEqual(hall?.["points"], corners.with(1, [6, 0, { end_height: 1.2 }]));
  },
);

test("HEIGHT-6: the history names heights in words of each language", () => {
  const table = { id: "table", type: "table", x: 3, z: 1 };
  const base = { ...plan, furniture: [table] };
  const changed = {
    ...base,
    ceiling_height: 2.7,
    levels: [ground, { ...upper, elevation: 3, floor_thickness: 0.3 }],
    openings: [{ ...pane, sill: 1, lintel: 2 }],
    furniture: [{ ...table, height: 0.5, elevation: 0.1 }],
  };
  const wordsIn = (language: string): readonly string[] =>
    differences(base, changed).map((change) => changeWords(change, textsIn(language), language));
  assert.deepEqual(wordsIn("en"), [
    "Upper floor changed: Elevation and Thickness of the slab beneath",
    "Window changed in Hall: Sill height and Lintel height",
    "Table changed in Hall: Height and Elevation",
    "Ceiling height added",
  ]);
  assert.match(
    wordsIn("de").join(),
    /Höhenlage.*Dicke der Decke darunter.*Brüstungshöhe.*Raumhöhe/,
  );
  assert.match(wordsIn("fr").join(), /Élévation.*Épaisseur de la dalle.*linteau.*sous plafond/);
});
