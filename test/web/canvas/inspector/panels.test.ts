import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { demoPlan } from "../../../samples/index.ts";
import { serviceHas } from "../../../support/demo-service.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { selected, twoRooms } from "../../editor-drawing.ts";
import { chooseInOutline, listOf, panel, rename, save, saved, undo } from "../../editing.ts";
import { resize } from "../../resize.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService({ planBytes: 20_000 }), {
  // What the browser says of an image that is not there.
  expects: /status of 404/,
});

test(
  "PANEL-2: a finding leads to its floor and its properties, and what points nowhere is removed",
  inBrowser,
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
    await panel(page, "Checks");
    await page.getByRole("button", { name: /^Twice .*has the ID “note”/ }).click();
    await page.locator('[data-ref="texts/note#2"]').first().waitFor();
    await page.getByRole("button", { name: /^Remove: The outdoor room/ }).click();
    await page.getByRole("button", { name: /^Remove: The tracing image .*be loaded/ }).click();
    await page.getByText("1 problem", { exact: true }).waitFor();
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "Twice" }).waitFor();
    const plan = await saved(editor);
    assert.equal(plan["outdoor"], undefined);
    assert.deepEqual(plan["backgrounds"], {});
  },
);

test("PANEL-2: rooms that overlap are named, shown and selected both", inBrowser, async (t) => {
  const [west, east] = twoRooms.rooms;
  const points = west?.points.map(([x = 0, z = 0]) => [x + 3, z]);
  const editor = await openEditor(t, { rooms: [west, { ...east, points }] });
  if (editor === undefined) return;
  const { page } = editor;
  await panel(page, "Checks");
  await page.getByRole("button", { name: /^West and East overlap by \d/ }).click();
  assert.deepEqual(await selected(page), ["rooms/east", "rooms/west"]);
});

test(
  "PANEL-3, PANEL-5: what the keyboard chooses in the outline gets other properties, one undo step each",
  inBrowser,
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
    const flooring = page.getByRole("textbox", { name: "flooring" });
    await flooring.fill("stone");
    await flooring.press("Tab");
    await page.getByText("That isn’t JSON, so nothing was changed.").waitFor();
    await flooring.fill('"stone"');
    await flooring.press("Tab");
    await page.getByText("That isn’t JSON").waitFor({ state: "hidden" });
    await undo(page);
    const [room] = demoPlan("flat").rooms;
    assert.deepEqual(listOf(await saved(editor), "rooms")[0], { ...room, name: "Parlour" });
  },
);

test("PANEL-3: what is changed in a copy stays as it was in the original", inBrowser, async (t) => {
  const editor = await openEditor(t, demoPlan("flat"));
  if (editor === undefined) return;
  const { page } = editor;
  await chooseInOutline(page, "Café corner");
  await page.keyboard.press("Control+d");
  await panel(page, "Properties");
  const words = page.getByRole("tabpanel").getByLabel("Text", { exact: true });
  await words.fill("Kitchen");
  await words.press("Tab");
  const texts = listOf(await saved(editor), "texts").map(({ text }) => text);
  assert.deepEqual([texts[0], texts.at(-1), texts.length], ["Café corner", "Kitchen", 4]);
});

test(
  "PANEL-3: what a touch does is chosen from a list, rules are filled in, and what a rule holds besides stays",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Robbie");
    await panel(page, "Properties");
    const touched = (name: string): Locator => page.getByRole("combobox", { name, exact: true });
    await touched("Tap").selectOption("Go to page");
    const path = page.getByLabel("Page, such as /lovelace/kitchen");
    await path.fill("/lovelace/robbie");
    await path.press("Tab");
    await touched("Long press").selectOption("Nothing");
    await touched("Double tap").selectOption("Toggle");
    await touched("Double tap").selectOption("Default");
    const rule = page.getByRole("region", { name: "Rule 1" });
    const fill = async (where: Locator, name: string, text: string): Promise<void> => {
      const input = where.getByLabel(name, { exact: true });
      await input.fill(text);
      await input.press("Tab");
    };
    const states = "State (or several, separated by commas)";
    await fill(rule, states, "stuck, error");
    await rule.getByLabel("Hidden").selectOption("no");
    await page.getByRole("button", { name: "Add rule" }).click();
    const second = page.getByRole("region", { name: "Rule 2" });
    await fill(second, "Icon", "mdi:robot");
    await second.getByText("More changes").click();
    await fill(second, "Opacity (0 to 1)", "0.5");
    const condition = (number: number): Locator =>
      second.getByRole("group", { name: `Condition ${number}` });
    await fill(condition(1), states, "");
    assert.equal(await condition(1).getByLabel("Comparison").inputValue(), "known");
    await second.getByRole("button", { name: "Add condition" }).click();
    await condition(2).getByLabel("Comparison").selectOption("is between");
    await fill(condition(2), "Attribute", "battery_level");
    await fill(condition(2), "Below", "20.5");
    await second.getByRole("button", { name: "Add condition" }).click();
    await condition(3).getByLabel("Comparison").selectOption("Template");
    await fill(condition(3), "Template", "{{ true }}");
    await second.getByRole("button", { name: "Add condition" }).click();
    await second.getByRole("button", { name: "Remove condition 4" }).click();
    assert.deepEqual(await sampledViolations(page), []);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("button", { name: "Remove rule 3" }).click();
    const before = demoPlan("flat").furniture.find(({ id }) => id === "robbie");
    const after = listOf(await saved(editor), "furniture").find(({ id }) => id === "robbie");
    assert.deepEqual(after, {
      ...before,
      tap_action: { action: "navigate", navigation_path: "/lovelace/robbie" },
      hold_action: { action: "none" },
      rules: [
        {
          if: [{ entity: "vacuum.robbie", state: ["stuck", "error"] }],
          color: "#d64545",
          hide: false,
        },
        {
          if: [
            { entity: "vacuum.robbie" },
            { entity: "vacuum.robbie", attribute: "battery_level", above: 0, below: 20.5 },
            { template: "{{ true }}" },
          ],
          icon: "mdi:robot",
          opacity: 0.5,
        },
      ],
    });
  },
);

test(
  "PANEL-4: what is filled in for several things is set in all of them",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Bathtub");
    await page.getByRole("searchbox", { name: "Search" }).fill("Fridge");
    await page.getByRole("treeitem", { name: "Fridge" }).click({ modifiers: ["Shift"] });
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "2 items selected" }).waitFor();
    await page.getByLabel("Stacking").fill("white goods");
    await page.getByLabel("Stacking").press("Enter");
    assert.deepEqual(
      listOf(await saved(editor), "furniture").flatMap(({ id, layer }) =>
        layer === "white goods" ? [id] : [],
      ),
      ["bathtub", "fridge"],
    );
  },
);

test(
  "PANEL-14: a long list ends with how many more there are, and pictures come as they are seen",
  inBrowser,
  async (t) => {
    const lost = Array.from({ length: 103 }, (_, at) => ({ id: `n${at}`, level: "cellar" }));
    const editor = await openEditor(t, { ...demoPlan("flat"), texts: lost });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Checks");
    await page.getByText("103 problems").waitFor();
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
  "PANEL-26: the comparison hatches the rooms that would go, without walls, and shows each side enlarged",
  inBrowser,
  async (t) => {
    const flat = demoPlan("flat");
    const rooms = flat.rooms.filter(({ id }) => id === "kitchen");
    const corners = [
      [20, 0],
      [23.3, 0],
      [23.3, 3],
      [20, 3],
    ];
    const attic = { id: "attic", name: "Attic", level: rooms[0]?.level, points: corners };
    const cellar = {
      ...attic,
      id: "cellar",
      name: "Cellar",
      points: corners.map(([x = 0, z = 0]) => [x, z + 10]),
    };
    await openEditor(t, { levels: flat.levels, rooms: [...rooms, cellar] });
    const editor = await openEditor(t, { levels: flat.levels, rooms: [...rooms, attic] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "History");
    await page
      .getByRole("button", { name: /^Revision/ })
      .nth(1)
      .click();
    const dialog = page.getByRole("dialog");
    const drawing = dialog.locator(".sheet svg");
    await dialog.locator(".sheet .room-mark.removed").waitFor();
    const isOver = await dialog.locator(".sheet .room-mark.added").evaluate((mark) => {
      const wall = mark.closest("svg")?.querySelector(".walls") ?? mark;
      return wall.compareDocumentPosition(mark) === Node.DOCUMENT_POSITION_FOLLOWING;
    });
    assert(isOver, "no wall hides the outline of what would come");
    await dialog.getByText("Would be removed").waitFor();
    // The attic alone ends at 3 m.
    const walls = async (): Promise<boolean> =>
      /23\.3 3(?![\d.])/.test((await drawing.locator(".walls").getAttribute("d")) ?? "");
    assert.equal(await walls(), false, "what would go has no walls");
    const { width = 0 } = (await drawing.boundingBox()) ?? {};
    await dialog.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForFunction(
      ([shown, least]) => shown !== undefined && shown.getBoundingClientRect().width > least,
      [await drawing.elementHandle().then((found) => found ?? undefined), width * 1.9] as const,
    );
    await dialog.getByLabel("Show").selectOption("After restoring");
    await dialog.locator(".sheet .room-mark").first().waitFor({ state: "detached" });
    assert.equal(await walls(), false);
    assert.equal(await dialog.getByText("Would be removed").count(), 0);
    await dialog.getByLabel("Show").selectOption("The drawing now");
    await dialog.locator('.sheet [data-ref="rooms/attic"]').waitFor();
    assert.equal(await walls(), true);
    await page.keyboard.press("Escape");
  },
);

test(
  "PANEL-12, PANEL-16: panels, notices and dialogs keep nobody out, by day and night, wide or at 360 px",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "limits that a test chooses")) return;
    const flat = demoPlan("flat");
    // The drawing is checked with the editor; with little of it, the panels are checked sooner.
    const rooms = flat.rooms.filter(({ id }) => id === "kitchen" || id === "hall");
    const small = { levels: flat.levels, rooms, sensors: flat.sensors, outdoor: "garden" };
    await openEditor(t, { ...small, sensors: [] });
    const editor = await openEditor(t, small);
    if (editor === undefined) return;
    const { page, peer } = editor;
    const isClean = async (state: string): Promise<void> =>
      assert.deepEqual(await sampledViolations(page), [], state);

    await resize(page, { width: 360, height: 740 });
    await page.getByRole("button", { name: "Details", exact: true }).click();
    for (const name of ["Properties", "Outline", "Checks", "Image", "YAML", "History", "File"]) {
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

    await resize(page, { width: 1280, height: 800 });
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
    await page.getByText("1 left to resolve").waitFor();
    await page.getByText("You have saved in another tab").waitFor();
    await isClean("what came in, and a conflict");
    await page.getByRole("button", { name: "Overwrite others’ changes…" }).click();
    await page.getByRole("dialog").waitFor();
    await isClean("the question before overwriting");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep mine: Galley" }).click();
    await rename(page, "Galley", "G".repeat(20_000));
    await save(page);
    await page.getByText("The service cannot accept this.").waitFor();
    await resize(page, { width: 360, height: 740 });
    await isClean("a failed save at 360 px");
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("The service cannot accept this.").waitFor({ state: "hidden" });
  },
);
