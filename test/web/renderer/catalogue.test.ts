import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../src/web/renderer/furnishing.ts";
import {
  furnitureGroups,
  furnitureSize,
  furnitureTypes,
} from "../../../src/model/kinds/catalogue/furniture.ts";
import { openingParts, symbolOf } from "../../../src/model/kinds/catalogue/symbols.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import {
  kindOf,
  makeOpening,
  openingName,
  openingNames,
  openingTypes,
} from "../../../src/model/kinds/opening.ts";
import * as german from "../../../src/web/i18n/de/pieces.ts";
import * as english from "../../../src/web/i18n/en/pieces.ts";
import * as french from "../../../src/web/i18n/fr/pieces.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";
import { floorSvg } from "../../../src/web/renderer/export/floor-svg.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { count, show, useCards } from "../card-page.ts";

useCatalogue(furnishing);

/** The points that a path of straight lines and arcs passes, an arc as both ends of its radii. */
const pointsOf = (path: string): readonly (readonly [x: number, z: number])[] => {
  let [x, z] = [0, 0];
  return [...path.matchAll(/([MLHVa])([^MLHVaZ]*)/g)].map(([, step, rest = ""]) => {
    const numbers = rest.split(" ").map(Number);
    const [last = 0, toX = 0, toZ = 0] = [numbers.at(-1), numbers.at(-2), numbers.at(-1)];
    if (step === "a") [x, z] = [x + toX, z + toZ];
    else [x, z] = step === "H" ? [last, z] : step === "V" ? [x, last] : [toX, toZ];
    return [x, z] as const;
  });
};

/** Centimetres that the net of a table and the mirrors of a car stand out. */
const overhang = 0.09;

test("DRAW-22: each of at least 120 types of furniture has a symbol within its size, at any size", () => {
  assert(furnitureTypes.length >= 120, `${furnitureTypes.length} types`);
  assert.equal(new Set(furnitureTypes).size, furnitureTypes.length);
  for (const type of furnitureTypes)
    for (const scale of [1, 0.3, 2.5]) {
      const [usualW, usualD] = furnitureSize(type);
      const [w, d] = [usualW * scale, usualD * scale];
      const symbol = symbolOf(type, w, d);
      assert(symbol !== undefined, type);
      const { body, soft = "", deep = "", line = "" } = symbol;
      assert.match(body, /^M/, type);
      assert.doesNotMatch(
        body + soft + deep + line,
        /NaN|undefined|Infinity|e-/,
        `${type} × ${scale}`,
      );
      if (scale !== 1) continue;
      for (const [x, z] of pointsOf(body + soft + deep + line))
        assert(
          Math.abs(x) <= w / 2 + overhang && Math.abs(z) <= d / 2 + overhang,
          `${type}: ${x}, ${z}`,
        );
    }
});

test("LIVE-18: each type of lamp has a symbol of its own, and further lines while it is on", () => {
  const bodies = Object.keys(furnitureGroups.lamps).map((type) => {
    const symbol = symbolOf(type, 0.5, 0.4);
    assert(symbol !== undefined, type);
    const { body, soft = "", line = "", lit = "" } = symbol;
    assert(lit.startsWith(soft) && lit.length > soft.length, type);
    assert.doesNotMatch(lit, /NaN|undefined|Infinity|e-/, type);
    return body + soft + line;
  });
  assert.equal(new Set(bodies).size, bodies.length);
});

test("DRAW-22: every type of furniture and of openings has a name of its own in every language", () => {
  for (const { furniture, openings, furnitureGroups: groups } of [english, german, french]) {
    for (const [names, types] of [
      [furniture, furnitureTypes],
      [openings, openingNames],
      [groups, Object.keys(furnitureGroups)],
    ] as const) {
      assert.deepEqual(
        Object.keys(names).toSorted((one, other) => one.localeCompare(other)),
        types.toSorted((one, other) => one.localeCompare(other)),
      );
      const said = Object.values<string>(names);
      assert.equal(
        new Set(said.map((name) => name.toLowerCase())).size,
        said.length,
        said.join(", "),
      );
    }
  }
  assert.equal(english.furniture["corner_sofa"], "Corner sofa");
});

/** A room with one opening, as SVG. */
const drawn = (opening: JsonObject): string =>
  floorSvg(
    {
      rooms: [
        {
          id: "room",
          points: [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 4],
          ],
        },
      ],
      openings: [opening],
    },
    { level: undefined, scale: 50, words, language: "en" },
  );

test("DRAW-23: an opening of any type is a door or a window for those who know no styles, and one of an unknown style is drawn as that", () => {
  assert(openingNames.length >= 12);
  const pictures = openingNames.map((name) => {
    const opening = makeOpening(
      "o",
      name,
      { room_id: "room", edge: 0 },
      {
        offset: 2,
        width: openingTypes[name].width,
      },
    );
    assert.equal(openingName(opening), name);
    assert(opening["type"] === "door" || opening["type"] === "window", name);
    assert(name === "passage" || kindOf(opening) === opening["type"], name);
    return drawn({ ...opening, width: 1.6 });
  });
  assert.equal(new Set(pictures).size, openingNames.length, "each is drawn in its own way");
  const plain = { id: "o", room_id: "room", edge: 0, offset: 2, width: 1.6, type: "window" };
  assert.equal(drawn({ ...plain, style: "trapezium" }), drawn(plain));
  assert.equal(openingName({ type: "window", style: "double" }), "window");
});

test("DRAW-23: doors show whether they are shut, and a window in the roof leaves its wall whole", () => {
  const look = { width: 1.6, top: -0.1, bottom: 0.1, side: -1, swing: 1 } as const;
  for (const name of openingNames) {
    const known = openingParts(name, { ...look, isShut: false, isOpen: true });
    if (known === undefined) continue;
    const shut = openingParts(name, { ...look, isShut: true, isOpen: false });
    assert(known.length > 0);
    if (name !== "fixed_window" && name !== "revolving_door")
      assert.notDeepEqual(shut, known, name);
  }
  const gaps = (style: string): number =>
    drawn({
      id: "o",
      room_id: "room",
      edge: 0,
      offset: 2,
      width: 1,
      type: "window",
      style,
    }).match(/class="gap"|fill="#efebe3"/g)?.length ?? 0;
  assert.deepEqual([gaps("fixed"), gaps("roof")], [1, 0]);
});

const { openCard } = useCards();

const square = [
  [0, 0],
  [5, 0],
  [5, 5],
  [0, 5],
];

/** A plan with a bed and a door of two leaves. */
const bedroom = {
  rooms: [{ id: "room", name: "Bedroom", points: square }],
  openings: [
    { id: "o", room_id: "room", edge: 0, offset: 2, width: 1.6, type: "door", style: "double" },
  ],
  furniture: [{ id: "bed", type: "bed", x: 3, z: 3, w: 1.8, d: 2 }],
};

test(
  "DRAW-24: a card draws outlines and plain doors until the symbols are loaded, then the symbols",
  inBrowser,
  async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const page = await openCard(t, "client", {
      prepare: (tab) =>
        tab.route(/\/assets\/furnishing-.*\.js/, async (route) => {
          await released;
          await route.continue();
        }),
    });
    if (page === undefined) return;
    await show(page, bedroom);
    const parts = async (): Promise<readonly number[]> => [
      await count(page, '[data-ref="furniture/bed"] .body'),
      await count(page, '[data-ref="furniture/bed"] .soft'),
      await count(page, '[data-ref="openings/o"] .leaf'),
    ];
    assert.deepEqual(await parts(), [1, 0, 1]);
    release();
    await page.locator('[data-ref="furniture/bed"] .soft').waitFor();
    assert.deepEqual(await parts(), [1, 1, 2]);
  },
);

const symbolFile = /\/assets\/furnishing-.*\.js/;

test(
  "DRAW-24: where the symbols cannot be loaded, the outlines stay until they can",
  inBrowser,
  async (t) => {
    let failed: Promise<unknown> | undefined;
    const page = await openCard(t, "client", {
      expects: /symbols|Failed to load/,
      prepare: (tab) => {
        failed = tab.waitForEvent("console", {
          predicate: (message) => message.text().includes("symbols are not loaded yet"),
        });
        return tab.route(symbolFile, (route) => route.abort());
      },
    });
    if (page === undefined) return;
    await failed;
    await show(page, bedroom);
    assert.equal(await count(page, '[data-ref="furniture/bed"] .body'), 1);
    assert.equal(await count(page, '[data-ref="furniture/bed"] .soft'), 0);
    await page.unroute(symbolFile);
    await page.locator('[data-ref="furniture/bed"] .soft').waitFor({ state: "attached" });
  },
);

test("DRAW-2: the arc of a door's swing has no dashes", () => {
  for (const name of ["door", "double_door"] as const) {
    const svg = drawn(
      makeOpening("o", name, { room_id: "room", edge: 0 }, { offset: 2, width: 1.6 }),
    );
    const arcs = svg.match(/<path d="M[^"LHVZ]*a[^"LHVZ]*"[^>]*>/gi) ?? [];
    assert(arcs.length > 0, name);
    for (const arc of arcs) assert.doesNotMatch(arc, /dash/);
  }
});
