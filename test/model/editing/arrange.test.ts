import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf } from "../../../src/model/elements/places.ts";
import { findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import {
  align,
  arrangeOrder,
  axes,
  bodiesOf,
  distribute,
  type Edge,
  edges,
  type Order,
  setGroup,
  withGroups,
} from "../../../src/model/editing/arrange.ts";

const piece = (id: string, x: number, z: number, w: number, d: number, more = {}): object => ({
  id,
  type: "table",
  x,
  z,
  w,
  d,
  ...more,
});

/** A room with a chair in it, and three tables of different sizes below. */
const plan: PlanData = JSON.parse(
  JSON.stringify({
    rooms: [{ id: "hall", points: rectangle([0, 0], [4, 3]) }],
    openings: [{ id: "door", room_id: "hall", edge: 0, offset: 1, width: 0.9 }],
    furniture: [
      piece("chair", 1, 1, 0.5, 0.5),
      piece("a", 1, 6, 2, 1),
      piece("b", 5, 8, 1, 2),
      piece("c", 9, 7, 2, 2),
    ],
    labels: { hall: [2, 2] },
  }),
);

const tables = ["furniture/a", "furniture/b", "furniture/c"];

/** The line that an edge of a thing lies on. */
const lineOf = (shown: PlanData, ref: string, edge: Edge): number => {
  const { left, top, width, height } = boundsOf(shown, [ref]) ?? assert.fail(ref);
  const lines = {
    left,
    centre: left + width / 2,
    right: left + width,
    top,
    middle: top + height / 2,
    bottom: top + height,
  };
  return Number(lines[edge].toFixed(4));
};

const wanted: Readonly<Record<Edge, number>> = {
  left: 0,
  centre: 5,
  right: 10,
  top: 5.5,
  middle: 7.25,
  bottom: 9,
};

for (const edge of edges)
  test(`COPY-9: things are aligned at their ${edge}, within the box around them, and not moved the other way`, () => {
    const next = align(plan, tables, edge);
    assert.deepEqual(
      tables.map((ref) => lineOf(next, ref, edge)),
      tables.map(() => wanted[edge]),
    );
    const other = ["left", "centre", "right"].includes(edge) ? "top" : "left";
    assert.deepEqual(
      tables.map((ref) => lineOf(next, ref, other)),
      tables.map((ref) => lineOf(plan, ref, other)),
    );
    assert.deepEqual(align(next, tables, edge), next, "again it changes nothing");
  });

test("COPY-9: a room is aligned with its label and what stands in it, a group as one, and an opening stays in its wall", () => {
  const selection = ["rooms/hall", "furniture/chair", "openings/door", "furniture/c"];
  const next = align(plan, selection, "bottom");
  assert.deepEqual(findEntity(next, "rooms", "hall")?.data["points"], rectangle([0, 5], [4, 8]));
  assert.deepEqual(next["labels"], { hall: [2, 7] });
  assert.equal(findEntity(next, "furniture", "chair")?.data["z"], 6);
  assert.equal(next["openings"], plan["openings"]);
  const grouped = setGroup(plan, ["furniture/a", "furniture/b", "rooms/hall"], "pair");
  assert.equal(grouped["rooms"], plan["rooms"], "a room is in no group");
  assert.deepEqual(
    bodiesOf(grouped, [...tables, "openings/door", "rooms/gone"]).map(({ refs }) => refs),
    [["furniture/a", "furniture/b"], ["furniture/c"]],
  );
  const right = align(grouped, tables, "right");
  assert.deepEqual(
    tables.map((ref) => lineOf(right, ref, "left")),
    [4.5, 9, 8],
  );
});

test("COPY-10: gaps between things become equal, the outermost stay, and two have nothing between them", () => {
  const [across, down] = axes.map((axis) => distribute(plan, tables, axis));
  assert(across !== undefined && down !== undefined);
  // 10 m hold 5 m of tables, so two gaps are 2.5 m each.
  assert.deepEqual(
    tables.map((ref) => lineOf(across, ref, "left")),
    [0, 4.5, 8],
  );
  // 3.5 m hold 5 m, so they overlap by 0.75 m each, in the order of their middles: a, c, b.
  assert.deepEqual(
    tables.map((ref) => lineOf(down, ref, "top")),
    [5.5, 7, 5.75],
  );
  assert.equal(distribute(plan, tables.slice(1), "horizontally"), plan);
});

const stack = (...layers: readonly (number | string | undefined)[]): PlanData =>
  JSON.parse(
    JSON.stringify({
      levels: [{ id: "low" }, { id: "high" }],
      furniture: [
        ...layers.map((layer, at) => piece(`p${at}`, at / 10, 0, 1, 1, { layer })),
        piece("aside", 50, 50, 1, 1, { layer: 40 }),
        piece("above", 0, 0, 1, 1, { level: "high", layer: 90 }),
      ],
      devices: [{ id: "fan", kind: "fan", x: 0, z: 0, layer: 70 }],
    }),
  );

/** The pieces of the stack from the lowest to the highest, as they are drawn. */
const drawn = (shown: PlanData): string => {
  const pieces = ["p0", "p1", "p2", "p3"].flatMap((id) => findEntity(shown, "furniture", id) ?? []);
  const layerOf = ({ data }: { data: PlanData }): number => Number(data["layer"] ?? 0);
  return pieces
    .toSorted((one, other) => layerOf(one) - layerOf(other) || one.index - other.index)
    .map(({ key }) => key.slice(1))
    .join("");
};

const flat = stack(undefined, undefined, undefined, undefined);

for (const [order, given, chosen, expected] of [
  ["toFront", flat, [0], "1230"],
  ["toFront", flat, [3], "0123"],
  ["toFront", flat, [0, 1], "2301"],
  ["toFront", stack(1, 0, 5, 3), [1, 0], "3210"],
  ["toBack", flat, [3], "3012"],
  ["toBack", flat, [2, 3], "2301"],
  ["toBack", stack(1, 0, 5, 3), [2, 0], "0213"],
  ["forward", stack(1, 2, 3, 4), [0], "1023"],
  ["forward", stack(1, 2, 4, 6), [1], "0213"],
  ["forward", stack(4, 3, 2, 1), [3], "2310"],
  ["forward", stack("1", "2", "3", "4"), [3], "0123"],
  ["backward", stack(1, 2, 3, 4), [3], "0132"],
  ["backward", stack(4, 3, 2, 1), [0], "3201"],
  ["backward", flat, [0], "0123"],
] as const satisfies readonly (readonly [Order, PlanData, readonly number[], string])[])
  test(`COPY-11: ${order} of ${chosen.join(" and ")} in ${drawn(given)} makes ${expected}, and changes nothing else`, () => {
    const refs = chosen.map((at) => `furniture/p${at}`);
    const next = arrangeOrder(given, refs, order);
    assert.equal(drawn(next), expected);
    assert.equal(next["devices"], given["devices"]);
    for (const id of ["p0", "p1", "p2", "p3", "aside", "above"])
      if (!refs.includes(`furniture/${id}`))
        assert.equal(
          findEntity(next, "furniture", id)?.data,
          findEntity(given, "furniture", id)?.data,
          id,
        );
  });

test("COPY-11: what lies at the front of its floor already stays as it is, whatever lies on other floors or in other lists", () => {
  assert.equal(arrangeOrder(flat, ["furniture/aside"], "toFront"), flat);
  const next = arrangeOrder(flat, ["furniture/p3"], "toFront");
  assert.equal(findEntity(next, "furniture", "p3")?.data["layer"], 41);
  assert.equal(arrangeOrder(flat, ["furniture/p3"], "forward"), flat, "nothing that it overlaps");
  assert.equal(arrangeOrder(plan, ["rooms/hall", "openings/door"], "toFront"), plan);
});

test("COPY-12: a group is picked as a whole, on its floor alone, and one that is taken apart no more", () => {
  const grouped = setGroup(flat, ["furniture/p0", "devices/fan", "furniture/above"], "set");
  assert.deepEqual(withGroups(grouped, ["furniture/p0"]), ["furniture/p0", "devices/fan"]);
  assert.deepEqual(withGroups(grouped, ["furniture/above"]), ["furniture/above"]);
  assert.deepEqual(withGroups(grouped, ["furniture/p1"]), ["furniture/p1"]);
  const apart = setGroup(grouped, ["furniture/p0", "devices/fan"], undefined);
  assert.deepEqual(withGroups(apart, ["furniture/p0"]), ["furniture/p0"]);
  assert(!("group" in (findEntity(apart, "furniture", "p0")?.data ?? {})));
});
