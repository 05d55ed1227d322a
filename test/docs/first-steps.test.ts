import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../support/source-files.ts";

const read = (page: string): string => readFileSync(join(root, "docs", page), "utf8");

/** The lines of the first commands of a section. */
const linesIn = (heading: string): number => {
  const [, section = ""] = read("install.md").split(`\n## ${heading}\n`);
  const [, commands = ""] = /```sh\n([^`]+)```/.exec(section) ?? [];
  return commands.trim().split("\n").length;
};

test("HOUSE-12: docs/getting-started.md counts the lines that an installation takes", () => {
  const told = [...read("getting-started.md").matchAll(/^\| \[(\w+)\]\([^)]+\) \| (\d+) lines/gm)];
  assert.deepEqual(
    told.map(([, name]) => name),
    ["npm", "systemd", "Docker"],
  );
  for (const [, name = "", lines] of told) assert.equal(linesIn(name), Number(lines), name);
});
