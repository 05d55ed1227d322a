import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { distance } from "../../../src/model/geometry/vector.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { isTurned, middleOf, onScreen, shape } from "../editor-drawing.ts";
import { type At, drag, listOf, panel, saved, undo } from "../editing.ts";
import { touchInputOn, swipe } from "../touch-input.ts";
import { withRegistries } from "../fake-registries.ts";
import { kitchen, sampleRegistries } from "../sample-registries.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";
import { smallTargets } from "../small-targets.ts";

const fake = sampleRegistries();
const open = useBrowser();
const shared = sharedService();
const prepare = withRegistries(fake);
const openEditor = sharedEditor(open, shared, { prepare });

test(
  "ENTITY-10, ENTITY-11: what is not placed is listed, and placed in its room by the keyboard, one or many",
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
  "ENTITY-11, ENTITY-12: things are dragged to their place; a contact that is let go on a door becomes its own",
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
    // As beside the sidebar of Home Assistant, where the editor does not begin at the window's edge.
    await page.evaluate(() => (document.body.style.translate = "50px 0"));
    await page.mouse.move(...(await grip("Counter lamp")));
    await page.mouse.down();
    await page.mouse.move(420, 310, { steps: 4 });
    const label = await page.locator(".dragged", { hasText: "Counter lamp" }).boundingBox();
    assert(label !== null && distance([label.x, label.y], [420, 310]) < 16, "it is at the pointer");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.evaluate(() => (document.body.style.translate = ""));
    await drag(page, await grip("Counter lamp"), await middleOf(room, 60, 30));
    await page.getByText("Counter lamp placed.").waitFor();
    await drag(page, await grip("Door contact"), await middleOf(shape(page, "openings/door")));
    await page.getByText("Door contact placed.").waitFor();
    await drag(page, await grip("Oven plug"), [300, 5]);
    await page.getByText("Not placed. Drop it on the drawing.").waitFor();
    const plan = await saved(editor);
    assert.deepEqual(listOf(plan, "openings"), [{ ...door, contact: "binary_sensor.door" }]);
    const [lamp] = listOf(plan, "furniture");
    assert.equal(lamp?.["entity"], "light.counter");
    assert(Number(lamp["x"]) > 2 && Number(lamp["z"]) > 1.5, "it lies where it was let go");
    assert.equal(plan["devices"], undefined);
    await thing("Counter lamp").waitFor({ state: "detached" });
  },
);

test("ENTITY-12: a contact can be made a door's from the list", inBrowser, async (t) => {
  const door = { id: "door", room_id: "kitchen", edge: 0, offset: 2, width: 0.9, type: "door" };
  const editor = await openEditor(t, { rooms: [kitchen], openings: [door] });
  if (editor === undefined) return;
  const { page } = editor;
  await panel(page, "House");
  await page.getByLabel("Place Door contact as").selectOption("Contact of Door");
  await page.getByRole("button", { name: "Door contact", exact: true }).click();
  const plan = await saved(editor);
  assert.deepEqual(listOf(plan, "openings"), [{ ...door, contact: "binary_sensor.door" }]);
  assert.equal(plan["sensors"], undefined);
});

test(
  "ENTITY-11: by touch a thing is dragged by its grip, and every target has 24 pixels",
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
    // Drawn as it is fitted, before places on it are taken.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
    const row = page.locator("li.thing", { hasText: "Counter lamp" });
    await row.scrollIntoViewIfNeeded();
    assert.deepEqual(await smallTargets(page), []);
    const fingers = await touchInputOn(page);
    const [x, y] = await middleOf(row.locator(".grip"));
    // The panels lie over most of the room, which is turned.
    assert.equal(await isTurned(page), true);
    const place: At = [0.5, 0.9];
    const [toX, toY] = await onScreen(page, ...place);
    await swipe(fingers, [x, y], [toX - x, toY - y]);
    await page.locator('floorplan-canvas [data-ref^="furniture/"]').first().waitFor();
    const [lamp] = listOf(await saved({ page, peer }), "furniture");
    assert.deepEqual([lamp?.["entity"], lamp?.["level"]], ["light.counter", undefined]);
    const there: At = [Number(lamp?.["x"]), Number(lamp?.["z"])];
    assert(distance(there, place) < 0.1, `it lies where it was let go, not at ${there.join()}`);
  },
);
