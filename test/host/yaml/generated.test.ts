import assert from "node:assert/strict";
import { test } from "node:test";

import { isLeft, isRight } from "fp-ts/lib/Either.js";

import { dumpYaml, parseYaml } from "../../../src/host/yaml/index.ts";
import { defaultConfig } from "../../../src/config.ts";
import { generateJson } from "./generate-json.ts";
import { generateTexts } from "./generate-text.ts";
import { mayUse } from "../../support/programs.ts";
import { askOracle } from "./oracle.ts";
import { testSeed } from "./random.ts";

const defaultYamlLimits = defaultConfig();

const cases = Number(process.env["FLOORPLAN_TEST_YAML_CASES"] ?? 2_500);
const seed = testSeed();

const replaced = /contains itself|beyond 2\^53|is no number in JSON|!!binary has no place/;

// JSON has one zero; Python's writer keeps the sign of the other.
const sameJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("YAML-1: generated texts are read or refused as PyYAML reads or refuses them", async (t) => {
  if (!mayUse(t, "PyYAML")) return;
  t.diagnostic(`seed ${seed}, ${cases} texts`);
  const texts = generateTexts(seed, cases);
  const answers = await askOracle(texts);
  let read = 0;
  let refused = 0;
  for (const [index, text] of texts.entries()) {
    const answer = answers[index];
    assert(answer !== undefined);
    const ours = parseYaml(text, defaultYamlLimits);
    const about = `seed ${seed}, text ${JSON.stringify(text)}: PyYAML ${JSON.stringify(answer)}, here ${JSON.stringify(ours)}`;
    if ("error" in answer) {
      assert(isLeft(ours), about);
    } else if (isLeft(ours) && replaced.test(ours.left.message)) {
      // Refused wherever it stands; PyYAML's data shows no more of it after a duplicate key.
      refused += 1;
    } else {
      assert(isRight(ours), about);
      assert.deepEqual(sameJson(ours.right), sameJson(answer.value), about);
      read += 1;
    }
  }
  t.diagnostic(`${read} read, ${refused} with what is no JSON refused here only`);
  assert(refused * 50 < cases, "hardly any text holds what is no JSON below a duplicate key");
});

test("YAML-12: generated data comes back from PyYAML as it was dumped", async (t) => {
  if (!mayUse(t, "PyYAML")) return;
  t.diagnostic(`seed ${seed}, ${cases} values`);
  const values = generateJson(seed, cases);
  const texts = values.map((value) => {
    const dumped = dumpYaml(value, defaultYamlLimits);
    assert(isRight(dumped), JSON.stringify(value));
    return dumped.right;
  });
  const answers = await askOracle(texts);
  for (const [index, value] of values.entries()) {
    const about = `seed ${seed}, value ${JSON.stringify(value)}, text ${JSON.stringify(texts[index])}`;
    assert.deepEqual(sameJson(answers[index]), sameJson({ value }), about);
    const ours = parseYaml(texts[index] ?? "", defaultYamlLimits);
    assert(isRight(ours), about);
    assert.deepEqual(sameJson(ours.right), sameJson(value), about);
  }
});
