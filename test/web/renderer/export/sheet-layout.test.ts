import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { papers } from "../../../../src/web/renderer/export/page-layout.ts";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useDrawing } from "../drawing-page.ts";
import { sheetsOf, type Place, shownOn, square, hut } from "./sheet-page.ts";

const openDrawing = useDrawing();

const areApart = (one: Place, other: Place): boolean =>
  one.right <= other.left ||
  other.right <= one.left ||
  one.bottom <= other.top ||
  other.bottom <= one.top;

/** Text boxes are as high as the tallest letters of a font, which no figure is. */
const tight = (place: Place): Place => {
  const [width, height] = [place.right - place.left, place.bottom - place.top];
  const least = Math.min(width, height) * 0.2;
  return {
    left: place.left + least,
    right: place.right - least,
    top: place.top + least,
    bottom: place.bottom - least,
  };
};

test(
  "EXPORT-9: a sheet is to scale: a room is as large on paper as the scale says, and the dimensions stand where they measure",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    for (const scale of [50, 100]) {
      const [sheet] = sheetsOf(hut, { scale });
      assert(sheet !== undefined);
      assert.equal(sheet.scale, scale);
      const { rooms, texts } = await shownOn(page, sheet);
      const one = rooms["rooms/one"];
      assert(one !== undefined);
      const close = (found: number, metres: number, name: string): void =>
        assert(Math.abs(found - (metres * 1000) / scale) < 0.1, `${name}: ${found} mm`);
      close(one.right - one.left, 4, "width");
      close(one.bottom - one.top, 5, "depth");
      const figures = texts.filter(({ part }) => part === "chains");
      // The outer walls reach 17 cm beyond the middles of the walls.
      const expected = ["7.34", "4.17", "3.17", "1.57", "1.20", "4.57", "5.34"];
      assert.deepEqual(figures.map(({ text }) => text).toSorted(), expected.toSorted());
      const whole = figures.find(({ text }) => text === "7.34");
      assert(whole !== undefined);
      close((whole.left + whole.right) / 2 - one.left, 3.5, "the middle of the house");
    }
  },
);

test(
  "EXPORT-10: on every paper all floors keep within the frame, and no text overlaps another or the drawing",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const cases = [
      [demoPlan("flat"), "A4", "auto"],
      [demoPlan("flat"), "Letter", "portrait"],
      [
        { ...demoPlan("house"), north: 200, name: "A house with a very long name, ".repeat(5) },
        "A4",
        "portrait",
      ],
      [{ ...demoPlan("house"), north: 45 }, "A3", "landscape"],
      [hut, "Letter", "landscape"],
      [{ rooms: [] }, "A4", "portrait"],
    ] as const;
    for (const [plan, paper, orientation] of cases) {
      const sheets = sheetsOf(plan, { paper, orientation });
      assert.equal(sheets.length, Math.max(1, levelsOf(plan).length));
      for (const sheet of sheets) {
        const name = `${sheet.floor} on ${paper}, ${orientation}`;
        const [short, long] = papers[paper];
        const sides = [sheet.width, sheet.height].toSorted((one, other) => one - other);
        assert.deepEqual(sides, [short, long], name);
        if (orientation !== "auto")
          assert.equal(sheet.width > sheet.height, orientation === "landscape", name);
        const { texts, parts } = await shownOn(page, sheet);
        const [drawing] = parts["drawing"] ?? [];
        assert(drawing !== undefined);
        for (const [at, one] of texts.entries()) {
          const place = tight(one);
          const isWithin =
            place.left >= 10 &&
            place.top >= 10 &&
            place.right <= sheet.width - 10 &&
            place.bottom <= sheet.height - 10;
          assert(isWithin, `${name}: “${one.text}” is within the frame`);
          assert(areApart(place, drawing), `${name}: “${one.text}” is beside the drawing`);
          for (const other of texts.slice(at + 1))
            assert(
              areApart(place, tight(other)),
              `${name}: “${one.text}” is apart from “${other.text}”`,
            );
        }
        for (const side of [drawing.left, drawing.top]) assert(side >= 10, name);
        assert(drawing.right <= sheet.width - 10 && drawing.bottom <= sheet.height - 10, name);
      }
    }
  },
);

test("EXPORT-9: a floor gets the largest usual scale at which it fits, and the paper lies as it fits better", () => {
  const roomOf = (width: number, depth: number): PlanData => ({
    rooms: [{ points: square(0, 0, width, depth) }],
  });
  const cases = [
    [2, 1, 20, true],
    [8, 5, 50, true],
    [5, 8, 50, false],
    [20, 12, 150, true],
    [68, 30, 400, true],
    [125, 60, 750, true],
    [700, 300, undefined, true],
    [300, 5000, undefined, false],
  ] as const;
  for (const [width, depth, expected, isLandscape] of cases) {
    const [sheet] = sheetsOf(roomOf(width, depth));
    const name = `${width} by ${depth} m at 1 : ${sheet?.scale}`;
    assert(sheet !== undefined);
    if (expected === undefined) assert(sheet.scale > 1000, name);
    else assert.equal(sheet.scale, expected, name);
    assert.equal(sheet.width > sheet.height, isLandscape, name);
  }
  assert.equal(sheetsOf(hut, { scale: 10 })[0]?.scale, 50, "a scale that does not fit");
});
