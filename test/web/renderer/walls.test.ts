import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, type PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { floorOf, type Walls } from "../../../src/model/elements/floor.ts";
import { placeOfOpening } from "../../../src/model/elements/opening-place.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";

const openPage = useDrawing();

const rectangle = (left: number, top: number, right: number, bottom: number): number[][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Two rooms that share the wall at x = 4, and a door in it. */
const twoRooms = (hall: JsonObject = {}, plan: PlanData = {}): PlanData => ({
  rooms: [
    { id: "hall", points: rectangle(0, 0, 4, 3), ...hall },
    { id: "bath", points: rectangle(4, 0, 7, 3) },
  ],
  openings: [
    { id: "inner", room_id: "bath", edge: 3, offset: 1.5, width: 0.9 },
    { id: "outer", room_id: "hall", edge: 0, offset: 1.5, width: 0.9 },
  ],
  ...plan,
});

const wallsOf = (plan: PlanData): Walls => floorOf(plan, undefined).walls;

const [hall, bath] = ["M0 0L4 0L4 3L0 3Z", "M4 0L7 0L7 3L4 3Z"];

test("ROOM-8: without a thickness all walls are one path, as ever", () => {
  assert.deepEqual(wallsOf(twoRooms()), { usual: hall + bath, own: [] });
  const same = twoRooms({ wall_thickness: 0.12 }, { outer_wall_thickness: 0.23 });
  assert.deepEqual(wallsOf(same), { usual: hall + bath, own: [] }, "the same, said aloud");
});

test("ROOM-8: a thicker wall is drawn over the thinner one that it shares, and juts out nowhere", () => {
  const { usual, own, around } = wallsOf(twoRooms({ wall_thickness: 0.3 }));
  assert.deepEqual([usual, own], [bath, [{ path: hall, width: 0.3 }]]);
  assert.equal(
    around,
    // The hall ends where the face of its wall to the bath is, though it is thicker outside.
    "M-0.26 -0.26L4.15 -0.26L4.15 3.26L-0.26 3.26ZM3.85 -0.17L7.17 -0.17L7.17 3.17L3.85 3.17Z",
  );
});

test("ROOM-8: where a wall ends at another, nothing juts out on the other side of it", () => {
  const plan: PlanData = {
    rooms: [
      { id: "long", points: rectangle(0, 0, 8, 2), wall_thickness: 0.1 },
      { id: "left", points: rectangle(0, 2, 4, 5), wall_thickness: 0.4 },
      { id: "right", points: rectangle(4, 2, 8, 5), outer_wall_thickness: 0.5 },
    ],
  };
  const { around = "" } = wallsOf(plan);
  const [long, left, right] = around.split("Z").map((path) => path.slice(1).split("L"));
  assert.deepEqual(long, ["-0.16 -0.16", "8.16 -0.16", "8.16 2.2", "-0.16 2.2"]);
  assert.deepEqual(left, ["-0.31 1.8", "4.2 1.8", "4.2 5.31", "-0.31 5.31"]);
  assert.deepEqual(right, ["3.8 1.94", "8.44 1.94", "8.44 5.44", "3.8 5.44"]);
});

test("ROOM-8: an opening goes through the whole of the thicker wall", () => {
  const reachOf = (plan: PlanData, id: string): unknown => {
    const found = entitiesOf(plan, "openings").find(({ key }) => key === id);
    return found && placeOfOpening(plan, floorOf(plan, undefined), found)?.reach;
  };
  assert.deepEqual(reachOf(twoRooms(), "inner"), [0.06, 0.06]);
  assert.deepEqual(reachOf(twoRooms(), "outer"), [0.06, 0.17]);
  const thick = twoRooms({ wall_thickness: 0.3, outer_wall_thickness: 0.5 });
  assert.deepEqual(reachOf(thick, "inner"), [0.15, 0.15]);
  assert.deepEqual(reachOf(thick, "outer"), [0.15, 0.35]);
});

test(
  "ROOM-4, ROOM-8: a room is tinted by its colour, and walls are as wide on the screen as they are",
  inBrowser,
  async (t) => {
    const page = await openPage(t);
    if (page === undefined) return;
    const look = async (plan: PlanData): Promise<unknown> => {
      await page.evaluate(`draw(${JSON.stringify(plan)})`);
      return page.evaluate(`({
        tint: [...sheet.querySelectorAll(".tint")].map((each) => getComputedStyle(each).fill),
        widths: [...sheet.querySelectorAll(".walls, .wall")].map((each) => getComputedStyle(each).strokeWidth),
        outer: getComputedStyle(sheet.querySelector(".outer")).stroke === "none" ? "filled" : "stroked",
      })`);
    };
    const plain = { tint: [], widths: ["0.12px"], outer: "stroked" };
    assert.deepEqual(await look(twoRooms()), plain);
    assert.deepEqual(await look(twoRooms({ color: "#ff0000" })), {
      ...plain,
      tint: ["rgb(255, 0, 0)"],
    });
    const thick = await look(twoRooms({ wall_thickness: 0.3 }));
    assert.deepEqual(thick, { tint: [], widths: ["0.12px", "0.3px"], outer: "filled" });
    assert.deepEqual(await look(twoRooms()), plain, "and back");
  },
);
