import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { yamlLimits } from "../../../src/server/yaml/types.ts";
import { parseYaml } from "../../../src/server/yaml/parse.ts";
import { agree, type Difference, differences, explaining, sameJson } from "./differences.ts";
import { mayUse } from "../../support/programs.ts";
import { type Answer, askOracle } from "./oracle.ts";

const limits = yamlLimits;

test("YAML-1: docs/yaml.md lists the differences from PyYAML, and no others", () => {
  const page = readFileSync(new URL("../../../docs/yaml.md", import.meta.url), "utf8");
  const headings = Array.from(page.matchAll(/^### (.+)$/gm), ([, name = ""]) => name);
  const names = [...new Set(differences.map(({ name }) => name))];
  assert.deepEqual(headings.toSorted(), names.toSorted());
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  assert(readme.includes("](docs/yaml.md)"));
});

const textsOf = ({ different, alike }: Difference): readonly string[] => [...different, ...alike];

let asked: Promise<readonly Answer[]> | undefined;

/** What PyYAML answers to the texts of a difference: it is started once, for those of all of them. */
const answersTo = async (difference: Difference): Promise<readonly Answer[]> => {
  const all = await (asked ??= askOracle(differences.flatMap(textsOf)));
  const before = differences.slice(0, differences.indexOf(difference)).flatMap(textsOf).length;
  return all.slice(before, before + textsOf(difference).length);
};

for (const difference of differences)
  test(`YAML-1: ${difference.kind} here only: ${difference.name}`, async (t) => {
    if (!mayUse(t, "PyYAML")) return;
    const { different } = difference;
    const answers = await answersTo(difference);
    for (const [index, text] of textsOf(difference).entries()) {
      const answer = answers[index];
      assert(answer !== undefined);
      const ours = parseYaml(text, limits);
      const about = `${JSON.stringify(text)}: PyYAML ${JSON.stringify(answer)}, here ${JSON.stringify(ours)}`;
      if (index < different.length) {
        assert(!agree(answer, ours), `this differs no more: ${about}`);
        assert(explaining(text, answer, ours).includes(difference), about);
      } else {
        assert(agree(answer, ours), about);
        if (isRight(ours) && "value" in answer)
          assert.deepEqual(sameJson(ours.right), sameJson(answer.value), about);
      }
    }
  });
