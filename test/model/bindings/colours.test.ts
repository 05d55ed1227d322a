import assert from "node:assert/strict";
import { test } from "node:test";
import { colourIn } from "../../../src/model/bindings/colours.ts";

test("DRAW-20: a colour is what CSS calls one, with the functions that make one and the variables of a theme", () => {
  const colours = [
    "tomato",
    " Teal ",
    "#abc",
    "#d64545",
    "#11223380",
    "rgb(255, 0, 128)",
    "RGBA(0 128 0 / 50%)",
    "hsl(-120deg 100% 50% / 0.5)",
    "oklch(60% 0.15 50)",
    "color(display-p3 1 0.5 0)",
    "var(--primary-color)",
    "var(--state-active-color, #ffc107)",
    "color-mix(in srgb, var(--primary-color, rgb(1 2 3)) 40%, transparent)",
    "light-dark(#333, rgb(from white r g b / 80%))",
  ];
  for (const colour of colours) assert.equal(colourIn(colour), colour);
});

test("DRAW-20: what leads elsewhere is no colour, however it is written, nor is anything else", () => {
  const others = [
    "url(http://elsewhere.invalid/a.svg#a)",
    "URL('//elsewhere.invalid/a')",
    "u\\72l(http://elsewhere.invalid/a)",
    "red url(http://elsewhere.invalid/a)",
    "url(rgb(1, 2, 3))",
    "var(--a, url(//elsewhere.invalid/a))",
    "rgb(1, 2, 3), url(//elsewhere.invalid/a)",
    "image-set('//elsewhere.invalid/a' 1x)",
    "cross-fade(red, blue)",
    "src(var(--a))",
    "red; background: url(//elsewhere.invalid/a)",
    "red/**/",
    "attr(href)",
    "xrgb(1, 2, 3)",
    "",
    "rgb(".repeat(100_000),
    `rgb(${"1".repeat(1000)})`,
    "rgb(1\u0000)",
    null,
    ["red"],
    { color: "red" },
  ];
  for (const other of others) assert.equal(colourIn(other), undefined, JSON.stringify(other));
});
