import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { dumpYaml } from "../../../src/server/yaml/dump.ts";
import type { Json, YamlError } from "../../../src/server/yaml/types.ts";
import { parseYaml } from "../../../src/server/yaml/parse.ts";
import { yamlLimits } from "../../../src/server/yaml/types.ts";

const defaultYamlLimits = yamlLimits;

const refusal = (text: string, limits = defaultYamlLimits): YamlError => {
  const parsed = parseYaml(text, limits);
  assert(isLeft(parsed), JSON.stringify(parsed).slice(0, 200));
  return parsed.left;
};

const dumpRefusal = (data: Json, limits = defaultYamlLimits): YamlError => {
  const dumped = dumpYaml(JSON.stringify(data), limits);
  assert(isLeft(dumped));
  return dumped.left;
};

const nested = (levels: number): Json => {
  let data: Json = [];
  for (let level = 1; level < levels; level += 1) data = [data];
  return data;
};

test("YAML-9: an error says where, in lines and columns from 1", () => {
  assert.deepEqual(refusal("a: 1\nb: [1, é\n  😀, !secret x]\n"), {
    kind: "invalid",
    message: "unknown tag !secret (line 3, column 6)",
    line: 3,
    column: 6,
  });
  assert.deepEqual(refusal("a: 'b"), {
    kind: "invalid",
    message: "the text ends inside a quoted text (line 1, column 6)",
    line: 1,
    column: 6,
  });
  assert.match(refusal("a\n---\nb").message, /^more than one document \(line 2, column 1\)$/);
  assert.match(refusal("a: \u0007").message, /U\+0007.*\(line 1, column 4\)$/);
});

test("YAML-9: every line break that is read counts as one", () => {
  const error = refusal("# a\r\n# b\r# c\n\n@");
  assert(error.kind === "invalid");
  assert.equal(error.line, 5);
});

test("YAML-9: a continued line without indentation is reported at its start", () => {
  const indented = /must be indented with spaces, further than its parent/;
  for (const text of ["a: 'x\ny'", 'a: "x\ny"', "a: [1,\n2]", "a: {b: [\n]}", "- a: {\n}"]) {
    const error = refusal(text);
    assert.match(error.message, indented);
    assert(error.kind === "invalid");
    assert.deepEqual([error.line, error.column], [2, 1], text);
  }
  assert.match(refusal("a: [1\n---\n2]").message, /document marker inside/);
});

test("YAML-9: an error is one line with its position", () => {
  const sentences = [
    ["a: @b", "a value that starts with @ needs quotes (line 1, column 4)"],
    ['a: "\\q"', "an unknown escape in double quotes (line 1, column 5)"],
    ["a: b: c", "a list or mapping cannot start on the line of a key (line 1, column 4)"],
    ["a:\n\t- b", "only spaces can indent, not a tab (line 2, column 1)"],
    ['["a" "b"]', 'expected ":" or "," before this (line 1, column 6)'],
    ["[1, 2]]", '"]" is not expected here (line 1, column 7)'],
    [": a", 'expected a key before ":" (line 1, column 1)'],
    ["a: [1", 'the text ends inside brackets, before their "]" or "}" (line 1, column 6)'],
    [`a: 1\n${"k".repeat(1_025)}: 1`, "a key longer than 1024 characters (line 2, column 1)"],
  ] as const;
  for (const [text, message] of sentences) assert.equal(refusal(text).message, message);
});

test("YAML-1: any number of comments and blank lines is skipped", () => {
  const comments = `# ${"c".repeat(100)}\n\n`.repeat(50);
  const key = "k".repeat(1_024);
  const parsed = parseYaml(`a:\n${comments}${key}: 1\n${comments}`, defaultYamlLimits);
  assert(isRight(parsed), JSON.stringify(parsed));
  assert.deepEqual(parsed.right, { a: null, [key]: 1 });
});

test("YAML-8: an integer that JSON's readers would change is refused by name", () => {
  assert.match(refusal("a: 9007199254740993").message, /9007199254740993/);
});

test("YAML-10: a text one byte longer than yaml-bytes is refused, naming it", () => {
  const limits = { ...defaultYamlLimits, yamlBytes: 6 };
  assert(isRight(parseYaml("a: éb", limits)));
  assert.match(refusal("a: ébc", limits).message, /yaml-bytes, 6/);
  assert(isRight(dumpYaml(`"abcde"`, limits)));
  assert.match(dumpRefusal("abcdef", limits).message, /yaml-bytes, 6/);
});

test("YAML-10: nesting is read and written to depth and refused beyond it, naming it", () => {
  const { yamlDepth: depth } = defaultYamlLimits;
  for (const [open, close] of [
    ["[", "]"],
    ["{a: ", "}"],
    ["- ", ""],
  ] as const) {
    const text = (levels: number): string => open.repeat(levels) + close.repeat(levels);
    assert(isRight(parseYaml(text(depth), defaultYamlLimits)));
    assert.match(refusal(text(depth + 1)).message, /yaml-depth, 128/);
    assert.match(refusal(text(100_000)).message, /yaml-depth, 128/);
  }
  assert(isRight(dumpYaml(JSON.stringify(nested(depth)), defaultYamlLimits)));
  assert.match(dumpRefusal(nested(depth + 1)).message, /yaml-depth, 128/);
});

test("YAML-10: aliases nest no deeper than depth either", () => {
  const limits = { ...defaultYamlLimits, yamlDepth: 5 };
  assert.match(refusal("- &a [[[]]]\n- [[*a]]", limits).message, /yaml-depth, 5/);
});

test("YAML-10: values are counted against nodes with aliases expanded", () => {
  const limits = { ...defaultYamlLimits, yamlNodes: 10 };
  assert(isRight(parseYaml("[1, 2, 3, 4, 5, 6, 7, 8, 9]", limits)));
  assert.match(refusal("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", limits).message, /yaml-nodes, 10/);
  assert.match(refusal("- &a [1, 2, 3]\n- *a\n- *a\n", limits).message, /yaml-nodes, 10/);
  assert.match(dumpRefusal([1, 2, 3, 4, 5, 6, 7, 8, 9, 0], limits).message, /yaml-nodes, 10/);
});

test("YAML-10: neither lists, texts nor merges blow up through aliases", () => {
  const levels = Array.from({ length: 30 }, (_, index) => index + 1);
  const lists = levels.map((n) => `- &a${n} [${`*a${n - 1}, `.repeat(9)}]\n`).join("");
  assert.match(refusal(`- &a0 [x]\n${lists}`).message, /yaml-nodes, /);
  const merges = levels.map((n) => `- &a${n} {<<: [${`*a${n - 1}, `.repeat(9)}]}\n`).join("");
  assert.match(refusal(`- &a0 {x: 1}\n${merges}`).message, /yaml-nodes, /);
  const uses = "- *a\n".repeat(10_000);
  assert.match(refusal(`- &a ${"x".repeat(1_000)}\n${uses}`).message, /yaml-bytes, /);
});

test("YAML-11: a key named __proto__ is a key and changes no prototype", () => {
  const parsed = parseYaml("a: {__proto__: {polluted: 1}}", defaultYamlLimits);
  assert(isRight(parsed));
  assert.equal(JSON.stringify(parsed.right), '{"a":{"__proto__":{"polluted":1}}}');
  assert.equal("polluted" in {}, false);
  const dumped = dumpYaml(JSON.stringify(parsed.right), defaultYamlLimits);
  assert(isRight(dumped));
  assert.equal(dumped.right, "a:\n  __proto__:\n    polluted: 1\n");
});

test("YAML-6: no tag reads a file or the environment", () => {
  for (const tag of ["!include", "!include_dir_list", "!secret", "!env_var", "!input"])
    assert.match(refusal(`a: ${tag} HOME`).message, new RegExp(`unknown tag ${tag}`));
});
