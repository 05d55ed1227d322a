import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../src/web/renderer/furnishing.ts";
import type { Page } from "playwright-core";
import type { JsonObject } from "../../../src/model/json.ts";
import { floorMaterials, floorOfRoom } from "../../../src/model/kinds/floor-materials.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";
import { floorSvg } from "../../../src/web/renderer/export/floor-svg.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { show, useCards } from "../card-page.ts";
import { useDrawing } from "./drawing-page.ts";
import { room, draw, valueIn } from "./material-drawing.ts";

useCatalogue(furnishing);

const openDrawing = useDrawing();
const { openCard } = useCards();

test("LOOK-1: a floor is what its room says, else what its kind usually has, outdoors by its name in any language", () => {
  const floor = (data: JsonObject, isOutdoor = false): string => floorOfRoom(data, isOutdoor);
  assert.equal(floor({ name: "Bathroom" }), "tiles");
  assert.equal(floor({ name: "Küche" }), "tiles");
  assert.equal(floor({ name: "Chambre" }), "boards");
  assert.equal(floor({ name: "Flur" }), "stone");
  assert.equal(floor({ name: "Xyz" }), "boards");
  assert.equal(floor({ name: "Xyz", kind: "storage" }), "concrete");
  assert.equal(floor({ name: "Bathroom", floor: "parquet" }), "parquet");
  assert.equal(floor({ name: "Bathroom", floor: "gold" }), "tiles");
  for (const name of ["Terrace", "Dachterrasse", "Balcon"])
    assert.equal(floor({ name }, true), "decking", name);
  for (const name of ["Driveway", "Einfahrt", "Allée"])
    assert.equal(floor({ name }, true), "paving", name);
  assert.equal(floor({ name: "Garden" }, true), "lawn");
  for (const material of floorMaterials) assert.equal(floor({ floor: material }), material);
});

test(
  "LOOK-1, LOOK-2: each material has its pattern, a plain floor none; joints are left out where they would be too close",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const rooms = floorMaterials.map((floor, at) =>
      room(floor, (at % 5) * 4, Math.floor(at / 5) * 3, { floor }),
    );
    await draw(page, { rooms }, { scale: 100 });
    for (const floor of floorMaterials) {
      const cover = page.locator(`[data-ref="rooms/${floor}"] .cover`);
      assert.equal(await cover.count(), floor === "plain" ? 0 : 1, floor);
      if (floor === "plain") continue;
      const id = /url\(#(.*)\)/.exec((await cover.getAttribute("fill")) ?? "")?.[1] ?? "";
      assert.match(id, new RegExp(`^plan-${floor}-`));
      assert.equal(await page.locator(`pattern#${id}`).count(), 1, id);
    }
    const joints = page.locator("pattern[id^=plan-boards] g g");
    assert.equal(await joints.getAttribute("opacity"), "1.00");
    await draw(page, { rooms }, { scale: 40 });
    const faded = Number(await joints.getAttribute("opacity"));
    assert(faded > 0 && faded < 1, `${faded}`);
    await draw(page, { rooms }, { scale: 25 });
    assert.equal(await joints.getAttribute("opacity"), "0.00");
  },
);

test(
  "LOOK-3: furniture has the colour of its material, by day and by night, unless it has its own",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const furniture = [
      { id: "table", type: "table", x: 1, z: 1 },
      { id: "bath", type: "bathtub", x: 2, z: 1 },
      { id: "red", type: "table", x: 3, z: 1, color: "#ff0000" },
    ];
    await draw(page, { rooms: [room("one", 0, 0)], furniture });
    const fill = (id: string): Promise<string> =>
      valueIn(page, `[data-ref="furniture/${id}"] .body`, "fill");
    const fills = async () => [await fill("table"), await fill("bath"), await fill("red")];
    const day = await fills();
    assert.equal(new Set(day).size, 3, day.join());
    assert.equal(day[2], "rgb(255, 0, 0)");
    await page.evaluate(`sheet.dataset.look = "night"`);
    const night = await fills();
    await page.evaluate(`delete sheet.dataset.look`);
    assert.notEqual(night[0], day[0]);
    await draw(page, { rooms: [room("one", 0, 0)], furniture }, { isPlain: true });
    assert.equal(await fill("table"), await fill("bath"));
    assert.equal(await fill("red"), "rgb(255, 0, 0)");
  },
);

/** The shadows of walls that reach a point, in metres. */
const shadowsAt = (page: Page, x: number, z: number): Promise<number> =>
  page.evaluate<number>(`[...sheet.querySelectorAll(".wall-shadow g path")].filter(
    (path) => path.isPointInStroke(new DOMPoint(${x}, ${z}))).length`);

test(
  "LOOK-4: outer walls differ from inner ones, walls cast a shadow but for doors, and furniture that stands there always",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const openings = [
      { id: "door", room_id: "one", edge: 1, offset: 1.5, width: 1, type: "door" },
      { id: "window", room_id: "one", edge: 0, offset: 2, width: 1, type: "window" },
    ];
    const furniture = [
      { id: "table", type: "table", x: 1, z: 1 },
      { id: "rug", type: "rug", x: 2, z: 2 },
      { id: "lamp", type: "lamp_floor", x: 3, z: 1 },
      { id: "ruled", type: "table", x: 3, z: 2, rules: [{ if: [], hide: true }] },
    ];
    const rooms = [room("one", 0, 0), room("two", 4, 0)];
    await draw(page, { rooms, openings, furniture });
    assert.notEqual(
      await valueIn(page, ".facade path", "stroke"),
      await valueIn(page, ".walls", "stroke"),
    );
    // All around both rooms, and not between them.
    const isOuter = (x: number, z: number): Promise<boolean> =>
      page.evaluate<boolean>(
        `[...sheet.querySelectorAll(".facade path")].some((path) => path.isPointInStroke(new DOMPoint(${x}, ${z})))`,
      );
    assert.deepEqual(
      [await isOuter(2, 0), await isOuter(8, 1), await isOuter(4, 3), await isOuter(4, 1.5)],
      [true, true, true, false],
    );
    const corner = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const within = corner.map(([x = 0, z = 0]) => [x + 2, z + 1]);
    const over = corner.map(([x = 0, z = 0]) => [x + 3.5, z + 1]);
    const odd = [corner, within, over].map((points, at) => room(`odd${at}`, 0, 0, { points }));
    await draw(page, { rooms: [room("one", 0, 0), ...odd] });
    assert.deepEqual(
      [await isOuter(0, 0.5), await isOuter(0, 2), await isOuter(4.5, 1.5), await isOuter(4, 2.5)],
      [true, true, true, true],
    );
    assert.deepEqual(
      [
        await isOuter(1, 0.5),
        await isOuter(2, 1.5),
        await isOuter(3.5, 1.5),
        await isOuter(4, 1.5),
      ],
      [false, false, false, false],
      "walls of rooms in another one",
    );
    await draw(page, { rooms, openings, furniture });
    assert((await shadowsAt(page, 0.08, 1.5)) > 1, "at a wall");
    assert((await shadowsAt(page, 2, 0.08)) > 1, "below a window");
    assert.equal(await shadowsAt(page, 3.9, 1.5), 0, "in a door");
    assert.equal(await shadowsAt(page, 2, 1.5), 0, "in the middle of a room");
    const casts = (x: number, z: number): Promise<boolean> =>
      page.evaluate<boolean>(
        `[...sheet.querySelectorAll(".piece-shadow path")].some((path) => path.isPointInFill(new DOMPoint(${x}, ${z})))`,
      );
    assert.deepEqual(
      [await casts(1, 1), await casts(2.9, 2.6), await casts(3, 1), await casts(3.4, 2)],
      [true, false, false, false],
    );
    const taken = await page.evaluate<readonly string[]>(
      `[...sheet.querySelectorAll(".cover, .wall-shadow path, .piece-shadow path, .facade path")].map(
        (each) => getComputedStyle(each).pointerEvents)`,
    );
    assert.deepEqual([...new Set(taken)], ["none"]);
  },
);

const flat = {
  levels: [{ id: "ground", name: "Ground" }],
  rooms: [{ ...room("bath", 0, 0), name: "Bathroom", level: "ground" }],
  furniture: [{ id: "table", type: "table", x: 2, z: 1, level: "ground" }],
};

const isCovered = async (page: Page): Promise<boolean> => {
  const found = page.locator(".cover, .house path, .wall-shadow path, .piece-shadow path");
  const shown = await found.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each).display !== "none"),
  );
  assert(shown.length === 0 || new Set(shown).size === 1, "all or none");
  return shown[0] === true;
};

test(
  "LOOK-5, LOOK-6: a card with `plain` or with forced colours shows no materials, any other does",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await show(page, flat);
    await page.locator(".cover").waitFor({ state: "attached" });
    assert.equal(await isCovered(page), true);
    const looks = async (): Promise<readonly string[]> =>
      page.locator(".walls, .outer, .furniture > *").evaluateAll((all) =>
        all.map((each) => {
          const { fill, stroke, strokeOpacity, strokeWidth } = getComputedStyle(each);
          return [fill, stroke, strokeOpacity, strokeWidth].join(" ");
        }),
      );
    const made = await looks();
    await page.emulateMedia({ forcedColors: "active" });
    assert.equal(await isCovered(page), false);
    const forced = await looks();
    await page.emulateMedia({ forcedColors: "none", contrast: "more" });
    assert.equal(await isCovered(page), false);
    const contrasting = await looks();
    await page.emulateMedia({ contrast: "no-preference" });
    assert.equal(await isCovered(page), true);
    await page.evaluate("card.setConfig({ plain: true }); card.updateComplete");
    assert.equal(await isCovered(page), false);
    const plain = await looks();
    assert.notDeepEqual(made, plain);
    assert.deepEqual([forced, contrasting], [plain, plain], "walls and furniture");
  },
);

test("LOOK-6: over a tracing image there are no materials", inBrowser, async (t) => {
  const page = await openDrawing(t);
  if (page === undefined) return;
  const traced = { ...flat, backgrounds: { ground: { url: "/images/none.png", width: 4 } } };
  await draw(page, traced);
  assert.equal(await isCovered(page), true, "the image is not shown");
  await page.evaluate(`draw(${JSON.stringify(traced)}, { traced: () => "data:," })`);
  assert.equal(await isCovered(page), false);
  assert.equal(await page.locator("pattern").count(), 0);
});

test("LOOK-5: an export has the materials as patterns of its own, and none in plain colours", () => {
  const options = { level: undefined, scale: 50, words, language: "en" };
  const svg = floorSvg(flat, options);
  assert.match(svg, /<pattern id="plan-tiles-0" [^>]*patternUnits="userSpaceOnUse"/);
  assert.match(svg, /<path d="[^"]*" fill="url\(#plan-tiles-0\)"\/>/);
  assert.match(svg, /clip-path="url\(#plan-floors-/);
  const plain = floorSvg(flat, { ...options, isPlain: true });
  assert.doesNotMatch(plain, /<pattern|url\(|clip-path/);
});
