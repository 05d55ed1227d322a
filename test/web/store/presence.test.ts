import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { mdiMotionSensor } from "@mdi/js";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { serviceHas } from "../../support/demo-service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { useBrowser } from "../browser.ts";
import { handle, middleOf, onScreen, shape, twoRooms } from "../editor-drawing.ts";
import { allSaved, drag, panel, rename, roomNames, save, stored, undo } from "../editing.ts";
import { waitForDrafts } from "../draft-count.ts";
import { WebSocketControl } from "../websocket-control.ts";
import { type Editor, sharedEditor, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService({ planBytes: 20_000 });
const line = new WebSocketControl();
const openOne = sharedEditor(open, shared, {
  prepare: (page) => line.take(page),
  // What a lost connection leaves in the console.
  expects: /WebSocket connection to|Failed to load resource/,
});
const openOther = sharedEditor(open, shared);

/** Two people's editors with the sample flat. */
const openTwo = async (t: TestContext): Promise<(Editor & { other: Page }) | undefined> => {
  const one = await openOne(t, demoPlan("flat"));
  const other = await openOther(t, demoPlan("flat"));
  return one === undefined || other === undefined ? undefined : { ...one, other: other.page };
};

const placeOf = (page: Page): Promise<unknown> => page.locator("floorplan-canvas").boundingBox();

test(
  "PANEL-11, PANEL-16: what two people change in different places is kept from both, and each sees what came in",
  inBrowser,
  async (t) => {
    const editors = await openTwo(t);
    if (editors === undefined) return;
    const { page: one, other, peer } = editors;
    await rename(one, "Kitchen", "Galley");
    await rename(other, "Bedroom", "Nursery");
    const place = await placeOf(other);
    await save(one);
    await other.getByText("You have saved in another tab").waitFor();
    assert.deepEqual(await placeOf(other), place, "the drawing stays where it is");
    await save(other);
    await allSaved(other);
    const names = ["Living room", "Galley", "Nursery", "Bathroom", "Hall"];
    assert.deepEqual(await roomNames(peer), names);
    await other.getByRole("button", { name: "Galley changed: Name" }).click();
    await other.getByRole("heading", { name: "Galley" }).waitFor();
    await other.getByRole("button", { name: "Dismiss" }).click();
    await other.getByText("You have saved in another tab").waitFor({ state: "hidden" });
  },
);

test(
  "PANEL-10, PANEL-28: what two people change differently is chosen item by item before it is saved, which saving says",
  inBrowser,
  async (t) => {
    const editors = await openTwo(t);
    if (editors === undefined) return;
    const { page: one, other, peer } = editors;
    for (const [page, suffix] of [
      [one, "A"],
      [other, "B"],
    ] as const) {
      await rename(page, "Kitchen", `Kitchen ${suffix}`);
      await rename(page, "Hall", `Hall ${suffix}`);
    }
    await save(one);
    await other.getByText("2 left to resolve").waitFor();
    const { rev } = await stored(peer);
    await panel(other, "Outline");
    await save(other);
    await other.getByText("2 conflicts to resolve first.").waitFor();
    await other.getByText("You have changed the same 2 items here and in another").waitFor();
    const pictures = await Promise.all(
      ["Mine", "In the other tab"].map((side) =>
        other.getByRole("img", { name: `Kitchen B, ${side}` }).boundingBox(),
      ),
    );
    assert.equal(pictures[0]?.y, pictures[1]?.y, "the pictures are side by side");
    await other.getByRole("button", { name: "Keep mine: Kitchen B" }).click();
    await other.getByText("1 left to resolve").waitFor();
    assert.equal((await stored(peer))["rev"], rev, "nothing is stored before all is chosen");
    await other.getByRole("button", { name: /^Take theirs: Hall/ }).click();
    await other.getByRole("tab", { name: "Conflicts" }).waitFor({ state: "hidden" });
    await save(other);
    await allSaved(other);
    const names = await roomNames(peer);
    assert.deepEqual([names[1], names[4]], ["Kitchen B", "Hall A"], "both choices are stored");
  },
);

test("PANEL-10: overwriting asks first, and then stores what one sees", inBrowser, async (t) => {
  const editor = await openOne(t, demoPlan("flat"));
  if (editor === undefined) return;
  const { page, peer } = editor;
  await rename(page, "Kitchen", "Galley");
  const flat = demoPlan("flat");
  for (const room of flat.rooms) room.name = "Theirs";
  await peer.save(flat);
  const ask = page.getByRole("button", { name: "Overwrite others’ changes…" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Overwrite others’ changes?" });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal((await roomNames(peer))[1], "Theirs");
  await ask.click();
  await dialog.getByRole("button", { name: "Overwrite", exact: true }).click();
  await allSaved(page);
  assert.equal((await roomNames(peer))[1], "Galley");
});

test(
  "PANEL-11: edits that are made while the connection is away are saved when it is back",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "a connection that breaks")) return;
    const editor = await openOne(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    await line.cut();
    await page.getByText("Offline", { exact: true }).waitFor();
    await rename(page, "Kitchen", "Galley");
    const flat = demoPlan("flat");
    await peer.save({ ...flat, rooms: flat.rooms.toReversed() });
    line.mend();
    await save(page);
    await allSaved(page);
    const names = ["Hall", "Bathroom", "Bedroom", "Galley", "Living room"];
    assert.deepEqual(await roomNames(peer), names);
  },
);

test(
  "PANEL-9: a revision is compared in marks and words, restored, and the restoring undone",
  inBrowser,
  async (t) => {
    const flat = demoPlan("flat");
    await openOne(t, flat);
    const [first, ...furniture] = flat.furniture;
    assert(first?.id === "bed");
    const editor = await openOne(t, { ...flat, furniture });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const { rev } = await stored(peer);
    await panel(page, "History");
    await page.getByRole("button", { name: new RegExp(`^Revision ${Number(rev) - 1} `) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Bed added in Bedroom").waitFor();
    await dialog.locator('[data-ref="furniture/bed"]').waitFor();
    await dialog.locator(`path[d="${mdiMotionSensor}"]`).waitFor({ state: "attached" });
    await dialog.getByRole("button", { name: "Restore this revision" }).click();
    const bed = page.locator('floorplan-canvas [data-ref="furniture/bed"]');
    await bed.waitFor();
    await undo(page);
    await bed.waitFor({ state: "detached" });
    await allSaved(page);
  },
);

test("PANEL-11: a save that is refused says why and what to do", inBrowser, async (t) => {
  if (!serviceHas(t, "limits that a test chooses")) return;
  const editor = await openOne(t, demoPlan("flat"));
  if (editor === undefined) return;
  const { page, peer } = editor;
  await rename(page, "Kitchen", "K".repeat(20_000));
  await save(page);
  await page.getByText("The service cannot accept this.").waitFor();
  await page.getByText("Nothing was saved, and your changes are still here.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("The service cannot accept this").waitFor({ state: "hidden" });
  assert.equal((await roomNames(peer))[1], "Kitchen");
  await undo(page);
  await allSaved(page);
});

test(
  "PANEL-11, SESS-10: unsaved work of a tab that crashed is offered again, and merged into a newer plan",
  inBrowser,
  async (t) => {
    const editor = await openOther(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer, service } = editor;
    await rename(page, "Kitchen", "Galley");
    await waitForDrafts(page, 1);
    const next = await page.context().newPage();
    await Promise.all([page.waitForEvent("crash"), page.goto("chrome://crash").catch(() => null)]);
    const flat = demoPlan("flat");
    for (const room of flat.rooms) if (room.name === "Hall") room.name = "Corridor";
    await peer.save(flat);
    await next.goto(`${service.url}/#edit`);
    await next.getByText(/There are unsaved changes from/).waitFor();
    await next.getByRole("button", { name: "Restore" }).click();
    await save(next);
    await allSaved(next);
    const names = ["Living room", "Galley", "Bedroom", "Bathroom", "Corridor"];
    assert.deepEqual(await roomNames(peer), names, "with what others saved meanwhile");
  },
);

test(
  "PANEL-10, MERGE-15: a wall that two people pull is one choice, with all that it is a part of in its pictures",
  inBrowser,
  async (t) => {
    const counter = { id: "counter", from: [0, 1], to: [4, 1] };
    const plan: PlanData = { walls: [counter], ...twoRooms };
    const editor = await openOne(t, plan);
    if (editor === undefined) return;
    const { page, peer } = editor;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), 60, 60)));
    const metre = (await onScreen(page, 1, 0))[0] - (await onScreen(page, 0, 0))[0];
    const from = await middleOf(handle(page, "wall:1"));
    await drag(page, from, [from[0] + metre, from[1]]);
    const theirs = moveWall(plan, "rooms/west", 1, [-1, 0]);
    await peer.save(theirs);
    await page.getByText("1 left to resolve").waitFor();
    const pictures = page.getByRole("img", { name: /^Wall, West and East, / });
    assert.equal(await pictures.count(), 2);
    for (const ref of ["walls/counter", "rooms/west", "rooms/east"]) {
      const drawn = await pictures
        .locator(`[data-ref="${ref}"]`)
        .evaluateAll((all) => all.map((each) => each.outerHTML));
      assert.equal(new Set(drawn).size, 2, `${ref} as either has it: ${drawn.join()}`);
    }
    await page.getByRole("button", { name: "Take theirs: Wall, West and East" }).click();
    await page.getByRole("tab", { name: "Conflicts" }).waitFor({ state: "hidden" });
    await allSaved(page);
    const { rooms, walls } = await stored(peer);
    assert.deepEqual([rooms, walls], [theirs["rooms"], theirs["walls"]]);
  },
);
