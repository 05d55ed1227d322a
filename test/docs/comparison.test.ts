import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { peerNames, serviceSystem } from "../../bench/peers/edit-systems.ts";
import { comparisonTitles } from "../../bench/report/comparison.ts";
import { root } from "../support/source-files.ts";

type Table = readonly (readonly string[])[];

const page = readFileSync(join(root, "docs/comparison.md"), "utf8");

/** The tables of a text in Markdown, without the rules below their titles. */
const tablesIn = (text: string): readonly Table[] =>
  (text.match(/(?:^\|.*\n)+/gm) ?? []).map((table) =>
    table
      .trimEnd()
      .split("\n")
      .filter((line) => !/^[|-]+$/.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      ),
  );

const [ofServers = "", ofPrograms = ""] = page.split("## Floor plan programs");

const firstCells = (table: Table | undefined): readonly (string | undefined)[] =>
  (table ?? []).slice(1).map(([first]) => first);

test("BENCH-3: docs/comparison.md has the table that `npm run compare -- --full` prints, with the versions that it installs", () => {
  const [measured] = tablesIn(ofServers);
  assert.deepEqual(measured?.[0], comparisonTitles(300, 100));
  assert.deepEqual(firstCells(measured), [serviceSystem().name, ...peerNames]);
  for (const cells of measured.slice(1))
    assert.match(cells.slice(1).join(" | "), /^([\d.,]+ ms \| ){3}\d+ \| \d+ MiB \| \d+$/);
});

test("BENCH-3: each floor plan program of docs/comparison.md has a version, a source, and a cell for every question", () => {
  const [sources, ...questions] = tablesIn(ofPrograms);
  const programs = firstCells(sources);
  assert(programs.length >= 9 && questions.length > 0, `${programs.length} programs`);
  for (const [program = "", version = "", source = ""] of sources?.slice(1) ?? []) {
    assert.match(version, /\d/, program);
    assert.match(source, /\]\(|\]\[/, program);
  }
  for (const table of questions) {
    assert.deepEqual(firstCells(table), programs);
    for (const row of table) {
      assert.equal(row.length, table[0]?.length, row[0]);
      assert(!row.includes(""), row[0]);
    }
  }
});

test("BENCH-3: each link by name of docs/comparison.md leads to an address, and each address is led to", () => {
  const named = [...page.matchAll(/\]\[(\w+)\]/g)].map(([, name]) => name);
  const addressed = [...page.matchAll(/^\[(\w+)\]: https?:\/\/\S+$/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(named), new Set(addressed));
});
