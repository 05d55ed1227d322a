import assert from "node:assert/strict";
import { test } from "node:test";
import { textIn } from "../../../src/model/json.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import {
  drawings,
  handle,
  middleOf,
  onScreen,
  selected,
  shape,
  tool,
  twoRooms,
} from "../editor-drawing.ts";
import { chooseInOutline, drag, listOf, panel, undo } from "../editing.ts";

const openDrawing = drawings(useBrowser());

const zones = [
  {
    id: "sofa",
    name: "Sofa corner",
    points: [
      [1, 1],
      [3, 1],
      [3, 2],
      [1, 2],
    ],
  },
];

test(
  "ZONE-4: a zone is drawn by a drag, gets a name, and is dragged by its corners, its outline and within",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await shape(page, "rooms/west").waitFor();
    await tool(page, "Zone").click();
    await drag(page, await onScreen(page, 1, 1), await onScreen(page, 3, 2));
    const field = page.getByLabel("What is this zone called?");
    await field.fill("Sofa");
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    const [first, ...others] = listOf(await saved(), "zones");
    assert.deepEqual(
      [first?.["name"], first?.["points"], others],
      [
        "Sofa",
        [
          [1, 1],
          [3, 1],
          [3, 2],
          [1, 2],
        ],
        [],
      ],
    );
    const ref = `zones/${textIn(first?.["id"])}`;
    assert.deepEqual(await selected(page), [ref]);
    assert.equal(await shape(page, ref).getAttribute("aria-label"), "Zone Sofa");
    await drag(page, await middleOf(handle(page, "corner:1")), await onScreen(page, 3.5, 0.5));
    await page.mouse.dblclick(...(await onScreen(page, 1, 1.5)));
    await handle(page, "corner:4").waitFor();
    await drag(page, await onScreen(page, 2, 1.7), await onScreen(page, 2, 2.2));
    const [after] = listOf(await saved(), "zones");
    assert.deepEqual(after?.["points"], [
      [1, 1.5],
      [3.5, 1],
      [3, 2.5],
      [1, 2.5],
      [1, 2],
    ]);
    await page.mouse.click(...(await onScreen(page, 6, 1)));
    assert.deepEqual(await selected(page), ["rooms/east"]);
    await page.mouse.click(...(await onScreen(page, 2, 2)));
    assert.deepEqual(await selected(page), ["rooms/west"], "within a zone, the room is pressed");
    await page.mouse.click(...(await onScreen(page, 2.8, 2.5)));
    assert.deepEqual(await selected(page), [ref], "at its outline, the zone is");
    await undo(page);
    const [before] = listOf(await saved(), "zones");
    assert.deepEqual(before?.["points"], [
      [1, 1],
      [3.5, 0.5],
      [3, 2],
      [1, 2],
      [1, 1.5],
    ]);
  },
);

test(
  "ZONE-4: the outline and the name of a zone are pressed over furniture, and the furniture within it",
  inBrowser,
  async (t) => {
    const bed = { id: "bed", type: "double_bed", x: 2, z: 1.5, w: 3, d: 2 };
    const drawing = await openDrawing(t, { ...twoRooms, zones, furniture: [bed] });
    if (drawing === undefined) return;
    const { page } = drawing;
    await shape(page, "furniture/bed").waitFor();
    await page.mouse.click(...(await onScreen(page, 1.3, 2)));
    assert.deepEqual(await selected(page), ["zones/sofa"], "at its outline");
    await page.keyboard.press("Escape");
    await page.mouse.click(...(await onScreen(page, 2, 1.16)));
    assert.deepEqual(await selected(page), ["zones/sofa"], "at its name");
    await page.keyboard.press("Escape");
    await page.mouse.click(...(await onScreen(page, 1.3, 1.7)));
    assert.deepEqual(await selected(page), ["furniture/bed"], "within");
  },
);

test(
  "ZONE-5: the inspector says which trackers count in a zone, by their names, and whether anybody does",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, {
      ...twoRooms,
      zones,
      trackers: [
        { id: "radar", name: "Hall radar" },
        { id: "robi", kind: "vacuum" },
      ],
    });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await chooseInOutline(page, "Sofa corner");
    await panel(page, "Properties");
    const trackers = page.getByRole("group", { name: "Trackers that count" });
    await trackers.getByText("None is chosen, so all count.").waitFor();
    await trackers.getByRole("checkbox", { name: "Hall radar" }).check();
    await trackers.getByRole("checkbox", { name: "Vacuum" }).check();
    await page.getByRole("checkbox", { name: "Nobody is here, as at a fan" }).check();
    await page.locator("floorplan-canvas .zone .hatch").waitFor();
    const [zone] = listOf(await saved(), "zones");
    assert.deepEqual([zone?.["trackers"], zone?.["exclude"]], [["radar", "robi"], true]);
    await trackers.getByRole("checkbox", { name: "Hall radar" }).uncheck();
    await trackers.getByRole("checkbox", { name: "Vacuum" }).uncheck();
    await page.getByRole("checkbox", { name: "Nobody is here, as at a fan" }).uncheck();
    const [open] = listOf(await saved(), "zones");
    assert.deepEqual(open, zones[0], "what is not chosen is not written");
  },
);

test("ZONE-6: the checks lead to a zone with a tracker that is gone", inBrowser, async (t) => {
  const drawing = await openDrawing(t, {
    ...twoRooms,
    zones: [{ ...zones[0], trackers: ["gone"] }],
  });
  if (drawing === undefined) return;
  const { page } = drawing;
  await shape(page, "rooms/west").waitFor();
  await panel(page, "Checks");
  await page
    .getByRole("button", {
      name: "Sofa corner counts only whom tracker “gone” sees, which does not exist.",
    })
    .click();
  assert.deepEqual(await selected(page), ["zones/sofa"]);
  await panel(page, "Properties");
  await page.getByRole("checkbox", { name: "gone" }).click();
  await panel(page, "Checks");
  await page.getByText("No problems found.").waitFor();
});
