import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { dumpYaml } from "../../../src/server/yaml/dump.ts";
import { parseYaml } from "../../../src/server/yaml/parse.ts";
import { yamlLimits } from "../../../src/server/yaml/types.ts";
import { agree, explaining, sameJson } from "./differences.ts";
import { generateJson, jsonOf } from "./generate-json.ts";
import { generateTexts } from "./generate-text.ts";
import { scaled } from "../../campaign/scale.ts";
import { mayUse } from "../../support/programs.ts";
import { askOracle } from "./oracle.ts";
import { testSeed } from "./random.ts";

const defaultYamlLimits = yamlLimits;

const cases = Number(process.env["FLOORPLAN_TEST_YAML_CASES"] ?? scaled(800, 2_500));
const seed = testSeed();

test("YAML-1: generated texts have the value PyYAML gives them, and a listed reason where only one reads them", async (t) => {
  if (!mayUse(t, "PyYAML")) return;
  t.diagnostic(`seed ${seed}, ${cases} texts`);
  const texts = generateTexts(seed, cases);
  const answers = await askOracle(texts);
  const apart = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    const answer = answers[index];
    assert(answer !== undefined);
    const ours = parseYaml(text, defaultYamlLimits);
    const about = `seed ${seed}, text ${JSON.stringify(text)}: PyYAML ${JSON.stringify(answer)}, here ${JSON.stringify(ours)}`;
    if (agree(answer, ours)) {
      if (isRight(ours) && "value" in answer)
        assert.deepEqual(sameJson(ours.right), sameJson(answer.value), about);
      continue;
    }
    const [listed] = explaining(text, answer, ours);
    assert(listed !== undefined, about);
    apart.set(listed.name, (apart.get(listed.name) ?? 0) + 1);
  }
  for (const [name, count] of apart) t.diagnostic(`${count} differ: ${name}`);
  const all = Array.from(apart.values()).reduce((sum, count) => sum + count, 0);
  assert(all * 10 < cases, "nearly all texts are read or refused by both");
});

test("YAML-12: generated data comes back from PyYAML as it was dumped", async (t) => {
  if (!mayUse(t, "PyYAML")) return;
  t.diagnostic(`seed ${seed}, ${cases} values`);
  const values = generateJson(seed, cases);
  const texts = values.map((value) => {
    const dumped = dumpYaml(jsonOf(value), defaultYamlLimits);
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
