import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root, sourceFiles } from "../house/source-files.ts";
import { errors as german } from "../../src/web/texts/de/errors.ts";
import { errors as english } from "../../src/web/texts/en/errors.ts";
import { problemWords } from "../../src/web/texts/problem-words.ts";

const read = (file: string): Promise<string> => readFile(join(root, file), "utf8");

/** What some files match, each match once. */
const matches = async (files: readonly string[], rule: RegExp): Promise<readonly string[]> => {
  const texts = await Promise.all(files.map(read));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(rule)].map(([, found = ""]) => found))),
  ];
};

test("PAGE-13: every code that can reach the page has words of its own in both languages", async () => {
  const table = /\| Error \| When \|\n([^]*?)\n\n/.exec(await read("README.md"))?.[1] ?? "";
  const names = table.split("\n").flatMap((row) => row.split(" | ")[0] ?? "");
  const commands = names.flatMap((name) =>
    [...name.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code ?? ""),
  );
  assert(commands.length >= 11, `${commands.join()} are found`);
  const server = sourceFiles("src/host/http", "src/floorplan/images");
  const statuses = await matches(
    server,
    /(?:httpProblem\(|respondJson\(response, |writeHead\(|status: )([45]\d\d)\b/g,
  );
  assert(statuses.length >= 8, `${statuses.join()} are found`);
  const client = await matches(sourceFiles("src/web/client"), /code: "([a-z_]+)"/g);
  const fails = await matches(sourceFiles("src/web/client"), /(?:fail|problem)\("([a-z_]+)"/g);
  const codes = [...commands, ...statuses.map((status) => `http_${status}`), ...client, ...fails];
  for (const [language, words] of Object.entries({ english, german })) {
    const missing = codes.filter((code) => !Object.hasOwn(words.problems, code));
    assert.deepEqual(missing, [], language);
    for (const { what, next } of Object.values(words.problems))
      for (const sentence of [what, next]) assert.match(sentence, /^\p{Lu}[^]*[.!?]$/u, language);
  }
});

test("PAGE-13: what the service says itself is added where it tells more", () => {
  const worded = problemWords(english, { code: "invalid_yaml", message: "line 3, column 1" });
  assert.equal(worded.what, "This text is no valid YAML.");
  assert.equal(worded.said, "The service says: line 3, column 1");
  const complete = problemWords(english, { code: "conflict", message: "the revision is 7" });
  assert.equal(complete.said, undefined);
  const foreign = problemWords(german, { code: "constructor", message: "what now?" });
  assert.equal(foreign.what, german.other.what);
  assert.equal(foreign.said, "Der Dienst sagt: what now?");
});
