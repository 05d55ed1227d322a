/**
 * Writes into `fixed-cases.json` what PyYAML makes of its texts, and checks with it what dumps
 * give: `node --import tsx test/server/yaml/record.ts`, after a case was added or changed.
 */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { isRight } from "fp-ts/lib/Either.js";
import { dumpYaml } from "../../../src/server/yaml/dump.ts";
import { yamlLimits } from "../../../src/server/yaml/types.ts";
import { casesFile, readFixedCases } from "./fixed-cases.ts";
import { askOracle } from "./oracle.ts";

const defaultYamlLimits = yamlLimits;

const cases = readFixedCases();
const answers = await askOracle(cases.parse.map(({ yaml }) => yaml));
const parse = cases.parse.map(({ rule, yaml }, index) => ({ rule, yaml, ...answers[index] }));

const texts = cases.dump.map(({ data }) => {
  const dumped = dumpYaml(JSON.stringify(data), defaultYamlLimits);
  assert(isRight(dumped), JSON.stringify(data));
  return dumped.right;
});
const readBack = await askOracle(texts);
const dump = cases.dump.map(({ rule, data }, index) => {
  assert.equal(JSON.stringify(readBack[index]), JSON.stringify({ value: data }), texts[index]);
  return { rule, data, yaml: texts[index] };
});

const line = (value: unknown): string => `    ${JSON.stringify(value)}`;
const list = (values: readonly unknown[]): string => values.map(line).join(",\n");
writeFileSync(
  casesFile,
  `{\n  "parse": [\n${list(parse)}\n  ],\n  "dump": [\n${list(dump)}\n  ]\n}\n`,
);
