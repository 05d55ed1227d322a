import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import {
  wallJointsOn,
  outlineOfStanding,
  standingWallsOn,
} from "../../../src/model/elements/standing-walls.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { textIn } from "../../../src/model/json.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { copyElements, pasteFragment, withNewIds } from "../../../src/model/editing/fragment.ts";
import { moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { moveBy, withContents } from "../../../src/model/editing/transform.ts";
import { snapPoint } from "../../../src/web/canvas/snapping.ts";
import { targetsOn } from "../../../src/web/canvas/snap-targets.ts";
import { moveStandingEnd } from "../../../src/model/editing/standing-walls.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, handle, middleOf, selected, shape, twoRooms } from "../editor-drawing.ts";
import { drag, listOf } from "../editing.ts";

const openDrawing = drawings(useBrowser());

/** A room 4 m wide and 3 m deep with an angled screen in it. */
const plan: PlanData = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ],
  walls: [
    { id: "long", from: [2, 0], to: [2, 2] },
    { id: "short", from: [2, 2], to: [3, 2], thickness: 0.2 },
  ],
};

const ends = (of: PlanData): unknown => listOf(of, "walls").map(({ from, to }) => [from, to]);

test("ROOM-10: a wall of no room is as thick as it says, else as the plan says, else as usual", () => {
  const halves = (of: PlanData): unknown => standingWallsOn(of, undefined).map(({ half }) => half);
  assert.deepEqual(halves(plan), [0.06, 0.1]);
  assert.deepEqual(halves({ ...plan, wall_thickness: 0.3 }), [0.15, 0.1]);
});

test("ROOM-10: it reaches to the far face of what it meets, and ends where nothing is", () => {
  const [long, short] = wallJointsOn(plan, undefined);
  assert.deepEqual(long?.ends, [
    { left: 0.06, right: 0.06, round: 0 },
    { left: 0.1, right: 0.1, round: 0 },
  ]);
  assert.deepEqual(short?.ends, [
    { left: 0.06, right: 0.06, round: 0 },
    { left: 0, right: 0, round: 0 },
  ]);
  const [wall] = standingWallsOn(plan, undefined);
  assert(wall !== undefined && long !== undefined);
  assert.deepEqual(outlineOfStanding(wall, long.ends), [
    [2.06, -0.06],
    [2.06, 2.1],
    [1.94, 2.1],
    [1.94, -0.06],
  ]);
});

test("ROOM-10: odd walls are left out, and those of other floors", () => {
  const odd = [{ from: [0, 0] }, { from: [1, 1], to: "?" }, 7, { from: [1, 1], to: [1, 1] }];
  assert.deepEqual(wallJointsOn({ walls: odd }, undefined), []);
  const storeys = { ...plan, levels: [{ id: "down" }, { id: "up" }] };
  assert.deepEqual(standingWallsOn(storeys, "up"), []);
});

test("ROOM-10: corners snap to its ends, and what is put before it to its faces", () => {
  const snapping = { isOn: true, tolerance: 0.15 };
  const at: Point = [3.07, 2.04];
  assert.deepEqual(snapPoint(at, targetsOn(plan, undefined), snapping).point, [3, 2]);
  const before = targetsOn(plan, undefined, new Set(), ({ corners }) => corners);
  assert.deepEqual(snapPoint(at, before, snapping).point, [3, 2.1]);
});

test("ROOM-10: it moves and is copied with the room around it", () => {
  const all = withContents(plan, ["rooms/hall"]);
  const moved = moveBy(plan, all, [1, 1]);
  assert.deepEqual(ends(moved), [
    [
      [3, 1],
      [3, 3],
    ],
    [
      [3, 3],
      [4, 3],
    ],
  ]);
  const pasted = pasteFragment(
    plan,
    withNewIds(plan, copyElements(plan, ["rooms/hall"])),
    undefined,
    [5, 0],
  );
  assert.equal(listOf(pasted, "walls").length, 4);
});

test("ROOM-10: it stays joined to the wall of a room that is pulled, and to others of its kind", () => {
  const [pulled] = listOf(moveWall(plan, "rooms/hall", 0, [0, -1]), "walls");
  assert.deepEqual(
    [pulled?.["from"], pulled?.["to"]],
    [
      [2, -1],
      [2, 2],
    ],
  );
  assert.deepEqual(ends(moveStandingEnd(plan, "walls/short", 0, [2, 1])), [
    [
      [2, 0],
      [2, 1],
    ],
    [
      [2, 1],
      [3, 2],
    ],
  ]);
});

test("ROOM-10: two people's changes to such walls become one plan, and an odd thickness is found", () => {
  const [long, short] = listOf(plan, "walls");
  const mine = { ...plan, walls: [{ ...long, thickness: 0.5 }, { ...short }] };
  const theirs = { ...plan, walls: [{ ...long }, { ...short, to: [3.5, 2] }] };
  const { plan: merged, conflicts } = merge(plan, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(merged["walls"], [
    { ...long, thickness: 0.5 },
    { ...short, to: [3.5, 2] },
  ]);
  const odd = { ...plan, walls: [{ ...long, thickness: 9 }] };
  assert.deepEqual(
    findingsIn(odd).map(({ kind, ref }) => [kind, ref]),
    [["oddThickness", "walls/long"]],
  );
});

test(
  "ROOM-10: a wall is drawn by a drag, joins what it meets, is dragged by its end and made thicker",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const middle = await middleOf(shape(page, "rooms/west"));
    await page.keyboard.press("b");
    await drag(page, middle, [middle[0], middle[1] + 60]);
    const [wall, ...others] = listOf(await saved(), "walls");
    assert.equal(others.length, 0);
    const [ref = ""] = await selected(page);
    assert.equal(ref, `walls/${textIn(wall?.["id"])}`);
    assert.deepEqual(wall?.["from"], [2, 1.5]);
    const box = await shape(page, "rooms/west").boundingBox();
    const to = await middleOf(handle(page, "end:1"));
    await drag(page, to, [to[0] + 3, middle[1] + (box?.height ?? 0) / 2 - 2]);
    await page.getByRole("tab", { name: "Properties", exact: true }).click();
    const thickness = page.getByLabel("Thickness (m)");
    await thickness.fill("0,3");
    await thickness.press("Enter");
    const [changed] = listOf(await saved(), "walls");
    assert.deepEqual([changed?.["to"], changed?.["thickness"]], [[2, 3], 0.3]);
    assert.equal(await shape(page, ref).getAttribute("aria-label"), "Wall");
  },
);
