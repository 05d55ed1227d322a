import assert from "node:assert/strict";
import { test } from "node:test";
import { mdiLeaf, mdiThermometer } from "@mdi/js";
import type { Locator, Page } from "playwright-core";
import { isObject } from "../../../../src/model/json.ts";
import { touch } from "../../../../src/web/i18n/en/tools.ts";
import { serviceHas } from "../../../support/demo-service.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { becomes } from "../../page-polling.ts";
import { useBrowser } from "../../browser.ts";
import { shape } from "../../editor-drawing.ts";
import { chooseInOutline, listOf, panel, saved } from "../../editing.ts";
import { withRegistries } from "../../fake-registries.ts";
import { kitchen, sampleRegistries } from "../../sample-registries.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const fake = sampleRegistries();
const open = useBrowser();
const shared = sharedService();
const prepare = withRegistries(fake);
const openEditor = sharedEditor(open, shared, { prepare });

const field = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name, exact: true });

const options = (page: Page): Locator => page.locator(".options").getByRole("option");

test(
  "ENTITY-5: an entity is chosen from a list by typing and arrow keys, or typed though nobody knows it",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", type: "lamp_floor", x: 2, z: 1, w: 0.4, d: 0.4 };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "Properties");
    const entity = field(page, "Entity");
    await entity.click();
    // Of a lamp, lights come first.
    await options(page).first().filter({ hasText: "Counter lamp" }).waitFor();
    await entity.pressSequentially("kitch lamp");
    await page
      .getByRole("option", { name: /Kitchen lamp.*Kitchen · light\.kitchen.*On/s })
      .waitFor();
    await entity.press("ArrowDown");
    const active = await entity.getAttribute("aria-activedescendant");
    const selected = await page.locator('[role="option"][aria-selected="true"]').getAttribute("id");
    assert.equal(active, selected);
    assert.deepEqual(await sampledViolations(page), []);
    await entity.press("Enter");
    await options(page).first().waitFor({ state: "detached" });
    assert.equal(await entity.inputValue(), "light.kitchen");
    await page.getByText("Kitchen lamp · Kitchen · on").waitFor();
    const [chosen] = listOf(await saved(editor), "furniture");
    assert.equal(chosen?.["entity"], "light.kitchen");

    await entity.fill("light.other");
    await entity.press("Escape");
    assert.equal(await entity.inputValue(), "light.kitchen", "Escape takes back what was typed");
    await entity.fill("some lamp");
    await entity.press("Tab");
    assert.equal(await entity.inputValue(), "light.kitchen", "words are no entity");
    await entity.fill("light.of_tomorrow");
    await entity.press("Enter");
    await page.getByText("Home Assistant does not have this entity.").waitFor();
    const [typed] = listOf(await saved(editor), "furniture");
    assert.equal(typed?.["entity"], "light.of_tomorrow");
  },
);

test(
  "ENTITY-17: the drawing has the icons of the house as soon as it is known, and when it changes",
  inBrowser,
  async (t) => {
    const sensor = { id: "heat", entity: "sensor.heat", x: 2, z: 1 };
    const editor = await openEditor(t, { rooms: [kitchen], sensors: [sensor] });
    if (editor === undefined) return;
    const { page } = editor;
    const drawn = (path: string): Promise<void> =>
      page.locator(`[data-ref="sensors/heat"] .glyph path[d="${path}"]`).waitFor();
    await drawn(mdiThermometer);
    const { states } = fake;
    t.after(() => (fake.states = states));
    const attributes = { device_class: "temperature", icon: "mdi:leaf" };
    fake.states = [
      ...states.filter((row) => row["entity_id"] !== "sensor.heat"),
      { entity_id: "sensor.heat", state: "21", attributes },
    ];
    fake.tell("entity_registry_updated", { action: "update", entity_id: "sensor.heat" });
    await drawn(mdiLeaf);
  },
);

test(
  "ENTITY-5, ENTITY-6: a sensor's field offers what it is for, rooms have a field for each further entity",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [{ ...kitchen, sheet_extra: ["light.counter"] }] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    await field(page, "Temperature sensor").click();
    const offered = async (): Promise<readonly (string | undefined)[]> => {
      const names = await options(page).locator(".name").allTextContents();
      return names.map((name) => /(Kitchen heat|A power)/.exec(name)?.[1]);
    };
    await becomes(offered, ["Kitchen heat", "A power"]);
    await options(page).first().click();
    const more = page.getByRole("group", { name: "More entities" });
    await more.getByLabel("Entity 2").fill("switch.oven");
    await more.getByLabel("Entity 2").press("Enter");
    await more.getByLabel("Entity 3").waitFor();
    const [room] = listOf(await saved(editor), "rooms");
    assert.deepEqual(room, {
      ...kitchen,
      temperature: "sensor.heat",
      sheet_extra: ["light.counter", "switch.oven"],
    });
  },
);

test(
  "PANEL-3: a form has the call of an action with its data, and whether and what is asked first",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", type: "lamp_floor", x: 2, z: 1 };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "Properties");
    await page
      .getByRole("combobox", { name: "Tap", exact: true })
      .selectOption(touch.actions["perform-action"]);
    await page.getByLabel(`Tap: ${touch.call}`).fill("scene");
    await page.keyboard.press("Tab");
    await page.getByText(touch.noCall).waitFor();
    await page.getByLabel(`Tap: ${touch.call}`).fill("scene.turn_on");
    await page.getByLabel(`Tap: ${touch.data}`).fill('{"transition": 2}');
    await field(page, "Tap: Entity").fill("scene.evening");
    await field(page, "Tap: Entity").press("Enter");
    await page.getByLabel(`Tap: ${touch.ask}`).check();
    await page.getByLabel(`Tap: ${touch.question}`).fill("Evening?");
    await page.keyboard.press("Tab");
    const call = {
      action: "perform-action",
      perform_action: "scene.turn_on",
      data: { transition: 2 },
      target: { entity_id: "scene.evening" },
    };
    const [asked] = listOf(await saved(editor), "furniture");
    assert.deepEqual(asked, {
      ...lamp,
      tap_action: { ...call, confirmation: { text: "Evening?" } },
    });
    await page.getByLabel(`Tap: ${touch.question}`).fill("");
    await page.keyboard.press("Tab");
    const [usual] = listOf(await saved(editor), "furniture");
    assert.deepEqual(usual, { ...lamp, tap_action: { ...call, confirmation: true } });
    await page.getByLabel(`Tap: ${touch.ask}`).uncheck();
    const [free] = listOf(await saved(editor), "furniture");
    assert.deepEqual(free, { ...lamp, tap_action: call });
  },
);

test(
  "ENTITY-7: conditions and actions name their entities by such fields",
  inBrowser,
  async (t) => {
    const lamp = {
      id: "lamp",
      type: "lamp_floor",
      x: 2,
      z: 1,
      tap_action: { action: "perform-action", perform_action: "light.toggle", data: { a: 1 } },
      rules: [{ if: [{ entity: "light.counter", state: "on" }], color: "red" }],
    };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "Properties");
    await field(page, "Tap: Entity").fill("light.kitchen");
    await field(page, "Tap: Entity").press("Enter");
    await page.getByRole("combobox", { name: "Long press", exact: true }).selectOption("Toggle");
    await field(page, "Long press: Entity").fill("switch.oven");
    await field(page, "Long press: Entity").press("Enter");
    await field(page, "If this entity").click();
    await page.getByRole("option", { name: "Oven plug" }).click();
    const [changed] = listOf(await saved(editor), "furniture");
    assert.deepEqual(changed, {
      ...lamp,
      tap_action: { ...lamp.tap_action, target: { entity_id: "light.kitchen" } },
      hold_action: { action: "toggle", entity: "switch.oven" },
      rules: [{ if: [{ entity: "switch.oven", state: "on" }], color: "red" }],
    });
  },
);

test(
  "ENTITY-3: without a house the fields are for text, and there is no panel for it",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "no house")) return;
    const { service, peer } = await shared();
    await peer.save({ rooms: [kitchen] });
    const page = await open(t, service, { token: service.admin, path: "/#edit" });
    if (page === undefined) return;
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    await page.getByRole("textbox", { name: "Temperature sensor" }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "House" }).count(), 0);
    assert.equal(await page.getByRole("textbox", { name: "Home Assistant area" }).count(), 1);
  },
);

test(
  "ENTITY-15: an entity that is not there is a finding, and another is chosen in its place",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {
      rooms: [{ ...kitchen, temperature: "sensor.gone", sheet_extra: ["sensor.gone"] }],
    });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Checks");
    await page
      .getByText("Kitchen uses “sensor.gone”, which Home Assistant does not have")
      .waitFor();
    const another = field(page, "Replacement for sensor.gone");
    await another.fill("heat");
    await another.press("ArrowDown");
    await another.press("Enter");
    await page.getByText("No problems found.").waitFor();
    const [room] = listOf(await saved(editor), "rooms");
    assert(isObject(room));
    assert.deepEqual([room["temperature"], room["sheet_extra"]], ["sensor.heat", ["sensor.heat"]]);
  },
);

/** How high things are, and which of their names take more than a line, in pixels. */
const heights = (rows: Locator): Promise<readonly { height: number; lines: number }[]> =>
  rows.evaluateAll((elements) =>
    elements.map((row) => {
      const words = document.createRange();
      const parts = [...(row.querySelector(".name, button span")?.childNodes ?? [])];
      const name = parts.find((part) => part instanceof Text && part.data.trim() !== "");
      if (name !== undefined) words.selectNodeContents(name);
      const tops = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
      return { height: row.getBoundingClientRect().height, lines: tops.size };
    }),
  );

for (const width of [1280, 360])
  test(
    `ENTITY-5, ENTITY-10: rows of entities are low and their names on one line, ${width} pixels wide`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      await peer.save({ rooms: [kitchen] });
      const page = await open(t, service, {
        token: service.admin,
        path: "/#edit",
        prepare,
        viewport: { width, height: 740 },
      });
      if (page === undefined) return;
      await shape(page, "rooms/kitchen").waitFor();
      if (width === 360) await page.getByRole("button", { name: "Details" }).click();
      await panel(page, "House");
      const unplaced = page.getByRole("region", { name: "Kitchen" }).locator("li.thing");
      await unplaced.first().waitFor();
      const rows = await heights(unplaced);
      await chooseInOutline(page, "Kitchen");
      await panel(page, "Properties");
      await field(page, "Temperature sensor").click();
      await options(page).nth(1).waitFor();
      const all = [...rows, ...(await heights(options(page)))];
      assert(rows.length > 3 && all.length > rows.length, `${all.length} rows`);
      for (const { height, lines } of all)
        assert(height > 20 && height < 80 && lines === 1, JSON.stringify(all));
    },
  );

test(
  "PANEL-21: a form shows conditions of which one is enough, and says of each and of the rule whether it holds now",
  inBrowser,
  async (t) => {
    const heat = { entity: "sensor.heat", above: 20 };
    const lamp = {
      id: "lamp",
      type: "lamp_floor",
      x: 2,
      z: 1,
      w: 0.4,
      d: 0.4,
      entity: "light.kitchen",
      rules: [{ if: [heat, { entity: "lock.door", state: "locked" }], color: "tomato" }],
    };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "Properties");
    const rule = page.getByRole("region", { name: "Rule 1" });
    await rule.getByText("Applies now.", { exact: true }).waitFor();
    await rule.getByText("Met (now 21).", { exact: true }).waitFor();
    await rule.getByText("Met (now Locked).", { exact: true }).waitFor();
    const swatch = rule.getByLabel("Set colour").first();
    assert.equal(await swatch.inputValue(), "#ff6347");
    await rule.getByLabel("Above", { exact: true }).fill("21,5");
    await rule.getByText("Not met (now 21).", { exact: true }).waitFor();
    await rule.getByText("Does not apply now.", { exact: true }).waitFor();
    const first = rule.getByRole("group", { name: "Condition 1" });
    await first.getByLabel("Comparison").selectOption("any of these is met");
    await first.getByRole("button", { name: "Add condition" }).click();
    const second = first.getByRole("group", { name: "Alternative 2" });
    await second.getByLabel("State (or several, separated by commas)").fill("on");
    await second.getByText("Met (now On).", { exact: true }).waitFor();
    await rule.getByText("Applies now.", { exact: true }).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    const [stored] = listOf(await saved(editor), "furniture");
    assert.deepEqual(stored?.["rules"], [
      {
        if: [
          {
            any: [
              { entity: "sensor.heat", above: 21.5 },
              { entity: "light.kitchen", state: "on" },
            ],
          },
          { entity: "lock.door", state: "locked" },
        ],
        color: "tomato",
      },
    ]);
  },
);
