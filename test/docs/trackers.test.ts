import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { isObject, listIn } from "../../src/model/json.ts";
import { isTarget, readTracker, targetsOfTrackers } from "../../src/model/trackers/tracker.ts";
import { parseYaml } from "../../src/server/yaml/parse.ts";
import { yamlLimits } from "../../src/server/yaml/types.ts";
import { root } from "../support/source-files.ts";

test("POS-1: each example of docs/trackers.md is understood", () => {
  const page = readFileSync(join(root, "docs/trackers.md"), "utf8");
  const ids = [...page.matchAll(/```yaml\n([^]*?)```/g)].flatMap(([, text = ""]) => {
    const plan = parseYaml(text, yamlLimits);
    assert(!isLeft(plan) && isObject(plan.right), text);
    const targets = targetsOfTrackers(listIn(plan.right["trackers"]).map(readTracker));
    assert(targets.every(isTarget), JSON.stringify(targets));
    return targets.map(({ id }) => id);
  });
  const fused = ["living/1", "living/2", "dining/1", "anna"];
  assert.deepEqual(ids, [
    "robi",
    "suck",
    "robi",
    "living/1",
    "living/2",
    "sofa",
    "anna",
    "ben",
    ...fused,
  ]);
});
