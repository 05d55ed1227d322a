import assert from "node:assert/strict";
import { test } from "node:test";
import type { RefusalDetail } from "../../../src/model/import/import-result.ts";
import { languages } from "../../../src/web/i18n/languages.ts";
import { textsIn } from "../../web/i18n/texts-in.ts";

const detail: RefusalDetail = {
  place: "data.rooms",
  limit: "import-bytes",
  most: 12_345,
  expected: "[x, y]",
};

for (const language of ["en", ...languages.keys()]) {
  const { losses, refusals } = textsIn(language).importing;

  test(`IMPORT-13: each loss is told of one and of several, in the language ${language}`, () => {
    for (const [what, words] of Object.entries(losses)) {
      assert.match(words(1), /^1 \S/, what);
      assert.match(words(1234), /^1\D?234 \S/, what);
      assert.notEqual(words(1).slice(2), words(1234).replace(/^1\D?234 /u, ""), what);
      assert.doesNotMatch(words(1) + words(2), /undefined|\.$/, what);
    }
  });

  test(`IMPORT-13: each refusal is a sentence that names the file, in the language ${language}`, () => {
    for (const [why, words] of Object.entries(refusals)) {
      const said = words("plan.zip", detail);
      assert.match(said, /^[\p{Lu}\p{Ll}][^]*\.$/u, why);
      assert(why === "noFiles" || said.includes("plan.zip"), `${why}: ${said}`);
      assert.doesNotMatch(said, /undefined/, why);
    }
    const limit = refusals.limit("", detail);
    assert(limit.startsWith("data.rooms") && limit.includes("import-bytes"), limit);
    assert.match(limit, /12\D345/);
  });
}
