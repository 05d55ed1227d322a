import assert from "node:assert/strict";
import { test } from "node:test";
import { readLength, readNumber } from "../../../src/model/editing/parse-length.ts";

const languages = ["en", "de", "fr", "de-CH"];

test("PANEL-17: a length is read with a comma or a point, in metres, centimetres, millimetres, feet and inches, in every language", () => {
  const cases: readonly (readonly [typed: string, metres: number | undefined])[] = [
    ["5,2", 5.2],
    ["5.2", 5.2],
    ["5,20", 5.2],
    [" 5.2 m", 5.2],
    ["5,2m", 5.2],
    ["5,2\u202fm", 5.2],
    ["520 cm", 5.2],
    ["520cm", 5.2],
    ["5200 MM", 5.2],
    ["0,5", 0.5],
    [",5", 0.5],
    ["5.", 5],
    ["0", 0],
    ["1,234", 1.234],
    ["-1,5", -1.5],
    ["\u22121.5", -1.5],
    ["-0", 0],
    ["17'", 5.1816],
    ["17 ft", 5.1816],
    ["17' 6\"", 5.334],
    ["17'6", 5.334],
    ["17′ 6″", 5.334],
    ["17’ 6”", 5.334],
    ["-17' 6\"", -5.334],
    ['10"', 0.254],
    ["10''", 0.254],
    ["10.5 in", 0.2667],
    ["5 m 20 cm", 5.2],
    ["5m20", 5.2],
    ["1 250", 1250],
    ["1\u202f250,5", 1250.5],
    ["1.250,5", 1250.5],
    ["1,250.5", 1250.5],
    ["1,250,000 mm", 1250],
    ["", undefined],
    ["m", undefined],
    [".", undefined],
    ["five", undefined],
    ["5 x", undefined],
    ["5 2", undefined],
    ["5 20 cm", undefined],
    ["5.2.1", undefined],
    ["1.25,50,5", undefined],
    ["6\" 17'", undefined],
    ["5 m 2 m", undefined],
    ["5 cm 2", undefined],
    ["1' 2\" 3", undefined],
    ["--5", undefined],
    ["1e3", undefined],
    ["999999999", undefined],
  ];
  for (const language of languages)
    for (const [typed, metres] of cases)
      assert.equal(readLength(typed, language), metres, `${typed} in ${language}`);
});

test("PANEL-17: a mark before three digits parts thousands of small units where the language writes them so", () => {
  assert.equal(readLength("1,200 mm", "en"), 1.2);
  assert.equal(readLength("1,200 mm", "de"), 0.0012);
  assert.equal(readLength("1.200 mm", "de"), 1.2);
  assert.equal(readLength("1.200 mm", "en"), 0.0012);
  assert.equal(readLength("1,200", "en"), 1.2);
});

test("PANEL-17: a number that is no length is read with a comma or a point too, and thousands as the language writes them", () => {
  for (const language of languages) {
    assert.equal(readNumber("21,5", language), 21.5);
    assert.equal(readNumber("21.5", language), 21.5);
    assert.equal(readNumber("-4", language), -4);
    assert.equal(readNumber("200000", language), 200_000);
    assert.equal(readNumber("12 W", language), undefined);
    assert.equal(readNumber("", language), undefined);
  }
  assert.equal(readNumber("1,000", "en"), 1000);
  assert.equal(readNumber("1.000", "de"), 1000);
  assert.equal(readNumber("1.000", "en"), 1);
  assert.equal(readNumber("0.125", "de"), 0.125);
});
