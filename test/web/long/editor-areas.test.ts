import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { shape } from "../editor-drawing.ts";
import { chooseInOutline, listOf, panel, saved, undo } from "../editing.ts";
import { withRegistries } from "../fake-registries.ts";
import { kitchen, sampleRegistries } from "../sample-registries.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";

const fake = sampleRegistries();
const open = useBrowser();
const shared = sharedService();
const prepare = withRegistries(fake);
const openEditor = sharedEditor(open, shared, { prepare });

const field = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name, exact: true });

test(
  "ENTITY-19: the greeting on an empty plan makes the rooms of the areas with their lights, by one undo step",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {});
    if (editor === undefined) return;
    const { page } = editor;
    const start = page.getByRole("button", { name: "Create 3 rooms from areas, with lights" });
    await start.click();
    await page.getByText("3 rooms created.").waitFor();
    const plan = await saved(editor);
    assert.deepEqual(
      listOf(plan, "rooms").map(({ name }) => name),
      ["Kitchen", "Hall", "Bath"],
    );
    assert.deepEqual(
      listOf(plan, "furniture").map(({ entity }) => entity),
      ["light.counter", "light.kitchen"],
    );
    await undo(page);
    assert.deepEqual(listOf(await saved(editor), "rooms"), []);
  },
);

test(
  "ENTITY-8, ENTITY-9: areas become rooms by one step, and a room is linked to its area",
  inBrowser,
  async (t) => {
    const { area_id: _, ...unlinked } = kitchen;
    const editor = await openEditor(t, { rooms: [unlinked] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "House");
    const again = page.getByRole("checkbox", { name: "Kitchen", exact: true });
    assert.equal(await again.isChecked(), false, "a room of this name is drawn already");
    await page.getByRole("button", { name: "Create 2 rooms" }).click();
    const rooms = listOf(await saved(editor), "rooms");
    assert.deepEqual(
      rooms.map(({ name, area_id }) => [name, area_id]),
      [
        ["Kitchen", undefined],
        ["Hall", "hall"],
        ["Bath", "bath"],
      ],
    );
    await undo(page);
    assert.equal(listOf(await saved(editor), "rooms").length, 1);
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    await panel(page, "Properties");
    await field(page, "Home Assistant area").selectOption("Kitchen");
    const [room] = listOf(await saved(editor), "rooms");
    assert.deepEqual(room, { ...kitchen, temperature: "sensor.heat" });
    await undo(page);
    assert.deepEqual(listOf(await saved(editor), "rooms"), [unlinked], "both were one step");
  },
);

test(
  "ENTITY-8: rooms that are called like an area are linked to it, each or all by one step",
  inBrowser,
  async (t) => {
    const { area_id: _, ...unlinked } = kitchen;
    const rooms = [unlinked, { ...unlinked, id: "bath", name: "BÄTH" }];
    const editor = await openEditor(t, { rooms });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "House");
    const linkedNow = async (): Promise<readonly unknown[]> =>
      listOf(await saved(editor), "rooms").map(({ area_id }) => area_id);
    const all = page.getByRole("button", { name: "Link all 2 rooms" });
    await all.click();
    assert.deepEqual(await linkedNow(), ["kitchen", "bath"]);
    await page.getByText("2 rooms linked.").waitFor();
    assert.equal(await all.count(), 0);
    await undo(page);
    assert.deepEqual(listOf(await saved(editor), "rooms"), rooms, "it was one step");
    await page.getByRole("button", { name: "Link “Kitchen”" }).click();
    assert.deepEqual(await linkedNow(), ["kitchen", undefined]);
    await page.getByRole("checkbox", { name: "Bath", exact: true }).check();
    await page.getByRole("button", { name: "Create 2 rooms" }).click();
    assert.deepEqual(await linkedNow(), ["kitchen", undefined, "hall", "bath"]);
  },
);

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 1280],
  ["light", 360],
] as const)
  test(
    `ENTITY-16: the fake keeps nobody out, ${colorScheme}, ${width} pixels wide`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      const door = { id: "door", room_id: "kitchen", edge: 0, offset: 2, width: 0.9, type: "door" };
      await peer.save({ rooms: [kitchen], openings: [door] });
      const page = await open(t, service, {
        token: service.admin,
        path: "/#edit",
        prepare,
        colorScheme,
        viewport: { width, height: 740 },
      });
      if (page === undefined) return;
      await shape(page, "rooms/kitchen").waitFor();
      if (width === 360) await page.getByRole("button", { name: "Details" }).click();
      await panel(page, "House");
      await page.getByRole("checkbox", { name: "Choose Counter lamp" }).check();
      assert.deepEqual(await accessibilityViolations(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${wide} pixels`);
    },
  );
