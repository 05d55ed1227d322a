import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { isObject } from "../../src/json/json.ts";
import { inBrowser } from "../support/bounded.ts";
import { barriersOf } from "./barriers.ts";
import { useBrowser } from "./browser.ts";
import { middleOf, shape } from "./canvas.ts";
import {
  type At,
  allSaved,
  chooseInOutline,
  drag,
  listOf,
  panel,
  saved,
  stored,
  undo,
} from "./editing.ts";
import { fingersOn, swipe } from "./fingers.ts";
import { FakeHouse, withEntity, withHouse } from "./fake-house.ts";
import { sharedEditor, sharedService } from "./shared-editor.ts";
import { smallTargets } from "./targets.ts";

const house = new FakeHouse();
house.floors = [{ floor_id: "g", name: "Ground floor", level: 0 }];
house.areas = [
  { area_id: "kitchen", name: "Kitchen", floor_id: "g", temperature_entity_id: "sensor.heat" },
  { area_id: "hall", name: "Hall", floor_id: "g" },
  { area_id: "bath", name: "Bath" },
];
withEntity(house, "light.kitchen", "Kitchen lamp", { area: "kitchen" });
withEntity(house, "light.counter", "Counter lamp", { area: "kitchen" });
withEntity(house, "switch.oven", "Oven plug", { area: "kitchen" });
withEntity(house, "sensor.heat", "Kitchen heat", { area: "kitchen", class: "temperature" }, "21");
withEntity(house, "sensor.power", "A power", { area: "kitchen", class: "power" }, "7");
withEntity(house, "binary_sensor.door", "Door contact", { area: "kitchen", class: "door" }, "off");
withEntity(house, "lock.door", "Front door", { area: "hall" }, "locked");
withEntity(house, "light.old", "Old lamp");

const open = useBrowser();
const shared = sharedService();
const prepare = withHouse(house);
const openEditor = sharedEditor(open, shared, { prepare });

const kitchen = {
  id: "kitchen",
  name: "Kitchen",
  area_id: "kitchen",
  points: [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ],
};

const field = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name, exact: true });

const options = (page: Page): Locator => page.locator(".options").getByRole("option");

test(
  "KNOW-5: an entity is chosen from a list by typing and arrow keys, or typed though nobody knows it",
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
    assert.match((await options(page).first().textContent()) ?? "", /Counter lamp/);
    await entity.pressSequentially("kitch lamp");
    await page
      .getByRole("option", { name: /Kitchen lamp.*Kitchen · light\.kitchen.*on/s })
      .waitFor();
    await entity.press("ArrowDown");
    const active = await entity.getAttribute("aria-activedescendant");
    const selected = await page.locator('[role="option"][aria-selected="true"]').getAttribute("id");
    assert.equal(active, selected);
    assert.deepEqual(await barriersOf(page), []);
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
  "KNOW-5, KNOW-6: a sensor's field offers what it is for, rooms have a field for each further entity",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [{ ...kitchen, sheet_extra: ["light.counter"] }] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    await field(page, "Temperature sensor").click();
    await options(page).nth(1).waitFor();
    const names = await options(page).locator(".name").allTextContents();
    assert.deepEqual(
      names.map((name) => /(Kitchen heat|A power)/.exec(name)?.[1]),
      ["Kitchen heat", "A power"],
    );
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

test("KNOW-7: conditions and actions name their entities by such fields", inBrowser, async (t) => {
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
  await page.getByRole("combobox", { name: "Long press", exact: true }).selectOption("Switch it");
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
});

test(
  "KNOW-3: without a house the fields are for text, and there is no panel for it",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save({ rooms: [kitchen] });
    const page = await open(t, service, { token: service.admin, path: "/#edit" });
    if (page === undefined) return;
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    await page.getByRole("textbox", { name: "Temperature sensor" }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "House" }).count(), 0);
    assert.equal(await page.getByRole("textbox", { name: "Area of Home Assistant" }).count(), 1);
  },
);

test(
  "KNOW-8, KNOW-9: areas become rooms by one step, and a room is linked to its area",
  inBrowser,
  async (t) => {
    const { area_id: _, ...unlinked } = kitchen;
    const editor = await openEditor(t, { rooms: [unlinked] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "House");
    await page.getByRole("checkbox", { name: "Kitchen", exact: true }).uncheck();
    await page.getByRole("button", { name: "Make 2 rooms" }).click();
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
    await field(page, "Area of Home Assistant").selectOption("Kitchen");
    const [room] = listOf(await saved(editor), "rooms");
    assert.deepEqual(room, { ...kitchen, temperature: "sensor.heat" });
    await undo(page);
    assert.deepEqual(listOf(await saved(editor), "rooms"), [unlinked], "both were one step");
  },
);

test(
  "KNOW-10, KNOW-11: what is not placed is listed, and placed in its room by the keyboard, one or many",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {
      rooms: [{ ...kitchen, temperature: "sensor.heat" }],
      furniture: [{ id: "lamp", type: "lamp_floor", x: 1, z: 1, entity: "light.kitchen" }],
    });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "House");
    const listed = page.getByRole("region", { name: "Not placed yet" });
    const things = listed.locator("button.entry");
    await things.first().waitFor();
    assert.deepEqual(
      (await things.allTextContents()).map((text) => text.trim()),
      ["A power", "Counter lamp", "Door contact", "Oven plug"],
    );
    await listed.getByRole("button", { name: "Counter lamp" }).press("Enter");
    await listed
      .getByText("Counter lamp placed.")
      .or(page.getByText("Counter lamp placed."))
      .waitFor();
    for (const name of ["A power", "Oven plug"])
      await listed.getByRole("checkbox", { name: `Choose ${name}` }).check();
    await listed.getByRole("button", { name: "Place 2 in Kitchen" }).press("Enter");
    const plan = await saved(editor);
    const [lamp] = listOf(plan, "furniture").slice(1);
    assert.deepEqual([lamp?.["entity"], lamp?.["x"], lamp?.["z"]], ["light.counter", 2, 1.5]);
    assert.deepEqual(
      listOf(plan, "devices").map(({ entity }) => entity),
      ["switch.oven"],
    );
    assert.deepEqual(
      listOf(plan, "sensors").map(({ entity }) => entity),
      ["sensor.power"],
    );
    await undo(page);
    assert.deepEqual((await saved(editor))["devices"] ?? [], [], "many were one step");
  },
);

test(
  "KNOW-11, KNOW-12: things are dragged to their place; a contact that is let go on a door becomes its own",
  inBrowser,
  async (t) => {
    const door = { id: "door", room_id: "kitchen", edge: 0, offset: 2, width: 0.9, type: "door" };
    const editor = await openEditor(t, { rooms: [kitchen], openings: [door] });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "House");
    const thing = (name: string): Locator => page.locator("li.thing", { hasText: name });
    const grip = async (name: string): Promise<At> => {
      await thing(name).scrollIntoViewIfNeeded();
      return middleOf(thing(name).locator(".grip"));
    };
    const room = shape(page, "rooms/kitchen");
    await drag(page, await grip("Counter lamp"), await middleOf(room, 60, 30));
    await page.getByText("Counter lamp placed.").waitFor();
    await drag(page, await grip("Door contact"), await middleOf(shape(page, "openings/door")));
    await page.getByText("Door contact placed.").waitFor();
    await drag(page, await grip("Oven plug"), [300, 5]);
    await page.getByText("Nothing was placed: let go over the drawing.").waitFor();
    const plan = await saved(editor);
    assert.deepEqual(listOf(plan, "openings"), [{ ...door, contact: "binary_sensor.door" }]);
    const [lamp] = listOf(plan, "furniture");
    assert.equal(lamp?.["entity"], "light.counter");
    assert(Number(lamp["x"]) > 2 && Number(lamp["z"]) > 1.5, "it lies where it was let go");
    assert.equal(plan["devices"], undefined);
    await thing("Counter lamp").waitFor({ state: "detached" });
  },
);

test("KNOW-12: a contact can be made a door's from the list", inBrowser, async (t) => {
  const door = { id: "door", room_id: "kitchen", edge: 0, offset: 2, width: 0.9, type: "door" };
  const editor = await openEditor(t, { rooms: [kitchen], openings: [door] });
  if (editor === undefined) return;
  const { page } = editor;
  await panel(page, "House");
  await page.getByLabel("What Door contact is").selectOption("Contact of Door");
  await page.getByRole("button", { name: "Door contact", exact: true }).click();
  const plan = await saved(editor);
  assert.deepEqual(listOf(plan, "openings"), [{ ...door, contact: "binary_sensor.door" }]);
  assert.equal(plan["sensors"], undefined);
});

test(
  "KNOW-13, KNOW-14: a rename is followed once by several editors, saved, and undone by one step",
  inBrowser,
  async (t) => {
    const text = "{{ states('light.old') }}";
    const plan = {
      rooms: [kitchen],
      furniture: [{ id: "lamp", type: "lamp_floor", x: 1, z: 1, entity: "light.old" }],
      texts: [{ id: "t", text, x: 2, z: 2 }],
    };
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page, peer, service } = editor;
    const other = await open(t, service, { token: service.admin, path: "/#edit", prepare });
    if (other === undefined) return;
    for (const each of [page, other]) {
      await panel(each, "House");
      await each.getByText("All saved").waitFor();
    }
    const { rev } = await stored(peer);
    house.rename("light.old", "light.new");
    const follows = "Home Assistant calls light.old now light.new; the plan follows.";
    await page.getByText(follows).waitFor();
    await Promise.all([allSaved(page), allSaved(other)]);
    const followed = {
      ...plan,
      furniture: [{ ...plan.furniture[0], entity: "light.new" }],
      texts: [{ ...plan.texts[0], text: "{{ states('light.new') }}" }],
    };
    const { rev: now, ...content } = await stored(peer);
    assert.deepEqual(content, followed);
    assert.equal(
      now,
      Number(rev) + 1,
      "of two editors one has saved, and the other had nothing to",
    );
    assert.equal(await other.getByRole("tab", { name: "Choose" }).count(), 0, "no conflict");
    await undo(page);
    const { rev: _, ...before } = await saved(editor);
    assert.deepEqual(before, plan);
    house.rename("light.new", "light.old");
  },
);

test(
  "KNOW-14: a rename beside unsaved work is a step of its own, and is not saved unasked",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", type: "lamp_floor", x: 2, z: 1, entity: "light.old" };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "Properties");
    await page.getByRole("application", { name: "Drawing" }).focus();
    await page.keyboard.press("r");
    await page.getByText("Unsaved changes").waitFor();
    house.rename("light.old", "light.new");
    await page.getByText("the plan follows").waitFor();
    const [unsaved] = listOf(await stored(peer), "furniture");
    assert.equal(unsaved?.["entity"], "light.old");
    await undo(page);
    const [turned] = listOf(await saved(editor), "furniture");
    assert.deepEqual([turned?.["entity"], turned?.["rotation"]], ["light.old", 90]);
    house.rename("light.new", "light.old");
  },
);

test(
  "KNOW-15: an entity that is not there is a finding, and another is chosen in its place",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {
      rooms: [{ ...kitchen, temperature: "sensor.gone", sheet_extra: ["sensor.gone"] }],
    });
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Check");
    await page
      .getByText("Kitchen names “sensor.gone”, which Home Assistant does not have")
      .waitFor();
    const another = field(page, "Another entity for sensor.gone");
    await another.fill("heat");
    await another.press("ArrowDown");
    await another.press("Enter");
    await page.getByText("Everything in this plan points somewhere.").waitFor();
    const [room] = listOf(await saved(editor), "rooms");
    assert(isObject(room));
    assert.deepEqual([room["temperature"], room["sheet_extra"]], ["sensor.heat", ["sensor.heat"]]);
  },
);

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 1280],
  ["light", 360],
] as const)
  test(
    `KNOW-16: the house keeps nobody out, ${colorScheme}, ${width} pixels wide`,
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
      assert.deepEqual(await barriersOf(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${wide} pixels`);
    },
  );

test(
  "KNOW-11: by touch a thing is dragged by its grip, and every target has 24 pixels",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save({ rooms: [kitchen] });
    const page = await open(t, service, {
      token: service.admin,
      path: "/#edit",
      prepare,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    if (page === undefined) return;
    await shape(page, "rooms/kitchen").waitFor();
    await page.getByRole("button", { name: "Details" }).tap();
    await page.getByRole("tab", { name: "House" }).tap();
    await page.getByRole("application", { name: "Drawing" }).focus();
    await page.keyboard.press("0");
    const row = page.locator("li.thing", { hasText: "Counter lamp" });
    await row.scrollIntoViewIfNeeded();
    assert.deepEqual(await smallTargets(page), []);
    const fingers = await fingersOn(page);
    const [x, y] = await middleOf(row.locator(".grip"));
    // The panels lie over most of the room.
    const room = await shape(page, "rooms/kitchen").boundingBox();
    assert(room);
    await swipe(fingers, [x, y], [room.x + room.width / 2 - x, room.y + 35 - y]);
    await page.locator('floorplan-canvas [data-ref^="furniture/"]').first().waitFor();
    const [lamp] = listOf(await saved({ page, peer }), "furniture");
    assert.deepEqual([lamp?.["entity"], lamp?.["level"]], ["light.counter", undefined]);
    assert(Math.abs(Number(lamp?.["x"]) - 2) < 0.1, "it lies where it was let go");
  },
);
