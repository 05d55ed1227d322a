import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ruleFields } from "../../src/web/canvas/inspector/form-fields.ts";
import { collections, forms } from "../../src/model/kinds/kinds.ts";
import { touch } from "../../src/web/i18n/en/tools.ts";
import { root } from "../support/source-files.ts";

test("HOUSE-11: docs/plan-fields.md names each list, each field of a form, of a rule and of an action", () => {
  const page = readFileSync(join(root, "docs/plan-fields.md"), "utf8");
  const ofForms = collections.flatMap((list) =>
    [{}, { kind: "camera" }, { type: "window" }]
      .flatMap((data) => forms[list].fields(data))
      .map(({ name }) => name),
  );
  const actions = [...Object.keys(touch.actions), "perform_action", "navigation_path", "url_path"];
  const named = [...collections, ...ofForms, ...ruleFields, ...actions, "confirmation"];
  assert(named.length > 60);
  assert.deepEqual(
    [...new Set(named)].filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});
