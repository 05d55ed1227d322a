import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { wallOf } from "../../../src/model/elements/opening-walls.ts";
import { distance, type Point, pointAlong } from "../../../src/model/geometry/vector.ts";
import { objectsIn, textIn } from "../../../src/model/json.ts";
import { spanOf } from "../../../src/model/kinds/opening.ts";
import { seededRandom } from "../../support/random.ts";
import { importing } from "../../../src/web/i18n/en/import.ts";
import { homeFile } from "./home.ts";
import { importedFrom, inShort, refusalOf } from "./reading.ts";
import { assertInside, bath, door, house, living, planOf, room, wall } from "./walled-home.ts";

const named = (number: number): string => `${importing.names.room} ${number}`;

test("IMPORT-38: a home of walls alone has the rooms that they enclose, with doors and windows in the walls", async () => {
  const plan = await planOf(
    ...house,
    // One that encloses nothing.
    wall([0, 500, 400, 500], 12),
    door(400, 145, 91, 'angle="1.5707964"'),
    door(150, 0, 120, 'elevation="90"'),
  );
  assert.equal(objectsIn(plan["rooms"]).length, 2);
  assertInside(plan, named(1), living);
  assertInside(plan, named(2), bath);
  const openings = objectsIn(plan["openings"]);
  const places = openings.map((opening): Point => {
    const holder = wallOf(plan, opening);
    assert(holder !== undefined);
    return pointAlong(holder, spanOf(opening).offset);
  });
  assert.equal(places.length, 2);
  // The line of an outer wall is its room's, beside its middle.
  const [inDoor, inWindow] = places.toSorted(([, one], [, other]) => other - one);
  assert(inDoor !== undefined && distance(inDoor, [4, 1.45]) < 1e-3, JSON.stringify(places));
  assert(inWindow !== undefined && Math.abs(inWindow[0] - 1.5) < 1e-3, JSON.stringify(places));
  assert.deepEqual(findingsIn(plan), []);
});

test("IMPORT-38: walls that end at the faces of others enclose rooms as well, one that ends within is left where it is", async () => {
  const plan = await planOf(
    wall([13, 0, 600, 0], 26),
    wall([600, 13, 600, 287], 26),
    wall([600, 300, 0, 300], 26),
    wall([0, 287, 0, -13], 26),
    wall([400, 13, 400, 287], 7.5),
    wall([200, 13, 200, 150], 10),
  );
  assert.equal(objectsIn(plan["rooms"]).length, 2);
  assertInside(plan, named(2), bath);
  assert.deepEqual(
    objectsIn(plan["walls"]).map(({ to }) => to),
    [[2, 1.5]],
  );
});

test("IMPORT-38: where somebody drew a room, other places stay without one", async () => {
  const plan = await planOf(...house, room("Living", living));
  assert.deepEqual(
    objectsIn(plan["rooms"]).map(({ name }) => name),
    ["Living"],
  );
});

test("IMPORT-38, IMPORT-10: walls that enclose more edges than import-walls are refused", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => at * 100);
  const walls = lines.flatMap((at) => [wall([at, 0, at, 1100], 10), wall([0, at, 1100, at], 10)]);
  const home = homeFile(`<home version="7000">${walls.join("")}</home>`);
  const refusal = await refusalOf([home], { importWalls: 200 });
  assert.match(inShort(refusal), /import-?walls/i);
  assert.equal(objectsIn((await importedFrom([home])).plan["rooms"]).length, 121);
});

test("IMPORT-38: whatever the walls between are, each place is a room, as large as between their faces", async (t) => {
  const random = seededRandom(t);
  for (let turn = 0; turn < 40; turn += 1) {
    const outer = 10 + random.below(30);
    const [columns, rows] = [1 + random.below(4), 1 + random.below(3)];
    const lines = (many: number): readonly number[] =>
      Array.from(
        { length: many + 1 },
        (_, at) => at * 400 + (at % many === 0 ? 0 : random.below(150)),
      );
    const [xs, ys] = [lines(columns), lines(rows)];
    const [right, bottom] = [xs.at(-1) ?? 0, ys.at(-1) ?? 0];
    const inner = xs.map(() => 6 + random.below(10));
    const level = 6 + random.below(10);
    const half = (all: readonly number[], at: number, thickness: number): number =>
      at === 0 || at === all.length - 1 ? outer / 2 : thickness / 2;
    const plan = await planOf(
      wall([0, 0, right, 0], outer),
      wall([right, 0, right, bottom], outer),
      wall([right, bottom, 0, bottom], outer),
      wall([0, bottom, 0, 0], outer),
      ...xs.slice(1, -1).map((x, at) => wall([x, 0, x, bottom], inner[at + 1] ?? 0)),
      ...ys.slice(1, -1).map((y) => wall([0, y, right, y], level)),
    );
    const rooms = objectsIn(plan["rooms"]);
    assert.equal(rooms.length, columns * rows);
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1) {
        const [left = 0, other = 0] = xs.slice(column, column + 2);
        const [top = 0, below = 0] = ys.slice(row, row + 2);
        const [x1, x2] = [
          left + half(xs, column, inner[column] ?? 0),
          other - half(xs, column + 1, inner[column + 1] ?? 0),
        ];
        const [y1, y2] = [top + half(ys, row, level), below - half(ys, row + 1, level)];
        const middle: Point = [(x1 + x2) / 200, (y1 + y2) / 200];
        const found = rooms.filter(({ points }) => {
          const corners = (Array.isArray(points) ? points : []).map((point: unknown): Point => {
            const [x = 0, z = 0] = Array.isArray(point) ? point.map(Number) : [];
            return [x, z];
          });
          const [allX, allZ] = [corners.map(([x]) => x), corners.map(([, z]) => z)];
          return (
            Math.min(...allX) < middle[0] &&
            Math.max(...allX) > middle[0] &&
            Math.min(...allZ) < middle[1] &&
            Math.max(...allZ) > middle[1]
          );
        });
        const [name] = found.map((each) => textIn(each["name"]));
        assert(found.length === 1 && name !== undefined);
        assertInside(plan, name, [
          [x1, y1],
          [x2, y1],
          [x2, y2],
          [x1, y2],
        ]);
      }
  }
});
