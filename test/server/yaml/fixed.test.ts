import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { dumpYaml } from "../../../src/server/yaml/dump.ts";
import { parseYaml } from "../../../src/server/yaml/parse.ts";
import { yamlLimits } from "../../../src/server/yaml/types.ts";
import { agree, explaining, sameJson } from "./differences.ts";
import { readFixedCases } from "./fixed-cases.ts";

const defaultYamlLimits = yamlLimits;

const cases = readFixedCases();
const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);

test("YAML-1: there are enough recorded cases", () => {
  assert(cases.parse.length >= 150);
  assert(cases.dump.length >= 80);
});

for (const [index, { rule, yaml, answer }] of cases.parse.entries())
  test(`${rule}: reads text ${index} as PyYAML does: ${shown(yaml)}`, () => {
    const parsed = parseYaml(yaml, defaultYamlLimits);
    if (!agree(answer, parsed))
      return assert(explaining(yaml, answer, parsed).length > 0, JSON.stringify(parsed));
    // The file has been through JSON, which has no -0; the test below has it.
    if (isRight(parsed) && "value" in answer)
      assert.deepEqual(sameJson(parsed.right), answer.value);
  });

for (const { rule, data, yaml } of cases.dump)
  test(`${rule}: dumps ${shown(JSON.stringify(data))} as ${shown(yaml)}`, () => {
    const dumped = dumpYaml(JSON.stringify(data), defaultYamlLimits);
    assert(isRight(dumped), JSON.stringify(dumped));
    assert.equal(dumped.right, yaml);
    const back = parseYaml(yaml, defaultYamlLimits);
    assert(isRight(back), JSON.stringify(back));
    assert.equal(JSON.stringify(back.right), JSON.stringify(data));
  });

test("YAML-12: dumps -0 as a number that keeps its sign", () => {
  const dumped = dumpYaml("-0", defaultYamlLimits);
  assert(isRight(dumped));
  assert.equal(dumped.right, "-0.0\n");
  const back = parseYaml(dumped.right, defaultYamlLimits);
  assert(isRight(back));
  assert(Object.is(back.right, -0));
});
