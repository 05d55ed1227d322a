import assert from "node:assert/strict";
import { test } from "node:test";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { objectsIn } from "../../../src/model/json.ts";
import { drawingText, drawnHouse, drawnLine, drawnRectangle, millimetres } from "./drawn.ts";
import { importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";
import { floor, rectangle, scan, scanFile, wall, wallsAround } from "./scan.ts";

const file = (text: string, name = "Plan.dxf") => ({ name, bytes: Buffer.from(text) });

const refused = async (text: string): Promise<string> => inShort(await refusalOf([file(text)]));

const house = [
  ...drawnRectangle("A-WALL", 0, 0, 4400, 3400),
  ...drawnRectangle("A-WALL", 200, 200, 4000, 3000),
];

/** Inserts a block at a place. */
const insert = (name: string, ...more: readonly (string | number)[]) => [
  0,
  "INSERT",
  8,
  "A-WALL",
  2,
  name,
  ...more,
];

test("DXF-13: a drawing of a million entities is refused with the limit", async () => {
  const many = Array.from({ length: 1_000_000 }, () => [0, "POINT"]);
  assert.equal(
    await refused(drawingText([...house, ...many], millimetres)),
    "limit | Plan.dxf | import-elements",
  );
});

test("DXF-13: blocks that multiply within blocks are refused with the limit, however little there is to read", async () => {
  const blocks = Array.from({ length: 30 }, (_, at) => [
    [0, "BLOCK", 2, `B${at}`, 10, 0, 20, 0],
    ...Array.from({ length: 10 }, () =>
      at === 29 ? drawnLine("A-WALL", [0, 0], [1000, 0]) : insert(`B${at + 1}`),
    ),
    [0, "ENDBLK"],
  ]).flat();
  const text = drawingText([...house, insert("B0")], millimetres, blocks);
  assert(text.length < 50_000);
  assert.equal(await refused(text), "limit | Plan.dxf | import-elements");
});

test("DXF-13: a long line, or a long text, in a block that is placed often is refused with the limit", async () => {
  const corners = Array.from({ length: 100_000 }, (_, at) => [10, at % 100, 20, at % 99]).flat();
  const placed = Array.from({ length: 1000 }, () => insert("LONG"));
  const text = [0, "TEXT", 8, "0", 10, 0, 20, 0, 1, "a".repeat(100_000)];
  for (const content of [[0, "LWPOLYLINE", 8, "0", 90, 100_000, ...corners], text]) {
    const blocks = [[0, "BLOCK", 2, "LONG", 10, 0, 20, 0], content, [0, "ENDBLK"]];
    assert.equal(
      await refused(drawingText([...house, ...placed], millimetres, blocks)),
      "limit | Plan.dxf | import-elements",
    );
  }
});

test("DXF-13: places and sizes beyond every house are refused, also those of arcs and of stretched blocks", async () => {
  const far = "limit | Plan.dxf | LINE | import-metres";
  const line = drawnLine("A-WALL", [0, 0], [1e300, 0]);
  assert.equal(await refused(drawingText([...house, line], millimetres)), far);
  const arc = [0, "ARC", 8, "A-WALL", 10, 0, 20, 0, 40, 1e300, 50, 0, 51, 90];
  assert.equal(
    await refused(drawingText([...house, arc], millimetres)),
    "limit | Plan.dxf | ARC | import-metres",
  );
  const sofa = [
    [0, "BLOCK", 2, "SOFA", 10, 0, 20, 0],
    ...drawnRectangle("0", 0, 0, 2, 1),
    [0, "ENDBLK"],
  ];
  assert.equal(
    await refused(drawingText([...house, insert("SOFA", 41, 1e300)], millimetres, sofa)),
    far,
  );
  const shared = [...house, insert("SOFA", 41, 4000, 42, 4000, 10, 1e300)];
  assert.equal(
    await refused(drawingText(shared, millimetres, sofa)),
    "limit | Plan.dxf | INSERT | import-metres",
  );
  const begun = drawnLine("A-WALL", [1e300, 0], [0, 0]);
  assert.equal(await refused(drawingText([...house, begun])), "unknownUnits | Plan.dxf");
});

test("DXF-13: lines that could be walls with too many others are refused with the limit", async () => {
  const many = Array.from({ length: 2000 }, (_, at) =>
    drawnLine("A-WALL", [0, at / 4], [5000, at / 4]),
  );
  assert.equal(await refused(drawingText(many, millimetres)), "limit | Plan.dxf | import-near");
});

test("DXF-12: a drawing in the coordinates of a survey is moved to the origin, which is told", async () => {
  const here = await importedFrom([file(drawnHouse())]);
  assert.equal(lossOf(here, "movedToOrigin"), undefined);
  const there = await importedFrom([file(drawnHouse(2_600_000_000, 1_200_000_000))]);
  assert.deepEqual(lossOf(there, "movedToOrigin"), {
    what: "movedToOrigin",
    count: 1,
    names: ["x 2600000 m, y 1200004 m"],
  });
  const corners = roomsOf(there.plan).flatMap((room) => room.corners);
  assert.equal(corners.length, 4);
  assert(
    corners.flat().every((each) => each >= 0 && each < 5),
    JSON.stringify(corners),
  );
  const block = [[0, "BLOCK", 2, "HAUS", 10, 0, 20, 0], ...house, [0, "ENDBLK"]];
  const placed = insert("HAUS", 10, 2_600_000_000, 20, 1_200_000_000);
  const inBlock = await importedFrom([file(drawingText([placed], millimetres, block))]);
  assert.equal(roomsOf(inBlock.plan).length, 1);
  assert.equal(lossOf(inBlock, "movedToOrigin")?.count, 1);
});

test("DXF-12: of a drawing that is partly at the origin nothing is moved: what is far is refused", async () => {
  const text = drawingText(
    [...house, drawnLine("A-WALL", [2e10, 2e10], [2e10, 3e10])],
    millimetres,
  );
  assert.equal(await refused(text), "limit | Plan.dxf | LINE | import-metres");
});

test("SCANNER-8: rooms of a scan that stand apart stay where they are, and are told by name", async () => {
  const [left, right, far] = [
    rectangle(0, 0, 4, 3),
    rectangle(4.15, 0, 3, 3),
    rectangle(20, 0, 3, 3),
  ];
  const rooms = [left, right, far].map((corners) =>
    scan({ walls: wallsAround(corners), floors: [floor(corners)] }),
  );
  const imported = await importedFrom([scanFile({ version: 1, rooms })]);
  assert.deepEqual(lossOf(imported, "roomsApart"), {
    what: "roomsApart",
    count: 1,
    names: ["Room 3"],
  });
  const [, , third] = roomsOf(imported.plan);
  assert(
    third?.corners.every(([x]) => x > 19),
    JSON.stringify(third?.corners),
  );
  const beside = await importedFrom([scanFile({ version: 1, rooms: rooms.slice(0, 2) })]);
  assert.equal(lossOf(beside, "roomsApart"), undefined);
});

test("SCANNER-7: a scan of a million walls, and one of six thousand, is refused with the limit", async () => {
  const many = Array.from({ length: 6000 }, (_, at) => wall([at, 0], [at, 3]));
  assert.equal(
    inShort(await refusalOf([scanFile(scan({ walls: many }))])),
    "limit | Room.json | import-walls",
  );
  const text = `{"walls":[${'{"transform":[0]},'.repeat(999_999)}{"transform":[0]}]}`;
  assert.equal(
    inShort(await refusalOf([file(text, "Room.json")])),
    "limit | Room.json | import-elements",
  );
});

test("IMPORT-41: a file with far too many values is refused before they are made", async () => {
  const bomb = file(`{"key":"fns_floorplan","data":[${"[],".repeat(2_000_000)}[]]}`, "a.json");
  assert.equal(inShort(await refusalOf([bomb])), "limit | a.json | import-elements");
  // Damaged after so many values, it would be refused otherwise if it was parsed first.
  const cut = file(`{"key":"fns_floorplan","data":[${"[],".repeat(2_000_000)}`, "a.json");
  assert.equal(inShort(await refusalOf([cut])), "limit | a.json | import-elements");
  const text = file(
    JSON.stringify({ key: "fns_floorplan", data: { name: '[,"\\'.repeat(20_000) } }),
    "a.json",
  );
  const kept = await importedFrom([text], { importElements: 20 });
  assert.equal(objectsIn(kept.plan["rooms"]).length, 0, "what is in texts is no value");
});
