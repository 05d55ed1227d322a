import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { openingNames, openingTypes } from "../../../src/model/kinds/opening.ts";
import {
  openingStateOf,
  openingsOn,
  type OpeningState,
} from "../../../src/model/solids/openings/opening-solids.ts";
import { placedMesh, type Solid, surfaceOf } from "../../../src/model/solids/solid.ts";
import { solidsOf } from "../../../src/model/solids/solids.ts";
import { assertSound, assertWatertight, boundsOf } from "./mesh-checks.ts";

/** A room of 6 by 4 metres with an opening in the middle of its upper wall. */
const withOpening = (opening: JsonObject): PlanData => ({
  rooms: [
    {
      id: "room",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
  ],
  openings: [{ id: "o", room_id: "room", edge: 0, offset: 3, ...opening }],
});

const solidOf = (opening: JsonObject, state: Partial<OpeningState> = {}): Solid | undefined =>
  openingsOn(withOpening(opening), undefined, () => ({ open: 0, covered: 0, ...state }))[0];

/** The bounds in the plan of what is of a material, rounded to centimetres. */
const placeOf = (solid: Solid | undefined, material: string): readonly number[] => {
  assert(solid !== undefined);
  const meshes = solid.parts
    .filter((part) => part.material === material)
    .map(({ mesh }) => placedMesh(solid, mesh));
  const [[left, , top], [right, , bottom]] = boundsOf(meshes);
  return [left, top, right, bottom].map((metres) => Math.round(metres * 100) / 100);
};

test("SOLID-9: a leaf hangs at its hinges and swings to the side to which it is drawn", () => {
  // The frame takes 5 cm on each side; the leaf is 4.5 cm thick, and its handle 17 cm from its end.
  const handle = (hinge: string, swing: string, open: number): readonly number[] =>
    placeOf(solidOf({ type: "door", width: 1, hinge, swing }, { open }), "metal");
  const middle = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) => [
    (left + right) / 2,
    (top + bottom) / 2,
  ];
  for (const [hinge, swing, x, z] of [
    ["left", "in", -1, 1],
    ["right", "in", 1, 1],
    ["left", "out", -1, -1],
    ["right", "out", 1, -1],
  ] as const) {
    const what = `${hinge}, ${swing}`;
    const [shutX = 0, shutZ = 0] = middle(handle(hinge, swing, 0));
    assert(
      Math.abs(shutX - (3 - x * 0.35)) < 0.03,
      `${what}: shut, its handle is far from its hinges`,
    );
    const face = z > 0 ? 0.04 : -0.15;
    assert(
      Math.abs(shutZ - face) < 0.03,
      `${what}: shut, it is in the face of the wall, at ${shutZ}`,
    );
    const [openX = 0, openZ = 0] = middle(handle(hinge, swing, 1));
    assert(Math.abs(openX - (3 + x * 0.45)) < 0.06, `${what}: open, it is at its hinges`);
    assert(Math.abs(openZ - (face + z * 0.8)) < 0.06, `${what}: open, it stands off, at ${openZ}`);
  }
});

test("SOLID-9: a sliding door slides over its other half, and an open sash turns into the room", () => {
  const slid = (open: number): readonly number[] =>
    placeOf(
      solidOf({ type: "door", style: "sliding", width: 2, hinge: "right" }, { open }),
      "glass",
    );
  assert.deepEqual([slid(0)[0], slid(0)[2]], [2.08, 3.92], "both halves");
  assert((slid(1)[2] ?? 9) < 3.1, "the right half is behind the left one");
  const sash = (open: number): number =>
    placeOf(solidOf({ type: "window", width: 1.2 }, { open }), "glass")[3] ?? 0;
  assert(sash(0) < 0 && sash(1) > 0.2, `${sash(0)} and ${sash(1)}`);
});

test("SOLID-9: each type of openings is of closed bodies within its hole, however narrow, and a passage is nothing", () => {
  for (const name of openingNames) {
    const type: { readonly type: string; readonly style?: string; readonly width: number } =
      openingTypes[name];
    for (const width of [type.width, 0.3, 0.1, 5])
      for (const open of [0, 0.5, 1]) {
        const what = `${name} of ${width} m, open by ${open}`;
        const solid = solidOf({ ...type, width, sill: 0.4, lintel: 2.3 }, { open, covered: 0.5 });
        if (name === "passage" && solid !== undefined)
          assert.deepEqual(
            solid.parts.map(({ material }) => material),
            ["dark_metal"],
          );
        assert(solid !== undefined, what);
        for (const { mesh } of solid.parts) {
          assertSound(mesh, what);
          assertWatertight(mesh, what);
        }
        if (open > 0 || name === "roof_window" || name === "pocket_door") continue;
        const [low, high] = boundsOf([surfaceOf(solid)]);
        assert(
          low[0] >= 3 - width / 2 - 0.06 && high[0] <= 3 + width / 2 + 0.06,
          `${what}: ${low.join()} to ${high.join()}`,
        );
        assert(low[1] >= 0.399 && high[1] <= 2.301, `${what}: ${low.join()} to ${high.join()}`);
      }
  }
  assert.equal(solidOf({ type: "door", style: "passage" }), undefined);
});

test("SOLID-9: a blind covers its part of an opening from above", () => {
  const blind = (covered: number): number => {
    const solid = solidOf({ type: "window", sill: 1, lintel: 2 }, { covered });
    const parts = solid?.parts.filter(({ material }) => material === "dark_metal") ?? [];
    return parts.length === 0 ? Number.NaN : boundsOf(parts.map(({ mesh }) => mesh))[0][1];
  };
  assert.deepEqual(
    [0, 0.25, 1].map((covered) => Math.round(blind(covered) * 100)),
    [Number.NaN, 175, 100],
  );
});

test("SOLID-9: contacts and blinds say how far an opening is open and covered; else it is as it is drawn", () => {
  const door = { type: "door", contact: "binary_sensor.door", blind: "cover.door" };
  const states = (contact: string, position: number) => (id: string) =>
    id === "cover.door"
      ? { state: "open", attributes: { current_position: position } }
      : { state: contact };
  assert.deepEqual(openingStateOf(door, states("off", 40)), { open: 0, covered: 0.6 });
  assert.deepEqual(openingStateOf(door, states("on", 100)), { open: 1, covered: 0 });
  assert.deepEqual(openingStateOf(door, undefined), { open: 1, covered: 0 });
  assert.deepEqual(openingStateOf({ ...door, type: "window" }, undefined), { open: 0, covered: 0 });
});

test("SOLID-10: what an edit does not change has the parts that it had", () => {
  const plan = {
    ...withOpening({ type: "window", width: 1.2 }),
    walls: [{ id: "w", from: [1, 1], to: [1, 2] }],
  };
  const before = solidsOf(plan, undefined);
  const partsOf = (solids: readonly Solid[], role: string): readonly unknown[] =>
    solids.filter((solid) => solid.role === role).map(({ parts }) => parts);
  const opened = solidsOf(plan, undefined, { openingState: () => ({ open: 1, covered: 0 }) });
  for (const role of ["wall", "floor"]) {
    const [kept, now] = [partsOf(before, role), partsOf(opened, role)];
    assert(kept.length > 0 && kept.every((parts, at) => parts === now[at]), role);
  }
  assert.notEqual(partsOf(before, "opening")[0], partsOf(opened, "opening")[0]);
  const edited = solidsOf({ ...plan, texts: [{ text: "new" }], walls: [] }, undefined);
  const again = solidsOf(plan, undefined);
  assert.equal(partsOf(before, "opening").length, 1);
  assert.equal(partsOf(edited, "wall").length, partsOf(again, "wall").length - 1);
});
