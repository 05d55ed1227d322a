import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../../src/web/renderer/furnishing.ts";
import { type SaxesAttributeNS, SaxesParser } from "saxes";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { listIn } from "../../../../src/model/json.ts";
import { standingCollections } from "../../../../src/model/kinds/kinds.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { paintIn } from "../../../../src/web/renderer/export/css-cascade.ts";
import { floorSvg, type SheetOptions } from "../../../../src/web/renderer/export/floor-svg.ts";
import { drawing as words } from "../../../../src/web/i18n/en/kinds.ts";
import { scaled } from "../../../campaign/scale.ts";
import { demoPlan, demoSizes } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useDrawing } from "../drawing-page.ts";
import { type Leaves, leavesOf } from "./leaves.ts";

useCatalogue(furnishing);

const openDrawing = useDrawing();

const onPaper = (plan: PlanData, given: Partial<SheetOptions> = {}): string =>
  floorSvg(plan, { level: undefined, scale: 50, words, language: "en", ...given });

/** Elements and attributes of a text of XML, read by a parser that accepts nothing that is not well-formed. */
const parsed = (text: string) => {
  const elements: string[] = [];
  const attributes: SaxesAttributeNS[] = [];
  const letters: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", (tag) => {
    elements.push(tag.name);
    attributes.push(...Object.values(tag.attributes));
  });
  parser.on("text", (part) => letters.push(part));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return { elements, attributes, letters: letters.join("\n") };
};

/** A plan with all of its rooms and one of so many other things, as a browser takes long over thousands. */
const thinned = (plan: PlanData, many: number): PlanData => ({
  ...plan,
  ...Object.fromEntries(
    standingCollections.map((list) => [
      list,
      listIn(plan[list]).filter((_, at) => at % many === 0),
    ]),
  ),
});

// A browser takes seconds over an office.
for (const size of scaled(["flat", "house"] as const, demoSizes))
  test(
    `EXPORT-1: each floor of the ${size} has on paper the shapes, places and colours that a browser shows`,
    inBrowser,
    async (t) => {
      const page = await openDrawing(t);
      if (page === undefined) return;
      const plan = thinned(demoPlan(size), size === "office" ? 20 : 1);
      const json = JSON.stringify(plan);
      const floors = levelsOf(plan);
      for (const { id } of floors) {
        const text = onPaper(plan, { level: id });
        const [shown, paper]: Leaves = await page.evaluate(leavesOf, { json, level: id, text });
        assert(shown.length > 30, `${shown.length} shapes are shown`);
        assert.equal(paper.length, shown.length);
        for (const [at, leaf] of shown.entries()) assert.deepEqual(paper[at], leaf);
      }
    },
  );

test("EXPORT-1: a plan of three sizes is well-formed, with nothing but shapes and texts", () => {
  for (const size of demoSizes) {
    const { elements, attributes } = parsed(onPaper(demoPlan(size)));
    assert(elements.length > 100);
    assert.deepEqual(
      [...new Set(elements)].toSorted(),
      ["clipPath", "g", "path", "pattern", "rect", "svg", "text", "title", "tspan"],
      size,
    );
    for (const { name, value } of attributes) {
      assert(
        name === "xmlns" || !/var\(|url\((?!#plan-)|currentColor|https?:/.test(value),
        `${name}: ${value}`,
      );
      assert(!["class", "style", "href", "xlink:href"].includes(name), name);
    }
  }
});

test("EXPORT-2: a metre of the plan has so many millimetres as the scale says, and the same plan gives the same bytes", () => {
  const plan: PlanData = {
    levels: [{ id: "hut", name: "Hut & yard" }],
    rooms: [
      {
        id: "hut",
        points: [
          [1, 2],
          [6, 2],
          [6, 5],
          [1, 5],
        ],
      },
    ],
  };
  const sizeAt = (scale: number): readonly number[] => {
    const text = onPaper(plan, { scale });
    const [, width, height, right, bottom] =
      /<svg [^>]*width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(
        text,
      ) ?? [];
    assert.deepEqual([width, height], [right, bottom], "a unit is a millimetre");
    assert(text.includes(`scale(${1000 / scale})`) && text.includes(`1 : ${scale}`), text);
    return [Number(width), Number(height)];
  };
  const [[one = 0, high = 0], [half = 0, low = 0]] = [sizeAt(50), sizeAt(100)];
  // Five metres by three, and half a metre around them.
  assert.deepEqual([one - half, high - low].map(Math.round), [60, 40]);
  const text = onPaper(plan);
  assert(text.includes("<title>Hut &amp; yard</title>") && text.includes(">3 m</text>"));
  assert.equal(onPaper(structuredClone(plan)), text);
});

test("EXPORT-3: whatever a plan holds, the file is well-formed and nothing of it runs or leads elsewhere", (t) => {
  const odd = `<script>alert(1)</script>]]>"'&amp;\u0000\u0007\u001b\ud800\uffff--><![CDATA[`;
  const leading = [
    "url(https://example.org/a.svg#b)",
    "red;} @import 'https://example.org'",
    `"/><image href="https://example.org"/>`,
    "javascript:alert(1)",
    "expression(alert(1))",
    "var(--plan-ink)",
  ];
  const things = leading.map((color, at) => ({
    id: `${odd}${at}`,
    x: at,
    z: 1,
    name: odd,
    text: odd,
    type: odd,
    kind: odd,
    icon: odd,
    color,
    background: color,
    label_color: color,
    tint: color,
  }));
  const square = [
    [0, 0],
    [5, 0],
    [5, 5],
    [0, 5],
  ];
  const plan: PlanData = {
    levels: [{ id: odd, name: odd }],
    rooms: things.map((each) => ({ ...each, points: square })),
    furniture: things,
    devices: things,
    sensors: things,
    texts: things,
    dimensions: [{ id: odd, from: [0, 0], to: [5, 0], color: leading[0] ?? "" }],
    backgrounds: { [odd]: { url: "https://example.org/a.png" } },
  };
  for (const data of ["https://example.org/a.png", "data:text/html;base64,AAAA"]) {
    const text = onPaper(plan, { tracing: { data, ratio: 1 } });
    const { elements, attributes, letters } = parsed(text);
    const known = ["g", "mask", "path", "rect", "svg", "text", "title", "tspan"];
    assert.deepEqual([...new Set(elements)].toSorted(), known);
    assert(
      letters.includes(
        "<script>alert(1)</script>]]>\"'&amp;\ufffd\ufffd\ufffd\ufffd\ufffd--><![CDATA[",
      ),
    );
    for (const { name, value, prefix } of attributes)
      if (name !== "data-ref" && prefix !== "xmlns" && name !== "xmlns")
        assert.doesNotMatch(value, /example|alert|script|import|var\(/, name);
  }
  const image = "data:image/png;base64,iVBORw0KGgo=";
  const { attributes } = parsed(onPaper(plan, { tracing: { data: image, ratio: 0.5 } }));
  assert.equal(attributes.find(({ name }) => name === "xlink:href")?.value, image);
  const masks = attributes.filter(({ name }) => name === "mask" || name === "id");
  assert.deepEqual(
    masks.map(({ value }) => value),
    ["outside", "url(#outside)"],
    "outer walls are drawn over an image too",
  );
  t.diagnostic(`${attributes.length} attributes`);
});

test("EXPORT-1: colours are written as every viewer reads them, and what is none is left out", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ["#AbC", { color: "#aabbcc", alpha: 1 }],
    ["#11223380", { color: "#112233", alpha: 128 / 255 }],
    ["rgb(255, 0, 128)", { color: "#ff0080", alpha: 1 }],
    ["rgba(100% 0% 50% / 25%)", { color: "#ff0080", alpha: 0.25 }],
    ["hsl(120, 100%, 25%)", { color: "#008000", alpha: 1 }],
    ["hsla(-120deg 100% 50% / 0.5)", { color: "#0000ff", alpha: 0.5 }],
    ["Teal", { color: "teal", alpha: 1 }],
    ["transparent", { color: "none", alpha: 1 }],
    ["inherit", undefined],
    ["#12", undefined],
    ["url(#a)", undefined],
    ["rgb(1, 2)", undefined],
  ];
  for (const [text, paint] of cases) assert.deepEqual(paintIn(text), paint, text);
});
