import type { Cell, Side } from "./cells.ts";
import { grow } from "./grow.ts";
import type { DemoPlan } from "../../src/model/demo/demo-plan.ts";
import { cycle, metres } from "./random.ts";

const level = "floor_3";

/** Metres: the lobby's width, the depth of a room, of a corridor, and of a courtyard. */
const lobbyWidth = 4;
const roomDepth = 6.2;
const corridorDepth = 2.4;
const courtyard = 9;

/** The widths of the rooms of one row in metres; every row begins at another one of them. */
const widths = [7.2, 5.4, 8.4, 6, 9.6, 6.6, 7.8, 5.4, 8.4, 6, 7.2, 6];
const rowLength = widths.reduce((sum, width) => sum + width, 0);

/** The wings of the comb, and the rows of rooms, two to each wing. */
const wings = ["A", "B", "C", "D"];
const wingDepth = roomDepth * 2 + corridorDepth;

const uses = [
  ["office", "open office"],
  ["meeting", "meeting room"],
  ["office", "team office"],
  ["focus", "focus room"],
  ["lab", "test lab"],
  ["office", "open office"],
  ["pantry", "tea kitchen"],
  ["living", "lounge"],
  ["meeting", "workshop room"],
  ["server", "server room"],
  ["office", "project office"],
  ["storage", "archive"],
  ["restroom", "restrooms"],
] as const;

/** Rooms are named after rivers, as one would call them when looking for a room. */
const rivers =
  "Elbe Isar Thames Loire Würm Tagus Düna Seine Aare Minho Spree Danube Tiber Shannon Drôme Rhône Ebro Oder Vistula Clyde Saône Adige Tejo".split(
    " ",
  );

const withBay = (cell: Cell, bay: Side): Cell => ({ ...cell, bay });

/** One row of twelve rooms beside the corridor of a wing; the last row has eleven. */
const rowOf = (row: number): Cell[] => {
  const wing = Math.floor(row / 2);
  const letter = cycle(wings, wing);
  const z = wing * (wingDepth + courtyard) + (row % 2) * (roomDepth + corridorDepth);
  const own = widths.map((_, index) => cycle(widths, index + row * 5));
  // In the last row the two last rooms are one large room: a hundred rooms with the corridors.
  if (row === wings.length * 2 - 1) own.push((own.pop() ?? 0) + (own.pop() ?? 0));
  let x = lobbyWidth;
  return own.map((width, index) => {
    const number = row * widths.length + index;
    const [kind, use] = cycle(uses, number * 3 + row);
    const code = `${letter}${(row % 2) * 20 + index + 1}`;
    const outer = row % 2 === 0 ? "top" : "bottom";
    const cell: Cell = {
      id: `room_${code.toLowerCase()}`,
      name: `${code} ${cycle(rivers, number * 7)} ${use}`,
      kind,
      level,
      x: metres(x),
      z: metres(z),
      w: width,
      d: roomDepth,
    };
    x += width;
    return kind === "living" ? withBay(cell, outer) : cell;
  });
};

/** The corridor of a wing, from the lobby to the end. */
const corridorOf = (letter: string, wing: number): Cell => ({
  id: `corridor_${letter.toLowerCase()}`,
  name: `Corridor ${letter}`,
  kind: "corridor",
  level,
  x: lobbyWidth,
  z: metres(wing * (wingDepth + courtyard) + roomDepth),
  w: metres(rowLength),
  d: corridorDepth,
});

/** The lobby joins the wings along their heads, so that every room looks on a courtyard. */
const lobby = (): Cell => ({
  id: "lobby",
  name: "Lobby",
  kind: "corridor",
  level,
  x: 0,
  z: 0,
  w: lobbyWidth,
  d: metres(wings.length * wingDepth + (wings.length - 1) * courtyard),
  entrance: "left",
});

/** An office floor in the shape of a comb: 100 rooms on one floor with 5,400 items. */
export const officePlan = (): DemoPlan =>
  grow({
    levels: [{ id: level, name: "3rd floor" }],
    cells: [
      lobby(),
      ...wings.map(corridorOf),
      ...Array.from({ length: wings.length * 2 }, (_, row) => rowOf(row)).flat(),
    ],
    items: 5400,
    furnished: 0.4,
    detail: 1.75,
    seed: 100,
  });
