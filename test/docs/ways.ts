import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/source-files.ts";

/** What a way to live lamps takes, from nothing. */
export interface Way {
  readonly lines: number;
  readonly clicks: number;
  readonly restarts: number;
}

/** A section of a Markdown file, by its heading. */
export const sectionOf = (file: string, heading: string): string => {
  const [, section] = readFileSync(join(root, file), "utf8").split(`\n## ${heading}\n`);
  assert(section !== undefined, `${file} has ${heading}`);
  return section.split("\n## ", 1)[0] ?? "";
};

/** The ways of docs/getting-started.md by their names, in their order. */
export const toldWays = (): ReadonlyMap<string, Way> => {
  const rows = sectionOf("docs/getting-started.md", "Into Home Assistant").matchAll(
    /^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  );
  return new Map(
    [...rows].map(([, name = "", lines, clicks, restarts]) => [
      name.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1"),
      { lines: Number(lines), clicks: Number(clicks), restarts: Number(restarts) },
    ]),
  );
};

/** What a page tells people to choose, in its order. */
export const toChoose = (text: string): readonly string[] =>
  [...text.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, label = ""]) =>
    label.replaceAll(/\s+/g, " "),
  );
