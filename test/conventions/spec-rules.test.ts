import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root, sourceFiles } from "../support/source-files.ts";

const idRule = /\b[A-Z]+-\d+\b/g;

/** The ids of SPEC.md, each in front of its rule. */
const specIds = (spec: string): readonly string[] =>
  [...spec.matchAll(/^- ([A-Z]+-\d+): /gm)].map(([, id]) => id ?? "");

/** The names of the tests that a file declares. */
const testNames = (code: string): readonly string[] =>
  [...code.matchAll(/\b(?:test|it)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , name]) => name ?? "",
  );

/** The ids that start a name, as in `SAVE-3, SAVE-4: …`. */
const leadingIds = (name: string): readonly string[] =>
  /^[A-Z]+-\d+(?:, [A-Z]+-\d+)*(?=[ :])/.exec(name)?.[0].split(", ") ?? [];

const family = (id: string): string => id.replace(/-\d+$/, "");

/** The ids in the cases of a file whose names are written `${rule}: …`, or of the data beside it. */
const idsOfCases = (file: string, code: string): readonly string[] => {
  if (!testNames(code).some((name) => name.startsWith("${rule}: "))) return [];
  const folder = join(root, dirname(file));
  const data = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const texts = [code, ...data.map((name) => readFileSync(join(folder, name), "utf8"))];
  return texts.flatMap((text) =>
    [...text.matchAll(/\brule"?: "([A-Z]+-\d+)"/g)].map(([, id]) => id ?? ""),
  );
};

const rules = specIds(readFileSync(join(root, "SPEC.md"), "utf8"));
const tests = sourceFiles("test")
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => {
    const code = readFileSync(join(root, file), "utf8");
    const names = testNames(code);
    return { file, names, cited: [...names.flatMap(leadingIds), ...idsOfCases(file, code)] };
  });

test("HOUSE-3: each rule of SPEC.md has an id of its own", () => {
  assert(rules.length > 100, `${rules.length} rules are found`);
  assert.deepEqual(
    rules.filter((id, position) => rules.indexOf(id) !== position),
    [],
  );
});

test("HOUSE-3: each rule of SPEC.md is cited at the start of a test's name", () => {
  const cited = new Set(tests.flatMap((each) => each.cited));
  const missing = rules.filter((id) => !cited.has(id));
  assert(missing.length === 0, `no test cites ${missing.join(", ")}`);
});

test("HOUSE-3: each id that a test cites is a rule of SPEC.md", () => {
  const known = new Set(rules);
  const families = new Set(rules.map(family));
  for (const { file, names, cited } of tests) {
    // An id starts the name, or is of a known family: the SHA-256 in a sentence is neither.
    const within = names.flatMap((name) => name.match(idRule) ?? []);
    const ids = [...cited, ...within.filter((id) => families.has(family(id)))];
    const unknown = ids.filter((id) => !known.has(id));
    assert(
      unknown.length === 0,
      `${file} cites ${unknown.join(", ")}, which SPEC.md does not have`,
    );
  }
});

test("HOUSE-3: names are found however they are written", () => {
  const start = "test";
  const code = `${start}("A-1: one", f);\n  t.${start}(\n    \`B-2, C-3: \${x} "two"\`, f);\n${start}('D-4 "x"', f)`;
  assert.deepEqual(testNames(code), ["A-1: one", 'B-2, C-3: ${x} "two"', 'D-4 "x"']);
  assert.deepEqual(testNames(code).flatMap(leadingIds), ["A-1", "B-2", "C-3", "D-4"]);
  assert.deepEqual(leadingIds("the SHA-256 of A-1: it is kept"), []);
});
