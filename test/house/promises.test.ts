import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { lintModules } from "./linter.ts";
import { root, sourceFiles } from "./source-files.ts";

const rule = "typescript(no-floating-promises)";

const prologue = `import type { FileHandle } from "node:fs/promises";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";

declare const work: (input: number) => Promise<number>;
declare const file: FileHandle;
declare const task: TaskEither<string, number>;
declare const list: readonly number[];
declare const log: (error: unknown) => void;
`;

/** A module with one statement in an async function. */
const moduleOf = (statement: string): string =>
  `${prologue}\nexport const run = async (): Promise<unknown> => {\n  ${statement}\n  return [work, file, task, list, log, await work(0)];\n};\n`;

const floating = {
  "an async call": "work(1);",
  "the close of a file": "file.close();",
  "a task that is run": "task();",
  "a then without a catch": "work(1).then(log);",
  "a map to promises": "list.map(async (item) => work(item));",
  "a Promise.all": "Promise.all(list.map(work));",
  "an async function called in place": "(async () => work(1))();",
};

const handled = {
  "an await": "await work(1);",
  "a closed file": "await file.close();",
  "an awaited task": "log(await task());",
  "a catch": "work(1).catch(log);",
  "promises awaited together": "await Promise.all(list.map(async (item) => work(item)));",
};

/** The scripts of package.json. */
const readScripts = async (): Promise<{ readonly lint: string; readonly test: string }> => {
  const file: {
    readonly scripts: { readonly lint: string; readonly test: string };
  } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return file.scripts;
};

/** What the linter finds in modules with these statements, by what they are. */
const lint = async (
  t: TestContext,
  statements: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  assert.match(
    (await readScripts()).lint,
    /oxlint --type-aware --deny-warnings/,
    "the linter runs as it does here",
  );
  const shapes = Object.keys(statements);
  const pathOf = (shape: string): string => `code/module-${shapes.indexOf(shape)}.ts`;
  const modules = Object.entries(statements).map(
    ([shape, code]) => [pathOf(shape), moduleOf(code)] as const,
  );
  const found = await lintModules(t, new Map(modules));
  return new Map(shapes.map((shape) => [shape, found.get(pathOf(shape)) ?? []]));
};

test("HOUSE-2: the linter refuses each shape of a promise that nobody waits for", async (t) => {
  const found = await lint(t, floating);
  for (const [shape, codes] of found) assert(codes.includes(rule), `${shape}: ${codes.join(", ")}`);
  assert.equal(found.size, Object.keys(floating).length);
});

test("HOUSE-2: the linter lets promises pass that are waited for or caught", async (t) => {
  for (const [shape, codes] of await lint(t, handled))
    assert(!codes.includes(rule), `${shape}: ${codes.join(", ")}`);
});

test("HOUSE-2: no folder of code and no line is excused from the linter", async () => {
  const { ignorePatterns }: { readonly ignorePatterns: unknown } = JSON.parse(
    await readFile(join(root, ".oxlintrc.json"), "utf8"),
  );
  assert.deepEqual(ignorePatterns, ["dist", "node_modules"]);
  assert.match(
    (await readScripts()).test,
    /run --silent lint &&/,
    "the linter is part of the tests",
  );
  // Written in two parts, so that this line does not find itself.
  const excuse = /(ox|es)lint-disa(?:ble)/;
  for (const file of sourceFiles("wal", "src", "test", "bench"))
    assert.doesNotMatch(await readFile(join(root, file), "utf8"), excuse, file);
});
