import assert from "node:assert/strict";
import { test } from "node:test";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { type PrintOptions } from "../../../../src/web/renderer/export/sheet.ts";
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
import { sheet as german } from "../../../../src/web/i18n/de/drawing-files.ts";
import { sheet as french } from "../../../../src/web/i18n/fr/drawing-files.ts";
import { drawing as words } from "../../../../src/web/i18n/en/kinds.ts";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useDrawing } from "../drawing-page.ts";
import { sheetsOf, shownOn, square, hut } from "./sheet-page.ts";

const openDrawing = useDrawing();

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

test("EXPORT-5: a floor of more tiles than anybody sees keeps its pattern, and the others of that sheet their tiles", () => {
  const rooms = (["lawn", "tiles"] as const).map((floor, at) => ({
    id: floor,
    floor,
    points: square(at * 1000, 0, floor === "lawn" ? 1000 : 4, 1000),
  }));
  const [sheet] = sheetsOf({ rooms });
  const ids = (pattern: RegExp): readonly (string | undefined)[] => [
    ...new Set([...(sheet?.svg ?? "").matchAll(pattern)].map(([, id]) => id)),
  ];
  assert.deepEqual(ids(/<pattern id="plan-(\w+)-/g), ["lawn"]);
  assert.deepEqual(ids(/fill="url\(#plan-(\w+)-/g), ["lawn"]);
  assert.deepEqual(ids(/<use href="#plan-(\w+)-/g), ["tiles"]);
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
