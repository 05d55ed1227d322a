import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { draw, found, hall } from "./live-drawing.ts";

const openDrawing = useDrawing();

const box = (left: number, top: number, width: number, height: number) => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
];

test(
  "DRAW-26: a room's name has the area within its walls beneath; in a small room the area is left out first, then the name is cut",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const rooms = [
      { id: "large", name: "Kitchen", points: box(0, 0, 4.12, 3.12) },
      { id: "lawn", name: "Lawn", points: box(0, 4, 5, 2), outdoor: true },
      { id: "low", name: "Pantry", points: box(5, 0, 2, 0.6) },
      { id: "tiny", name: "Broom cupboard", points: box(5, 2, 1, 0.6) },
    ];
    const names = async (given: string): Promise<unknown> => {
      await draw(page, { rooms }, given);
      return found(
        page,
        `all(".label").map((each) => [...each.querySelectorAll("tspan")].map(({ textContent }) => textContent))`,
      );
    };
    assert.deepEqual(await names(`{ scale: 60, language: "en" }`), [
      ["Lawn", "10 m²"],
      ["Kitchen", "12 m²"],
      ["Pantry"],
      ["Broom…"],
    ]);
    rooms[0] = { id: "large", name: "Kitchen", points: box(0, 0, 4.12, 3.22) };
    assert.deepEqual(await names(`{ scale: 60, language: "de" }`), [
      ["Lawn", "10 m²"],
      ["Kitchen", "12,4 m²"],
      ["Pantry"],
      ["Broom…"],
    ]);
  },
);

test(
  "DRAW-26: names grow with the drawing from 10.5 to 16 pixels, and texts are smaller than they, or as large if told so",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const texts = [
      { id: "plain", text: "plain", x: 1, z: 1 },
      { id: "large", text: "large", x: 1, z: 6, size: "xxl" },
    ];
    const pixelsAt = async (scale: number): Promise<readonly number[]> => {
      await draw(page, { rooms: [hall], texts }, `{ scale: ${scale} }`);
      const metres = await found<readonly number[]>(
        page,
        `all(".room-name, .free").map((each) => each.transform.baseVal[0].matrix.a)`,
      );
      return metres.map((each) => Math.round(each * scale * 10) / 10);
    };
    assert.deepEqual(await pixelsAt(20), [4, 8.8, 10.5]);
    assert.deepEqual(await pixelsAt(60), [11.7, 13, 13]);
    assert.deepEqual(await pixelsAt(300), [14.4, 16, 16]);
  },
);

test(
  "DRAW-27: names keep clear of lamps, and in a view a pill at a wall lies beside the wall; in the editor it stays where it is",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const plan = {
      rooms: [hall],
      furniture: [{ id: "lamp", type: "lamp_pendant", x: 4, z: 4 }],
      sensors: [{ id: "one", entity: "sensor.one", x: 7.95, z: 2 }],
    };
    const seen = async (interactive: string): Promise<unknown> => {
      await draw(
        page,
        plan,
        `{ scale: 60, interactive: "${interactive}", states: { "sensor.one": { state: "12345" } } }`,
      );
      return found(
        page,
        `const box = (selector) => all(selector)[0].getBoundingClientRect();
         const [name, lamp, pill, floor] = [".room-name", ".lamp .body", ".pill", ".floor"].map(box);
         ({ covers: name.top < lamp.bottom && name.bottom > lamp.top && name.left < lamp.right && name.right > lamp.left, inside: pill.right < floor.right })`,
      );
    };
    assert.deepEqual(await seen("view"), { covers: false, inside: true });
    assert.deepEqual(await seen("edit"), { covers: false, inside: false });
    const placeOfName = async (furniture: readonly object[]): Promise<unknown> => {
      await draw(page, { rooms: [hall], furniture }, `{ scale: 60, interactive: "view" }`);
      return found(
        page,
        `const { left, top } = all(".room-name")[0].getBoundingClientRect(); [left, top].join()`,
      );
    };
    const hidden = [{ id: "lamp", type: "lamp_pendant", x: 4, z: 4, hidden: true }];
    assert.equal(await placeOfName(hidden), await placeOfName([]), "not clear of a hidden one");
  },
);

test(
  "DRAW-27: a name that the plan places over lamps lies beside them, and one outside its room keeps its values",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const rooms = [
      { id: "a", name: "Dressing room", points: box(0, 0, 2.6, 6) },
      { id: "b", name: "Bath", points: box(3, 0, 4, 2), temperature: "sensor.bath" },
    ];
    const furniture = [2.4, 2.8, 3.2, 3.6].map((z, at) => ({
      id: `${at}`,
      type: "lamp_panel",
      x: 1.3,
      z,
      w: 2.2,
      d: 0.3,
    }));
    const states = `states: { "sensor.bath": { state: "21", attributes: { unit_of_measurement: "°C" } } }`;
    await draw(
      page,
      { rooms, furniture, labels: { a: [1.3, 3], b: [5, 4] } },
      `{ scale: 60, ${states} }`,
    );
    const names = await found<
      readonly { lines: readonly string[]; isOver: boolean; top: number }[]
    >(
      page,
      `all(".label").map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const isOver = all(".lamp > .body").some((body) => {
          const glyph = body.getBoundingClientRect();
          return left < glyph.right && glyph.left < right && top + 1 < glyph.bottom && glyph.top < bottom - 1;
        });
        const { f } = each.firstElementChild.transform.baseVal.consolidate().matrix;
        return { lines: [...each.querySelectorAll("tspan")].map(({ textContent }) => textContent), isOver, top: f };
      })`,
    );
    const [dressing, bath] = names;
    assert(dressing !== undefined && bath !== undefined);
    assert.equal(dressing.isOver, false);
    assert(Math.abs(dressing.top - 3) < 1.4, `about where it was put: ${dressing.top}`);
    assert.deepEqual(bath.lines, ["Bath", "21 °C"]);
    assert.equal(bath.top, 4);
  },
);
