import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../../src/web/renderer/furnishing.ts";
import type { Page } from "playwright-core";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { papers } from "../../../../src/web/renderer/export/page-layout.ts";
import {
  drawSheets,
  type PrintOptions,
  type Sheet,
} from "../../../../src/web/renderer/export/sheet.ts";
import { Cascade } from "../../../../src/web/renderer/export/css-cascade.ts";
import { rulesOf } from "../../../../src/web/renderer/export/stylesheet.ts";
import {
  renderTemplate,
  writeXml,
  type XmlElement,
} from "../../../../src/web/renderer/export/svg-template.ts";
import { withTiledFloors } from "../../../../src/web/renderer/export/tiled-floors.ts";
import { drawPlan } from "../../../../src/web/renderer/draw-plan.ts";
import { materialStyle } from "../../../../src/web/renderer/materials/material-style.ts";
import { drawingStyle } from "../../../../src/web/renderer/style.ts";
import { sheet as sheetWords } from "../../../../src/web/i18n/en/drawing-files.ts";
import { sheet as german } from "../../../../src/web/i18n/de/drawing-files.ts";
import { sheet as french } from "../../../../src/web/i18n/fr/drawing-files.ts";
import { drawing as words } from "../../../../src/web/i18n/en/kinds.ts";
import { roomWords } from "../../../../src/web/i18n/languages.ts";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useDrawing } from "../drawing-page.ts";

useCatalogue(furnishing);

const openDrawing = useDrawing();

const options: PrintOptions = {
  paper: "A4",
  orientation: "auto",
  scale: undefined,
  words,
  sheetWords,
  date: "29 November 2026",
  language: "en",
  roomWords,
};

const sheetsOf = (plan: PlanData, given: Partial<PrintOptions> = {}): readonly Sheet[] => {
  const levels = levelsOf(plan);
  const floors = levels.length === 0 ? [undefined] : levels.map(({ id }) => id);
  return drawSheets(plan, floors, { ...options, ...given });
};

/** A rectangle in millimetres of paper. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a browser shows of a sheet: where each part and each text is, in millimetres. */
interface Shown {
  readonly parts: Readonly<Record<string, readonly Place[]>>;
  readonly texts: readonly (Place & { readonly text: string; readonly part: string })[];
  readonly rooms: Readonly<Record<string, Place>>;
}

const shownOn = (page: Page, sheet: Sheet): Promise<Shown> =>
  page.evaluate(
    ({ svg, width }) => {
      const holder = document.createElement("div");
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      holder.append(document.importNode(parsed, true));
      document.body.replaceChildren(holder);
      const root = holder.firstElementChild;
      if (root === null) throw new Error("nothing is shown");
      const origin = root.getBoundingClientRect();
      const millimetre = origin.width / width;
      const placeOf = (element: Element): Place => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const [x, y] = [origin.left, origin.top];
        return {
          left: (left - x) / millimetre,
          top: (top - y) / millimetre,
          right: (right - x) / millimetre,
          bottom: (bottom - y) / millimetre,
        };
      };
      // Boxes do not know that what sticks out of a floor is clipped.
      for (const tile of root.querySelectorAll("use")) tile.remove();
      const parts: Record<string, Place[]> = {};
      for (const part of root.querySelectorAll("[data-part]"))
        (parts[part.getAttribute("data-part") ?? ""] ??= []).push(placeOf(part));
      const texts = [...root.querySelectorAll("text")].flatMap((text) => {
        const part = text.closest("[data-part]")?.getAttribute("data-part") ?? "";
        return part === "drawing" ? [] : [{ ...placeOf(text), text: text.textContent ?? "", part }];
      });
      const rooms: Record<string, Place> = {};
      for (const room of root.querySelectorAll('[data-ref^="rooms/"]')) {
        const floor = room.querySelector("path");
        if (floor !== null) rooms[room.getAttribute("data-ref") ?? ""] ??= placeOf(floor);
      }
      return { parts, texts, rooms };
    },
    { svg: sheet.svg, width: sheet.width },
  );

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

const square = (x: number, z: number, width: number, depth: number) => [
  [x, z],
  [x + width, z],
  [x + width, z + depth],
  [x, z + depth],
];

/** Two rooms of 4 by 5 and 3 by 5 metres between the middles of their walls, and a terrace. */
const hut: PlanData = {
  name: "Hut & yard",
  north: 90,
  outdoor: "terrace",
  rooms: [
    { id: "one", name: "One", points: square(0, 0, 4, 5) },
    { id: "two", name: "Two", points: square(4, 0, 3, 5) },
    { id: "terrace", name: "Terrace", points: square(0, 5, 4, 2) },
  ],
  openings: [{ id: "w", room_id: "one", edge: 0, offset: 2, width: 1.2, type: "window" }],
};

test(
  "EXPORT-8: a sheet has title, scale, paper, date, areas with their sum, north and a scale bar",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const [sheet] = sheetsOf(hut);
    assert(sheet !== undefined);
    const { texts, parts } = await shownOn(page, sheet);
    const said = texts.map(({ text }) => text);
    for (const text of ["Hut & yard", "1 : 50", "A4", "29 November 2026", "1 of 1"])
      assert(said.includes(text), `${text} of ${said.join("|")}`);
    // Between the walls, 12 cm thick.
    const after = (name: string): string | undefined => said[said.indexOf(name) + 1];
    assert.equal(after("One"), (3.88 * 4.88).toFixed(2));
    assert.equal(after("Two"), (2.88 * 4.88).toFixed(2));
    assert.equal(after("Floor area"), (18.93 + 14.05).toFixed(2));
    assert.equal(after("Terrace"), "8.00");
    const letter = texts.find(({ text }) => text === "N");
    const [north] = parts["north"] ?? [];
    assert(letter !== undefined && north !== undefined);
    assert(Math.abs(letter.right - north.right) < 0.1, "north is at the right");
    assert.equal(
      (await shownOn(page, sheetsOf({ ...hut, north: null })[0] ?? sheet)).parts["north"],
      undefined,
    );
    const zero = texts.find(({ text }) => text === "0");
    const end = texts.find(({ text, part }) => part === "title" && text.endsWith(" m"));
    assert(zero !== undefined && end !== undefined);
    assert.equal(
      Math.round((end.left + end.right) / 2 - zero.left),
      (Number.parseFloat(end.text) * 1000) / 50,
      "the bar is as long as it says",
    );
  },
);

test("EXPORT-8: a sheet speaks the reader's language", () => {
  for (const [language, own] of [
    ["de", german],
    ["fr", french],
  ] as const) {
    const [sheet] = sheetsOf(hut, { language, sheetWords: own });
    const said = [...(sheet?.svg ?? "").matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
    for (const text of [own.scale, own.paper, own.date, own.table.sum, "18,93", "7,34"])
      assert(said.includes(text), `${text} of ${said.join("|")}`);
  }
});

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

test("EXPORT-11: rooms that have no place beside the drawing are listed on a sheet of their own", () => {
  const plan = demoPlan("office");
  const rooms = Array.from({ length: 70 }, (_, at) => ({
    id: `r${at}`,
    name: `Room ${at}`,
    points: square(at * 4, 0, 4, 5),
  }));
  const [drawing, list, ...others] = sheetsOf({ ...plan, rooms, furniture: [], devices: [] });
  assert(drawing !== undefined && list !== undefined && others.length === 0);
  assert(drawing.svg.includes("Rooms: see sheet 2") && drawing.svg.includes("1 of 2"));
  assert(list.svg.includes(">Room 69</text>") && list.svg.includes("2 of 2"));
  assert(!list.svg.includes("data-ref"), "nothing is drawn there");
});

test("EXPORT-5: no sheet refers to a pattern, a mask or a clip of another", () => {
  const tracing = { data: "data:image/png;base64,AAAA", ratio: 1 };
  const plan = demoPlan("house");
  const backgrounds = Object.fromEntries(
    levelsOf(plan).map(({ id }) => [id, { url: `/images/${id}.png`, width: 4 }]),
  );
  const only = (tracings: PrintOptions["tracings"]) =>
    sheetsOf({ ...plan, backgrounds }, { tracings }).map(({ svg }) => ({
      ids: [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
      used: [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id),
    }));
  const traced = new Map(levelsOf(plan).map(({ id }) => [id, tracing] as const));
  for (const sheets of [only(undefined), only(traced)]) {
    const all = sheets.flatMap(({ ids }) => ids);
    assert(all.length >= sheets.length);
    assert.equal(new Set(all).size, all.length, "ids are of one sheet");
    for (const { ids, used } of sheets) {
      assert(used.length > 0);
      for (const id of used) assert(ids.includes(id), id);
    }
  }
});

test("EXPORT-5: a floor on paper looks as its pattern does, tile by tile", inBrowser, async (t) => {
  const page = await openDrawing(t);
  if (page === undefined) return;
  const rooms = (["parquet", "boards", "tiles"] as const).map((floor, at) => ({
    id: floor,
    floor,
    points: square(at * 3, 0, at * 3 + 3, 5),
  }));
  const drawn = renderTemplate(
    drawPlan(
      { rooms },
      {
        level: undefined,
        interactive: "none",
        icons: () => undefined,
        words,
        roomWords,
        detail: "near",
      },
    ),
  ).filter((part) => typeof part !== "string");
  const cascade = new Cascade(rulesOf(drawingStyle.cssText + materialStyle));
  const styled = cascade.styled({
    name: "g",
    attributes: new Map([["class", "plan"]]),
    children: drawn,
  });
  const pictureOf = async (parts: readonly XmlElement[]): Promise<Buffer> => {
    await page.setContent(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500" viewBox="0 0 9 5">${writeXml(parts)}</svg>`,
    );
    return page.locator("svg").screenshot();
  };
  const [patterns, tiles] = [await pictureOf(styled), await pictureOf(withTiledFloors(styled))];
  const differing = await page.evaluate(
    async (sources) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (one === undefined || other === undefined) throw new Error("no pictures");
      let sum = 0;
      for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
      return sum / one.length;
    },
    [patterns, tiles].map((picture) => `data:image/png;base64,${picture.toString("base64")}`),
  );
  // Patterns round their faint colours.
  assert(differing < 2, `values differ by ${differing} of 255`);
});
