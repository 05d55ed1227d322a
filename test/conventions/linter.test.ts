import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as t from "io-ts";
import { root, sourceFiles } from "../support/source-files.ts";

const rules = t.record(t.string, t.unknown);

const configCodec = t.type({
  options: t.type({ typeAware: t.literal(true) }),
  rules,
  overrides: t.array(t.type({ rules })),
  ignorePatterns: t.array(t.string),
});

const packageCodec = t.type({ scripts: t.type({ lint: t.string, test: t.string }) });

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, file), "utf8"));

test("HOUSE-2: floating promises are errors to the linter in all of the code, and no line is excused", async () => {
  const config = await readJson(".oxlintrc.json");
  assert(configCodec.is(config));
  const rule = "typescript/no-floating-promises";
  const [severity]: readonly unknown[] = [config.rules[rule]].flat();
  assert.equal(severity, "error");
  for (const override of config.overrides) assert(!(rule in override.rules), "an exception");
  assert.deepEqual(config.ignorePatterns, ["dist", "node_modules"]);

  const manifest = await readJson("package.json");
  assert(packageCodec.is(manifest));
  assert.match(manifest.scripts.lint, /oxlint --type-aware --deny-warnings$/);
  assert.match(manifest.scripts.test, / test\/run\.ts --all$/, "the linter runs beside the tests");

  // Written in two parts, so that this line does not find itself.
  const excuse = /(ox|es)lint-disa(?:ble)/;
  for (const file of sourceFiles("wal", "src", "test", "bench"))
    assert.doesNotMatch(await readFile(join(root, file), "utf8"), excuse, file);
});
